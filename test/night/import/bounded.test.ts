// A portal whose lists are larger than the memory that is there for them, taken apart and proved.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { build } from '../../../src/index.js';
import { generatePortal } from '../../bench/generate.js';
import { start } from '../../support/command.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';

it('lists of 76 MB are taken apart and proved with 64 MB of heap', async () => {
  const folder = temporaryFolder();
  generatePortal(join(folder, 'data'), 6000);
  expect(await build({ cwd: folder, cache: false })).toMatchObject({ ok: true });
  const args = ['--import', 'tsx', join(projectFolder, 'test/night/import/apart.ts'), folder];
  const { status, stdout, stderr } = await start(process.execPath, args, {
    cwd: projectFolder,
    env: { NODE_OPTIONS: '--max-old-space-size=64' },
  }).ended;
  expect(status, stderr).toBe(0);
  const apart = JSON.parse(stdout);
  expect(apart).toMatchObject({ differing: 0, gaps: 0, records: 12_000 });
});
