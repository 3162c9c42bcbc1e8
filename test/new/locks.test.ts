// The lock of the data: whose it is, is said at once where nobody can be seen to let go of it, and `--break-lock` takes
// it. And changes that were cut off: only `fmt` and the other commands that change data take them back.
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { begin } from '../../src/editing/workspace/journal.js';
import { mustBeFree, takeLock } from '../../src/files/disk/lock.js';
import { machine } from '../../src/files/disk/temporary.js';
import { hashOf } from '../../src/files/source/chunk-hash.js';
import { check } from '../../src/index.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { changed, dataOf, desk } from './desk.js';

const LOCK = 'data/.portal-snapshot/lock';
const JOURNAL = 'data/.portal-snapshot.change';
const commands = [
  ['new', 'city', '--name', 'Ухта', '--region', '2'],
  ['remove', 'city', '1'],
  ['fmt'],
];

let cwd = '';
beforeEach(() => {
  cwd = desk();
  writeFile(cwd, 'data/regions.json', '[\n  {"id": 2, "name": "Коми"}\n]\n');
  writeFile(cwd, 'data/cities.json', '[\n  {"id": 1, "name": "Инта", "region": 2}\n]\n');
});

describe.each(commands)('%s', (...command) => {
  it.each<[string, (path: string) => void, string]>([
    ['a folder', (path) => mkdirSync(join(path, 'below'), { recursive: true }), 'cannot be read'],
    ['a link', (path) => symlinkSync('nowhere', path), 'cannot be read'],
    [
      'of another machine',
      (path) =>
        writeFileSync(path, 'ci-7.example 4711 0b6f2b9e 2026-11-21T10:00:00.000Z 0123456789abcdef'),
      'process 4711 on ci-7.example since 2026-11-21T10:00:00.000Z, last sign of life 20',
    ],
    ['that names nobody', (path) => writeFileSync(path, '?'), 'its lock names nobody'],
  ])('says at once what is known of a lock that is %s', async (_, make, said) => {
    mkdirSync(join(cwd, 'data/.portal-snapshot'));
    make(join(cwd, LOCK));
    const { status, stderr } = await runIn(cwd, ...command);
    expect(status).toBe(2);
    for (const part of [said, join(cwd, LOCK), '--break-lock']) expect(stderr).toContain(part);
    expect((await runIn(cwd, ...command, '--break-lock')).status).toBe(0);
    expect(existsSync(join(cwd, LOCK))).toBe(false);
  });

  it('takes the lock of a process that is gone, and waits for one that is at work', async () => {
    writeFile(cwd, LOCK, lockOf(spawnSync('true').pid));
    expect((await runIn(cwd, ...command)).status).toBe(0);
    // This number is that of another process by now.
    writeFile(cwd, LOCK, lockOf(process.pid));
    const then = new Date(Date.now() - 16 * 60_000);
    utimesSync(join(cwd, LOCK), then, then);
    expect((await runIn(cwd, 'fmt')).status).toBe(0);
    const other = spawn('sleep', ['0.5']);
    writeFile(cwd, LOCK, lockOf(other.pid!));
    const before = dataOf(cwd);
    const running = runIn(cwd, 'fmt');
    expect(changed(before, dataOf(cwd))).toEqual({});
    expect((await running).status).toBe(0);
    expect(other.exitCode).toBe(0);
  });
});

it('of a command that is gone, fmt --check --break-lock takes the lock, and changes no file', async () => {
  writeFile(cwd, 'data/regions.json', '[{"id": 2,\n"name": "Коми"}]');
  const before = dataOf(cwd);
  writeFile(cwd, LOCK, 'ci-7.example 4711 0b6f2b9e 2026-11-21T10:00:00.000Z 0123456789abcdef');
  expect((await runIn(cwd, 'fmt', '--check', '--break-lock')).status).toBe(1);
  expect(existsSync(join(cwd, LOCK))).toBe(false);
  expect(changed(before, dataOf(cwd))).toEqual({});
});

/** The lock of a process of this machine, as the tool writes it. */
const lockOf = (pid: number, where = machine()) =>
  `${hostname()} ${pid} 0b6f2b9e 2026-11-21T10:00:00.000Z ${where}`;

function isHeld(lock: string): boolean {
  writeFile(cwd, LOCK, lock);
  try {
    mustBeFree(join(cwd, LOCK), cwd);
    return false;
  } catch {
    return true;
  }
}

it('a lock of this host name is held where its process cannot be seen, in another container', () => {
  const { pid } = spawnSync('true');
  const another = '0123456789abcdef';
  expect([lockOf(pid), lockOf(pid, another)].map(isHeld)).toEqual([false, true]);
});

it('who lost the lock to --break-lock leaves that of the next one alone, and is told', () => {
  const path = join(cwd, LOCK);
  const take = (byForce: boolean) =>
    takeLock(path, cwd, () => mkdirSync(join(path, '..'), { recursive: true }), byForce);
  const [lost, next] = [take(false), take(true)];
  lost.release();
  expect(existsSync(path)).toBe(true);
  expect(lost.touch).toThrow('another command broke the lock');
  next.release();
  expect(existsSync(path)).toBe(false);
});

it('the lock of a process of another user is held', () => {
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error(), { code: 'EPERM' });
  });
  const held = isHeld(lockOf(process.pid));
  kill.mockRestore();
  expect(held).toBe(true);
});

describe('a change that was cut off', () => {
  const cities = 'cities.json';
  const made = 'cities/7.json';
  const text = '{ "id": 7, "name": "Ухта", "region": 2 }\n';

  /** The data after a change of which both files are in their places already, and which was not ended. */
  function cutOff() {
    const before = dataOf(cwd);
    const old = before.get(cities)!;
    const after = Buffer.from('[]\n');
    const entries = [
      { file: cities, before: hashOf(old), after: hashOf(after) },
      { file: made, before: undefined, after: hashOf(Buffer.from(text)) },
    ];
    expect(begin(join(cwd, 'data'), [], entries)).toBe(true);
    writeFile(cwd, `data/${cities}`, String(after));
    writeFile(cwd, `data/${made}`, text);
    return before;
  }

  it('is read by no command, and taken back by the next one that changes data', async () => {
    const before = cutOff();
    for (const command of [['check'], ['build'], ['find', 'x']]) {
      const { status, stderr } = await runIn(cwd, ...command);
      expect([command, status]).toEqual([command, 2]);
      expect(stderr).toContain('is not finished');
      expect(stderr).toContain('npx portal-snapshot fmt --check undoes');
    }
    await expect(check({ cwd })).rejects.toThrow('is not finished');
    const { status, stderr } = await runIn(cwd, 'fmt');
    expect([status, stderr]).toEqual([0, expect.stringContaining(`${cities}, ${made}`)]);
    expect(changed(before, dataOf(cwd))).toEqual({});
    expect((await runIn(cwd, 'fmt')).stderr).toBe('');
  });

  it('is taken back by the command that is advised, and nothing else is changed, wherever the data is', async () => {
    writeFile(cwd, 'data/regions.json', '[{"id": 2,\n"name": "Коми"}]');
    const before = cutOff();
    renameSync(join(cwd, 'data'), join(cwd, 'other'));
    writeFile(cwd, 'data/regions.json', '[{"id": 2,\n"name": "Коми"}]');
    const unformatted = dataOf(cwd);
    const { stderr } = await runIn(cwd, 'check', '--data', 'other');
    const [, advised = ''] = /portal-snapshot (\S+.*?) undoes/.exec(stderr)!;
    expect(advised).toBe('fmt --check --data other');
    const done = await runIn(cwd, ...advised.split(' '));
    expect([done.status, done.stderr]).toEqual([1, expect.stringContaining(`${cities}, ${made}`)]);
    expect(changed(unformatted, dataOf(cwd))).toEqual({});
    rmSync(join(cwd, 'data'), { recursive: true });
    renameSync(join(cwd, 'other'), join(cwd, 'data'));
    expect(changed(before, dataOf(cwd))).toEqual({});
  });

  it('is the last change to undo, which takes it back alone', async () => {
    expect((await runIn(cwd, 'change', 'region', '2', '--name', 'Республика Коми')).status).toBe(0);
    const before = cutOff();
    const told = (await runIn(cwd, 'undo', '--dry-run')).stdout;
    expect(told).toContain(`data/${made}  (removed)`);
    const { status, stdout, stderr } = await runIn(cwd, 'undo');
    expect([status, stderr]).toEqual([0, expect.stringContaining(`${cities}, ${made}`)]);
    expect(stdout).toContain(`data/${made}  (removed)`);
    expect(changed(before, dataOf(cwd))).toEqual({});
    expect((await runIn(cwd, 'undo')).stdout).toContain('undone: change region 2');
  });

  it('stays where somebody has edited one of its files since', async () => {
    const before = cutOff();
    writeFile(cwd, `data/${cities}`, '[ ]\n');
    const { status, stderr } = await runIn(cwd, 'fmt');
    expect([status, stderr]).toEqual([2, expect.stringContaining(`: ${cities};`)]);
    expect(readFileSync(join(cwd, 'data', cities), 'utf8')).toBe('[ ]\n');
    expect(readFileSync(join(cwd, 'data', made), 'utf8')).toBe(text);
    expect(readFileSync(join(cwd, JOURNAL, '0')).equals(before.get(cities)!)).toBe(true);
  });

  it.each([
    '../outside.json',
    '/etc/outside.json',
    'cities/../../outside.json',
    '.git/config',
    'linked/outside.json',
  ])('never leads to %s, whoever wrote its journal', async (file) => {
    const outside = Buffer.from('mine\n');
    writeFile(cwd, 'outside.json', String(outside));
    symlinkSync('..', join(cwd, 'data/linked'));
    writeFile(cwd, `${JOURNAL}/0`, 'theirs\n');
    const hash = hashOf(Buffer.from('theirs\n'));
    const entries = [{ file, before: hash, after: hashOf(outside) }];
    writeFile(cwd, `${JOURNAL}/entries.json`, JSON.stringify({ command: [], entries }));
    const { status, stderr } = await runIn(cwd, 'fmt');
    expect([status, stderr]).toEqual([2, expect.stringMatching(/is damaged|symbolic link/)]);
    expect(readFileSync(join(cwd, 'outside.json'), 'utf8')).toBe('mine\n');
  });

  it.each([
    '',
    '[',
    '{}',
    '[]',
    '{"command": [], "entries": [{"file": 1}]}',
    '{"command": [], "entries": [{"file": "cities.json", "before": 1}]}',
  ])('with a journal that holds %j is left as it is', async (journal) => {
    writeFile(cwd, `${JOURNAL}/entries.json`, journal);
    const before = dataOf(cwd);
    const { status, stderr } = await runIn(cwd, 'fmt');
    expect([status, stderr]).toEqual([2, expect.stringContaining('is damaged')]);
    expect(changed(before, dataOf(cwd))).toEqual({});
  });
});
