// A long page of which little changed: the rest is copied from the page that is there, and the page is the
// one that a clean build makes, byte for byte.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { build } from '../../src/index.js';
import { temporaryFolder } from '../support/folders.js';
import { directory, type Fields, writeData } from '../support/portal.js';
import { runs } from '../support/runs.js';
import { expectTree, readTree } from '../support/tree.js';

const PAGE = 'dist/api/region/index.json';

const { districts = [], regions: plain = [] } = directory(2000);
/** Segments end where hashes of records say: of these regions, none is a fifth of the page. */
const regions: readonly Fields[] = plain.map((region) => ({
  ...region,
  name: `${region['name']}, округ`,
}));
const build1 = (cwd: string) => build({ cwd, cache: 'cache', pageSize: 10_000 });

/** A working folder with all regions on one page, and a cache that knows it. */
async function published(): Promise<string> {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), { districts, regions });
  expect((await build1(cwd)).ok).toBe(true);
  return cwd;
}

/** Builds other regions over what is there, and expects what a clean build makes. */
async function expectRight(cwd: string, now: readonly Fields[]): Promise<void> {
  writeData(join(cwd, 'data'), { districts, regions: now });
  const { summary } = await build1(cwd);
  rmSync(join(cwd, 'clean'), { recursive: true, force: true });
  const clean = { cwd, cache: false, out: 'clean', pageSize: 10_000 } as const;
  expect(summary.snapshot).toBe((await build(clean)).summary.snapshot);
  expectTree(join(cwd, 'dist'), readTree(join(cwd, 'clean')));
}

it('edit after edit, a page is what a clean build makes', async () => {
  const step = fc.record({
    kind: fc.constantFrom('change', 'remove', 'add', 'empty'),
    at: fc.nat(1999),
    count: fc.constantFrom(1, 3, 300),
    isEdited: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      const cwd = await published();
      let now = regions;
      let id = 5000;
      for (const { kind, at, count, isEdited } of steps) {
        const old = now.slice(at, at + count);
        const others: Record<typeof kind, readonly Fields[]> = {
          change: old.map((region) => ({ ...region, name: `${String(region['name'])}, ныне` })),
          remove: [],
          add: [...old, ...old.map((region) => ({ ...region, id: id++ }))],
          empty: old.map((region) => ({ ...region, district: null })),
        };
        now = now.toSpliced(at, count, ...others[kind]);
        const page = join(cwd, PAGE);
        if (isEdited) writeFileSync(page, readFileSync(page, 'utf8').replace('Область', 'Oблaсть'));
        await expectRight(cwd, now);
      }
    }),
    runs(2),
  );
});
