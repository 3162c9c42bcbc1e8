// Rules across fields and records: rings of parents, comment trees, events, prices.

import { describe, expect, it } from 'vitest';
import { type BadInputs, itFinds } from './finds.js';
import { another, anotherReply, type Changes, checkPortal, essence } from './portal.js';

const created = '"created": "2024-05-01T10:00:00+03:00"';

/** A root comment of post 1 on one line. */
const root = (id: number, rest = '') =>
  `{"id": ${id}, "post": 1, ${created}${rest && `, ${rest}`}}`;

/** A reply on one line; `parent` is JSON text and may hold the mark. */
const reply = (id: number, parent: number | string, rest = '') =>
  `{"id": ${id}, "post": 1, "parent": ${parent}, "user": 2, "text": "Да", ${created}` +
  `${rest && `, ${rest}`}}`;

const thread = (...comments: string[]): Changes => ({
  'comments/thread.ndjson': `${comments.join('\n')}\n`,
});

const cycles: BadInputs = {
  cycle: {
    'a category that is its own parent': {
      files: { 'categories/new.json': another('categories', { parent: '¶50' }) },
      path: '/parent',
    },
    'two blogs that hold each other': {
      files: {
        'blogs/cranes.json': another('blogs', { parent: '51' }),
        'blogs/a-tower.json': another('blogs', { id: '40', parent: '¶50' }),
        'blogs/lifts.json': another('blogs', { id: '51', parent: '40' }),
      },
      path: '/parent',
    },
    'a ring whose smallest id comes last': {
      files: {
        'categories/a.json': another('categories', { id: '9', parent: '10' }),
        'categories/b.json': another('categories', { id: '10', parent: '8' }),
        'categories/c.json': another('categories', { id: '8', parent: '¶9' }),
      },
      path: '/parent',
    },
    'a blog outside a ring that hangs on it': {
      files: {
        'blogs/cranes.json': another('blogs', { parent: '¶51' }),
        'blogs/lifts.json': another('blogs', { id: '51', parent: '50' }),
        'blogs/small.json': another('blogs', { id: '7', parent: '51' }),
      },
      path: '/parent',
    },
    'three comments that answer each other': {
      files: thread(reply(12, 11), reply(11, 10), reply(10, '¶12')),
      path: '/parent',
    },
    'a comment that answers itself, and a reply to it': {
      files: thread(reply(10, '¶10'), reply(11, 10)),
      path: '/parent',
    },
  },
};

const settled = { user: '1', blog: '1', datetime: '"2024-05-01T10:00:00+03:00"' };
const event = (fields: Record<string, string | null>): Changes => ({
  'events/new.json': another('events', { ...settled, ...fields }),
});

const inconsistent: BadInputs = {
  inconsistent: {
    // open: /event_type, here and for the next three
    'an event of type 1 with a comment too': {
      files: event({ event_type: '1', post: '1', comment: '¶2' }),
      path: '/comment',
    },
    'an event of type 2 with a post too': {
      files: event({ event_type: '2', post: '¶1', comment: '2' }),
      path: '/post',
    },
    'an event of type 3 with a post too': {
      files: event({ event_type: '3', post: '¶1', comment: '2' }),
      path: '/post',
    },
    'an event of type 1 whose post is null': {
      files: event({ event_type: '1', post: '¶null' }),
      path: '/post',
    },
    // open: /post or '' at the opening brace, here and for the next
    'an event of type 1 without a post': {
      files: event({ event_type: '¶1', post: null }),
      path: '/event_type',
    },
    'an event of type 3 without a comment': {
      files: event({ event_type: '¶3', post: null }),
      path: '/event_type',
    },
    // open: /na
    'a price of a category that is not offered': {
      files: {
        'exact-categories/new.json': another('exact-categories', {
          na: 'true',
          cost1: '0',
          cost2: '¶500',
          cost3: 'null',
        }),
      },
      path: '/cost2',
    },
    'a root comment with a user': {
      files: { 'comments/new.json': another('comments', { user: '¶2' }) },
      path: '/user',
    },
    // open: missing-field, or the path /parent at its value
    'a reply without a user': {
      files: { 'comments/new.json': `¶${anotherReply({ user: null })}` },
      path: '/user',
    },
    // open: the path /parent
    'a reply whose user is null': {
      files: { 'comments/new.json': anotherReply({ user: '¶null' }) },
      path: '/user',
    },
    // open: dangling-reference; or the path /post
    'a reply to a comment on another post': {
      files: {
        'posts/new.json': another('posts'),
        'comments/new.json': anotherReply({ post: '50', parent: '¶1' }),
      },
      path: '/parent',
    },
    // open: broken-tree, here and for the next three; the smaller of the two roots is right
    'two trees with one given tree_id': {
      files: thread(root(10, '"tree_id": 7'), root(11, '"tree_id": ¶7')),
      path: '/tree_id',
    },
    // open: at the comment of the second tree that comes first, if not at its root
    'two trees with one tree_id on two posts': {
      files: {
        'posts/new.json': another('posts'),
        'comments/one.json': root(10, '"tree_id": 7'),
        'comments/two.json': another('comments', { post: '50', tree_id: '¶7' }),
      },
      path: '/tree_id',
    },
    'a given tree_id that another tree computes': {
      files: thread(root(10, '"tree_id": ¶1')),
      path: '/tree_id',
    },
    'two tree_ids in one tree': {
      files: thread(root(10, '"tree_id": 7'), reply(11, 10, '"tree_id": ¶8')),
      path: '/tree_id',
    },
  },
};

describe('parents in a ring', () => {
  itFinds(cycles);

  it('two rings are two problems', async () => {
    const { report, marked } = await checkPortal(
      thread(reply(10, '¶11'), reply(11, 10), reply(21, 20), reply(20, '¶21')),
    );
    expect(report.problems.map(essence)).toEqual(
      marked.map((place) => ({ code: 'cycle', severity: 'error', path: '/parent', ...place })),
    );
  });
});

describe('rules across fields', () => {
  itFinds(inconsistent);

  it('each price of a category that is not offered is a problem', async () => {
    const { report, marked } = await checkPortal({
      'exact-categories/new.json': another('exact-categories', {
        na: 'true',
        cost1: '¶1',
        cost3: '¶3',
      }),
    });
    expect(report.problems.map(essence)).toEqual([
      { code: 'inconsistent', severity: 'error', path: '/cost1', ...marked[0] },
      { code: 'inconsistent', severity: 'error', path: '/cost3', ...marked[1] },
    ]);
  });
});
