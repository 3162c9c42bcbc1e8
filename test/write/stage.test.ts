// Where unfinished files are: beside the published folder, wherever it really is, and in it only where there
// is no other way; and what a build says that cannot write.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Output } from '../../src/engine/write/output.js';
import { build } from '../../src/index.js';
import { temporaryFolder } from '../support/folders.js';
import { vacancies, writeData, writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { asSomebody, ofSomebody as givenAway } from '../support/somebody.js';
import { expectTree, filesOf, foldersOf, readTree } from '../support/tree.js';
import { small, workplace } from './workplace.js';

/** What is in a folder while a build writes its pages, and who may look into that of unfinished files. */
async function whileItWrites(cwd: string, settings: { out?: string }): Promise<string[]> {
  let seen: string[] = [];
  await build({
    cwd,
    ...settings,
    pageSize: 1,
    onProgress: (phase) => {
      if (phase !== 'writing') return;
      const folders = foldersOf(cwd);
      const modes = folders
        .filter((path) => path.endsWith('.portal-snapshot'))
        .map((path) => `${path}: ${(statSync(join(cwd, path)).mode & 0o777).toString(8)}`);
      seen = [...filesOf(cwd), ...folders, ...modes];
    },
  });
  return seen.filter((path) => !path.startsWith('data'));
}

describe('unfinished files', () => {
  it('are beside the published folder, and no file of it is one', async () => {
    const cwd = workplace(small);
    const seen = await whileItWrites(cwd, {});
    expect(seen.filter((path) => path.startsWith('dist'))).toEqual(['dist']);
    expect(seen.filter((path) => path.endsWith('index.json')).length).toBeGreaterThan(5);
    expect(seen).toContain('.dist.portal-snapshot: 700');
    expect(seen.every((path) => /^(dist$|\.dist\.portal-snapshot([/:]|$))/.test(path))).toBe(true);
    expect(readdirSync(cwd).sort()).toEqual(['data', 'dist']);
  });

  it('are beside what a link leads to', async () => {
    const cwd = workplace(small);
    mkdirSync(join(cwd, 'volume/site'), { recursive: true });
    symlinkSync('volume/site', join(cwd, 'dist'));
    const seen = await whileItWrites(cwd, {});
    expect(seen).toContain('volume/.site.portal-snapshot/lock');
    expect(seen.some((path) => path.startsWith('.dist'))).toBe(false);
    expect(readdirSync(join(cwd, 'volume'))).toEqual(['site']);
  });

  it('that a killed build left in the published folder go with the next build', async () => {
    const cwd = workplace(small);
    await build({ cwd, cache: 'cache' });
    const before = readTree(join(cwd, 'dist'));
    writeFile(cwd, 'dist/.portal-snapshot/new/api/region/index.json', '{"count":');
    writeFile(
      cwd,
      'dist/.portal-snapshot/lock',
      'ended.example 1 0b6f-9e 2026-11-21T10:00:00.000Z 0123',
    );
    const lock = spawnSync('touch', ['-d', '1 hour ago', join(cwd, 'dist/.portal-snapshot/lock')]);
    expect(lock.status).toBe(0);
    expect((await build({ cwd, cache: 'cache' })).problems).toEqual([]);
    expectTree(join(cwd, 'dist'), before);
  });
});

/** A working folder of a user for whom permissions count, whoever runs the tests. */
const ofSomebody = () => givenAway(workplace(small));

const buildAsSomebody = (cwd: string, ...args: string[]) =>
  asSomebody(() => runIn(cwd, 'build', '--no-cache', ...args));

/** Makes a folder one that its user cannot write to, for as long as some work takes. */
async function readOnly<T>(path: string, work: () => Promise<T>): Promise<T> {
  const { mode } = statSync(path);
  chmodSync(path, 0o555);
  try {
    return await work();
  } finally {
    chmodSync(path, mode);
  }
}

it('a lock gets signs of life while many files are made', () => {
  const cwd = temporaryFolder();
  const settings = { out: join(cwd, 'dist'), compress: [], breakLock: false };
  const output = new Output(settings, () => false, new Map());
  const lock = join(cwd, '.dist.portal-snapshot/lock');
  utimesSync(lock, 1, 1);
  for (let page = 0; page < 1200; page++) {
    const file = { name: `${page}`, isNew: true, signature: undefined } as const;
    output.add([{ ...file, key: '', hash: '', bytes: 0 }]);
  }
  expect(statSync(lock).mtimeMs).toBeGreaterThan(1000);
  output.close();
});

describe('a build that cannot write', () => {
  it('beside the published folder works in it', async () => {
    const cwd = ofSomebody();
    expect((await buildAsSomebody(cwd)).status).toBe(0);
    const before = readTree(join(cwd, 'dist'));
    writeData(join(cwd, 'data'), { ...small, ...vacancies(9) });
    const { status, stderr } = await readOnly(cwd, () => buildAsSomebody(cwd, '--page-size', '2'));
    expect(status, stderr).toBe(0);
    expect(readdirSync(join(cwd, 'dist')).sort()).toEqual(['404.json', 'api']);
    expect(readTree(join(cwd, 'dist')).size).toBeGreaterThan(before.size);
  });

  it('into one folder of the published one says so, and changes nothing anywhere', async () => {
    const cwd = ofSomebody();
    expect((await buildAsSomebody(cwd)).status).toBe(0);
    const before = readTree(join(cwd, 'dist'));
    const region = join(cwd, 'dist/api/region');
    const args = ['--base-url', 'https://api.example.org', '--page-size', '3'];
    const { status, stderr } = await readOnly(region, () => buildAsSomebody(cwd, ...args));
    expect([status, stderr]).toEqual([
      2,
      `portal-snapshot: ${join(cwd, 'dist')} cannot be written: permission denied (${region})\n`,
    ]);
    expectTree(join(cwd, 'dist'), before);
    expect(readdirSync(cwd).sort()).toEqual(['data', 'dist']);
  });

  it('at all says so in a line', async () => {
    const cwd = ofSomebody();
    const { status, stderr } = await readOnly(cwd, () => buildAsSomebody(cwd));
    const dist = join(cwd, 'dist');
    expect([status, stderr]).toEqual([
      2,
      `portal-snapshot: ${dist} cannot be written: permission denied\n`,
    ]);
    expect(existsSync(dist)).toBe(false);
  });

  it('respects the lock of one that could write elsewhere', async () => {
    const cwd = ofSomebody();
    await build({ cwd });
    writeFile(
      cwd,
      'dist/.portal-snapshot/lock',
      'ci-7.example 4711 0b6f2b9e 2026-11-21T10:00:00.000Z 0123456789abcdef',
    );
    await expect(build({ cwd })).rejects.toThrow('process 4711 on ci-7.example');
    expect(existsSync(join(cwd, '.dist.portal-snapshot'))).toBe(false);
    expect(existsSync(join(cwd, 'dist/.portal-snapshot/lock'))).toBe(true);
  });

  it('the files of hosts names their folder', async () => {
    const cwd = workplace(small);
    const hosts = join(cwd, 'hosts');
    mkdirSync(hosts, 0o555);
    const { status, stderr } = await buildAsSomebody(givenAway(cwd), '--host', 'nginx');
    expect([status, stderr]).toEqual([
      2,
      `portal-snapshot: ${hosts} cannot be written: permission denied (${hosts}/nginx)\n`,
    ]);
  });
});

/** Runs a program as root; whether it could. */
function asRoot(program: string, ...args: readonly string[]): boolean {
  const all = process.getuid?.() === 0 ? [program, ...args] : ['sudo', '-n', program, ...args];
  return spawnSync(all[0]!, all.slice(1)).status === 0;
}

/** Mounts a small file system. */
const mounts = (folder: string, size: string) =>
  asRoot('mount', '-t', 'tmpfs', '-o', `size=${size},uid=${process.getuid?.()}`, 'tmpfs', folder);

/** Whether this machine lets its tests mount. In CI it must; elsewhere those that need it say that they are skipped. */
const canMount = (() => {
  const folder = temporaryFolder();
  return mounts(folder, '1m') && asRoot('umount', folder);
})();

describe.runIf(canMount || process.env['CI'])('a file system of its own', () => {
  it('that is full leaves the old snapshot whole, and nothing unfinished', async () => {
    const cwd = workplace(small);
    const folder = temporaryFolder();
    expect(mounts(folder, '1m')).toBe(true);
    try {
      const out = join(folder, 'dist');
      expect((await build({ cwd, out })).ok).toBe(true);
      const before = readTree(out);
      writeData(join(cwd, 'data'), { ...small, ...vacancies(600, 2500) });
      const message = `${out} cannot be written: no space is left on the disk`;
      await expect(build({ cwd, out })).rejects.toThrow(message);
      expectTree(out, before);
      expect(readdirSync(folder)).toEqual(['dist']);
    } finally {
      asRoot('umount', folder);
    }
  });

  it('as the published folder holds the unfinished files, too', async () => {
    const cwd = workplace(small);
    const dist = join(cwd, 'dist');
    mkdirSync(dist);
    expect(mounts(dist, '9m')).toBe(true);
    try {
      const seen = await whileItWrites(cwd, {});
      expect(seen).toContain('dist/.portal-snapshot/lock');
      expect(seen).toContain('dist/.portal-snapshot: 700');
      expect(seen.some((path) => path.startsWith('.dist'))).toBe(false);
      expect(readdirSync(dist).sort()).toEqual(['404.json', 'api']);
      expect((await build({ cwd })).problems).toEqual([]);
      expect(readdirSync(cwd).sort()).toEqual(['data', 'dist']);
    } finally {
      asRoot('umount', dist);
    }
  });
});
