// What describes a snapshot. The pages of a very long list are described in a file of its own, `digests.json`: it is
// served, and goes when the list is short again.

import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { build } from '../../src/index.js';
import { portal } from '../../src/portal/index.js';
import { makeRouter } from '../../src/site/route.js';
import { directory, writeData } from '../support/portal.js';
import { readJson } from '../support/tree.js';
import { workplace } from './workplace.js';

const FILE = 'api/region/digests.json';

interface Snapshot {
  readonly lists: Readonly<Record<string, { readonly digests?: string; readonly files?: object }>>;
}

it('a list of more than a thousand pages has a file of digests, until it shrinks', async () => {
  const cwd = workplace(directory(1001));
  const dist = join(cwd, 'dist');
  const settings = { cwd, cache: 'cache', pageSize: 1 };
  const described = () => readJson<Snapshot>(dist, 'api/snapshot.json').lists['region'];
  expect((await build(settings)).problems).toEqual([]);
  expect(described()).toMatchObject({ count: 1001, pages: 1001, digests: 'region/digests.json' });
  expect(described()).not.toHaveProperty('files');
  const digests = Object.entries(readJson<Record<string, string>>(dist, FILE));
  expect(digests.map(([path]) => path)).toEqual([
    '',
    ...Array.from({ length: 1000 }, (_, i) => `page/${i + 2}/`),
  ]);
  for (const [path, digest] of digests) {
    const bytes = readFileSync(join(dist, 'api/region', path, 'index.json'));
    expect([path, hash('sha256', bytes, 'hex')]).toEqual([path, digest]);
  }

  const route = makeRouter(portal);
  expect(route('GET', `/${FILE}`)).toEqual({ status: 200, file: FILE });
  expect(route('POST', `/${FILE}`)).toMatchObject({ status: 405 });
  expect(route('GET', `/${FILE}/`)).toMatchObject({ status: 404 });
  expect(route('GET', '/api/nothing/digests.json')).toMatchObject({ status: 404 });

  writeData(join(cwd, 'data'), directory(1000));
  const { problems, summary } = await build(settings);
  expect(problems).toEqual([]);
  // The last page, and the file.
  expect(summary.files.removed).toBe(2);
  expect(existsSync(join(dist, FILE))).toBe(false);
  expect(Object.keys(described()?.files ?? {})).toHaveLength(1000);
});
