// What a cache keeps: all that is in use, however long ago it was written, and nothing else for longer than two
// weeks; and how often a build begins anew where much of the cache is damaged.
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { build, check, type Options, type Report } from '../../src/index.js';
import { portal as declared } from '../../src/portal/index.js';
import { compileShare } from '../../src/snapshot/share.js';
import { settleAtOnce } from '../support/clock.js';
import { temporaryFolder } from '../support/folders.js';
import { directory, experts, forum, vacancies, writeData } from '../support/portal.js';

const portal = {
  ...directory(7),
  ...experts(5),
  ...vacancies(3),
  ...forum({ posts: 2, replies: 3 }),
};
const days = (n: number) => new Date(Date.now() - n * 24 * 3600 * 1000);

beforeAll(settleAtOnce);

/** A working folder of which the cache knows all. */
async function known(): Promise<string> {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), portal);
  await build({ cwd, cache: 'cache' });
  return cwd;
}

const inCache = (cwd: string) => readdirSync(join(cwd, 'cache')).sort();
const isOfData = (name: string) => !name.startsWith('snapshot-');
const isFragment = (name: string) => /^[0-9a-f]{64}\.\d+$/.test(name);

/** Has all files of the cache be as old as that. */
function age(cwd: string, date: Date): void {
  for (const name of inCache(cwd)) utimesSync(join(cwd, 'cache', name), date, date);
}

/** What some work found, how often it began, and how many bytes of data it compiled. */
async function effort(work: (options: Options) => Promise<Report>, options: Options) {
  let rounds = 0;
  let compiled = 0;
  const onProgress: Options['onProgress'] = (phase, done, total) => {
    if (phase === 'reading') rounds++;
    if (phase === 'compiling' && done === 0) compiled += total;
  };
  const report = await work({ cache: 'cache', ...options, onProgress });
  return { report, rounds, compiled };
}

describe('a cache of long ago', () => {
  it('that is in use is as good as any, though nothing in it is written again', async () => {
    const cwd = await known();
    const [before, fresh] = [inCache(cwd), await known()];
    for (const work of [build, check, build]) {
      age(cwd, days(15));
      expect((await effort(work, { cwd })).compiled).toBe(0);
      // Of a build into a folder, no check makes use.
      expect(inCache(cwd)).toEqual(expect.arrayContaining(before.filter(isOfData)));
    }
    for (const folder of [cwd, fresh])
      writeData(join(folder, 'data'), { ...portal, ...experts(6) });
    age(cwd, days(15));
    const edited = await effort(build, { cwd });
    expect(edited).toEqual(await effort(build, { cwd: fresh }));
    expect(edited.rounds).toBe(1);
    expect(edited.compiled).toBeGreaterThan(0);
    expect(await effort(build, { cwd })).toMatchObject({ rounds: 1, compiled: 0 });
  });

  it('loses what nothing uses any more', async () => {
    const cwd = await known();
    const before = inCache(cwd);
    writeData(join(cwd, 'data'), { ...portal, ...experts(6) });
    await build({ cwd, cache: 'cache' });
    await build({ cwd, cache: 'cache' });
    expect(inCache(cwd)).toEqual(expect.arrayContaining(before));
    age(cwd, days(13));
    await build({ cwd, cache: 'cache' });
    expect(inCache(cwd)).toEqual(expect.arrayContaining(before));
    const names = inCache(cwd);
    age(cwd, days(15));
    await build({ cwd, cache: 'cache' });
    const gone = names.filter((name) => !inCache(cwd).includes(name));
    expect(gone.length).toBeGreaterThan(1);
    expect(before).toEqual(expect.arrayContaining(gone));
  });

  it('has what shares of other machines compiled, and takes it', async () => {
    const cwd = await known();
    const right = await build({ cwd, out: 'right', cache: false });
    const share = (number: number) =>
      compileShare(declared, { cwd, cache: 'shared' }, { number, of: 2 });
    expect((await share(2)).shards + (await share(1)).shards).toBeGreaterThan(2);
    await share(1); // twice does no harm
    const { report, compiled } = await effort(build, { cwd, cache: 'shared' });
    expect(report.summary.snapshot).toBe(right.summary.snapshot);
    expect(compiled).toBe(0);
  });
});

describe('fragments that', () => {
  it('cannot be read, all of them, are made anew together', async () => {
    const cwd = await known();
    const right = await build({ cwd, out: 'right', cache: false });
    const fragments = inCache(cwd).filter(isFragment);
    expect(fragments.length).toBeGreaterThan(10);
    for (const name of fragments) {
      rmSync(join(cwd, 'cache', name));
      mkdirSync(join(cwd, 'cache', name));
    }
    rmSync(join(cwd, 'dist'), { recursive: true });
    const { report, rounds } = await effort(build, { cwd, onUnwritableCache: () => {} });
    expect(report.summary.snapshot).toBe(right.summary.snapshot);
    expect(rounds).toBeLessThanOrEqual(3); // the last one without a cache, where nothing can be put into it
  });

  it('cannot be read do not matter to a check of what was edited', async () => {
    const cwd = await known();
    for (const name of inCache(cwd).filter(isFragment)) {
      rmSync(join(cwd, 'cache', name));
      mkdirSync(join(cwd, 'cache', name));
    }
    writeData(join(cwd, 'data'), { ...portal, ...experts(6) });
    expect((await effort(check, { cwd })).report.ok).toBe(true);
  });
});

it.runIf(existsSync('/proc/self'))(
  'a cache where no folder can be made is done without',
  async () => {
    const cwd = temporaryFolder();
    writeData(join(cwd, 'data'), portal);
    const told: string[] = [];
    const onUnwritableCache = (folder: string) => void told.push(folder);
    expect((await build({ cwd, cache: '/proc/nothing/here', onUnwritableCache })).ok).toBe(true);
    expect(told).toEqual(['/proc/nothing/here']);
  },
);
