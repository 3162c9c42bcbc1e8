// A data file that looks as it did is not read again; one that changed is, however it changed.
import {
  copyFileSync,
  lstatSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type HashedFile, Hashes } from '../../src/engine/compile/hashes.js';
import { Pool } from '../../src/engine/pool/pool.js';
import { Store } from '../../src/engine/shard/store.js';
import { build } from '../../src/index.js';
import { settleAtOnce } from '../support/clock.js';
import { SETTLED, temporaryFolder } from '../support/folders.js';
import { directory, writeData, writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { readJson } from '../support/tree.js';

/** A time that can be set again exactly. */
const AGES_AGO = 1_700_000_000;

const region = (id: number, name: string) => `{"id": ${id}, "name": "${name}", "district": 1}\n`;

/** A working folder whose data is two files of a region each, and is known to the cache. */
async function known(): Promise<string> {
  const cwd = temporaryFolder();
  const { districts = [] } = directory(0);
  writeData(join(cwd, 'data'), { districts });
  for (const id of [1, 2]) {
    writeFile(cwd, `data/regions/${id}.json`, region(id, `Область ${id}`));
    utimesSync(join(cwd, `data/regions/${id}.json`), AGES_AGO, AGES_AGO);
  }
  await build({ cwd, cache: 'cache' });
  expect([...index(cwd).keys()]).toHaveLength(3);
  return cwd;
}

const indexes = (cwd: string) =>
  readdirSync(join(cwd, 'cache')).filter((name) => name.startsWith('stat-'));

/** What the cache knows of data files. */
function index(
  cwd: string,
  edit?: (hashes: Map<string, { signature: string; hash: string }>) => void,
) {
  type Kept = Map<string, { signature: string; hash: string }>;
  const store = Store.open(join(cwd, 'cache'), () => {});
  const all: Kept = new Map();
  for (const name of indexes(cwd)) {
    const kept = store.read(name) as Kept;
    if (edit && kept.size > 1) {
      edit(kept); // the regions
      store.write(name, kept);
    }
    for (const [path, known] of kept) all.set(path, known);
  }
  store.close();
  return all;
}

/** The names of the regions that a build with this cache publishes; the same as one without. */
async function names(cwd: string): Promise<string[]> {
  const built = await build({ cwd, cache: 'cache' });
  const clean = await build({ cwd, cache: false, out: temporaryFolder() });
  expect(built.summary.snapshot).toBe(clean.summary.snapshot);
  const page = readJson<{ results: { name: string }[] }>(cwd, 'dist/api/region/index.json');
  return page.results.map(({ name }) => name).sort();
}

/** Ways to change a file, of which a signature tells little. */
const ways = {
  inPlace: (path: string, text: string) => writeFileSync(path, text),
  timeSetBack(path: string, text: string) {
    const { atime, mtime } = lstatSync(path);
    writeFileSync(path, text);
    utimesSync(path, atime, mtime);
  },
  replaced(path: string, text: string) {
    const { atime, mtime } = lstatSync(path);
    writeFileSync(`${path}.new`, text);
    utimesSync(`${path}.new`, atime, mtime);
    renameSync(`${path}.new`, path);
  },
  removedFirst(path: string, text: string) {
    rmSync(path);
    writeFileSync(path, text);
  },
  inTheFuture(path: string, text: string) {
    writeFileSync(path, text);
    utimesSync(path, new Date(2100, 0), new Date(2100, 0));
  },
};

/** What is known of one file. */
async function hashed(hashes: Hashes, path: string): Promise<HashedFile> {
  const [only] = await hashes.of([{ path, group: 'regions/0' }], new Pool(1));
  return only!;
}

beforeEach(settleAtOnce);
afterEach(() => vi.restoreAllMocks());

it('that looks as it did is not read, unless one asks for it; what is known wrongly is forgotten', async () => {
  const cwd = await known();
  const path = join(cwd, 'data/regions/1.json');
  const falsify = () =>
    index(cwd, (hashes) => hashes.set(path, { ...hashes.get(path)!, hash: 'f'.repeat(64) }));
  falsify();
  const others = [...index(cwd).keys()].filter((name) => name !== path);
  await expect(build({ cwd, cache: 'cache' })).rejects.toThrow('changed while it was read');
  expect([...index(cwd).keys()]).toEqual(others); // they are not read again
  expect(await names(cwd)).toEqual(['Область 1', 'Область 2']);
  falsify();
  expect((await runIn(cwd, 'build', '--cache', 'cache', '--no-stat')).status).toBe(0);
});

it('that changed is read, however it changed', async () => {
  const cwd = await known();
  for (const [at, change] of Object.values(ways).entries()) {
    for (const digit of [at, 9 - at]) {
      change(join(cwd, 'data/regions/1.json'), region(1, `Область ${digit}`));
      expect(await names(cwd)).toEqual([`Область ${digit}`, 'Область 2'].sort());
    }
  }
});

it('that was swapped with another, or for a link, is not taken for what it was', async () => {
  const cwd = await known();
  const [one, two] = [1, 2].map((id) => join(cwd, `data/regions/${id}.json`)) as [string, string];
  renameSync(one, `${one}.tmp`);
  renameSync(two, one);
  renameSync(`${one}.tmp`, two);
  expect(await names(cwd)).toEqual(['Область 1', 'Область 2']);
  copyFileSync(one, join(cwd, 'elsewhere.json'));
  rmSync(one);
  symlinkSync('../../elsewhere.json', one);
  expect(await names(cwd)).toEqual(['Область 1']);
});

it('that is as young as the look at it is read again', async () => {
  const cwd = await known();
  const path = join(cwd, 'data/regions/1.json');
  const { ctimeMs } = lstatSync(path);
  const store = Store.open(join(cwd, 'cache'), () => {});
  const isKept = async (moment: number) => {
    vi.spyOn(Date, 'now').mockReturnValue(moment);
    const hashes = new Hashes(store, 'another folder', true);
    await hashed(hashes, path);
    hashes.keep();
    return indexes(cwd).length === 3;
  };
  expect(await isKept(ctimeMs + 50)).toBe(false);
  expect(await isKept(ctimeMs - 5000)).toBe(false); // a clock that was set back
  expect(await isKept(ctimeMs + SETTLED)).toBe(true);
  store.close();
});
