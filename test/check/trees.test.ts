// What is said of trees of comments whose numbers disagree with their parents, in words.
import { expect, it } from 'vitest';
import { times } from '../support/portal.js';
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

it.each<[what: string, comments: string, told: readonly string[]]>([
  ['that are right', '1 lft=1 rght=6, 2<1 lft=2 rght=3, 3<1 lft=4 rght=5', []],
  ['with gaps', '1 lft=1 rght=60, 3<1 lft=20 rght=30, 2<1 lft=40 rght=50', []],
  [
    'of which some give none',
    '1 lft=1 rght=6, 2<1 lft=2 rght=3, 4<1, 3<1',
    ['4/lft: other records of the tree 1 give lft and rght, this one does not'],
  ],
  [
    'of which one gives a part',
    '1 lft=1 rght=6, 2<1 lft=2, 3<1 rght=5',
    ['2/rght: other records of the tree 1 give lft and rght, this one does not'],
  ],
  [
    'of which one gives no lft',
    '1 lft=1 rght=6, 2<1 lft=2 rght=3, 3<1 rght=5',
    ['3/lft: other records of the tree 1 give lft and rght, this one does not'],
  ],
  [
    'of which one gives a part alone',
    '1, 2<1, 3<1 rght=5, 4<1 lft=4 rght=5',
    ['3/rght: rght is given here, but most other records of the tree 1 give none'],
  ],
  [
    'that are no interval',
    '1 lft=1 rght=8, 2<1 lft=3 rght=3',
    ['2/rght: lft 3 and rght 3 do not fit the place of this record in the tree 1'],
  ],
  [
    'that are no interval, and not inside another one either',
    '1 lft=1 rght=8, 2<1 lft=8 rght=8',
    ['2/rght: lft 8 and rght 8 do not fit the place of this record in the tree 1'],
  ],
  [
    'that begin as they may and end there',
    '1 lft=1 rght=1',
    ['1/rght: lft 1 and rght 1 do not fit the place of this record in the tree 1'],
  ],
  [
    'whose root has no parent in so many words',
    '1 lft=1 rght=4 parent=null, 2<1',
    ['2/lft: other records of the tree 1 give lft and rght, this one does not'],
  ],
  [
    'below a record that is not there',
    '1, 3<99 lft=5 rght=5, 4<3',
    ['3/parent: there is no record 99 in comments'],
  ],
  [
    'that begin too early',
    '1 lft=0 rght=8, 2<1 lft=3 rght=4',
    ['1/lft: lft 0 and rght 8 do not fit the place of this record in the tree 1'],
  ],
  [
    'that end outside',
    '1 lft=1 rght=6, 2<1 lft=2 rght=6',
    ['2/rght: lft 2 and rght 6 do not fit the place of this record in the tree 1'],
  ],
  [
    'that begin outside',
    '1 lft=2 rght=6, 2<1 lft=2 rght=3, 3<1 lft=6 rght=7',
    [
      '2/lft: lft 2 and rght 3 do not fit the place of this record in the tree 1',
      '3/lft: lft 6 and rght 7 do not fit the place of this record in the tree 1',
    ],
  ],
  [
    'that overlap',
    '1 lft=1 rght=9, 3<1 lft=4 rght=6, 2<1 lft=6 rght=7, 4<1 lft=2 rght=4, 5<1 lft=7 rght=8',
    [
      '3/lft: lft 4 and rght 6 do not fit the place of this record in the tree 1',
      '5/lft: lft 7 and rght 8 do not fit the place of this record in the tree 1',
    ],
  ],
  [
    'that are the same twice',
    '1 lft=1 rght=9, 3<1 lft=2 rght=4, 2<1 lft=2 rght=4',
    ['2/lft: lft 2 and rght 4 do not fit the place of this record in the tree 1'],
  ],
])('numbers %s', async (_, comments, expected) => {
  expect(await said(comments)).toEqual(expected);
});

it.each<[what: string, comments: string, told: readonly string[]]>([
  ['the same', '1 tree_id=5, 2<1 tree_id=5, 3<2', []],
  ['that of the root by its id', '1, 2<1 tree_id=1', []],
  [
    'another',
    '1 tree_id=5, 2<1 tree_id=6',
    ['2/tree_id: the tree of this record has the number 5, but the record gives 6'],
  ],
  [
    'that of another by its id',
    '1, 2 tree_id=1',
    ['2/tree_id: the tree of record 1 has the number 1 already'],
  ],
  [
    'the id of a later one',
    '1 tree_id=2, 2',
    ['1/tree_id: the tree of record 2 has the number 2 already'],
  ],
  [
    'that of another',
    '1 tree_id=7, 2 tree_id=7',
    ['2/tree_id: the tree of record 1 has the number 7 already'],
  ],
  [
    'not known where the root is not there',
    '1, 3<99 tree_id=1, 4<3 tree_id=8',
    ['3/parent: there is no record 99 in comments'],
  ],
  [
    'that of none, in a ring',
    '5<6 tree_id=1, 6<5 tree_id=1',
    ['5/parent: the parents form a ring: 5 → 6 → 5'],
  ],
])('the number of a tree is %s', async (_, comments, expected) => {
  expect(await said(comments)).toEqual(expected);
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

it.each<[what: string, comments: string, told: readonly string[]]>([
  ['the blog of its post', '1, 2<1 blog=1', []],
  [
    'another blog than its post',
    '1, 2<1 blog=2',
    ['2/blog: "blog" is given as 2, but the records say 1'],
  ],
  [
    'another post than the one it answers',
    '1, 2<1 post=2',
    ['2/parent: its parent 1 has post 1, but the record itself has post 2'],
  ],
  [
    'a level, below a record that is not there',
    '1, 3<99 level=1',
    ['3/parent: there is no record 99 in comments'],
  ],
])('a comment has %s', async (_, comments, expected) => {
  expect(await said(comments)).toEqual(expected);
});

it('a level is that of the parents', async () => {
  expect(await said('1 level=0, 2<1 level=1, 3<2 level=1')).toEqual([
    expect.stringMatching(/^3\/level: .*\b1\b.*\b2\b|^3\/level: .*\b2\b.*\b1\b/),
  ]);
});
