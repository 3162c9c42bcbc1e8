// A mirror that is killed at each change that it makes to the disk, with a reader beside it: at no instant does anything lead
// to what is not there, or is a file half written; and the next run goes on, and asks for nothing that is there already.
import type { PathLike } from 'node:fs';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { digestsOf } from '../oracle/tree.js';
import { walk } from '../publish/lists.js';
import { replaceInFs } from '../support/node-fs.js';
import { directory, experts, type Portal } from '../support/portal.js';
import { expectTree, readTree, type Tree } from '../support/tree.js';
import { copy, originOf, place, placeLike, snapshotOf } from './origin.js';

class Killed extends Error {}

const disk = {
  /** How many changes are made until the process is killed, and what is called after each. */
  left: Number.POSITIVE_INFINITY,
  onChange: (_path: unknown): void => {},
};
const CHANGES = [
  ...['linkSync', 'mkdirSync', 'renameSync', 'rmSync', 'rmdirSync', 'utimesSync', 'writeSync'],
  'writeFileSync',
] as const;

beforeAll(() =>
  replaceInFs((own) =>
    Object.fromEntries(
      CHANGES.map((name) => {
        const change = own[name as 'rmSync'] as (...args: unknown[]) => unknown;
        const killable = (...args: unknown[]) => {
          if (disk.left-- <= 0) throw new Killed();
          const done = change(...args);
          disk.onChange(name === 'renameSync' ? args[1] : args[0]);
          return done;
        };
        return [name, killable];
      }),
    ),
  ),
);

beforeEach(() => {
  disk.left = Number.POSITIVE_INFINITY;
  disk.onChange = () => {};
});

const first: Portal = { ...directory(7), ...experts(5) };
const second: Portal = { ...directory(4), ...experts(6) };
let before: Tree;
let after: Tree;

beforeAll(async () => {
  const how = { extras: ['/api/region/{id}/'] };
  before = await snapshotOf(first, how);
  after = await snapshotOf(second, how);
});

/** What a reader finds at some instant: whole files, whose links lead somewhere. */
function expectReadable(dir: string): void {
  const live = readTree(dir);
  for (const [name, bytes] of live) {
    expect(
      [before, after].some((tree) => tree.get(name)?.equals(bytes)),
      name,
    ).toBe(true);
  }
  walk(live, /^(?:region|.*expert|event)$/);
  if (!live.has('api/snapshot.json')) return;
  for (const file of digestsOf(live).keys()) expect(live.has(file), file).toBe(true);
}

it('is whole at every instant, and goes on after every kill', async () => {
  const origin = await originOf(before);
  const begun = place();
  await copy(origin, begun);
  origin.tree = after;
  const { records: changes } = await copy(origin, placeLike(begun));
  const told: unknown[] = [];
  let kills = 0;
  for (let isKilled = true; isKilled; ) {
    const dir = placeLike(begun);
    let isPlacing = false;
    disk.onChange = (path) => {
      if (!String(path as PathLike).startsWith(`${dir}/`)) return;
      isPlacing = true;
      expectReadable(dir);
    };
    disk.left = kills;
    origin.asked = [];
    const run = copy(origin, dir, { breakLock: true, concurrency: 1 });
    await run.catch(() => {});
    isKilled = disk.left < 0;
    disk.left = Number.POSITIVE_INFINITY;
    const [asked, wasPlacing] = [origin.asked, isPlacing];
    expectReadable(dir);
    origin.asked = [];
    const report = await copy(origin, dir, { breakLock: true });
    expect(report.problem, `killed at change ${kills}`).toBeNull();
    // What changed between the two snapshots, or that this is not known; nothing where the new one was there already.
    const possible = report.before === report.snapshot ? [{}] : [changes, null];
    expect(possible, `killed at change ${kills}`).toContainEqual(report.records);
    told.push(report.records);
    const again = origin.asked.filter((path) => asked.includes(path) && !path.includes('snapshot'));
    // The one that was on its way.
    expect(again.length, `${again} after a kill at change ${kills}`).toBeLessThan(2);
    if (wasPlacing) expect(origin.asked.length).toBeLessThan(3);
    expectTree(dir, after);
    kills += wasPlacing ? 1 : 4;
  }
  expect(kills).toBeGreaterThan(30);
  for (const records of [changes, null, {}]) expect(told).toContainEqual(records);
});
