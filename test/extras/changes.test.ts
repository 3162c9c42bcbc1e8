// What `diff` says of extras: the addresses with an id are told together, each that comes or goes is named.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compareSnapshots } from '../../src/editing/changes/addresses.js';
import { build } from '../../src/index.js';
import { forum, type Portal } from '../support/portal.js';
import { workplace } from '../write/workplace.js';

async function snapshotOf(portal: Portal): Promise<string> {
  const cwd = workplace(portal);
  expect((await build({ cwd, extras: 'all', cache: false })).ok).toBe(true);
  return join(cwd, 'dist');
}

it('names the addresses that come and go, list by list', async () => {
  const { events: _, ...before } = forum({ posts: 2, replies: 1 });
  const { events: __, ...after } = forum({ posts: 3, replies: 1 });
  const { addresses } = await compareSnapshots(await snapshotOf(before), await snapshotOf(after));
  const lists = addresses.filter(({ address }) => /^\/api\/.*\/$/.test(address));
  expect(lists.map(({ address, records, added }) => [address, records?.after, added])).toEqual([
    ['/api/blog/', 2, []],
    ['/api/blog/{id}/', undefined, []],
    ['/api/post-comment/', 6, []],
    ['/api/post-comment/post/{id}/', undefined, ['/api/post-comment/post/3/']],
    ['/api/post/', 3, []],
    ['/api/post/blog/{id}/', undefined, []],
    ['/api/post/user/{id}/', undefined, ['/api/post/user/4/']],
    ['/api/post/{id}/', undefined, ['/api/post/3/']],
    ['/api/user/{id}/', undefined, ['/api/user/4/']],
  ]);
  const search = addresses.find(({ address }) => address === '/search/');
  expect(search!.added.length).toBeGreaterThan(1);
});
