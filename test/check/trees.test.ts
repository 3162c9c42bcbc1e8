// What is said of trees of comments whose numbers disagree with their parents, in words.
import { expect, it } from 'vitest';
import { times } from '../support/portal.js';
import { another, checkPortal } from './portal.js';

type Comment = readonly [
  id: number,
  parent: number | null,
  more?: Readonly<Record<string, number | null>>,
];
const at = (lft?: number, rght?: number) => ({
  ...(lft !== undefined && { lft }),
  ...(rght !== undefined && { rght }),
});

/** What is found in a discussion: the id of each record, the field, and the words. */
async function said(...comments: readonly Comment[]): Promise<string[]> {
  const lines = comments.map(([id, parent, more = {}]) => {
    const answer = parent === null ? {} : { parent, user: 2, text: '<p>Ура</p>' };
    return JSON.stringify({
      id,
      post: 1,
      ...answer,
      created: '2024-03-01T10:00:00+03:00',
      ...more,
    });
  });
  const { report } = await checkPortal({
    ...{ 'comments.json': null, 'comments.ndjson': lines.join('\n') },
    'events.json': '[{"id": 1, "event_type": 1, "post": 1}]',
    'posts/2.json': another('posts', { id: '2' }),
  });
  const found = report.problems.filter(({ severity }) => severity === 'error');
  return found.map(({ line, path, message }) => `${comments[line - 1]![0]}${path}: ${message}`);
}

it.each<[string, readonly Comment[], readonly string[]]>([
  [
    'that are right',
    [
      [1, null, at(1, 6)],
      [2, 1, at(2, 3)],
      [3, 1, at(4, 5)],
    ],
    [],
  ],
  [
    'with gaps',
    [
      [1, null, at(1, 60)],
      [3, 1, at(20, 30)],
      [2, 1, at(40, 50)],
    ],
    [],
  ],
  [
    'of which some give none',
    [
      [1, null, at(1, 6)],
      [2, 1, at(2, 3)],
      [4, 1],
      [3, 1],
    ],
    ['4/lft: other records of the tree 1 give lft and rght, this one does not'],
  ],
  [
    'of which one gives a part',
    [
      [1, null, at(1, 6)],
      [2, 1, at(2)],
      [3, 1, at(undefined, 5)],
    ],
    ['2/rght: other records of the tree 1 give lft and rght, this one does not'],
  ],
  [
    'of which one gives no lft',
    [
      [1, null, at(1, 6)],
      [2, 1, at(2, 3)],
      [3, 1, at(undefined, 5)],
    ],
    ['3/lft: other records of the tree 1 give lft and rght, this one does not'],
  ],
  [
    'of which one gives a part alone',
    [
      [1, null],
      [2, 1],
      [3, 1, at(undefined, 5)],
      [4, 1, at(4, 5)],
    ],
    ['3/rght: rght is given here, but most other records of the tree 1 give none'],
  ],
  [
    'that are no interval',
    [
      [1, null, at(1, 8)],
      [2, 1, at(3, 3)],
    ],
    ['2/rght: lft 3 and rght 3 do not fit the place of this record in the tree 1'],
  ],
  [
    'that are no interval, and not inside another one either',
    [
      [1, null, at(1, 8)],
      [2, 1, at(8, 8)],
    ],
    ['2/rght: lft 8 and rght 8 do not fit the place of this record in the tree 1'],
  ],
  [
    'that begin as they may and end there',
    [[1, null, at(1, 1)]],
    ['1/rght: lft 1 and rght 1 do not fit the place of this record in the tree 1'],
  ],
  [
    'whose root has no parent in so many words',
    [
      [1, null, { ...at(1, 4), parent: null }],
      [2, 1],
    ],
    ['2/lft: other records of the tree 1 give lft and rght, this one does not'],
  ],
  [
    'below a record that is not there',
    [
      [1, null],
      [3, 99, at(5, 5)],
      [4, 3],
    ],
    ['3/parent: there is no record 99 in comments'],
  ],
  [
    'that begin too early',
    [
      [1, null, at(0, 8)],
      [2, 1, at(3, 4)],
    ],
    ['1/lft: lft 0 and rght 8 do not fit the place of this record in the tree 1'],
  ],
  [
    'that end outside',
    [
      [1, null, at(1, 6)],
      [2, 1, at(2, 6)],
    ],
    ['2/rght: lft 2 and rght 6 do not fit the place of this record in the tree 1'],
  ],
  [
    'that begin outside',
    [
      [1, null, at(2, 6)],
      [2, 1, at(2, 3)],
      [3, 1, at(6, 7)],
    ],
    [
      '2/lft: lft 2 and rght 3 do not fit the place of this record in the tree 1',
      '3/lft: lft 6 and rght 7 do not fit the place of this record in the tree 1',
    ],
  ],
  [
    'that overlap',
    [
      [1, null, at(1, 9)],
      [3, 1, at(4, 6)],
      [2, 1, at(6, 7)],
      [4, 1, at(2, 4)],
      [5, 1, at(7, 8)],
    ],
    [
      '3/lft: lft 4 and rght 6 do not fit the place of this record in the tree 1',
      '5/lft: lft 7 and rght 8 do not fit the place of this record in the tree 1',
    ],
  ],
  [
    'that are the same twice',
    [
      [1, null, at(1, 9)],
      [3, 1, at(2, 4)],
      [2, 1, at(2, 4)],
    ],
    ['2/lft: lft 2 and rght 4 do not fit the place of this record in the tree 1'],
  ],
])('numbers %s', async (_, comments, expected) => {
  expect(await said(...comments)).toEqual(expected);
});

it.each<[string, readonly Comment[], readonly string[]]>([
  [
    'the same',
    [
      [1, null, { tree_id: 5 }],
      [2, 1, { tree_id: 5 }],
      [3, 2],
    ],
    [],
  ],
  [
    'that of the root by its id',
    [
      [1, null],
      [2, 1, { tree_id: 1 }],
    ],
    [],
  ],
  [
    'another',
    [
      [1, null, { tree_id: 5 }],
      [2, 1, { tree_id: 6 }],
    ],
    ['2/tree_id: the tree of this record has the number 5, but the record gives 6'],
  ],
  [
    'that of another by its id',
    [
      [1, null],
      [2, null, { tree_id: 1 }],
    ],
    ['2/tree_id: the tree of record 1 has the number 1 already'],
  ],
  [
    'the id of a later one',
    [
      [1, null, { tree_id: 2 }],
      [2, null],
    ],
    ['1/tree_id: the tree of record 2 has the number 2 already'],
  ],
  [
    'that of another',
    [
      [1, null, { tree_id: 7 }],
      [2, null, { tree_id: 7 }],
    ],
    ['2/tree_id: the tree of record 1 has the number 7 already'],
  ],
  [
    'not known where the root is not there',
    [
      [1, null],
      [3, 99, { tree_id: 1 }],
      [4, 3, { tree_id: 8 }],
    ],
    ['3/parent: there is no record 99 in comments'],
  ],
  [
    'that of none, in a ring',
    [
      [5, 6, { tree_id: 1 }],
      [6, 5, { tree_id: 1 }],
    ],
    ['5/parent: the parents form a ring: 5 → 6 → 5'],
  ],
])('the number of a tree is %s', async (_, comments, expected) => {
  expect(await said(...comments)).toEqual(expected);
});

it.each([
  [2, '3 → 4 → 3'],
  [10, '3 → 4 → 5 → 6 → 7 → 8 → 9 → 10 → 11 → 12 → 3'],
  [11, '3 → 4 → 5 → 6 → 7 → 8 → 9 → 10 → 11 → 12 → … → 3'],
])('a ring of %i is told by its ids, of which ten are enough', async (length, told) => {
  const ring = times(length, (n) => [n + 2, n === length ? 3 : n + 3] as const);
  expect(await said(...ring.toReversed())).toEqual([`3/parent: the parents form a ring: ${told}`]);
});

it.each<[string, readonly Comment[], readonly string[]]>([
  [
    'the blog of its post',
    [
      [1, null],
      [2, 1, { blog: 1 }],
    ],
    [],
  ],
  [
    'another blog than its post',
    [
      [1, null],
      [2, 1, { blog: 2 }],
    ],
    ['2/blog: "blog" is given as 2, but the records say 1'],
  ],
  [
    'another post than the one it answers',
    [
      [1, null],
      [2, 1, { post: 2 }],
    ],
    ['2/parent: its parent 1 has post 1, but the record itself has post 2'],
  ],
  [
    'a level, below a record that is not there',
    [
      [1, null],
      [3, 99, { level: 1 }],
    ],
    ['3/parent: there is no record 99 in comments'],
  ],
])('a comment has %s', async (_, comments, expected) => {
  expect(await said(...comments)).toEqual(expected);
});

it('a level is that of the parents', async () => {
  expect(await said([1, null, { level: 0 }], [2, 1, { level: 1 }], [3, 2, { level: 1 }])).toEqual([
    expect.stringMatching(/^3\/level: .*\b1\b.*\b2\b|^3\/level: .*\b2\b.*\b1\b/),
  ]);
});
