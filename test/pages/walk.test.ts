// The walk in src/README.md: each function that it names is there, and its data is built.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { pageOf, partOf } from './pages.js';

const walk = partOf(pageOf('src/README.md'), 'Two records, from file to page');

it('the build of its data ends at pages that have the two records', async () => {
  const cwd = temporaryFolder();
  for (const [, path, data] of walk.matchAll(/^```json (data\/\S+)\n([\s\S]*?)^```$/gm)) {
    writeFile(cwd, path!, data!);
  }
  expect(await runIn(cwd, 'build')).toMatchObject({ status: 0 });
  const pages = [...walk.matchAll(/`dist\/(\S+\.json)`/g)].map(([, page]) => page!);
  expect(pages).toHaveLength(3);
  for (const page of pages) {
    const id = page.includes('vacancy') ? 200 : 341;
    expect(readFileSync(join(cwd, 'dist', page), 'utf8')).toContain(`"id":${id},`);
  }
});
