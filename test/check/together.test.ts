// What is said of records together, in words: of ids that are taken, of what is taken from others and what is missing beside
// a record (together.txt), and of trees of comments whose numbers disagree with their parents (trees.txt).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../support/folders.js';
import { times } from '../support/portal.js';
import { fileOf } from './cases.js';
import { another, checkPortal } from './portal.js';

/**
 * What is found in a discussion: the id of each record, the field, and the words. A comment is its id, the parent that it
 * answers, and more fields: `2<1 lft=2 rght=3`.
 */
async function said(discussion: string): Promise<string[]> {
  const comments = discussion.split(', ').map((comment) => {
    const [, id = '', parent, more = ''] = /^(\d+)(?:<(\d+))?(.*)$/.exec(comment)!;
    const given = [...more.matchAll(/(\w+)=(\w+)/g)].map(([, name, value]) => [
      name,
      JSON.parse(value!),
    ]);
    const answer =
      parent === undefined ? {} : { parent: Number(parent), user: 2, text: '<p>Ура</p>' };
    const created = '2024-03-01T10:00:00+03:00';
    return { id: Number(id), post: 1, ...answer, created, ...Object.fromEntries(given) };
  });
  const { report } = await checkPortal({
    'comments.json': null,
    'comments.ndjson': comments.map((comment) => JSON.stringify(comment)).join('\n'),
    'events.json': '[{"id": 1, "event_type": 1, "post": 1}]',
    'posts/2.json': another('posts', { id: '2' }),
  });
  const found = report.problems.filter(({ severity }) => severity === 'error');
  return found.map(({ line, path, message }) => `${comments[line - 1]!.id}${path}: ${message}`);
}

/** The blocks of a file: a title, some lines, and a line for each problem that is told. */
const blocksOf = (file: string) =>
  readFileSync(join(projectFolder, 'test/check', file), 'utf8')
    .trimEnd()
    .split('\n\n')
    .map((block) => {
      const [title = '', ...lines] = block.split('\n');
      const told = lines.filter((line) => line.startsWith('> ')).map((line) => line.slice(2));
      return { title: title.slice(2), lines: lines.filter((line) => !line.startsWith('> ')), told };
    });

it.each(blocksOf('trees.txt'))('$title', async ({ lines, told }) => {
  expect(await said(lines[0]!)).toEqual(told);
});

it.each(blocksOf('together.txt'))('$title', async ({ lines, told }) => {
  const isStrict = lines[0] === 'allow nothing';
  const files = lines.slice(isStrict ? 1 : 0).map((line): [string, string | Buffer | null] => {
    if (line.endsWith(' gone')) return [line.slice(0, -' gone'.length), null];
    const { name, text } = fileOf(line);
    return [name, text()];
  });
  const { report } = await checkPortal(Object.fromEntries(files), isStrict ? { allow: [] } : {});
  const found = report.problems.map(({ file, path, message, hint }) => {
    // Which record is missing, and how much follows from it.
    const also = hint?.match(/add the record \d+ to \w+|\d+ other problems?/g) ?? [];
    return [`${file.slice(5)}${path}: ${message}`, ...also].join('; ');
  });
  expect(found).toEqual(told);
});

it.each([
  [2, '3 → 4 → 3'],
  [10, '3 → 4 → 5 → 6 → 7 → 8 → 9 → 10 → 11 → 12 → 3'],
  [11, '3 → 4 → 5 → 6 → 7 → 8 → 9 → 10 → 11 → 12 → … → 3'],
])('a ring of %i is told by its ids, of which ten are enough', async (length, told) => {
  const ring = times(length, (n) => `${n + 2}<${n === length ? 3 : n + 3}`);
  expect(await said(ring.toReversed().join(', '))).toEqual([
    `3/parent: the parents form a ring: ${told}`,
  ]);
});

it('a level is that of the parents', async () => {
  expect(await said('1 level=0, 2<1 level=1, 3<2 level=1')).toEqual([
    expect.stringMatching(/^3\/level: .*\b1\b.*\b2\b|^3\/level: .*\b2\b.*\b1\b/),
  ]);
});
