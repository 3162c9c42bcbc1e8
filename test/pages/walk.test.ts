// The walk in src/README.md: its data is built, and each function that it names is called, in its order.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { readJson } from '../support/tree.js';
import { callsOf, compileModules, definitionOf, type Step } from './calls.js';
import { pageOf, partOf } from './pages.js';

const walks = partOf(pageOf('src/README.md'), 'Two records, from file to page')
  .split(/^### /m)
  .slice(1);

/** The steps of a walk: a line begins with its number, its module and the functions of that. */
function stepsOf(text: string): Step[] {
  const lines = [...text.matchAll(/^\d+\. `([^`]+)` ((?:`\w+`(?:, )?)+): /gm)];
  return lines.flatMap(([, module, names]) =>
    [...names!.matchAll(/\w+/g)].map(([name]) => ({ module: module!, name })),
  );
}

const called = (steps: readonly Step[]) => steps.map(({ module, name }) => `${module} ${name}`);
const all = walks.flatMap(stepsOf);

let tool: string;
beforeAll(() => {
  tool = compileModules();
}, 120_000);

/** What V8 says of a script. */
interface Covered {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly count: number }[];
  }[];
}

/** The modules of which a run called a function. */
function modulesIn(coverage: string): string[] {
  const lib = `${join(tool, 'lib')}/`;
  return readdirSync(coverage)
    .flatMap((name) => readJson<{ result: Covered[] }>(coverage, name).result)
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0]!.count > 0),
    )
    .map(({ url }) => (url.startsWith('file:') ? fileURLToPath(url) : ''))
    .filter((path) => path.startsWith(lib))
    .map((path) => path.slice(lib.length).replace(/js$/, 'ts'));
}

it('has two walks, and each of their lines is a step', () => {
  expect(walks).toHaveLength(2);
  for (const text of walks) {
    const lines = [...text.matchAll(/^(\d+)\. `([^`]+)`/gm)];
    expect(lines.map(([, number]) => Number(number))).toEqual(lines.map((_, i) => i + 1));
    expect(new Set(stepsOf(text).map(({ module }) => module))).toEqual(
      new Set(lines.map(([, , module]) => module)),
    );
    expect(lines.length).toBeGreaterThan(10);
  }
});

it.each(all)('$module has $name', ({ module, name }) => {
  expect(existsSync(join(projectFolder, 'src', module))).toBe(true);
  const compiled = readFileSync(join(tool, 'lib', module.replace(/ts$/, 'js')), 'utf8');
  expect(definitionOf(compiled, name)).toBeDefined();
});

describe.each(walks)('the walk %#', (text) => {
  const steps = stepsOf(text);
  const cwd = temporaryFolder();
  const coverage = temporaryFolder();
  let inOrder: readonly string[];

  beforeAll(async () => {
    for (const [, path, data] of text.matchAll(/^```json (data\/\S+)\n([\s\S]*?)^```$/gm)) {
      writeFile(cwd, path!, data!);
    }
    const build = ['build', '--workers', '1', '--no-cache'];
    inOrder = await callsOf(tool, build, cwd, steps, { NODE_V8_COVERAGE: coverage });
  });

  it('names what a build calls, in the order of the first calls', () => {
    // A step that is named again is a later call.
    expect(inOrder).toEqual([...new Set(called(steps))]);
  });

  it('names each module of these rooms that the build passes', () => {
    const rooms = /^(?:source|engine|site|html)\//;
    const passed = modulesIn(coverage).filter((module) => rooms.test(module));
    expect(passed.length).toBeGreaterThan(20);
    const named = new Set(all.map(({ module }) => module));
    expect(passed.filter((module) => !named.has(module))).toEqual([]);
  });

  it('ends at pages that have the record', () => {
    const [, id] = /"id": (\d+)[^\n]*\n```/.exec(text)!;
    const pages = [...text.matchAll(/`dist\/(\S+\.json)`/g)].map(([, page]) => page!);
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) {
      expect(readFileSync(join(cwd, 'dist', page), 'utf8')).toContain(`"id":${id},`);
    }
  });
});
