// A folder as a target, where its publisher is killed at each change that it makes to the disk, where a power cut
// would leave what was not synced, and where several publishers write at once.
import { cpSync, readFileSync } from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, it, vi } from 'vitest';
import { publish } from '../../src/delivery/publish/index.js';
import type { PublishOptions } from '../../src/delivery/publish/options.js';
import { decode } from '../../src/delivery/publish/records.js';
import { openFolder } from '../../src/delivery/publish/targets/file.js';
import { portal } from '../../src/portal/index.js';
import { temporaryFolder } from '../support/folders.js';
import { readTree } from '../support/tree.js';
import { snapshotOf } from './lists.js';

class Killed extends Error {}

const disk = vi.hoisted(() => ({
  /** How many changes are made until the process is killed, and what is called before each. */
  left: Number.POSITIVE_INFINITY,
  onChange: (_what: string, ..._paths: unknown[]): void => {},
}));

vi.mock('node:fs', async (load) => {
  const fs: Record<string, unknown> = { ...(await load<object>()) };
  const paths = new Map<unknown, unknown>();
  const changes = 'linkSync mkdirSync renameSync rmSync rmdirSync utimesSync writeSync fsyncSync';
  for (const name of changes.split(' ')) {
    const change = fs[name] as (...args: unknown[]) => unknown;
    fs[name] = (...args: unknown[]) => {
      if (disk.left-- <= 0) throw new Killed();
      disk.onChange(name, paths.get(args[0]) ?? args[0], args[1]);
      return change(...args);
    };
  }
  const open = fs['openSync'] as (...args: unknown[]) => unknown;
  fs['openSync'] = (...args: unknown[]) => {
    const fd = open(...args);
    paths.set(fd, args[0]);
    return fd;
  };
  return fs;
});

vi.mock('node:fs/promises', async (load) => {
  const fs = await load<typeof FsPromises>();
  const open = async (path: string, flags: string) => {
    disk.onChange('fsyncSync', path);
    return fs.open(path, flags);
  };
  return { ...fs, open };
});

beforeEach(() => {
  disk.left = Number.POSITIVE_INFINITY;
  disk.onChange = () => {};
});

const none = { 'job/vacancy': [], event: [], 'post-comment': [] };
const outs = [1, 2, 3, 4].map((id) => snapshotOf({ ...none, region: [id, 9, 10 + id] }));

function send(cwd: string, out: string, more: Partial<PublishOptions> = {}) {
  const target = pathToFileURL(join(cwd, 'www')).href;
  return publish(portal, { target, out, breakLock: true, ...more });
}

it('keeps history, wherever its publisher is killed', async () => {
  const begun = temporaryFolder();
  const ids: (string | null)[] = [];
  for (const out of outs.slice(0, 2)) ids.push((await send(begun, out)).snapshot);
  let kills = 0;
  for (let isKilled = true; isKilled; kills++) {
    const cwd = temporaryFolder();
    cpSync(begun, cwd, { recursive: true });
    disk.left = kills;
    await send(cwd, outs[2]!).catch(() => {});
    isKilled = disk.left < 0;
    disk.left = Number.POSITIVE_INFINITY;
    const report = await send(cwd, outs[3]!);
    expect([report.problem, report.warnings], `killed at change ${kills}`).toEqual([null, []]);
    const history = report.history.map(({ id }) => id);
    expect(history.slice(-2), `killed at change ${kills}`).toEqual([ids[1], ids[0]]);
    expect([...readTree(cwd).keys()].join()).not.toContain('.after.');
  }
  expect(kills).toBeGreaterThan(50);
}, 120_000);

it('syncs pages before the record that names them', async () => {
  const cwd = temporaryFolder();
  const www = join(cwd, 'www');
  const unsynced = new Set<unknown>();
  let records = 0;
  disk.onChange = (what, from, to) => {
    if (what === 'fsyncSync') unsynced.delete(from);
    if (what !== 'renameSync') return;
    if (String(to).startsWith(www)) unsynced.add(to);
    if (!/published\/state$/.test(String(to))) return;
    const state = decode(readFileSync(String(from)), 'www');
    expect(state).toBeDefined();
    records++;
    // Of what a record says to be coming nothing is taken for granted.
    const names = [...(state?.live?.files.keys() ?? [])].filter(
      (name) => !state?.pending?.has(name),
    );
    expect(names.filter((name) => unsynced.has(join(www, name)))).toEqual([]);
  };
  for (const out of outs) expect((await send(cwd, out)).problem).toBeNull();
  await send(cwd, '', { rollback: true });
  expect(records).toBeGreaterThan(10);
});

it('of many who replace one file under the same condition, one succeeds', async () => {
  const address = pathToFileURL(join(temporaryFolder(), 'www')).href;
  const targets = await Promise.all(Array.from({ length: 8 }, () => openFolder(address)));
  let etag: string | undefined;
  for (let round = 0; round < 20; round++) {
    const condition = etag === undefined ? 'absent' : { etag };
    const etags = await Promise.all(
      targets.map((target, i) =>
        target.write('kept/lock', Buffer.from(`${round} ${i}`), '', condition),
      ),
    );
    const done = etags.filter((one) => one !== undefined);
    expect(done).toHaveLength(1);
    [etag] = done;
    expect((await targets[0]!.read('kept/lock'))?.etag).toBe(etag);
  }
});
