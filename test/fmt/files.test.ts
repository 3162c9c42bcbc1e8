// What happens to files on disk: which are touched, which are left alone, and why.
import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { differences, identitiesOf, readTree } from '../support/tree.js';
import { fill, formatFolder, workingFolder } from './folder.js';

const posix = process.platform !== 'win32';
const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

// Each is in data/regions/ and beside good files that are not canonical.
const unreadable: Record<string, string | Buffer> = {
  'cut.json': '{"name": "Псков", "id": 3',
  'empty.json': '',
  'two.json': '{"name": "Псков", "id": 3}\n{"name": "Пенза", "id": 4}',
  'line.ndjson': '{"name": "Псков", "id": 3}\n{"name": ?}\n\n{"id": 5}',
  'latin.json': Buffer.from('{"name": "P\xf6low", "id": 3}', 'latin1'),
  'twice.json': '[{"name": "Псков", "id": 3, "n\\u0061me": "Пенза"}]',
  'proto.json': '{"__proto__": 1, "id": 3, "__proto__": {"a": 2}}',
  'half.json': '{"name": "\\ud83d", "id": 3}',
  'large.json': '{"name": "Псков", "id": 3, "zone": [9007199254740993]}',
  'zero.json': '{"name": "Псков", "id": 3, "zone": -0.0}',
  'fraction.json': '{"name": "Псков", "id": 1.00000000000000000000001}',
  'range.json': `{"name": "Псков", "id": 3, "zone": 1e${'9'.repeat(100_000)}}`,
  'digits.json': `{"name": "Псков", "id": ${'7'.repeat(100_000)}}`,
  'deep.json': `{"name": ${deep(100_000)}, "id": 3}`,
  'lists.json': deep(100_000),
};

describe('a file that cannot be read without loss', () => {
  it('is left as it is and named, and the others are formatted', async () => {
    const bad = Object.fromEntries(
      Object.entries(unreadable).map(([name, content]) => [`regions/${name}`, content]),
    );
    const cwd = workingFolder({
      ...bad,
      'districts.json': '[ ]',
      'regions/good.json': '{"name": "Тверь", "id": 2}',
    });
    const before = readTree(join(cwd, 'data'));
    const times = identitiesOf(join(cwd, 'data'));
    const { report } = await formatFolder(cwd);
    expect([...report.refused].sort()).toEqual(
      Object.keys(bad)
        .map((name) => `data/${name}`)
        .sort(),
    );
    expect(report.changed).toEqual(['data/districts.json', 'data/regions/good.json']);
    expect(differences(readTree(join(cwd, 'data')), before)).toEqual([
      'districts.json: other bytes',
      'regions/good.json: other bytes',
    ]);
    const now = identitiesOf(join(cwd, 'data'));
    for (const name of Object.keys(bad)) expect(now.get(name)).toEqual(times.get(name));
  });

  it('is no file that is merely nested, long, or full of odd names', async () => {
    const odd = `{"__proto__": {"id": 5}, "id": 1, "constructor": null, "deep": ${deep(499)}}`;
    const name = `"${'я'.repeat(2_000_000)}"`;
    const cwd = workingFolder({
      'regions/a.ndjson': odd,
      'regions/b.json': `{"name":${name},"id":2}`,
    });
    const { report, text } = await formatFolder(cwd);
    expect(report.refused).toEqual([]);
    const rest = odd.replace('"id": 1, ', '').slice(1);
    expect(text('regions/a.ndjson')).toBe(`{"id": 1, ${rest}\n`);
    expect(text('regions/b.json')).toBe(`{\n  "id": 2,\n  "name": ${name}\n}\n`);
    expect('id' in {}).toBe(false);
  });
});

describe('a file that is formatted', () => {
  it('keeps its mode; one that is canonical keeps its time; nothing else is left behind', async () => {
    const cwd = workingFolder({
      'regions/1.json': '{"id": 1, "name": "Тверь"}',
      'regions/2.json': '{\n  "id": 2,\n  "name": "Псков"\n}\n',
    });
    const data = join(cwd, 'data');
    if (posix) chmodSync(join(data, 'regions/1.json'), 0o640);
    const before = identitiesOf(data);
    await formatFolder(cwd);
    const after = identitiesOf(data);
    expect([...after.keys()]).toEqual(['regions/1.json', 'regions/2.json']);
    expect(after.get('regions/2.json')).toEqual(before.get('regions/2.json'));
    expect(after.get('regions/1.json')).not.toEqual(before.get('regions/1.json'));
    if (posix) expect(statSync(join(data, 'regions/1.json')).mode & 0o777).toBe(0o640);
  });

  it('is told and not written with check', async () => {
    const cwd = workingFolder({ 'regions/1.json': '{"id": "1"}', 'regions.json': '[]\n' });
    const before = identitiesOf(join(cwd, 'data'));
    const { report } = await formatFolder(cwd, { check: true });
    expect(report.changed).toEqual(['data/regions/1.json']);
    expect(identitiesOf(join(cwd, 'data'))).toEqual(before);
  });

  it('is one of those named', async () => {
    const files = { 'regions/1.json': '[ ]', 'regions/2.json': '[ ]', 'regions.md': '[ ]' };
    const cwd = workingFolder(files);
    const named = ['data/regions/2.json', './data/regions/../regions/2.json'];
    const { report, text } = await formatFolder(cwd, { files: named });
    expect(report.changed).toEqual(['data/regions/2.json']);
    expect(text('regions/1.json')).toBe('[ ]');
    writeFileSync(join(cwd, 'other.json'), '[ ]');
    for (const wrong of ['data/regions.md', 'other.json', 'data/regions', 'data/no.json', '']) {
      await expect(formatFolder(cwd, { files: ['data/regions/1.json', wrong] })).rejects.toThrow(
        'is no data file',
      );
    }
    expect(text('regions/1.json')).toBe('[ ]');
  });

  it.runIf(posix)('is never one behind a link', async () => {
    const cwd = workingFolder({ 'regions/1.json': '[]\n' });
    writeFileSync(join(cwd, 'outside.json'), '[ ]');
    symlinkSync(join(cwd, 'outside.json'), join(cwd, 'data/regions/link.json'));
    symlinkSync(cwd, join(cwd, 'data/districts'));
    const { report } = await formatFolder(cwd);
    expect(report).toEqual({ files: 1, changed: [], refused: [] });
    const link = { files: ['data/regions/link.json'] };
    await expect(formatFolder(cwd, link)).rejects.toThrow('is no data file');
    expect(readFileSync(join(cwd, 'outside.json'), 'utf8')).toBe('[ ]');
  });
});

describe('a large file', () => {
  it('is put in order by id, whatever lies between its records', async () => {
    const name = (id: number) => `Область ${'я'.repeat(id % 97)}`;
    const long = 2_001; // longer than what is read at once
    const ids = Array.from({ length: 2_000 }, (_, at) => ((at * 7919) % 2_000) + 1);
    const record = (id: number, text: string) => `{"id": ${id}, "name": "${text}"}`;
    const texts = [
      ...ids.map((id) => record(id, name(id))),
      record(long, 'Ъ'.repeat(100_000)),
      record(long + 1, ''),
    ];
    const sorted = [...texts].sort(
      (a, b) => Number.parseInt(a.slice(7), 10) - Number.parseInt(b.slice(7), 10),
    );
    const cwd = workingFolder({
      'regions.json': `[${texts.toReversed().join(`,${' '.repeat(9)}\r\n`)}]`,
      'cities.ndjson': texts.join('\n\n'),
    });
    const { text } = await formatFolder(cwd);
    expect(text('regions.json') === `[\n  ${sorted.join(',\n  ')}\n]\n`).toBe(true);
    expect(text('cities.ndjson') === `${sorted.join('\n')}\n`).toBe(true);
    fill(cwd, { 'cities.ndjson': `${sorted.join('\n')}\n` });
    expect((await formatFolder(cwd)).report.changed).toEqual([]);
  });
});

it('a record is left alone while it has a merge conflict', async () => {
  const conflict = '<<<<<<< HEAD\n"title": "А"\n=======\n"title": "Б"\n>>>>>>> other\n';
  const cwd = workingFolder({
    'posts/2.json': `{"id": 2,\n${conflict}}`,
    'posts/2.text.html': '<p>Верно</p>\n',
  });
  const before = readTree(join(cwd, 'data'));
  const { report } = await formatFolder(cwd);
  expect(report).toMatchObject({ refused: ['data/posts/2.json'], changed: [] });
  expect(differences(readTree(join(cwd, 'data')), before)).toEqual([]);
});
