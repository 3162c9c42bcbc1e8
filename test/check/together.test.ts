// What is said of records together, in words: ids that are taken, what is taken from others, and what
// is missing beside a record.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Explainer } from '../../src/engine/diagnose/explain.js';
import type { Across } from '../../src/engine/link/row-findings.js';
import type { Table } from '../../src/engine/link/table.js';
import { temporaryFolder } from '../support/folders.js';
import { another, anotherReply, type Changes, checkPortal, type Options } from './portal.js';

/** What is found: the file, the path, the words, and of the hint which record is missing and how much follows. */
async function said(changes: Changes, options: Options = {}): Promise<string[]> {
  const { report } = await checkPortal(changes, options);
  return report.problems.map(({ file, path, message, hint }) => {
    const also = hint?.match(/add the record \d+ to \w+|\d+ other problems?/g) ?? [];
    return [`${file.slice(5)}${path}: ${message}`, ...also].join('; ');
  });
}
const event = (fields: Record<string, string | null>) =>
  another('events', { event_type: '2', post: null, ...fields });

/** Comments on post 50, a root and an answer, 51; and an event about each. */
const discussion = {
  'comments/new.json': `[${another('comments', { post: '50' })},
    ${anotherReply({ id: '51', post: '50', parent: '50' })}]`,
  'events/new.json': `[${another('events', { post: '50' })}, ${event({ id: '51', comment: '51' })}]`,
};

it.each<[string, Changes, readonly string[]]>([
  [
    'an id that is taken twice',
    {
      'regions/b.json': '{"id": 3, "name": "Псков"}',
      'regions/a.json': '[{"id": 3, "name": "Пенза"}, {"id": 3, "name": "Тверь"}]',
    },
    [
      'regions/a.json/id: the id 3 is taken by Пенза in data/regions/a.json:1',
      'regions/b.json/id: the id 3 is taken by Пенза in data/regions/a.json:1',
    ],
  ],
  [
    'an event that takes its user from a comment that has none',
    { 'events/new.json': event({ comment: '1' }) },
    ['events/new.json/user: the field "user" is not given, and there is nothing to take it from'],
  ],
  [
    'an event that takes its user from a comment whose user is null',
    {
      'comments/new.json': another('comments', { user: 'null' }),
      'events/new.json': event({ comment: '50' }),
    },
    ['events/new.json/user: the field "user" is not given, and there is nothing to take it from'],
  ],
  [
    'an event that takes its user from a comment, where that user is missing',
    {
      'comments/new.json': anotherReply({ user: '99' }),
      'events/new.json': event({ comment: '50' }),
    },
    [
      'comments/new.json/user: there is no record 99 in users; add the record 99 to users; 1 other problem',
    ],
  ],
  [
    'an event that takes its user from a post, where that user is missing',
    {
      ...discussion,
      'posts/new.json': another('posts', { user: '99' }),
    },
    [
      'events/new.json/user: "user" is not given, and would be 99 as in post 50, but there is no record 99 in users; add the record 99 to users',
      'posts/new.json/user: there is no record 99 in users; the number is published all the same; add the record 99 to users',
    ],
  ],
  [
    'events that take their blog from a post, where that blog is missing',
    {
      ...discussion,
      'posts/new.json': another('posts', { blog: '99' }),
    },
    ['posts/new.json/blog: there is no record 99 in blogs; add the record 99 to blogs'],
  ],
  [
    'events that take their blog from a post that is missing',
    discussion,
    [
      'comments/new.json/post: there is no record 50 in posts; 1 other problem',
      'comments/new.json/post: there is no record 50 in posts; 1 other problem',
      'events/new.json/post: there is no record 50 in posts; 1 other problem',
    ],
  ],
  [
    'a post whose blog is no id, whoever takes it',
    {
      ...discussion,
      'posts/new.json': another('posts', { blog: '"1"' }),
    },
    ['posts/new.json/blog: expected an id of blogs, found "1"'],
  ],
  [
    'a comment whose post is no id, whoever answers it',
    {
      'comments/new.json': `[${another('comments', { post: '"1"' })}, ${anotherReply({ id: '51', parent: '50' })}]`,
    },
    ['comments/new.json/post: expected an id of posts, found "1"'],
  ],
  [
    'a reply whose post is no id',
    { 'comments/new.json': anotherReply({ post: '"1"' }) },
    ['comments/new.json/post: expected an id of posts, found "1"'],
  ],
  [
    'a blog whose id is null, whatever blogs have no parent',
    {
      'blogs/new.json': `[${another('blogs', { id: 'null' })}, ${another('blogs', { parent: 'null', level: '0' })}]`,
    },
    ['blogs/new.json/id: expected a whole number, found null'],
  ],
  [
    'a topmost blog that is not there, though given',
    {
      'blogs/new.json': another('blogs', { parent: '99' }),
      'posts.json': another('posts', { id: '1', blog: '50', root_blog: '99' }),
    },
    [
      'blogs/new.json/parent: there is no record 99 in blogs; the number is published all the same; add the record 99 to blogs',
      'posts.json/root_blog: "root_blog" is given as 99, but the records say 50; add the record 99 to blogs',
    ],
  ],
  [
    'a slug that another post of the blog has',
    {
      'posts/new.json': `[${another('posts', { slug: '"open"' })}, ${another('posts', { id: '51', slug: '"b"' })},
      ${another('posts', { id: '52', slug: '"open"' })}, ${another('posts', { id: '51', slug: '"b"' })}]`,
    },
    [
      'posts/new.json/slug: in blog 1, the slug "open" is taken by Открытие in data/posts.json:1',
      'posts/new.json/slug: in blog 1, the slug "open" is taken by Открытие in data/posts.json:1',
      'posts/new.json/id: the id 51 is taken by Поверка in data/posts/new.json:10',
    ],
  ],
])('%s', async (_, changes, expected) => {
  expect(await said(changes)).toEqual(expected);
});

describe('a post without companions', () => {
  const post = { 'posts/new.json': another('posts') };
  const ofPost = { 'events/new.json': another('events', { post: '50' }) };
  it.each<[string, Changes, readonly string[]]>([
    [
      'is told',
      post,
      ['posts/new.json: it has no record in comments and events, though each new post gets one'],
    ],
    [
      'is told by what it lacks',
      { ...post, ...ofPost },
      ['posts/new.json: it has no record in comments, though each new post gets one'],
    ],
    [
      'is not told where they may be in what cannot be read',
      {
        ...post,
        ...ofPost,
        'comments/new.json': '{"id": 50, "post": 50',
      },
      ['comments/new.json: not JSON: the text ends too early'],
    ],
    [
      'is not told where they may be missing',
      {
        ...post,
        'events/new.json': `[${another('events', { post: '50' })}, ${event({ id: '51', comment: '99', user: '1', blog: '1' })}]`,
      },
      ['events/new.json/comment: there is no record 99 in comments; add the record 99 to comments'],
    ],
    [
      'is not told where there are none',
      {
        ...post,
        'comments.json': null,
        'events.json': null,
      },
      [],
    ],
  ])('%s', async (_, changes, expected) => {
    expect(await said(changes, { allow: [] })).toEqual(expected);
  });
});

it('the lines of all records of a file that messages mention are found at once', () => {
  const path = join(temporaryFolder(), 'regions.ndjson');
  writeFileSync(path, '{"id":7}\n'.repeat(3));
  const table = { placeOf: (row: number) => ({ file: '', start: 9 * row }) } as Table;
  const again = (row: number): Across['findings'][number] => ({
    ...{ table, row, path: '/id', name: 'duplicate-id', args: { id: 7 }, about: { table, row: 0 } },
  });
  const ofNone = () => {
    throw new Error('of no collection');
  };
  const found = [again(1), again(2)];
  const explainer = new Explainer(new Map([['', path]]), '', found, ofNone, undefined);
  const lines = [explainer.lineOf({ table, row: 2 })];
  rmSync(path);
  for (const row of [0, 1]) lines.push(explainer.lineOf({ table, row }));
  expect(lines).toEqual([3, 1, 2]);
});
