// What the properties have in common: random settings, folders that come and go, and builds
// of laid-out portals in them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { build } from '../../src/index.js';
import { memory } from '../support/memory.js';
import { runs } from '../support/runs.js';
import type { Tree } from '../support/tree.js';
import { EXTRAS } from './extras.js';
import { baseOf } from './oracle.js';
import { layOut, writeFiles } from './portals.js';
import { descriptions, servedFiles, walk } from './tree.js';
import type { Portal, Settings } from './types.js';
import { FRAME_HOSTS } from './values.js';

/** A test of a property: it holds for each of so many choices of values, by day. */
export function itHolds<Ts extends [unknown, ...unknown[]]>(
  name: string,
  byDay: number,
  arbitraries: { [K in keyof Ts]: fc.Arbitrary<Ts[K]> },
  property: (...values: Ts) => Promise<void>,
): void {
  it(name, () => fc.assert(fc.asyncProperty(...arbitraries, property), runs(byDay)));
}

/** A seed for a layout. */
export const seed = fc.nat();

const pageSize = fc.integer({ min: 1, max: 7 });

/** Settings, each of them given or not. */
export const settings = fc.record(
  {
    baseUrl: fc.constantFrom(
      'https://api.example.org',
      'https://example.org/portal',
      'http://[::1]:8080/a/b/',
    ),
    pageSize: fc.oneof(
      pageSize,
      fc.record(
        {
          default: pageSize,
          event: pageSize,
          region: pageSize,
          'epb-e/expert': pageSize,
          'job/vacancy': pageSize,
          'job/resume': pageSize,
          post: pageSize,
          'post/blog': pageSize,
          'event/blog': pageSize,
          'job/vacancy/region': pageSize,
        },
        { requiredKeys: [] },
      ) as fc.Arbitrary<Record<string, number>>,
    ),
    links: fc.constantFrom('path', 'query', 'file'),
    // Not 'all': that has the search, too, which takes seconds, and has tests of its own in test/extras/search.test.ts.
    extras: fc.oneof(fc.constant([...EXTRAS]), fc.subarray([...EXTRAS])),
    audience: fc.constantFrom('public', 'public', 'all'),
    personal: fc.constantFrom('withhold', 'publish'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Settings>;

/** Runs `use` on a working folder of its own. */
export async function inFolder(use: (cwd: string) => Promise<void>): Promise<void> {
  const cwd = mkdtempSync(join(memory ?? tmpdir(), 'portal-oracle-'));
  try {
    await use(cwd);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Lays the portal out in place of any earlier one, and builds it. */
export async function publish(cwd: string, portal: Portal, layout: number, chosen: Settings) {
  rmSync(join(cwd, 'data'), { recursive: true, force: true });
  writeFiles(join(cwd, 'data'), layOut(portal, layout));
  return await rebuild(cwd, chosen);
}

/** Builds what is laid out already; the data has no error, and neither has the build. */
export async function rebuild(cwd: string, chosen: Settings) {
  const result = await build({ cwd, frames: FRAME_HOSTS, ...chosen });
  expect(result.problems.filter((problem) => problem.severity === 'error')).toEqual([]);
  expect(result.ok).toBe(true);
  return {
    summary: result.summary,
    problems: result.problems,
    tree: servedFiles(join(cwd, 'dist')),
    descriptions: descriptions(join(cwd, 'dist')),
  };
}

/** The list's own address. */
const listOf = (endpoint: string, chosen: Settings) =>
  `${baseOf(chosen)}/api/${endpoint}/${chosen.links === 'file' ? 'index.json' : ''}`;

/** The pages of a list, from its own address on. */
export const walkList = (tree: Tree, endpoint: string, chosen: Settings) =>
  walk(tree, baseOf(chosen), listOf(endpoint, chosen));
