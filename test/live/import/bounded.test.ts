// A portal whose lists are larger than the memory that is there for them, taken apart and proved.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { start } from '../../support/command.js';
import { projectFolder } from '../../support/folders.js';

it('lists of 76 MB are taken apart and proved with 64 MB of heap', {
  timeout: 300_000,
}, async () => {
  const bench = join(projectFolder, 'test/bench/apart.ts');
  const args = ['--import', 'tsx', bench, '6000'];
  const env = { NODE_OPTIONS: '--max-old-space-size=64' };
  const { status, stdout, stderr } = await start(process.execPath, args, {
    cwd: projectFolder,
    env,
  }).ended;
  expect(status, stderr).toBe(0);
  const [taken] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(taken).toMatchObject({ differing: 0, gaps: 0, compared: { records: 12_000 } });
});
