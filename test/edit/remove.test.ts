// `remove`: what goes with a record, what stays, to the byte; and its undo.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { putFiles } from '../../src/editing/workspace/put.js';
import { change, pretty, repository } from '../changes/repository.js';
import { changed, dataOf, problemsOf } from '../new/desk.js';
import { FILES, portal, write } from '../query/portal.js';
import { runIn } from '../support/run.js';

const { ['package.json']: _, ...files } = FILES;
const lines = (path: string, ...left: number[]) =>
  FILES[path]!.split('\n')
    .filter((_, i) => left.includes(i))
    .map((line) => `${line}\n`)
    .join('');

describe('a record that others refer to', () => {
  it('stays; what refers to it is shown, and how to withhold it instead', async () => {
    const cwd = portal();
    const before = dataOf(cwd);
    expect(await runIn(cwd, 'remove', 'post', '5')).toEqual({
      status: 1,
      stderr: '',
      stdout: `\
post 5  Новые формы протоколов  data/posts/5.json:1

cannot be without it (6 records):
comments  (3)
  340  -                   data/comments/2026.ndjson:1
  341  Мы перешли в марте  data/comments/2026.ndjson:2
  342  И мы                data/comments/2026.ndjson:3
events  (3)
  90  -  data/events.json:2
  91  -  data/events.json:3
  92  -  data/events.json:4

nothing is removed: other records refer to it; --cascade removes 7 records
to keep it, but from readers: "hidden": true in data/posts/5.json:1
`,
    });
    expect(changed(before, dataOf(cwd))).toEqual({});
  });

  it('goes with them with --cascade: a file, lines, elements of a list, and nothing else', async () => {
    const cwd = portal();
    const before = dataOf(cwd);
    const dry = await runIn(cwd, 'remove', 'post', '5', '--cascade', '--dry-run');
    expect(dry).toMatchObject({ status: 0, stderr: '' });
    expect(dry.stdout).toContain('would be removed: 7 records, from 3 files; nothing is written\n');
    expect(changed(before, dataOf(cwd))).toEqual({});
    const { status, stdout } = await runIn(cwd, 'remove', 'post', '5', '--cascade');
    expect(status).toBe(0);
    expect(stdout).toContain(`
removed: 7 records, from 3 files
  data/posts/5.json  (the whole file)
  data/comments/2026.ndjson
  data/events.json
undo: npx portal-snapshot undo
`);
    expect(changed(before, dataOf(cwd))).toEqual({
      'posts/5.json': 'gone',
      'comments/2026.ndjson': lines('data/comments/2026.ndjson', 3),
      'events.json': lines('data/events.json', 0, 4, 5),
    });
    expect(await problemsOf(cwd)).toEqual([]);
    expect((await runIn(cwd, 'fmt', '--check')).status).toBe(0);
  });

  it('a comment goes with the replies to it and their events, also where there is a warning of one', async () => {
    const cwd = portal();
    const reply = FILES['data/comments/2026.ndjson']!.replace('И мы', 'R&D');
    change(cwd, { 'data/comments/2026.ndjson': reply });
    expect(await problemsOf(cwd)).toHaveLength(1);
    const before = dataOf(cwd);
    expect((await runIn(cwd, 'remove', 'comment', '341', '--cascade')).status).toBe(0);
    expect(changed(before, dataOf(cwd))).toEqual({
      'comments/2026.ndjson': lines('data/comments/2026.ndjson', 0, 3),
      'events.json': `${lines('data/events.json', 0, 1, 4, 5)}`,
    });
    expect(await problemsOf(cwd)).toEqual([]);
  });

  it('goes alone where others only give its number, and they are told', async () => {
    const cwd = portal();
    const before = dataOf(cwd);
    write(
      cwd,
      'data/vacancies/0100-ekspert.json',
      FILES['data/vacancies/0100-ekspert.json']!.replace('    47,\n', ''),
    );
    const asked = dataOf(cwd);
    expect((await runIn(cwd, 'remove', 'region', '47')).stdout).toContain(
      'nothing is removed: other records refer to it; --cascade removes 1 record\n',
    );
    expect(changed(asked, dataOf(cwd))).toEqual({});
    const { status, stdout, stderr } = await runIn(cwd, 'remove', 'region', '47', '--cascade');
    expect(status).toBe(0);
    expect(stdout).toContain(`
only give its number, and stay (2 references):
cities  region  (2)
  35  Липецк  data/cities.json:3
  36  Елец    data/cities.json:4

removed: 1 record, from 1 file
`);
    expect(stderr).toContain('unknown-id');
    const { 'vacancies/0100-ekspert.json': __, ...other } = changed(before, dataOf(cwd));
    expect(other).toEqual({ 'regions.json': lines('data/regions.json', 0, 2, 3) });
  });

  it('stays where another record has the id of one that would go with it', async () => {
    const cwd = portal();
    // Post 6 has a comment 343, too, as after a merge of two branches.
    const twin =
      '{"id": 343, "post": 5, "parent": 340, "user": 9, "text": "<p>Нет</p>", "created": "2026-03-04T10:00:00+03:00"}\n';
    change(cwd, { 'data/comments/b.ndjson': twin });
    const before = dataOf(cwd);
    expect(await runIn(cwd, 'remove', 'post', '6', '--cascade')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'portal-snapshot: 2 records of comments have the id 343: renumber gives one of them another id\n',
    });
    expect(changed(before, dataOf(cwd))).toEqual({});
  });

  it('stays where others show it and can be without it: a person has to say what instead', async () => {
    const cwd = portal();
    const before = dataOf(cwd);
    for (const more of [[], ['--cascade'], ['--cascade', '--lang', 'ru']]) {
      const { status, stdout } = await runIn(cwd, 'remove', 'city', '35', ...more);
      expect(status).toBe(1);
      expect(stdout).toContain('data/vacancies/0100-ekspert.json:7\n');
      expect(stdout).toMatch(/^(nothing is removed: give|ничего не удалено: сначала укажите)/m);
    }
    expect(changed(before, dataOf(cwd))).toEqual({});
  });

  it('stays where the data would have an error without it, which is told', async () => {
    const cwd = portal();
    const before = dataOf(cwd);
    // The event of a post takes its user from the post, which only gives the number.
    const { status, stdout, stderr } = await runIn(cwd, 'remove', 'user', '7', '--cascade');
    expect(status).toBe(1);
    expect(stderr).toContain('"user" is not given, and would be 7');
    expect(stdout).toContain('nothing is removed: the data would have these errors\n');
    // Its advice leads on.
    const [, ways = ''] = stdout.split('first change or remove these records');
    expect(ways).toContain('npx portal-snapshot change post 5 --user ID  (or ');
    expect(changed(before, dataOf(cwd))).toEqual({});
    for (const [, way] of ways.matchAll(/\(or npx portal-snapshot (.*)\)/g)) {
      expect((await runIn(cwd, ...way!.split(' '))).status).toBe(0);
    }
    expect((await runIn(cwd, 'remove', 'user', '7', '--cascade')).status).toBe(0);
    expect(await problemsOf(cwd)).toEqual([]);
  });
});

describe('a record that nothing refers to', () => {
  it('goes at once', async () => {
    const cwd = portal();
    const before = dataOf(cwd);
    expect((await runIn(cwd, 'remove', 'vacancies', '100')).status).toBe(0);
    expect(changed(before, dataOf(cwd))).toEqual({ 'vacancies/0100-ekspert.json': 'gone' });
  });

  it('is one that is there, once, in files that can be read', async () => {
    const cwd = portal();
    const refused = async (...args: string[]) => {
      const before = dataOf(cwd);
      const { status, stderr } = await runIn(cwd, 'remove', ...args);
      expect(status).toBe(2);
      expect(changed(before, dataOf(cwd))).toEqual({});
      return stderr;
    };
    expect(await refused('vacancy', '10')).toContain(
      'there is no record 10 in vacancies; did you mean 100',
    );
    expect(await refused('vacancee', '100')).toContain('did you mean vacancy?');
    write(cwd, 'data/regions.json', '[{"id": 47, "name": "А"}, {"id": 47, "name": "Б"}]');
    expect(await refused('region', '47', '--cascade')).toContain(
      '2 records of regions have the id 47',
    );
    write(cwd, 'data/cities.json', '[{"id": 3, "name": "Новосибирск"}, {"id": 35, "region": ]');
    write(cwd, 'data/regions.json', FILES['data/regions.json']!);
    expect(await refused('region', '53')).toContain('cities cannot be read in full');
    // No city refers to a vacancy.
    expect((await runIn(cwd, 'remove', 'vacancy', '100')).status).toBe(0);
  });
});

describe('texts in files of their own', () => {
  const vacancy = 'data/vacancies/0100-ekspert.json';
  const { text, ...post } = JSON.parse(FILES['data/posts/5.json']!);
  const { text: sought, ...work } = JSON.parse(FILES[vacancy]!);
  const split = {
    ...files,
    'data/posts/5.json': pretty(post),
    'data/posts/5.text.html': `${text}\n`,
    'data/posts/5.short_text.html': '<p>Кто?</p>\n',
    [vacancy]: pretty(work),
    'data/vacancies/0100-ekspert.text.txt': `${sought}\n`,
  };

  it('go with the file of their record, and the undo brings them back', async () => {
    const cwd = repository(split);
    const before = dataOf(cwd);
    const args = ['remove', 'post', '5', '--cascade'];
    const gone = [
      '  data/posts/5.json  (the whole file)',
      '  data/posts/5.short_text.html  (the whole file)',
      '  data/posts/5.text.html  (the whole file)',
    ].join('\n');
    const dry = await runIn(cwd, ...args, '--dry-run');
    expect(dry.stdout).toContain(gone);
    expect(changed(before, dataOf(cwd))).toEqual({});
    const { status, stdout, stderr } = await runIn(cwd, ...args);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(gone);
    expect(changed(before, dataOf(cwd))).toMatchObject({
      'posts/5.json': 'gone',
      'posts/5.short_text.html': 'gone',
      'posts/5.text.html': 'gone',
    });
    expect(await problemsOf(cwd)).toEqual([]);
    expect((await runIn(cwd, 'undo')).status).toBe(0);
    expect(changed(before, dataOf(cwd))).toEqual({});
  });

  it('go also beside a file that is no folder’s, and come back', async () => {
    const cwd = portal();
    const one = { 'data/posts.json': pretty(post), 'data/posts.text.html': `${text}\n` };
    change(cwd, { 'data/posts/5.json': null, ...one });
    const before = dataOf(cwd);
    expect((await runIn(cwd, 'remove', 'post', '5', '--cascade')).status).toBe(0);
    expect(changed(before, dataOf(cwd))).toMatchObject({ 'posts.text.html': 'gone' });
    expect((await runIn(cwd, 'undo')).status).toBe(0);
    expect(changed(before, dataOf(cwd))).toEqual({});
  });

  it('go with a record that goes by --cascade', async () => {
    const cwd = repository(split);
    const before = dataOf(cwd);
    expect((await runIn(cwd, 'remove', 'blog', '2', '--cascade')).status).toBe(0);
    expect(changed(before, dataOf(cwd))).toMatchObject({
      'posts/5.json': 'gone',
      'posts/5.short_text.html': 'gone',
      'posts/5.text.html': 'gone',
      'blogs.json': expect.any(String),
    });
    expect(await problemsOf(cwd)).toEqual([]);
  });

  it('stay beside a list, which stays', async () => {
    const cwd = repository({ ...split, [vacancy]: pretty([{ ...work, text: sought }]) });
    const before = dataOf(cwd);
    expect((await runIn(cwd, 'remove', 'vacancy', '100')).status).toBe(0);
    expect(changed(before, dataOf(cwd))).toEqual({ 'vacancies/0100-ekspert.json': '[]\n' });
  });
});

describe('every other byte stays', () => {
  const region = (id: number) => `{"id": ${id},\n "name": "Область ${id}"}`;
  it.each<[string, string, number[], string]>([
    ['the last of a list', `[${region(1)} , ${region(2)}]`, [2], `[${region(1)}]`],
    ['the first', `[ ${region(1)} ,\n${region(2)} ]`, [1], `[ ${region(2)} ]`],
    ['all of them', `[\n  ${region(1)}\n]\n`, [1], '[]\n'],
    ['two in turn', `[${region(1)}, ${region(2)}, ${region(3)}]\n`, [2, 3], `[${region(1)}]\n`],
    ['behind a byte-order mark', `\ufeff[${region(1)}, ${region(2)}]`, [1], `\ufeff[${region(2)}]`],
  ])('%s', async (_name, text, ids, left) => {
    const cwd = portal();
    change(cwd, { data: null });
    change(cwd, { 'data/regions.json': text });
    for (const id of ids) expect((await runIn(cwd, 'remove', 'region', String(id))).status).toBe(0);
    expect(readFileSync(join(cwd, 'data/regions.json'), 'utf8')).toBe(left);
  });

  it.each<[string, string, string]>([
    [
      'lines with CR',
      '{"id": 1, "name": "А"}\r\n{"id": 2, "name": "Б"}\r\n',
      '{"id": 2, "name": "Б"}\r\n',
    ],
    [
      'blank lines',
      '\n {"id": 1, "name": "А"} \n\n{"id": 2, "name": "Б"}',
      '\n\n{"id": 2, "name": "Б"}',
    ],
    ['the only line', '{"id": 1, "name": "А"}', ''],
    [
      'a byte-order mark',
      '\ufeff{"id": 1, "name": "А"}\n{"id": 2, "name": "Б"}\n',
      '\ufeff{"id": 2, "name": "Б"}\n',
    ],
  ])('of an .ndjson file: %s', async (_name, text, left) => {
    const cwd = portal();
    change(cwd, { data: null });
    change(cwd, { 'data/regions.ndjson': text });
    expect((await runIn(cwd, 'remove', 'region', '1')).status).toBe(0);
    expect(readFileSync(join(cwd, 'data/regions.ndjson'), 'utf8')).toBe(left);
  });
});

it('is all or nothing: a file that somebody saved meanwhile keeps the others', () => {
  const cwd = portal();
  const before = dataOf(cwd);
  const bytes = (file: string) => before.get(file)!;
  const edits = [
    { file: 'events.json', before: bytes('events.json'), after: Buffer.from('[]\n') },
    { file: 'posts/5.json', before: bytes('posts/5.json'), after: undefined },
  ];
  const saved = { file: 'posts/6.json', before: Buffer.from('{}'), after: undefined };
  const settings = { data: join(cwd, 'data') };
  expect(putFiles(settings, [...edits, saved])).toBe(false);
  expect(putFiles(settings, [...edits, { ...saved, file: 'posts/7.json' }])).toBe(false);
  expect(changed(before, dataOf(cwd))).toEqual({});
  expect(putFiles(settings, edits)).toBe(true);
  expect(changed(before, dataOf(cwd))).toEqual({ 'events.json': '[]\n', 'posts/5.json': 'gone' });
});

it('never deletes what is not a data file, even by a link', async () => {
  const cwd = portal();
  writeFileSync(
    join(cwd, 'outside.json'),
    FILES['data/vacancies/0100-ekspert.json']!.replace('100', '103'),
  );
  execFileSync('ln', ['-s', '../../outside.json', join(cwd, 'data/vacancies/link.json')]);
  const { status } = await runIn(cwd, 'remove', 'vacancy', '103');
  expect(status).toBe(2);
  expect(readFileSync(join(cwd, 'outside.json'), 'utf8')).toContain('103');
});
