// Input that must neither hang nor crash the check: it comes back as a normal report.

import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  another,
  anotherReply,
  type Changes,
  checkPortal,
  essence,
  type Problem,
  type Report,
} from '../../check/portal.js';

const posix = process.platform !== 'win32';

/** Fails unless the report is of the promised form, in order, and of a size to be read. */
function expectNormal(report: Report): void {
  for (const { code, severity, file, line, column, path, message } of report.problems) {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(severity).toMatch(/^(error|warning)$/);
    expect(file.startsWith('data/')).toBe(true);
    expect(Number.isInteger(line) && line >= 1 && Number.isInteger(column) && column >= 1).toBe(
      true,
    );
    expect(path === '' || path.startsWith('/')).toBe(true);
    expect(message.length).toBeGreaterThan(0);
    // open: how long a message may be that quotes the data
    expect(message.length).toBeLessThan(10_000);
  }
  const errors = report.problems.filter(({ severity }) => severity === 'error');
  expect(report.ok).toBe(errors.length === 0);
  expect(report.problems).toEqual([...report.problems].sort(byPlace));
}

function byPlace(a: Problem, b: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

async function reportOn(changes: Changes): Promise<Report> {
  const { report } = await checkPortal(changes);
  expectNormal(report);
  return report;
}

const deep = (open: string, close: string, depth = 100_000) =>
  open.repeat(depth) + close.repeat(depth);

const invalid: Record<string, () => Changes> = {
  '100,000 nested arrays in a file': () => ({ 'regions/new.json': deep('[', ']') }),
  '100,000 nested arrays that are not closed': () => ({ 'regions/new.json': '['.repeat(100_000) }),
  '100,000 nested objects': () => ({
    'regions/new.json': `${deep('{"a":', '}').replace(':}', ':1}')}`,
  }),
  '100,000 nested arrays in a line of .ndjson': () => ({ 'regions/new.ndjson': deep('[', ']') }),
  '100,000 nested arrays in place of a name': () => ({
    'regions/new.json': another('regions', { name: deep('[', ']') }),
  }),
  'a script below 100,000 elements': () => ({
    'posts/new.json': another('posts', {
      text: `"${'<span>'.repeat(100_000)}<script>alert(1)</script>"`,
    }),
  }),
  'a file of 50 MB of digits': () => ({ 'regions/new.json': Buffer.alloc(50_000_000, '7') }),
  'a number of a million digits': () => ({
    'vacancies/new.json': another('vacancies', { views: '7'.repeat(1_000_000) }),
  }),
  'an exponent of a million digits': () => ({
    'vacancies/new.json': another('vacancies', { views: `1e${'7'.repeat(1_000_000)}` }),
  }),
  'a field whose name is a megabyte long': () => ({
    'regions/new.json': another('regions', { ['district'.repeat(125_000)]: '1' }),
  }),
  'a timestamp that is a megabyte long': () => ({
    'experts/new.json': another('experts', {
      created_at: `"2024-05-01T10:00:00.${'0'.repeat(1_000_000)}"`,
    }),
  }),
  '2,000,000 certificates that are none': () => ({
    'vacancies/new.json': another('vacancies', { certificates: `[${'1,'.repeat(2e6)}1]` }),
  }),
  '200,000 unknown fields of one record': () => ({
    'regions/new.json': `{"id": 50, ${Array.from({ length: 2e5 }, (_, i) => `"f${i}":1`).join()}}`,
  }),
  'an empty file': () => ({ 'regions/new.json': '' }),
  'a file of only NULs': () => ({ 'regions/new.json': Buffer.alloc(4096) }),
  'an .ndjson file of only NULs': () => ({ 'regions/new.ndjson': Buffer.alloc(4096) }),
  'a file with only a byte-order mark': () => ({ 'regions/new.json': '\uFEFF' }),
  'a file of random bytes': () => ({
    'regions/new.json': Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * i * 31 + 7) % 256)),
  }),
  '__proto__ and constructor at every depth': () => ({
    'regions/new.json':
      '{"__proto__": {"id": 3, "name": "Псков"}, "constructor": {"prototype": {"code": "1"}}}',
    'users/new.json': another('users', {
      profile: '{"__proto__": {"site": 1}, "constructor": 1, "toString": null}',
      avatar: '{"__proto__": null, "hasOwnProperty": 1, "valueOf": {}}',
    }),
    'vacancies/new.json': another('vacancies', {
      certificates: '[{"__proto__": {"id": 1, "category": 1, "exact_category": 1}}]',
    }),
  }),
  '__proto__ twice in a value of any shape': () => ({
    'comments/new.json': anotherReply({ emoji: '[{"__proto__": 1, "__proto__": 2}]' }),
  }),
  'a ring of 20,000 blogs': () => ({
    'blogs/ring.json': chain(20_000, (id, parent) =>
      another('blogs', { id: `${id}`, parent: `${parent ?? 20_099}` }),
    ),
  }),
};

/** Records 100, 101, …, each with the one before as its parent. */
function chain(length: number, record: (id: number, parent: number | null) => string): string {
  const ids = Array.from({ length }, (_, place) => place + 100);
  return `[${ids.map((id) => record(id, id === 100 ? null : id - 1)).join(',\n')}]`;
}

describe('invalid input gives a normal report', () => {
  for (const [name, changes] of Object.entries(invalid)) {
    it(name, async () => {
      const report = await reportOn(changes());
      expect(report.problems.length).toBeGreaterThan(0);
      expect(report.ok).toBe(false);
    });
  }
});

describe('valid input of a great size', () => {
  const large: Record<string, () => Changes> = {
    'a name of 50 MB in one line': () => ({
      'regions/new.json': `{"id": 3, "name": "${'я'.repeat(25_000_000)}"}`,
    }),
    'a thread 20,000 replies deep': () => ({
      'comments/thread.json': chain(20_000, (id, parent) =>
        parent === null
          ? another('comments', { id: `${id}` })
          : anotherReply({ id: `${id}`, parent: `${parent}` }),
      ),
    }),
    'a blog 20,000 blogs down': () => ({
      'blogs/chain.json': chain(20_000, (id, parent) =>
        another('blogs', { id: `${id}`, parent: `${parent}` }),
      ),
    }),
    'a post of 20,000 nested elements': () => ({
      // It says something: a text of tags alone is implausible.
      'posts/new.json': another('posts', {
        text: `"${deep('<div>', '</div>', 20_000).replace('></', '>Кто?</')}"`,
      }),
    }),
  };
  for (const [name, changes] of Object.entries(large)) {
    it(name, async () => {
      expect((await reportOn(changes())).problems).toEqual([]);
    });
  }

  it('100,000 nested arrays in a value of any shape', async () => {
    // open: a limit of depth may call this a problem
    await reportOn({ 'comments/new.json': anotherReply({ emoji: deep('[', ']') }) });
    await reportOn({ 'comments/new.json': anotherReply({ emoji: `[${deep('{"a":[', ']}')}]` }) });
  });

  it('a place after 50 MB of one line', async () => {
    const { report, marked } = await checkPortal({
      'regions/new.json': `{"name": "${'a'.repeat(50_000_000)}", "id": ¶0}`,
    });
    const expected = { code: 'bad-value', severity: 'error', path: '/id', ...marked[0] };
    expect(report.problems.map(essence)).toEqual([expected]);
  });
});

describe('many problems at once', () => {
  const many = (record: (id: number) => string) =>
    `[\n${Array.from({ length: 10_000 }, (_, place) => record(place + 100)).join(',\n')}\n]`;

  it('10,000 unknown fields', async () => {
    const report = await reportOn({
      'regions/new.json': many((id) => `{"id": ${id}, "name": "Регион", "nmae": 1}`),
    });
    expect(report.problems).toHaveLength(10_000);
    expect(new Set(report.problems.map(({ code }) => code))).toEqual(new Set(['unknown-field']));
    expect(report.problems.at(-1)?.line).toBe(10_001);
  });

  it('10,000 dangling references among 10,000 records', async () => {
    const report = await reportOn({
      'districts/new.json': many((id) => `{"id": ${id * 10}, "name": "Округ"}`),
      'regions/new.json': many(
        (id) => `{"id": ${id}, "name": "Регион", "district": ${id * 10 + 1}}`,
      ),
    });
    expect(report.problems).toHaveLength(10_000);
    expect(new Set(report.problems.map(({ code }) => code))).toEqual(
      new Set(['dangling-reference']),
    );
  });

  it('10,000 missing parents below a deep discussion', async () => {
    const reply = (id: number, parent: number) =>
      anotherReply({ id: `${id}`, parent: `${parent}` }).replaceAll('\n', ' ');
    const deep = Array.from({ length: 60_000 }, (_, at) => reply(at + 100, at === 0 ? 1 : at + 99));
    const lost = Array.from({ length: 10_000 }, (_, at) => reply(at + 100_000, at + 200_001));
    const report = await reportOn({ 'comments/new.ndjson': [...deep, ...lost].join('\n') });
    expect(report.problems.filter(({ path }) => path === '/parent')).toHaveLength(10_000);
  });
});

describe.runIf(posix)('entries of data/ that are no plain files', () => {
  const outside = '{"id": 77, "name": "Чужой регион", "nmae": 1}';
  const entries: Record<string, [file: string, arrange: (data: string) => void]> = {
    'a link to a file outside': [
      'data/regions/link.json',
      (data) => {
        mkdirSync(join(data, 'regions'));
        writeFileSync(join(data, '../secret.json'), outside);
        symlinkSync(join(data, '../secret.json'), join(data, 'regions/link.json'));
      },
    ],
    'a link to a folder outside': [
      'data/regions/more',
      (data) => {
        mkdirSync(join(data, 'regions'));
        mkdirSync(join(data, '../secret'));
        writeFileSync(join(data, '../secret/a.json'), outside);
        symlinkSync(join(data, '../secret'), join(data, 'regions/more'));
      },
    ],
    'a link to a folder outside in place of a collection': [
      'data/regions',
      (data) => {
        mkdirSync(join(data, '../secret'));
        writeFileSync(join(data, '../secret/a.json'), outside);
        symlinkSync(join(data, '../secret'), join(data, 'regions'));
      },
    ],
    'a link to the folder that holds it': [
      'data/regions/again',
      (data) => {
        mkdirSync(join(data, 'regions'));
        symlinkSync('.', join(data, 'regions/again'));
      },
    ],
    'a link to nothing': [
      'data/gone',
      (data) => symlinkSync(join(data, 'nowhere.json'), join(data, 'gone')),
    ],
    'a named pipe': ['data/queue', (data) => execFileSync('mkfifo', [join(data, 'queue')])],
    'a named pipe with the ending of a data file': [
      'data/regions/queue.json',
      (data) => {
        mkdirSync(join(data, 'regions'));
        execFileSync('mkfifo', [join(data, 'regions/queue.json')]);
      },
    ],
  };
  for (const [name, [file, arrange]] of Object.entries(entries)) {
    it(name, async () => {
      const { report } = await checkPortal({}, {}, arrange);
      expectNormal(report);
      expect(report.problems.map(essence)).toEqual([
        { code: 'ignored-file', severity: 'warning', file, line: 1, column: 1, path: '' },
      ]);
      expect(JSON.stringify(report)).not.toContain('Чужой');
    });
  }
});
