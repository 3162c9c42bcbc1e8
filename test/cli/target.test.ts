// The target comes before options that may take it for a value.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { snapshotOf } from '../publish/lists.js';
import { temporaryFolder } from '../support/folders.js';
import { runIn } from '../support/run.js';

const lists = { region: [1, 2], 'job/vacancy': [2, 1], event: [1], 'post-comment': [1] };

it('publish TARGET --rollback, and TARGET --host NAME', async () => {
  const cwd = temporaryFolder();
  const target = pathToFileURL(join(cwd, 'www')).href;
  for (const word of ['котёл', 'труба', 'насос']) {
    const out = snapshotOf(lists, word);
    expect((await runIn(cwd, 'publish', target, '--out', out)).status).toBe(0);
  }
  const back = await runIn(cwd, 'publish', target, '--rollback');
  expect([back.status, back.stderr]).toEqual([0, '']);
  const forth = await runIn(cwd, 'publish', target, '--rollback', '--keep', '3');
  expect([forth.status, forth.stderr]).toEqual([0, '']);
  const id = back.stdout.slice(0, 12);
  const again = await runIn(cwd, 'publish', target, '--rollback', id);
  expect(again.stdout.slice(0, 12)).toBe(id);
});

it('help shows the target before the options', async () => {
  for (const [command, target] of [
    ['publish', '<target>'],
    ['verify', '<url-or-folder>'],
  ] as const) {
    const { stdout } = await runIn(temporaryFolder(), command, '--help');
    expect(stdout).toContain(`Usage: portal-snapshot ${command} ${target} [options]`);
  }
});

it.each([
  [['publish', '--rollback', 's3://bucket'], "missing required argument 'target'"],
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
