// The command, as someone at a terminal uses it.
import {
  cpSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { start, startCommand } from '../support/command.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { directory, writeData, writeFile } from '../support/portal.js';
import { runAs } from '../support/run.js';
import { filesOf } from '../support/tree.js';

it('serves, tells of each build, and leaves nothing behind on Ctrl-C', async () => {
  const cwd = temporaryFolder();
  const TMPDIR = temporaryFolder();
  writeData(join(cwd, 'data'), directory(3));
  const { child, ended } = startCommand(['preview', '--page-size', '2'], { cwd, env: { TMPDIR } });
  let shown = '';
  const showing = (what: RegExp) =>
    new Promise<void>((resolve) => {
      const look = () => what.test(shown) && resolve();
      child.stdout?.on('data', look);
      look();
    });
  child.stdout?.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  await showing(/Ctrl-C/);
  const url = /http:\S+/.exec(shown)?.[0] ?? '';
  const { next } = (await (await fetch(`${url}api/region/`)).json()) as { next: string };
  expect(next).toBe(`${url}api/region/page/2/?page=2`);
  expect(readdirSync(TMPDIR)).toHaveLength(1);

  writeFile(cwd, 'data/regions.json', '[{"id": 1, "nane": "Область"}]');
  await showing(/stays\n/);
  writeFile(cwd, 'data/regions.json', '[{"id": 1, "name": "Область"}]');
  await showing(/stays\n.*built/s);
  child.kill('SIGINT');
  const { status, signal, stdout, stderr } = await ended;
  expect([status, signal, stderr]).toEqual([0, null, '']);
  expect(stdout).toContain('unknown-field');
  const lines = stdout.split('\n').filter((line) => /^(?:built|checked|preview)/.test(line));
  expect(lines.map((line) => line.replace(/\d+ ms/, 'N ms').replace(/:\d{4}/, ':PORT'))).toEqual([
    expect.stringMatching(/^built in N ms: \d+ files written, 0 removed$/),
    'preview on http://127.0.0.1:PORT/ (Ctrl-C ends it)',
    'checked in N ms; the last good snapshot stays',
    expect.stringMatching(/^built in N ms: \d+ files? written, [01] removed$/),
  ]);
  expect(readdirSync(TMPDIR)).toEqual([]);
  expect(filesOf(cwd)).toEqual(['data/districts.json', 'data/regions.json']);
});

it('survives that its package is built anew, and that the temporary folder is cleaned', async () => {
  const [home, cwd, TMPDIR] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  for (const part of ['bin', 'lib', 'package.json']) {
    cpSync(join(projectFolder, part), join(home, part), { recursive: true });
  }
  symlinkSync(join(projectFolder, 'node_modules'), join(home, 'node_modules'));
  writeData(join(cwd, 'data'), directory(3));
  const file = join(home, 'bin/portal-snapshot.js');
  const running = start(process.execPath, [file, 'preview'], { cwd, env: { TMPDIR } });
  let shown = '';
  let logged = '';
  running.child.stdout?.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  running.child.stderr?.on('data', (chunk: Buffer) => {
    logged += chunk.toString();
  });
  await expect.poll(() => shown).toMatch(/Ctrl-C/);
  const url = /http:\S+/.exec(shown)?.[0] ?? '';
  const statuses = async () => {
    const paths = ['', 'docs/', 'docs/page.js', 'preview/page.js', 'api/region/'];
    return Promise.all(paths.map(async (path) => (await fetch(url + path)).status));
  };
  const good = [200, 200, 200, 200, 200];
  await expect.poll(statuses).toEqual(good);

  renameSync(join(home, 'lib'), join(home, 'old'));
  expect(await statuses()).toEqual([503, 503, 503, 503, 200]);
  const what = /^something unexpected happened: ENOENT: no such file.*page\.html'; try again and/;
  expect(await (await fetch(url)).json()).toEqual({ detail: expect.stringMatching(what) });
  // A failure whose words are in a file that was not read yet.
  renameSync(join(cwd, 'data'), join(cwd, 'gone'));
  await expect.poll(() => logged).toContain('portal-snapshot: there is no data folder');
  renameSync(join(cwd, 'gone'), join(cwd, 'data'));
  renameSync(join(home, 'old'), join(home, 'lib'));
  expect(await statuses()).toEqual(good);

  const clean = () => {
    for (const name of readdirSync(TMPDIR)) rmSync(join(TMPDIR, name), { recursive: true });
    return true;
  };
  // Again where the preview is writing at this moment.
  await expect.poll(clean).toBe(true);
  // Nobody has to save anything.
  await expect.poll(statuses).toEqual(good);
  running.child.kill('SIGINT');
  expect((await running.ended).status).toBe(0);
  // Each failure is told in one line.
  expect(logged).toMatch(/^(?:portal-snapshot: .*\n)+$/);
});

it('exits with 2 for a port that is taken or is none, and a folder that is not there', async () => {
  const taken = createServer();
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
  const port = String((taken.address() as AddressInfo).port);
  const cwd = temporaryFolder();
  const TMPDIR = temporaryFolder();
  const run = (...args: string[]) => runAs({ LC_ALL: 'C', TMPDIR }, cwd, 'preview', ...args);
  const missing = await run();
  expect([missing.status, missing.stderr]).toEqual([
    2,
    `portal-snapshot: there is no data folder ${join(cwd, 'data')}; "npx portal-snapshot init" begins a portal\n`,
  ]);
  mkdirSync(join(cwd, 'data'));
  writeFileSync(join(cwd, 'data/regions.json'), '[]');
  const [inUse, none] = await Promise.all([run('--port', port), run('--port', '70000')]);
  taken.close();
  expect([inUse.status, inUse.stderr]).toEqual([
    2,
    `portal-snapshot: port ${port} is taken; choose another one, or leave out --port\n`,
  ]);
  expect(none.status).toBe(2);
  expect(none.stderr).toContain('It must be at most 65535.');
  expect(readdirSync(TMPDIR)).toEqual([]);
});
