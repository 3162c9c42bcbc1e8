// The cache makes builds cheap and changes nothing: whatever was built before, and whatever became
// of the cache since, a build gives what the oracle gives.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Store } from '../../src/engine/shard/store.js';
import { build } from '../../src/index.js';
import { oracle } from '../oracle/oracle.js';
import { portal as portals } from '../oracle/portals.js';
import { inFolder, publish, seed, settings } from '../oracle/publish.js';
import { bytes, difference } from '../oracle/tree.js';
import type { Item, Settings } from '../oracle/types.js';
import { projectFolder, SETTLED, temporaryFolder } from '../support/folders.js';
import { directory, forum, tenth, writeData } from '../support/portal.js';
import { runs } from '../support/runs.js';
import { differences, readTree } from '../support/tree.js';

/** Settings with a cache of the working folder's own. */
const cached = (cwd: string, chosen: Settings): Settings =>
  Object.assign({ cache: join(cwd, 'cache') }, chosen);

const renamed = (expert: Item): Item => ({ ...expert, full_name: `${expert['full_name']}, ныне` });

const damage = {
  truncate: (path: string) => truncateSync(path, Math.floor(readFileSync(path).length / 2)),
  empty: (path: string) => truncateSync(path, 0),
  remove: (path: string) => rmSync(path),
  foreign: (path: string) => writeFileSync(path, 'something else altogether'),
  flip(path: string) {
    const content = readFileSync(path);
    if (content.length > 0) content[content.length >> 1]! ^= 0x10;
    writeFileSync(path, content);
  },
};
const kinds = Object.keys(damage) as (keyof typeof damage)[];
/** Harm after which the file cannot be damaged once more. */
const last = {
  endless(path: string) {
    rmSync(path);
    symlinkSync('/dev/zero', path);
  },
  folder(path: string) {
    rmSync(path);
    mkdirSync(path);
  },
};

describe('a build with a cache', () => {
  it('gives the same bytes when the cache is damaged', async () => {
    const harm = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...kinds)), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(portals, seed, settings, harm, async (portal, layout, chosen, harms) => {
        await inFolder(async (cwd) => {
          await publish(cwd, portal, layout, cached(cwd, chosen));
          const names = readdirSync(join(cwd, 'cache')).sort();
          for (const [place, kind] of harms) {
            const path = join(cwd, 'cache', names[place % names.length]!);
            if (existsSync(path)) damage[kind](path);
          }
          rmSync(join(cwd, 'dist'), { recursive: true });
          const next = { ...portal, experts: portal.experts.map(renamed) };
          const { tree } = await publish(cwd, next, layout, cached(cwd, chosen));
          expect(difference(tree, bytes(oracle(next, chosen)))).toBe('');
        });
      }),
      runs(2),
    );
  });

  it('mends each file of the cache that is damaged, in each way', async () => {
    const cwd = temporaryFolder();
    writeData(join(cwd, 'data'), { ...directory(3), ...forum({ posts: 2, replies: 2 }) });
    const onUnwritableCache = (_folder: string, reason: string) => expect.fail(reason);
    const options = { cwd, cache: 'cache', onUnwritableCache };
    const ways = Object.values({ ...damage, ...last });
    const { summary } = await build(options);
    for (const [index, name] of readdirSync(join(cwd, 'cache')).sort().entries()) {
      ways[index % ways.length]!(join(cwd, 'cache', name));
      rmSync(join(cwd, 'dist'), { recursive: true });
      expect((await build(options)).summary.snapshot, name).toBe(summary.snapshot);
    }
  });

  it('takes no value that belongs to another file', async () => {
    const cwd = temporaryFolder();
    for (const name of ['regions.json', 'districts.json']) {
      cpSync(join(projectFolder, 'data', name), join(cwd, 'data', name));
    }
    await wait(SETTLED);
    const { summary } = await build({ cwd, cache: 'cache' });
    const values = [...readTree(join(cwd, 'cache'))].filter(([name]) => !name.includes('.'));
    expect(values.some(([name]) => name.startsWith('stat-'))).toBe(true);
    for (const [name] of values) {
      for (const [, bytes] of values) {
        writeFileSync(join(cwd, 'cache', name), bytes);
        expect((await build({ cwd, cache: 'cache' })).summary.snapshot).toBe(summary.snapshot);
      }
    }
  });

  it('may be shared by two builds at once', async () => {
    const cwd = temporaryFolder();
    writeData(join(cwd, 'data'), tenth);
    const both = ['one', 'two'].map((out) => build({ cwd, out, cache: 'cache' }));
    const [one, two] = await Promise.all(both);
    expect(one?.summary.snapshot).toBe(two?.summary.snapshot);
    expect(differences(readTree(join(cwd, 'one')), readTree(join(cwd, 'two')))).toEqual([]);
    expect(readdirSync(join(cwd, 'cache')).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

it('makes again what another build has just removed, to put its own in its place', async () => {
  const cwd = temporaryFolder();
  cpSync(join(projectFolder, 'data/districts.json'), join(cwd, 'data/districts.json'));
  const { summary } = await build({ cwd, cache: false });
  let isGone = false;
  const { read: real } = Store.prototype;
  const read = vi.spyOn(Store.prototype, 'read').mockImplementation(function (this: Store, name) {
    const value = real.call(this, name);
    if (isGone || value === undefined) return value;
    isGone = true; // what was just written, and nothing after it
    return undefined;
  });
  try {
    expect((await build({ cwd, cache: 'cache' })).summary.snapshot).toBe(summary.snapshot);
    expect(isGone).toBe(true);
  } finally {
    read.mockRestore();
  }
});

describe('where the cache is', () => {
  const small = () => {
    const cwd = temporaryFolder();
    cpSync(join(projectFolder, 'data/regions.json'), join(cwd, 'data/regions.json'));
    cpSync(join(projectFolder, 'data/districts.json'), join(cwd, 'data/districts.json'));
    return cwd;
  };
  const usual = 'node_modules/.cache/portal-snapshot';

  it('is in node_modules of a package', async () => {
    const cwd = small();
    writeFileSync(join(cwd, 'package.json'), '{}');
    await build({ cwd });
    expect(readdirSync(join(cwd, usual)).length).toBeGreaterThan(2);
  });

  it('is nowhere with cache: false, or in a folder that is no package', async () => {
    const cwd = small();
    await build({ cwd });
    writeFileSync(join(cwd, 'package.json'), '{}');
    await build({ cwd, cache: false });
    expect(readdirSync(cwd).sort()).toEqual(['data', 'dist', 'package.json']);
  });
});

describe('any number of workers', () => {
  /** What is built of a portal, and what is wrong with data that has problems. */
  async function madeBy(workers: number) {
    const [cwd, out, bad] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    writeData(join(cwd, 'data'), tenth);
    const { summary } = await build({ cwd, out, cache: false, workers });
    writeFileSync(join(bad, 'regions.json'), '[{"id": 1, "nam": ""}, {"id": 1, "name": 2}]');
    const { problems } = await build({ cwd: bad, data: '.', out, cache: false, workers });
    expect(problems).toHaveLength(3);
    return { summary, problems };
  }
  let alone: Awaited<ReturnType<typeof madeBy>>;
  beforeAll(async () => {
    alone = await madeBy(1);
  });

  it('the same bytes, the same problems', async () => {
    expect(await madeBy(3)).toEqual(alone);
  });
});
