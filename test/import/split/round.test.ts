// The shipped data, published, taken apart and published again: each file byte for byte.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { splitFetched } from '../../../src/import/split/index.js';
import { portal } from '../../../src/portal/index.js';
import { build } from '../../../src/snapshot/build.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import { differences, readTree } from '../../support/tree.js';
import { fetchedFrom } from '../support/built.js';

it('the shipped data, taken apart is published again byte for byte, with stubs', async () => {
  const folder = temporaryFolder();
  const first = await build(portal, {
    cwd: folder,
    data: join(projectFolder, 'data'),
    out: join(folder, 'first'),
    cache: false,
  });
  expect(first.ok).toBe(true);
  const data = join(folder, 'data');
  const split = splitFetched(portal, fetchedFrom(portal, join(folder, 'first')), {
    stubs: true,
    folder: data,
    withholdPersonal: true,
  });
  expect(split.isWritten).toBe(true);
  const again = await build(portal, {
    cwd: folder,
    cache: false,
    audience: 'all',
    out: join(folder, 'again'),
  });
  expect(again.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(differences(readTree(join(folder, 'again')), readTree(join(folder, 'first')))).toEqual([]);
});
