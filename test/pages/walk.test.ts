// src/README.md: the data of its walk is built, and the functions and types that the page names exist.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { pageOf, partOf } from './pages.js';

const page = pageOf('src/README.md');
const walk = partOf(page, 'One comment, from file to page');

it('names only functions and types that exist', () => {
  const named = [...page.matchAll(/`(\w+\/[\w/-]+\.ts)` `(\w+)`/g)];
  expect(named.length).toBeGreaterThan(30);
  const missing = named.filter(
    ([, file, name]) =>
      !new RegExp(`\\b${name}\\b`).test(readFileSync(join(projectFolder, 'src', file!), 'utf8')),
  );
  expect(missing.map(([text]) => text)).toEqual([]);
});

it('the build of its data ends at pages that show the comment', async () => {
  const cwd = temporaryFolder();
  for (const [, path, data] of walk.matchAll(/^```json (data\/\S+)\n([\s\S]*?)^```$/gm)) {
    writeFile(cwd, path!, data!);
  }
  expect(await runIn(cwd, 'build')).toMatchObject({ status: 0 });
  const pages = [...walk.matchAll(/`dist\/(\S+\.json)`/g)].map(([, page]) => page!);
  expect(pages).toHaveLength(2);
  for (const page of pages) {
    expect(readFileSync(join(cwd, 'dist', page), 'utf8')).toContain('"id":341,');
  }
});
