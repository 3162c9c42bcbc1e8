// What a command that is interrupted or killed leaves on disk: nothing, or what its next run removes,
// and git does not take.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { temporaryName } from '../../../src/files/disk/temporary.js';
import { commitAll, git, repository } from '../../changes/repository.js';
import { type Running, runCommand, startCommand } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';
import { directory, experts, forum, times, writeData, writeFile } from '../../support/portal.js';
import { differences, filesOf, readTree } from '../../support/tree.js';

const portal = { ...experts(300), ...forum({ posts: 200, replies: 20 }) };

/** A repository with a portal, of which one region changed since HEAD; it has a warning. */
function workplace(): string {
  const cwd = repository({});
  writeData(join(cwd, 'data'), { ...portal, ...directory(3) });
  commitAll(cwd);
  writeData(join(cwd, 'data'), { ...portal, ...directory(4) });
  writeFile(cwd, 'data/notes.txt', '');
  return cwd;
}

/** Waits until a program has done something, or has ended. */
async function until(running: Running, isDone: () => boolean): Promise<void> {
  const { child } = running;
  while (!isDone() && child.exitCode === null && child.signalCode === null) await nextTurn();
}

const posix = process.platform !== 'win32';

it('the old snapshot is, after Ctrl-C, which ends a build at once while it makes pages', async () => {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), experts(3));
  await runCommand(['build'], { cwd });
  const before = readTree(join(cwd, 'dist'));
  writeData(join(cwd, 'data'), portal);
  const running = startCommand(['build', '--page-size', '1'], { cwd });
  const work = join(cwd, '.dist.portal-snapshot'); // it makes pages there, and none is in its place
  const hasPages = () => {
    try {
      return existsSync(work) && filesOf(work).some((path) => path.includes('/api%2F'));
    } catch {
      return false; // a folder that went while it was listed
    }
  };
  await until(running, hasPages);
  running.child.kill('SIGINT');
  // A shell reports it as 130.
  expect(await running.ended).toMatchObject({ signal: 'SIGINT', stdout: '' });
  expect(differences(readTree(join(cwd, 'dist')), before)).toEqual([]);
});

describe.runIf(posix)('the system’s temporary folder', () => {
  const each: [NodeJS.Signals, ...string[]][] = [
    ['SIGINT', 'build', '--no-cache', '--page-size', '1'],
    ['SIGTERM', 'check', '--no-cache', '--since', 'HEAD'],
    ['SIGHUP', 'diff', 'HEAD', '--no-cache', '--page-size', '1'],
    ['SIGINT', 'new', 'district', '--name', 'Южный', '--dry-run'],
  ];

  it.each(each)('is empty after %s of %s', async (signal, ...args) => {
    const TMPDIR = temporaryFolder();
    const running = startCommand(args, { cwd: workplace(), env: { TMPDIR } });
    await until(running, () => readdirSync(TMPDIR).length > 0);
    const [folder = ''] = readdirSync(TMPDIR);
    expect((statSync(join(TMPDIR, folder)).mode & 0o777).toString(8)).toBe('700');
    running.child.kill(signal);
    const ended = await running.ended;
    expect([ended.signal, ended.status, ended.stdout]).toEqual([signal, null, '']);
    expect(readdirSync(TMPDIR)).toEqual([]);
  });

  it('is not missed by the cache: nothing unfinished is in it after a signal', async () => {
    const cwd = workplace();
    const cache = join(cwd, 'cache');
    for (const workers of ['1', '2']) {
      rmSync(cache, { recursive: true, force: true });
      const running = startCommand(['build', '--cache', 'cache', '--workers', workers], { cwd });
      const isUnfinished = (name: string) => name.startsWith('portal-snapshot-');
      await until(running, () => existsSync(cache) && filesOf(cache).some(isUnfinished));
      running.child.kill('SIGTERM');
      expect((await running.ended).signal).toBe('SIGTERM');
      expect(readdirSync(cache).filter((name) => !/^(stat-)?[0-9a-f.]+$/.test(name))).toEqual([]);
    }
  });

  it('is empty after the next run of any kind, if a run was killed', async () => {
    const cwd = workplace();
    const TMPDIR = temporaryFolder();
    for (const args of [['build', '--no-cache'], ['diff', 'HEAD'], ['preview']]) {
      const running = startCommand(args, { cwd, env: { TMPDIR } });
      await until(running, () => readdirSync(TMPDIR).length > 0);
      running.child.kill('SIGKILL');
      await running.ended;
      expect(readdirSync(TMPDIR)).toHaveLength(1);
      const next = await runCommand(['check', '--cache', 'cache'], { cwd, env: { TMPDIR } });
      expect([next.status, next.stderr]).toEqual([0, '']);
      expect(readdirSync(TMPDIR)).toEqual([]);
    }
  });

  it('keeps what is of others, or of those that are at work', async () => {
    const cwd = workplace();
    const TMPDIR = temporaryFolder();
    const running = startCommand(['build', '--no-cache'], { cwd, env: { TMPDIR } });
    await until(running, () => readdirSync(TMPDIR).length > 0);
    running.child.kill('SIGKILL');
    await running.ended;
    const [gone = ''] = readdirSync(TMPDIR);
    rmSync(join(TMPDIR, gone), { recursive: true });
    const target = temporaryFolder();
    writeFile(target, 'thesis.odt', '');
    symlinkSync(target, join(TMPDIR, `${gone}-link`));
    const atWork = temporaryName();
    const elsewhere = gone.replace(/-[0-9a-f]{8}-/, '-00000000-');
    const names = [atWork, elsewhere, 'portal-snapshot-'];
    for (const name of names) mkdirSync(join(TMPDIR, name));
    mkdirSync(join(TMPDIR, gone));
    await runCommand(['check'], { cwd, env: { TMPDIR } });
    expect(readdirSync(TMPDIR).sort()).toEqual([...names, `${gone}-link`].sort());
    expect(readdirSync(target)).toEqual(['thesis.odt']);
  });
});

describe.runIf(posix)('fmt', () => {
  /** A repository with a file that takes a while to format. */
  function unformatted(): string {
    const cwd = repository({});
    const regions = times(60_000, (id) => ({ name: 'Область '.repeat(10), id }));
    writeFile(cwd, 'data/regions/all.json', JSON.stringify(regions));
    commitAll(cwd);
    return cwd;
  }

  const hidden = (cwd: string) =>
    readdirSync(join(cwd, 'data/regions')).filter((name) => name.startsWith('.'));

  async function interrupted(cwd: string, signal: NodeJS.Signals, isTime: () => boolean) {
    const running = startCommand(['fmt'], { cwd });
    await until(running, isTime);
    running.child.kill(signal);
    return running.ended;
  }

  it('that is killed leaves nothing that git or a build takes, and the next one takes it back', async () => {
    const cwd = unformatted();
    // Its own `.gitignore` comes first.
    const isWriting = () =>
      hidden(cwd).some((name) => readdirSync(join(cwd, 'data/regions', name)).includes('new'));
    expect((await interrupted(cwd, 'SIGKILL', isWriting)).signal).toBe('SIGKILL');
    expect(hidden(cwd)).toHaveLength(1);
    git(cwd, ['add', '--all']);
    expect(git(cwd, ['status', '--porcelain'])).toBe('');
    const checked = await runCommand(['check'], { cwd });
    expect([checked.status, checked.stderr]).toEqual([2, expect.stringContaining('fmt --check')]);
    expect((await runCommand(['fmt'], { cwd })).status).toBe(0);
    expect(readdirSync(join(cwd, 'data/regions'))).toEqual(['all.json']);
  });

  it('that is interrupted leaves nothing', async () => {
    const cwd = unformatted();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const isReading = () => existsSync(join(cwd, 'data/.portal-snapshot/lock'));
      expect((await interrupted(cwd, signal, isReading)).signal).toBe(signal);
      expect(readdirSync(join(cwd, 'data/regions'))).toEqual(['all.json']);
      expect(git(cwd, ['status', '--porcelain'])).toBe('');
    }
  });
});
