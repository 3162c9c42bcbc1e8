// The lock of a published folder: who holds it is told, one that cannot be read stops a build at once,
// and `--break-lock` takes it all the same. What a killed build left, goes.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { build } from '../../../src/index.js';
import { commandFile } from '../../support/command.js';
import { directory, vacancies, writeFile } from '../../support/portal.js';
import { runIn } from '../../support/run.js';
import { expectTree, readTree } from '../../support/tree.js';
import { run, small, workplace } from '../../write/workplace.js';

const LOCK = '.dist.portal-snapshot/lock';
const ANOTHER =
  'ci-7.example 4711 0b6f2b9e-0000-4000-8000-000000000000 2026-11-21T10:00:00.000Z 0123456789abcdef';

/** A working folder with a folder for the lock. */
function locked(): string {
  const cwd = workplace(small);
  mkdirSync(join(cwd, '.dist.portal-snapshot'));
  return cwd;
}

it('a lock that is a pipe stops a build at once', async () => {
  const cwd = locked();
  execFileSync('mkfifo', [join(cwd, LOCK)]);
  const { status, stderr } = await run(cwd, 'build');
  expect(status).toBe(2);
  expect(stderr).toContain(`is writing to ${join(cwd, 'dist')} cannot be known`);
  for (const part of [join(cwd, LOCK), '--break-lock']) expect(stderr).toContain(part);
  const broken = await run(cwd, 'build', '--break-lock');
  expect(broken.status, broken.stderr).toBe(0);
  expect(readdirSync(cwd).sort()).toEqual(['data', 'dist']);
  expect(readdirSync(join(cwd, 'dist')).sort()).toEqual(['404.json', 'api']);
});

it.each([
  ['in the published folder', 'dist/.portal-snapshot/lock', ANOTHER],
  ['that names nobody', LOCK, '\u001b[31m?'],
  ['that is empty', LOCK, ''],
  ['that is endless', LOCK, 'x'.repeat(1 << 20)],
])(
  'a lock of another machine %s, holds as long as it gives signs of life',
  async (_, path, text) => {
    const cwd = locked();
    writeFile(cwd, path, text);
    // Not as a process: an empty lock counts as abandoned after ten seconds.
    const { status, stderr } = await runIn(cwd, 'build');
    expect([status, stderr.length < 500]).toEqual([2, true]);
    expect(stderr).toContain('another command is writing to');
    expect(stderr).not.toContain('\u001b');
    for (const minutes of [16, -600]) {
      const then = new Date(Date.now() - minutes * 60_000);
      writeFile(cwd, path, text);
      utimesSync(join(cwd, path), then, then);
      expect((await build({ cwd })).problems).toEqual([]);
      expect(readdirSync(cwd).sort()).toEqual(['data', 'dist']);
      expect(readdirSync(join(cwd, 'dist')).sort()).toEqual(['404.json', 'api']);
    }
  },
);

it('a lock of this machine that is broken while its build works ends that build, which publishes nothing', async () => {
  const cwd = workplace(small);
  let second: number | null | undefined;
  const first = build({
    cwd,
    baseUrl: 'https://first.example',
    onProgress: (phase) => {
      if (phase !== 'writing') return;
      const command = [commandFile, 'build', '--break-lock'];
      second ??= spawnSync(process.execPath, command, { cwd }).status;
    },
  });
  await expect(first).rejects.toThrow(`another command broke the lock of ${join(cwd, 'dist')}`);
  expect(second).toBe(0);
  expect(readdirSync(cwd).sort()).toEqual(['data', 'dist']);
  expect(readFileSync(join(cwd, 'dist/api/index.json'), 'utf8')).toContain('localhost');
});

it('builds at once into one folder: one publishes, the others say so and exit 2', async () => {
  const cwd = workplace({ ...vacancies(4000, 2500), ...directory(7) });
  const args = ['build', '--out', 'public-snapshot', '--page-size', '2'];
  const ends = await Promise.all([run(cwd, ...args), run(cwd, ...args), run(cwd, ...args)]);
  const refused = ends.filter(({ status }) => status !== 0);
  expect(refused.length).toBeLessThan(ends.length);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, stderr } of refused) {
    expect(status, stderr).toBe(2);
    expect(stderr).toContain('public-snapshot');
  }
  const clean = await runIn(cwd, 'build', '--out', 'clean', '--page-size', '2', '--no-cache');
  expect(clean.status, clean.stderr).toBe(0);
  expectTree(join(cwd, 'public-snapshot'), readTree(join(cwd, 'clean')));
});
