// An origin that is a snapshot itself: one walk, held against its digests.
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { build } from '../../../src/index.js';
import { temporaryFolder } from '../../support/folders.js';
import type { Portal } from '../../support/portal.js';
import { writeData } from '../../support/portal.js';
import type { Tree } from '../../support/tree.js';
import { answerTo, filesIn, listen, portal as sample } from '../../verify/reference.js';
import { fetching, newStore, recordsOf, tidy, told } from './origin.js';

tidy();

/** Builds a snapshot; its files. */
async function snapshotOf(data: Portal, settings: Parameters<typeof build>[0] = {}): Promise<Tree> {
  const cwd = temporaryFolder();
  writeData(`${cwd}/data`, data);
  const { ok } = await build({ cwd, pageSize: 2, extras: 'all', cache: false, ...settings });
  expect(ok).toBe(true);
  return filesIn(`${cwd}/dist`);
}

/** Serves what `tree` gives, request by request, at a base with a path. */
async function serve(tree: (path: string) => Tree) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url!.replace(/^\/portal/, '');
    asked.push(path);
    const headers = { 'accept-encoding': String(request.headers['accept-encoding']) };
    const reply = answerTo(tree(path), { method: 'GET', path, headers });
    response.writeHead(reply.status, reply.headers);
    response.end(reply.body);
  });
  return { url: `${await listen(server)}/portal`, asked };
}

const others = {
  ...sample,
  experts: [{ id: 1, full_name: 'Новый', created_at: '2026-01-01T00:00:00+03:00' }],
};

for (const links of ['path', 'query', 'file'] as const) {
  it(`is asked for each page once, and for the discussions that it takes, with links by ${links}`, async () => {
    const tree = await snapshotOf(sample, { links });
    const { url, asked } = await serve(() => tree);
    const result = await fetching({ url });
    expect(told(result, { url })).toEqual([]);
    expect(new Set(asked).size).toBe(asked.length);
    const names = result.lists.map(({ endpoint: { name }, id = '' }) => `${name} ${id}`);
    expect(names).toContain('city ');
    expect(await recordsOf(result, 'post-comment')).toHaveLength(sample['comments']!.length);
    expect((await recordsOf(result, 'epb-e/expert')).map(({ id }) => id)).toEqual([
      1, 2, 3, 4, 5, 6, 7,
    ]);
    expect(result.lists.every(({ isWhole }) => isWhole)).toBe(true);
    // The feed tells the post of each comment.
    expect(asked.filter((path) => path.includes('post-comment/post/'))).toEqual([]);
  });
}

it('is asked for the discussions of posts that no event shows, and for no others', async () => {
  const data = { ...sample, events: sample['events']!.filter(({ id }) => id === 1) };
  const { url, asked } = await serve(
    (
      (tree) => () =>
        tree
    )(await snapshotOf(data)),
  );
  const result = await fetching({ url });
  expect(told(result, { url })).toEqual([]);
  const discussions = result.lists.filter(({ endpoint }) => 'lookup' in endpoint);
  expect(discussions.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(result.lists.indexOf(discussions[0]!)).toBe(0);
  expect(asked.filter((path) => path.includes('post-comment/post/'))).toHaveLength(3);
});

it('is begun anew when another one is published meanwhile, past the caches that have the first one', async () => {
  const [before, after] = [await snapshotOf(sample), await snapshotOf(others)];
  let published = false;
  const { url, asked } = await serve((path) => {
    published ||= path.includes('region/page/2/');
    return published ? after : before;
  });
  const result = await fetching({ url });
  expect(told(result, { url })).toEqual([]);
  expect(await recordsOf(result, 'epb-e/expert')).toHaveLength(1);
  expect(asked.filter((path) => path === '/api/snapshot.json').length).toBeGreaterThan(1);
  const [first, second] = asked.filter((path) => path.includes('/job/vacancy/page/2/'));
  expect([first, second]).toEqual([
    '/api/job/vacancy/page/2/?page=2',
    expect.stringMatching(/page\/2\/\?page=2&snapshot=[0-9a-f]{16}$/),
  ]);
});

it('whose pages are not those that it says is refused', async () => {
  const tree = await snapshotOf(sample);
  const wrong = new Map(tree).set(
    'api/region/page/2/index.json',
    tree.get('api/region/index.json')!,
  );
  const { url } = await serve(() => wrong);
  const result = await fetching({ url });
  expect(result.lists).toEqual([]);
  expect(told(result, { url })).toEqual([
    'error snapshot /api/region/page/2/?page=2 - it is not as api/snapshot.json says',
  ]);
});

it('is gone on with: a second run asks for nothing', async () => {
  const tree = await snapshotOf(sample);
  const { url, asked } = await serve(() => tree);
  const store = newStore();
  const first = await fetching({ url }, { store });
  first.store.close();
  const requests = asked.length;
  const second = await fetching({ url }, { store });
  expect(asked.length).toBe(requests);
  expect(await recordsOf(second, 'event')).toEqual(await recordsOf(first, 'event'));
});
