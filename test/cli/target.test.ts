// The target comes before options that may take it for a value.
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { runIn } from '../support/run.js';

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
  [['publish', '--out', 's3://bucket'], "missing required argument 'target'"],
  [['publish', 's3://a', 's3://b'], 'too many arguments'],
])('%j is told as it stands', async (args, message) => {
  const { status, stderr } = await runIn(temporaryFolder(), ...args);
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
});
