// Commands and flags of earlier versions are refused in one line that says what to do instead.
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { runIn } from '../support/run.js';

it.each([
  [['completion', 'bash'], /^error: completion is gone since 3\.0\.0: there is no completion/],
  [['new', '--complete', 'post', '45'], /^error: --complete is gone since 3\.0\.0: bring back/],
  [['fmt', '--split'], /^error: --split is gone since 3\.0\.0: move a text by hand/],
  [['publish', 's3://b', '--verify', 'u'], /^error: --verify is gone since 3\.0\.0: run `portal/],
  [['check', '--fix'], /^error: --fix is gone since 3\.0\.0: run fmt, then check\n$/],
])('%s', async (args, told) => {
  const { status, stdout, stderr } = await runIn(temporaryFolder(), ...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(told);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

it('what never was there is refused as before', async () => {
  const { stderr } = await runIn(temporaryFolder(), 'check', '--strickt');
  expect(stderr).toBe("error: unknown option '--strickt'\n(Did you mean --strict?)\n");
});
