// A build whose process is killed leaves whole files of the old or the new snapshot, and the next build mends what it
// left. (test/write/instants.test.ts looks at every instant.) Portal A is published; the build of portal B is killed.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../../src/index.js';
import { type Running, startCommand } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';
import {
  directory,
  experts,
  forum,
  type Portal,
  vacancies,
  writeData,
} from '../../support/portal.js';
import { expectTree, readTree, type Tree } from '../../support/tree.js';

// From A to B posts and vacancies go, replies and experts come, the feed changes throughout,
// and the regions stay as they are. The tiny one is for builds that are hardly begun.
const portals: Record<'a' | 'b' | 'tiny', Portal> = {
  a: { ...directory(23), ...experts(40), ...vacancies(60), ...forum({ posts: 50, replies: 6 }) },
  b: {
    ...directory(23),
    ...experts(57),
    ...vacancies(31),
    ...forum({ posts: 40, replies: 8, word: 'проверка' }),
  },
  tiny: directory(3),
};

const cwd = temporaryFolder();
const out = join(cwd, 'dist');
const unfinished = join(cwd, '.dist.portal-snapshot');
const trees: Record<keyof typeof portals, Tree> = { a: new Map(), b: new Map(), tiny: new Map() };

/** Milliseconds from the start of the build of B to its first writing, and to its end. */
const measured = { writing: 0, end: 0 };
const hits = { running: 0, writing: 0 };

/** Makes `dist/` hold these files and nothing else, all of them new, and no build be at work. */
function restore(tree: Tree): void {
  for (const folder of [out, unfinished]) rmSync(folder, { recursive: true, force: true });
  for (const [path, bytes] of tree) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), bytes);
  }
}

function startBuild(portal: keyof typeof portals = 'b'): Running {
  return startCommand(['build', '--data', portal, '--page-size', '5'], { cwd });
}

/** Publishes a portal in this process; the build must find nothing to complain of. */
async function publish(portal: keyof typeof portals): Promise<void> {
  const { ok, problems } = await build({ cwd, data: portal, pageSize: 5 });
  expect(problems).toEqual([]);
  expect(ok).toBe(true);
  expect(existsSync(unfinished)).toBe(false);
}

const runs = ({ child }: Running): boolean => child.exitCode === null && child.signalCode === null;

/** Waits until a build has begun to write beside `dist/`, or has ended. */
async function untilItWrites(running: Running): Promise<void> {
  while (!existsSync(unfinished) && runs(running)) await sleep(1);
}

/** The same, to the microsecond, at the cost of a processor. */
async function untilItBegins(running: Running): Promise<void> {
  while (!existsSync(unfinished) && runs(running)) await nextTurn();
}

/** Starts a build, kills it when `moment` comes, and waits until it is gone. */
async function killedBuild(
  moment: (running: Running) => Promise<unknown>,
  portal: keyof typeof portals = 'b',
): Promise<void> {
  const running = startBuild(portal);
  await moment(running);
  running.child.kill('SIGKILL');
  const { signal, status, stderr } = await running.ended;
  if (signal === 'SIGKILL') {
    hits.running += 1;
    if (existsSync(unfinished)) hits.writing += 1;
  } else {
    expect(status, stderr).toBe(0);
  }
}

/** Expects every file to be the old or the new one, and no page that both have to be missing. */
function expectWholeFiles(before: Tree): void {
  const now = readTree(out);
  const isWhole = (path: string): boolean =>
    [before, trees.b].some((tree) => tree.get(path)?.equals(now.get(path) ?? Buffer.of()));
  expect([...now.keys()].filter((path) => !isWhole(path))).toEqual([]);
  const kept = [...before.keys()].filter((path) => trees.b.has(path));
  expect(kept.filter((path) => !now.has(path))).toEqual([]);
}

beforeAll(async () => {
  for (const name of ['a', 'b', 'tiny'] as const) {
    writeData(join(cwd, name), portals[name]);
    const folder = temporaryFolder();
    await build({ cwd, data: name, out: folder, pageSize: 5, cache: false });
    trees[name] = readTree(folder);
  }
  for (const round of ['to warm up', 'to measure']) {
    restore(trees.a);
    const start = performance.now();
    const running = startBuild();
    await untilItWrites(running);
    measured.writing = performance.now() - start;
    expect((await running.ended).status, round).toBe(0);
    measured.end = performance.now() - start;
  }
  expectTree(out, trees.b);
}, 30_000);

describe('a build over an older snapshot', () => {
  const shares = [0, 25, 50, 75, 90];

  it.each(shares)(
    'is mended when it is killed after %i percent of its time',
    async (share) => {
      restore(trees.a);
      await killedBuild(() => sleep((measured.end * share) / 100));
      expectWholeFiles(trees.a);
      await publish('b');
      expectTree(out, trees.b);
    },
    10_000,
  );

  const stages = [5, 40, 80];

  it.each(stages)(
    'is mended when it is killed after %i percent of its writing',
    async (share) => {
      restore(trees.a);
      const writing = measured.end - measured.writing;
      await killedBuild(async (running) => {
        await untilItWrites(running);
        await sleep((writing * share) / 100);
      });
      expectWholeFiles(trees.a);
      await publish('b');
      expectTree(out, trees.b);
    },
    10_000,
  );
});

describe('a first build', () => {
  it.each([0.3, 0.8])(
    'is mended when it is killed at %f of its writing',
    async (share) => {
      restore(new Map());
      await killedBuild(async (running) => {
        await untilItWrites(running);
        await sleep((measured.end - measured.writing) * share);
      });
      if (existsSync(out)) expectWholeFiles(new Map());
      await publish('b');
      expectTree(out, trees.b);
    },
    10_000,
  );

  it('is mended when it is killed at the instant of its first writing', async () => {
    for (let round = 0; round < 7; round += 1) {
      restore(new Map());
      await killedBuild(untilItBegins, 'tiny');
      await publish('tiny');
      expectTree(out, trees.tiny);
    }
  }, 30_000);
});

describe('the kills above', () => {
  it('hit builds that ran, and builds that wrote', () => {
    expect(hits.running).toBeGreaterThanOrEqual(6);
    expect(hits.writing).toBeGreaterThanOrEqual(4);
  });
});
