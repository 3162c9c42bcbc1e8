// An origin that is a snapshot itself is read like any other.
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { build } from '../../../src/index.js';
import { EXTRAS } from '../../oracle/extras.js';
import { temporaryFolder } from '../../support/folders.js';
import type { Portal } from '../../support/portal.js';
import { writeData } from '../../support/portal.js';
import type { Tree } from '../../support/tree.js';
import { answerTo, filesIn, listen, portal as sample } from '../../verify/reference.js';
import { fetching, recordsOf, tidy, told } from './origin.js';

tidy();

/** Builds a snapshot; its files. */
async function snapshotOf(data: Portal, settings: Parameters<typeof build>[0] = {}): Promise<Tree> {
  const cwd = temporaryFolder();
  writeData(`${cwd}/data`, data);
  const { ok } = await build({ cwd, pageSize: 2, extras: EXTRAS, cache: false, ...settings });
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

for (const links of ['query', 'file'] as const) {
  it(`is read in four rounds, and asked for nothing else, with links by ${links}`, async () => {
    const tree = await snapshotOf(sample, { links });
    const { url, asked } = await serve(() => tree);
    const result = await fetching({ url });
    expect(told(result, { url })).toEqual([]);
    const pages = asked.filter((path) => path.startsWith('/api/region/'));
    expect(pages).toHaveLength(4 * new Set(pages).size);
    expect(result.lists.map(({ endpoint: { name } }) => name)).toContain('city');
    expect(await recordsOf(result, 'post-comment')).toHaveLength(sample['comments']!.length);
    expect((await recordsOf(result, 'epb-e/expert')).map(({ id }) => id)).toEqual([
      1, 2, 3, 4, 5, 6, 7,
    ]);
    expect(result.lists.every(({ isWhole }) => isWhole)).toBe(true);
    // Records show what filters are by. Discussions are not asked for.
    expect(
      asked.filter((path) => /\/(?:region|city|exact-category|blog|user|post)\/\d/.test(path)),
    ).toEqual([]);
  });
}

it('is read until four rounds are of one snapshot when another one is published meanwhile', async () => {
  const [before, after] = [await snapshotOf(sample), await snapshotOf(others)];
  let published = false;
  const { url } = await serve((path) => {
    published ||= path.includes('region/page/2/');
    return published ? after : before;
  });
  const result = await fetching({ url });
  expect(told(result, { url })).toEqual([]);
  expect(await recordsOf(result, 'epb-e/expert')).toHaveLength(1);
});
