// What is said of trees of comments whose numbers disagree with their parents, in words.
import { expect, it } from 'vitest';
import { checkPortal } from './portal.js';

type Comment = readonly [
  id: number,
  parent: number | null,
  more?: Readonly<Record<string, number>>,
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
    ['2/rght: lft 3 and rght 3 are no interval'],
  ],
  [
    'that begin too early',
    [
      [1, null, at(0, 8)],
      [2, 1, at(3, 4)],
    ],
    ['1/lft: lft 0 and rght 8 are no interval'],
  ],
  [
    'that end outside',
    [
      [1, null, at(1, 6)],
      [2, 1, at(2, 6)],
    ],
    ['2/rght: lft 2 and rght 6 are not inside those of the parent 1, 1 and 6'],
  ],
  [
    'that begin outside',
    [
      [1, null, at(2, 6)],
      [2, 1, at(2, 3)],
      [3, 1, at(6, 7)],
    ],
    [
      '2/lft: lft 2 and rght 3 are not inside those of the parent 1, 2 and 6',
      '3/lft: lft 6 and rght 7 are not inside those of the parent 1, 2 and 6',
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
      '3/lft: lft 4 and rght 6 overlap those of 4, 2 and 4',
      '5/lft: lft 7 and rght 8 overlap those of 2, 6 and 7',
    ],
  ],
  [
    'that are the same twice',
    [
      [1, null, at(1, 9)],
      [3, 1, at(2, 4)],
      [2, 1, at(2, 4)],
    ],
    ['2/lft: lft 2 and rght 4 overlap those of 3, 2 and 4'],
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
])('the number of a tree is %s', async (_, comments, expected) => {
  expect(await said(...comments)).toEqual(expected);
});

it('a level is that of the parents', async () => {
  expect(await said([1, null, { level: 0 }], [2, 1, { level: 1 }], [3, 2, { level: 1 }])).toEqual([
    expect.stringMatching(/^3\/level: .*\b1\b.*\b2\b|^3\/level: .*\b2\b.*\b1\b/),
  ]);
});
