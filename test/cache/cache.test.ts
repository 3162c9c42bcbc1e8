// The cache makes builds cheap and changes nothing: whatever was built before, and whatever became
// of the cache since, a build gives what the oracle gives.
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../src/index.js';
import { EXTRAS } from '../oracle/extras.js';
import { layOut, portal as portals, writeFiles } from '../oracle/portals.js';
import { inFolder, seed, settings } from '../oracle/publish.js';
import { Choices } from '../oracle/random.js';
import { FRAME_HOSTS } from '../oracle/values.js';
import { settleAtOnce } from '../support/clock.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { directory, forum, tenth, writeData } from '../support/portal.js';
import { runs } from '../support/runs.js';
import { expectTree, readTree } from '../support/tree.js';
import { edited } from './edit.js';

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

// Data files count as settled, so that shards are found again by them.
beforeAll(settleAtOnce);

describe('a build with a cache', () => {
  it('gives the bytes and problems of one without, edit after edit', async () => {
    const edits = fc.array(seed, { minLength: 4, maxLength: 4 });
    let published = 0;
    await fc.assert(
      fc.asyncProperty(portals, seed, settings, edits, async (first, layout, chosen, all) => {
        await inFolder(async (cwd) => {
          let portal = first;
          for (const edit of [undefined, ...all]) {
            const next = edit === undefined ? first : edited(portal, new Choices(edit));
            rmSync(join(cwd, 'data'), { recursive: true, force: true });
            writeFiles(join(cwd, 'data'), layOut(next, layout));
            const options = { cwd, frames: FRAME_HOSTS, ...chosen, extras: [...EXTRAS] };
            const warm = await build({ ...options, cache: 'cache' });
            rmSync(join(cwd, 'clean'), { recursive: true, force: true });
            const clean = await build({ ...options, cache: false, out: 'clean' });
            expect(warm.problems).toEqual(clean.problems);
            expect(warm.reasons).toEqual(clean.reasons);
            expect(warm.summary.snapshot).toBe(clean.summary.snapshot);
            if (!warm.ok) continue; // the edit breaks a rule
            portal = next;
            published++;
            expectTree(join(cwd, 'dist'), readTree(join(cwd, 'clean')));
          }
        });
      }),
      runs(1),
    );
    expect(published).toBeGreaterThan(3 * runs(1).numRuns);
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
    expectTree(join(cwd, 'one'), readTree(join(cwd, 'two')));
    expect(readdirSync(join(cwd, 'cache')).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
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

it('any number of workers gives the same bytes and the same problems', async () => {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), tenth);
  writeFileSync(join(cwd, 'regions.json'), '[{"id": 1, "nam": ""}, {"id": 1, "name": 2}]');
  const madeBy = async (workers: number) => {
    const options = { cwd, out: temporaryFolder(), cache: false, workers } as const;
    const { summary } = await build(options);
    const { problems } = await build({ ...options, data: '.' });
    return { summary, problems };
  };
  const alone = await madeBy(1);
  expect(alone.problems).toHaveLength(4);
  expect(await madeBy(3)).toEqual(alone);
});
