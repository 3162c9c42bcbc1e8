// Ctrl-C: the build ends at once, and the snapshot that was there is whole.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { build } from '../../../src/index.js';
import { startCommand } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';
import { experts, forum, writeData } from '../../support/portal.js';
import { differences, filesOf, readTree } from '../../support/tree.js';

it('Ctrl-C while it makes pages ends it at once and leaves the old snapshot', async () => {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), experts(3));
  await build({ cwd });
  const before = readTree(join(cwd, 'dist'));

  writeData(join(cwd, 'data'), { ...experts(300), ...forum({ posts: 300, replies: 30 }) });
  const running = startCommand(['build', '--page-size', '1'], { cwd });
  const work = join(cwd, '.dist.portal-snapshot'); // it makes pages there, and none is in its place
  const hasPages = () => {
    try {
      return existsSync(work) && filesOf(work).some((path) => path.includes('/api%2F'));
    } catch {
      return false; // a folder that went while it was listed
    }
  };
  while (!hasPages() && running.child.exitCode === null) await sleep(1);
  running.child.kill('SIGINT');
  const { signal, stdout } = await running.ended;
  expect(signal).toBe('SIGINT'); // which a shell reports as 130
  expect(stdout).toBe('');
  expect(differences(readTree(join(cwd, 'dist')), before)).toEqual([]);
});
