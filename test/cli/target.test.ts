// Where the target stands on a command line does not matter, whatever stands before it.
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { snapshotOf } from '../publish/lists.js';
import { temporaryFolder } from '../support/folders.js';
import { runIn } from '../support/run.js';

const lists = { region: [1, 2], 'job/vacancy': [2, 1], event: [1], 'post-comment': [1] };

it('publish --rollback TARGET, and --host NAME TARGET', async () => {
  const cwd = temporaryFolder();
  const target = pathToFileURL(join(cwd, 'www')).href;
  for (const word of ['котёл', 'труба', 'насос']) {
    const out = snapshotOf(lists, word);
    expect((await runIn(cwd, 'publish', '--out', out, target)).status).toBe(0);
  }
  const back = await runIn(cwd, 'publish', '--rollback', target);
  expect([back.status, back.stderr]).toEqual([0, '']);
  const forth = await runIn(cwd, 'publish', '--grace', '0', '--rollback', target, '--keep', '3');
  expect([forth.status, forth.stderr]).toEqual([0, '']);
  const id = back.stdout.slice(0, 12);
  expect((await runIn(cwd, 'publish', '--rollback', id, target)).stdout.slice(0, 12)).toBe(id);
  // The flag that is missing, not the target.
  const host = await runIn(cwd, 'publish', '--host', 'nginx', 's3', target, '--out', 'dist');
  expect(host.stderr).toContain('--host says what --verify wants');
});

it('verify --only RULE… FOLDER', async () => {
  const cwd = temporaryFolder();
  const out = snapshotOf(lists);
  const { stdout } = await runIn(
    cwd,
    'verify',
    '--only',
    'root-index',
    'count',
    out,
    '--skip',
    'count',
  );
  expect(stdout).toContain('root-index');
  expect(stdout).not.toContain('  count');
});

it('a folder may be called as a command is', async () => {
  const cwd = temporaryFolder();
  const out = snapshotOf(lists);
  cpSync(out, join(cwd, 'docs'), { recursive: true });
  const args = ['--only', 'root-index', out, '--against', 'docs'];
  const { stdout, stderr } = await runIn(cwd, 'verify', ...args);
  expect([stderr, stdout]).toEqual(['', expect.stringContaining('root-index')]);
});

it.each([
  [['publish', '--rollback'], "missing required argument 'target'"],
  [['publish', '--host', 's3://bucket'], "missing required argument 'target'"],
  [['publish', '--out', 's3://bucket'], "missing required argument 'target'"],
  [['publish', 's3://a', 's3://b'], 'too many arguments'],
])('%j is told as it stands', async (args, message) => {
  const { status, stderr } = await runIn(temporaryFolder(), ...args);
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it.each([
  ['api.example.org', 'an address begins with http'],
  ['', 'an address begins with http'],
  ['https://api.example.org?page=2', 'the address takes a host and a path'],
  ['https://me:secret@api.example.org', 'the address takes a host and a path'],
])('publish --verify "%s" is refused before anything is published', async (url, message) => {
  const cwd = temporaryFolder();
  const target = pathToFileURL(join(cwd, 'www')).href;
  const args = [target, '--out', snapshotOf(lists), '--verify', url];
  const { status, stderr } = await runIn(cwd, 'publish', ...args);
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(existsSync(join(cwd, 'www'))).toBe(false);
});
