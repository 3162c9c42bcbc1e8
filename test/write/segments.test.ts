// A long page of which little changed: the rest is copied from the page that is there, and the page is the
// one that a clean build makes, byte for byte.
import * as fs from 'node:fs';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { build } from '../../src/index.js';
import { temporaryFolder } from '../support/folders.js';
import { replaceInFs } from '../support/node-fs.js';
import { directory, type Fields, writeData } from '../support/portal.js';
import { runs } from '../support/runs.js';
import { expectTree, readTree } from '../support/tree.js';

const PAGE = 'dist/api/region/index.json';

/** The bytes that were read, fragment by fragment, of the page that was there. */
const copied = { fds: new Set<number>(), bytes: 0 };

beforeAll(() => {
  replaceInFs((own) => ({
    openSync(path, ...more) {
      const fd = own.openSync(path, ...more);
      if (String(path).endsWith('/dist/api/region/index.json')) copied.fds.add(fd);
      else copied.fds.delete(fd);
      return fd;
    },
    readSync: ((fd: number, ...more: never[]) => {
      const bytes = (own.readSync as (fd: number, ...more: never[]) => number)(fd, ...more);
      if (copied.fds.has(fd)) copied.bytes += bytes;
      return bytes;
    }) as typeof own.readSync,
  }));
});

beforeEach(() => {
  copied.bytes = 0;
});

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
  copied.bytes = 0;
  return cwd;
}

/** Builds other regions over what is there, and expects what a clean build makes. */
async function expectRight(cwd: string, now: readonly Fields[]): Promise<void> {
  writeData(join(cwd, 'data'), { districts, regions: now });
  const { summary } = await build1(cwd);
  fs.rmSync(join(cwd, 'clean'), { recursive: true, force: true });
  const clean = { cwd, cache: false, out: 'clean', pageSize: 10_000 } as const;
  expect(summary.snapshot).toBe((await build(clean)).summary.snapshot);
  expectTree(join(cwd, 'dist'), readTree(join(cwd, 'clean')));
}

const renamed = (at: number) =>
  regions.map((region, i) => (i === at ? { ...region, name: 'Область, новая' } : region));

describe('a page of 2,000 records is mostly copied', () => {
  const changes: Record<string, readonly Fields[]> = {
    'the first one changed': renamed(0),
    'one in the middle changed': renamed(999),
    'the last one changed': renamed(1999),
    'the first one went': regions.slice(1),
    'one in the middle went': regions.toSpliced(1234, 1),
    'the last one went': regions.slice(0, -1),
    'some came at the end': [...regions, { id: 3000, name: 'Ямал', district: 1 }],
  };
  it.each(Object.entries(changes))('when %s', async (_, now) => {
    const cwd = await published();
    await expectRight(cwd, now);
    const size = readFileSync(join(cwd, PAGE)).length;
    expect(copied.bytes).toBeGreaterThan(size / 2);
    expect(copied.bytes).toBeLessThan(size);
  });
});

describe('nothing is copied', () => {
  const harms: Record<string, (file: string) => void> = {
    'from a page that somebody edited': (file) =>
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('Область', 'Oблaсть')),
    'from a page that grew': (file) => appendFileSync(file, ' '),
    'from a page of the same bytes in another file': (file) => {
      const bytes = readFileSync(file);
      fs.rmSync(file);
      writeFileSync(file, bytes);
    },
  };
  it.each(Object.entries(harms))('%s', async (_, harm) => {
    const cwd = await published();
    harm(join(cwd, PAGE));
    await expectRight(cwd, renamed(999));
    expect(copied.bytes).toBe(0);
  });
});

it('a page of more than a megabyte is made anew in blocks', async () => {
  const long = (name: string) =>
    plain.map((region) => ({ ...region, name: `${region['name']}, ${name.repeat(80)}` }));
  const cwd = temporaryFolder();
  await expectRight(cwd, long('длинно'));
  expect(readFileSync(join(cwd, PAGE)).length).toBeGreaterThan(1 << 20);
  await expectRight(cwd, long('короче'));
  await expectRight(cwd, [{ id: 5000, name: 'Ямал', district: 1 }, ...long('короче').slice(1)]);
});

describe('a page of fewer records', () => {
  it('is put together anew', async () => {
    const cwd = temporaryFolder();
    writeData(join(cwd, 'data'), { districts, regions: regions.slice(0, 500) });
    await build1(cwd);
    copied.bytes = 0;
    await expectRight(cwd, regions.slice(1, 500));
    expect(copied.bytes).toBe(0);
  });
});

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
