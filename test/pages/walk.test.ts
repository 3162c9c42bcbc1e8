// The walk in src/README.md: its data is built, and each function that it names is there and is called.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { callsOf, compileModules, definitionOf, type Step } from './calls.js';
import { pageOf, partOf } from './pages.js';

const walk = partOf(pageOf('src/README.md'), 'Two records, from file to page');
const stages = [...walk.matchAll(/^\| \d+ \| .*$/gm)].map(([row]) => row);
/** The functions that stages name: a module, then the functions of it. */
const steps: readonly Step[] = stages.flatMap((row) =>
  [...row.matchAll(/`([\w/-]+\.ts)` ((?:`\w+`(?:, )?)+)/g)].flatMap(([, module, names]) =>
    [...names!.matchAll(/\w+/g)].map(([name]) => ({ module: module!, name })),
  ),
);

let tool: string;
beforeAll(() => {
  tool = compileModules();
});

it('has twelve stages, and each begins with a function', () => {
  expect(stages).toHaveLength(12);
  for (const [index, row] of stages.entries()) {
    expect(row).toMatch(new RegExp(`^\\| ${index + 1} \\| \`[\\w/-]+\\.ts\` \`\\w+\``));
  }
});

it.each(steps)('$module has $name', ({ module, name }) => {
  expect(existsSync(join(projectFolder, 'src', module))).toBe(true);
  const compiled = readFileSync(join(tool, 'lib', module.replace(/ts$/, 'js')), 'utf8');
  expect(definitionOf(compiled, name)).toBeDefined();
});

describe('a build of the data of the walk', () => {
  const cwd = temporaryFolder();
  let called: readonly string[];

  beforeAll(async () => {
    for (const [, path, data] of walk.matchAll(/^```json (data\/\S+)\n([\s\S]*?)^```$/gm)) {
      writeFile(cwd, path!, data!);
    }
    called = await callsOf(tool, ['build', '--workers', '1', '--no-cache'], cwd, steps);
  });

  it('calls each function that is named', () => {
    const named = steps.map(({ module, name }) => `${module} ${name}`);
    expect([...called].sort()).toEqual([...new Set(named)].sort());
  });

  it('ends at pages that have the two records', () => {
    const pages = [...walk.matchAll(/`dist\/(\S+\.json)`/g)].map(([, page]) => page!);
    expect(pages).toHaveLength(3);
    for (const page of pages) {
      const id = page.includes('vacancy') ? 200 : 341;
      expect(readFileSync(join(cwd, 'dist', page), 'utf8')).toContain(`"id":${id},`);
    }
  });
});
