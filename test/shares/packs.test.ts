// What machines leave for one another in a bucket: the plan of pages, and packs of the files that were made of it.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fragmentsName } from '../../src/engine/shard/format.js';
import { fetchEntries, shareEntries } from '../../src/engine/shard/remote.js';
import { type Remote, type Store, withStore } from '../../src/engine/shard/store.js';
import {
  leavePlan,
  makePacks,
  type PagesPlan,
  packedIn,
  planIn,
} from '../../src/engine/write/packs.js';
import type { PagePlan } from '../../src/engine/write/pages.js';
import type { OnProgress } from '../../src/problems/report.js';
import { temporaryFolder } from '../support/folders.js';
import { times } from '../support/portal.js';
import { filesOf } from '../support/tree.js';
import { byHand, numbers, pagesOf, plain } from '../write/by-hand.js';

let bucket: Map<string, Buffer>;
beforeEach(() => {
  bucket = new Map();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Does work on a machine: with a folder of its own, in front of the bucket. */
async function machine<T>(
  work: (store: Store) => Promise<T>,
  cache = temporaryFolder(),
  isReadOnly = false,
) {
  const remote: Remote = {
    read: async (name) => bucket.get(name),
    has: async (name) => bucket.has(name),
    write: async (name, path) => void bucket.set(name, readFileSync(path)),
    isReadOnly,
    close() {},
  };
  const onUnwritableCache = () => expect.unreachable();
  const done = await withStore({ cache, isShared: true, remote, onUnwritableCache }, work);
  expect(filesOf(cache).filter((name) => name.includes('/'))).toEqual([]);
  return done;
}

type Rows = Parameters<typeof byHand>[0];

/** Leaves a plan of pages in the bucket: the records of each table, and which pages are made together. */
const left = (tables: readonly Rows[], bundles: readonly (readonly PagePlan[])[], id = 'plan-1') =>
  machine(async (store) => {
    const made: PagesPlan['tables'][number][] = [];
    for (const [number, rows] of tables.entries()) {
      const name = `${number}`.padStart(64, 'a');
      const { bytes, table } = byHand(rows);
      const writer = store.begin(fragmentsName(name, 0));
      writer.write(bytes);
      const sums = writer.finish();
      store.write(name, {});
      await shareEntries(store, [{ name, files: 1 }]);
      made.push(
        table(`table ${number}`, { number, path: store.path(fragmentsName(name, 0)), sums }),
      );
    }
    await leavePlan(store, 'plan', { id, tables: made, bundles });
  });

const settings = { compress: [], workers: 1, onProgress() {} };

/** Makes a share of the pages on a machine of its own. */
const share = (number: number, of: number, more: { readonly onProgress?: OnProgress } = {}) =>
  machine(async (store) => {
    const plan = await planIn(store, 'plan');
    const done = await makePacks(plan!, { number, of }, store, { ...settings, ...more });
    expect(filesOf(store.handle.unfinished)).toEqual([]);
    return done;
  });

const region = (id: number) => [`{"id":${id}}`] as const;
const pages = pagesOf(1, 2, 2000, 1).map((page) => ({ ...page, template: plain(0) }));

describe('pages made elsewhere', () => {
  const rows = times(2000, region);
  const two = [[pages[2]!], [pages[1]!, pages[3]!, pages[0]!]];

  it('are there for whoever knows the name of the plan, once all have made theirs', async () => {
    expect((await machine((store) => packedIn(store, 'plan'))).files.size).toBe(0);
    await left([rows], two);
    const told: string[] = [];
    const onProgress: OnProgress = (phase, done, of) => void told.push(`${phase} ${done} of ${of}`);
    expect(await share(1, 2, { onProgress })).toEqual({ bundles: 1, made: 1, damaged: 0 });
    expect(told).toEqual(['writing 0 of 1']);
    const some = await machine((store) => packedIn(store, 'plan'));
    expect([...some.files.keys()]).toEqual([0, 1, 3].map((page) => `api/${page}/index.json`));
    expect(await share(2, 2)).toEqual({ bundles: 1, made: 1, damaged: 0 });
    expect(await share(1, 1)).toEqual({ bundles: 2, made: 0, damaged: 0 });
    await machine(async (store) => {
      const { files, packs } = await packedIn(store, 'plan');
      const texts = [...files.values()].map(({ name, pack, at, bytes, segments = [] }) => {
        const text = readFileSync(packs[pack]!.path)
          .subarray(at, at + bytes)
          .toString();
        return [name, at, text.slice(0, 12), text.at(-1), text.length, segments.length > 1];
      });
      const [of1, of2] = [rows.slice(0, 2).join().length, rows.join().length];
      expect(texts.sort()).toEqual([
        ['api/0/index.json', 0, '[0{"id":1}]', ']', 11, false],
        ['api/1/index.json', 11, '[1{"id":1},{', ']', of1 + 3, false],
        ['api/2/index.json', 0, '[2{"id":1},{', ']', of2 + 3, true],
        ['api/3/index.json', of1 + 14, '[3{"id":1}]', ']', 11, false],
      ]);
    });
  });

  it('are those of the plan that was left last', async () => {
    await left([rows], two);
    const cache = temporaryFolder();
    const ids = () => machine(async (store) => (await planIn(store, 'plan'))?.id, cache);
    expect(await ids()).toBe('plan-1');
    await left([rows], [two[1]!], 'plan-2');
    expect(await ids()).toBe('plan-2');
    expect(await share(1, 1)).toEqual({ bundles: 1, made: 1, damaged: 0 });
  });

  it('are not taken to be made where the bucket fails', async () => {
    await left([rows], two);
    bucket.set = () => {
      throw new Error('the bucket is full');
    };
    await machine(async (store) => {
      const plan = await planIn(store, 'plan');
      const made = makePacks(plan!, { number: 1, of: 1 }, store, settings);
      await expect(made).rejects.toThrow('the bucket is full');
    });
  });

  it('lack those of damaged records, of which is told', async () => {
    await left(
      [rows, [['"n"']]],
      [[pages[0]!], [{ ...pages[1]!, template: plain(1), rows: numbers(1) }]],
    );
    const name = [...bucket.keys()].find((own) => /^a+0\.0$/.test(own))!;
    bucket.set(name, Buffer.from(bucket.get(name)!.map((byte) => byte ^ 1)));
    expect(await share(1, 1)).toEqual({ bundles: 2, made: 1, damaged: 1 });
    const { files } = await machine((store) => packedIn(store, 'plan'));
    expect([...files.keys()]).toEqual(['api/1/index.json']);
  });
});

describe('shares of pages are as large, by', () => {
  const one = [[`{"id":1}`]] as const;
  const bundle = (...lengths: number[]) =>
    pagesOf(...lengths).map((page) => ({ ...page, template: plain(0) }));
  const small = [bundle(1), bundle(1), bundle(1)];

  it('the number of their pages', async () => {
    await left([one], [bundle(1, 1, 1), ...small]);
    expect([(await share(1, 2)).bundles, (await share(2, 2)).bundles]).toEqual([1, 3]);
  });

  it('the length of their records', async () => {
    await left([times(2000, () => ['x'.repeat(100)] as const)], [bundle(2000), ...small]);
    expect([(await share(1, 2)).bundles, (await share(2, 2)).bundles]).toEqual([1, 3]);
  });

  it('the length of what these embed', async () => {
    const rows = Int32Array.of(0);
    const row = { kind: 'row', rows, templates: [plain(1)], which: undefined } as const;
    const long = bundle(1).map((page) => ({ ...page, template: plain(0, [row]) }));
    await left([one, [['y'.repeat(100_000)]]], [long, ...small]);
    expect([(await share(1, 2)).bundles, (await share(2, 2)).bundles]).toEqual([1, 3]);
  });
});

it('what is in use is shared again after a week, before a rule of the bucket removes it', async () => {
  const cache = temporaryFolder();
  const [name, bytes] = ['e'.repeat(64), `${'e'.repeat(64)}.0`];
  const entries = [{ name, files: 1 }];
  await machine(async (store) => {
    store.adopt(bytes, Buffer.from('fragments'));
    store.write(name, 'columns');
    await shareEntries(store, entries);
  }, cache);
  const begin = Date.now();
  /** What a machine that uses the entry, so many days later, writes to the bucket anew. */
  const left = async (days: number, isReadOnly = false) => {
    for (const key of bucket.keys()) bucket.set(key, Buffer.of());
    vi.useFakeTimers({ toFake: ['Date'], now: begin + days * 24 * 3600 * 1000 });
    await machine((store) => fetchEntries(store, entries), cache, isReadOnly);
    return [...bucket].filter(([, bytes]) => bytes.length > 0).map(([key]) => key);
  };
  expect(await left(6)).toEqual([]);
  expect(await left(8, true)).toEqual([]);
  expect(await left(8)).toEqual([bytes, name]);
  expect(await left(14)).toEqual([]);
  expect(await left(16)).toEqual([bytes, name]);
  rmSync(join(cache, bytes));
  expect(await left(24)).toEqual([]);
});

it('what a machine has in its cache is shared with a bucket that is new, or lost it', async () => {
  const cache = temporaryFolder();
  const [name, bytes] = ['e'.repeat(64), `${'e'.repeat(64)}.0`];
  const use = (isReadOnly = false) =>
    machine((store) => fetchEntries(store, [{ name, files: 1 }]), cache, isReadOnly);
  await machine(async (store) => {
    store.adopt(bytes, Buffer.from('fragments'));
    store.write(name, 'columns');
  }, cache);
  await use(true);
  expect([...bucket.keys()]).toEqual([]);
  await use();
  expect([...bucket.keys()]).toEqual([bytes, name]);
  bucket.delete(bytes);
  // The value is written last, so it tells of its files.
  await use();
  expect([...bucket.keys()]).toEqual([name]);
});
