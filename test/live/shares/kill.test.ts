// A machine that is killed before any change that it makes in the store leaves nothing there that does harm: the others go
// on, and what comes out at the end is what one machine makes.
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { commandFile, type Ended, printedResult, start } from '../../support/command.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import { directory, vacancies, writeData } from '../../support/portal.js';
import { expectTree, readTree, type Tree } from '../../support/tree.js';

/** Of the changes that a machine makes, each one of so many is one that it is killed at. */
const EACH = 6;

const cwd = temporaryFolder();
/** Where failing-disk.mjs counts changes. */
const store = join(cwd, 'data/store');
const disk = ['--import', join(projectFolder, 'test/support/failing-disk.mjs')];
let right: Tree;

/** Runs `build` to its end, or until it is killed before a change of the store. */
function build(args: readonly string[], dieAt = ''): Promise<Ended> {
  const all = [...disk, commandFile, 'build', ...args, '--data', 'records', '--reporter', 'json'];
  const how = ['--page-size', '1', '--workers', '1'];
  return start(process.execPath, [...all, ...how], { cwd, env: { DIE_AT: dieAt } }).ended;
}

async function done(...args: readonly string[]): Promise<Ended> {
  const ended = await build(args);
  expect(ended.status, ended.stderr).toBe(0);
  return ended;
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

beforeAll(async () => {
  writeData(join(cwd, 'records'), { ...directory(6), ...vacancies(5) });
  await done('--no-cache', '--out', 'one');
  right = readTree(join(cwd, 'one'));
});

it.each([
  { flags: ['--shard', '1/2'], before: [] },
  { flags: ['--link'], before: [['--shard', '1/2']] },
  { flags: ['--pages', '1/2'], before: [['--link']] },
])(
  '$flags, killed, does no harm',
  async ({ flags, before }) => {
    remove(store);
    for (const args of before) await done(...args, '--store', store);
    const asBefore = join(cwd, 'before');
    remove(asBefore);
    if (existsSync(store)) cpSync(store, asBefore, { recursive: true });
    let kills = 0;
    for (let change = 0, isKilled = true; isKilled; change += EACH) {
      remove(store);
      remove(join(cwd, 'dist'));
      if (existsSync(asBefore)) cpSync(asBefore, store, { recursive: true });
      const { signal, status, stderr } = await build([...flags, '--store', store], `${change}`);
      isKilled = signal === 'SIGKILL';
      if (isKilled) kills++;
      else expect(status, stderr).toBe(0);
      const { ok, problems } = printedResult(await done('--link', '--store', store));
      expect({ ok, problems }).toEqual({ ok: true, problems: [] });
      await done('--pages', '2/2', '--store', store);
      await done('--store', store);
      expectTree(join(cwd, 'dist'), right);
    }
    expect(kills).toBeGreaterThan(3);
  },
  600_000,
);
