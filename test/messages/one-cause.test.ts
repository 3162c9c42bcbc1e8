// One mistake, one problem: what only follows from a mistake is not reported beside it, and what
// does not follow from it is.
import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/index.js';
import { entriesOf } from '../../src/snapshot/reporters/entries.js';
import { change, repository } from '../changes/repository.js';
import { temporaryFolder } from '../support/folders.js';
import { directory, forum, type Portal, writeData, writeFile } from '../support/portal.js';

const portal: Portal = { ...directory(12), ...forum({ posts: 2, replies: 4 }) };

/** Checks the portal with changed files. */
async function checkedWith(changes: Readonly<Record<string, string>>) {
  const cwd = temporaryFolder();
  writeData(`${cwd}/data`, portal);
  for (const [name, text] of Object.entries(changes)) writeFile(cwd, `data/${name}`, text);
  return check({ cwd });
}

/** What is found in the portal with changed files: code, file and pointer of each problem. */
async function foundWith(changes: Readonly<Record<string, string>>): Promise<string[]> {
  const { problems } = await checkedWith(changes);
  return problems.map(({ code, file, path }) => `${code} ${file} ${path}`);
}

const json = (value: unknown) => JSON.stringify(value);

it('hides nothing if all records of its file were read, whatever git has', async () => {
  const cwd = repository({
    'data/districts.json': json([1, 2].map((id) => ({ id, name: 'Юг' }))),
    'data/regions.json': json([{ id: 1, name: 'Томск', district: 2 }]),
  });
  change(cwd, { 'data/districts.json': '[{"id": 1, "name": "\\ud800"}]' });
  const { problems } = await check({ cwd });
  expect(problems.map(({ code, path }) => [code, path])).toEqual([
    ['encoding', '/name'],
    ['dangling-reference', '/district'],
  ]);
});

describe('a file of lines', () => {
  it('in which git left a conflict is one problem, each time', async () => {
    const conflict = (ours: number, theirs: number) => {
      const [one, other] = [ours, theirs].map((id) => json({ id, name: 'Тверь' }));
      return `<<<<<<< HEAD\n${one}\n||||||| 1234\n=======\n${other}\n>>>>>>> branch\n`;
    };
    const text = `${conflict(91, 92)}${json({ id: 93, name: 'Псков' })}\n${conflict(94, 95)}`;
    const { problems } = await checkedWith({ 'regions/new.ndjson': text });
    expect(problems.map(({ code, line }) => [code, line])).toEqual([
      ['syntax', 1],
      ['syntax', 8],
    ]);
  });

  it('in which a conflict is solved by half keeps no record to itself', async () => {
    const [first, second, third] = [91, 92, 93].map((id) => json({ id, name: 'Тверь' }));
    const text = `${first}\n=======\n${second}\n>>>>>>> branch\n${third}\n`;
    const { problems } = await checkedWith({ 'regions/new.ndjson': text });
    expect(problems.map(({ code, line }) => [code, line])).toEqual([
      ['syntax', 2],
      ['syntax', 4],
    ]);
  });

  it.each([
    ['has no quotes', '{id: 91, "name": "Тверь"}', 'in double quotes'],
    ['has the quotes of Python', "{'id': 91, 'name': 'Тверь'}", 'in straight double quotes'],
  ])('of which a first key %s hides no other mistake', async (_, line, hint) => {
    const text = `${line}\n${json({ id: 92, name: 'Псков' })}\n{"id": 93, "name": Пенза}\n`;
    const { problems } = await checkedWith({ 'regions/new.ndjson': text });
    expect(problems.map(({ code, line, column }) => [code, line, column])).toEqual([
      ['syntax', 1, 2],
      ['syntax', 3, 20],
    ]);
    expect(problems[0]?.hint).toContain(hint);
  });
});

describe('each of two mistakes is a problem', () => {
  it('an unknown field, and another that is missing', async () => {
    const files = { 'regions/new.json': json({ id: 90, color: 'red' }) };
    expect(await foundWith(files)).toEqual([
      'missing-field data/regions/new.json /name',
      'unknown-field data/regions/new.json /color',
    ]);
  });
});

describe('a record that is gone', () => {
  const without = (collection: string, id: number) =>
    json(portal[collection]!.filter((record) => record['id'] !== id));

  it('offers no other one, and folds in what follows', async () => {
    const { problems } = await checkedWith({ 'posts.json': without('posts', 2) });
    // Its five comments and its event; that four events now lack a blog is only counted.
    expect(problems.map(({ code }) => code)).toEqual(Array(6).fill('dangling-reference'));
    expect(new Set(problems.map(({ cause }) => cause)).size).toBe(1);
    for (const { hint } of problems) {
      expect(hint).toBe(
        '6 records refer to it: bring it back if it was deleted, or remove what refers to it (4 other problems follow from this)',
      );
    }
  });

  it('is one entry, of errors and warnings, at its first error', async () => {
    const { problems } = await checkedWith({ 'users.json': without('users', 3) });
    const about = problems.filter(({ message }) =>
      message.includes('there is no record 3 in users'),
    );
    expect(about).toHaveLength(problems.length);
    expect(new Set(about.map(({ severity }) => severity))).toEqual(new Set(['error', 'warning']));
    const [entry, ...others] = entriesOf([...problems].reverse()); // of which a warning comes first
    expect(others).toEqual([]);
    expect(entry?.problem.severity).toBe('error');
    expect(entry?.others).toHaveLength(problems.length - 1);
  });

  it('is what a depth that was right disagrees for', async () => {
    const [, second] = portal['blogs']!;
    const blogs = { 'blogs.json': json([{ ...second, level: 1 }]) };
    const { problems } = await checkedWith({
      ...blogs,
      'posts.json': '[]',
      'comments.json': '[]',
      'events.json': '[]',
    });
    expect(problems.map(({ code, hint }) => [code, hint])).toEqual([
      ['unknown-id', 'add the record 1 to blogs, or write the id that was meant'],
      ['disagrees', 'add the record 1 to blogs, or write the id that was meant'],
    ]);
  });
});

describe('the cause of problems', () => {
  it('is the same for all replies to a comment that went to another post', async () => {
    const cwd = temporaryFolder();
    const comments = portal['comments']!.map((comment) =>
      comment['id'] === 1 ? { ...comment, post: 2 } : comment,
    );
    writeData(`${cwd}/data`, { ...portal, comments });
    const { problems } = await check({ cwd });
    expect(problems.map(({ code, cause }) => [code, cause])).toEqual([
      ['inconsistent', problems[0]?.cause],
      ['inconsistent', problems[0]?.cause],
    ]);
    expect(problems[0]?.cause).toBeDefined();
  });

  it('is the same for all lines of a file in another encoding', async () => {
    const cwd = temporaryFolder();
    writeData(`${cwd}/data`, portal);
    const name = Buffer.from([0xcf, 0xf1, 0xea, 0xee, 0xe2]); // Псков in Windows-1251
    const line = (id: number) =>
      Buffer.concat([Buffer.from(`{"id": ${id}, "name": "`), name, Buffer.from('"}\n')]);
    mkdirSync(`${cwd}/data/regions`);
    writeFileSync(`${cwd}/data/regions/new.ndjson`, Buffer.concat([line(90), line(91)]));
    const { problems } = await check({ cwd });
    expect(problems.map(({ code }) => code)).toEqual(['encoding', 'encoding']);
    expect(problems[1]?.cause).toBe(problems[0]?.cause);
    expect(problems[0]?.cause).toBeDefined();
  });
});
