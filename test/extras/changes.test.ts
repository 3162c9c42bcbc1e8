// What `diff` says of extras: the addresses with an id count together, each that comes or goes is named.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AddressDiff } from '../../src/editing/changes/compare.js';
import { isUnchanged } from '../../src/editing/changes/compare.js';
import { build } from '../../src/index.js';
import { forum, type Portal } from '../support/portal.js';
import { compareSnapshots } from '../support/tool.js';
import { workplace } from '../write/workplace.js';

async function snapshotOf(portal: Portal): Promise<string> {
  const cwd = workplace(portal);
  expect((await build({ cwd, extras: 'all', cache: false })).ok).toBe(true);
  return join(cwd, 'dist');
}

it('names records that change, and addresses that come and go', async () => {
  const { events: _, ...before } = forum({ posts: 2, replies: 1 });
  const { events: __, ...more } = forum({ posts: 3, replies: 1 });
  const posts = more['posts']!.map((post) => (post['id'] === 1 ? { ...post, views: 5 } : post));
  const snapshots = [await snapshotOf(before), await snapshotOf({ ...more, posts })] as const;
  const { endpoints } = await compareSnapshots(...snapshots);
  const changed = endpoints.filter((endpoint) => !isUnchanged(endpoint));
  const brief = ({ address, added, changed, addresses }: AddressDiff) => [
    ...[address, added, changed, addresses.added],
  ];
  const blog = { id: 2, fields: ['last_comment'] };
  const inBlog = { id: 1, fields: ['blog.last_comment', 'views'] };
  expect(changed.map(brief)).toEqual([
    ['/api/blog/', [], [blog], []],
    ['/api/blog/{id}/', [], [blog], []],
    ['/api/post-comment/', [5, 6], [], []],
    ['/api/post-comment/post/{id}/', [5, 6], [], ['/api/post-comment/post/3/']],
    ['/api/post/', [3], [inBlog], []],
    ['/api/post/blog/{id}/', [3], [inBlog], []],
    ['/api/post/user/{id}/', [3], [inBlog], ['/api/post/user/4/']],
    ['/api/post/{id}/', [3], [inBlog], ['/api/post/3/']],
    ['/api/user/{id}/', [4], [], ['/api/user/4/']],
  ]);
});
