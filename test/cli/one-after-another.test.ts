// A test that was given up leaves its command running: the next test's command waits for it.
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';

it('commands in this process run one after another, each in its folder', async () => {
  const folders = ['regions', 'districts'].map((name) => {
    const cwd = temporaryFolder();
    writeFile(cwd, `data/${name}.json`, '[{"id": 1}]');
    return { cwd, name };
  });
  const before = process.cwd();
  const printed = await Promise.all(folders.map(({ cwd }) => runIn(cwd, 'check')));
  for (const [i, { name }] of folders.entries()) {
    expect(printed[i]).toMatchObject({ status: 1, stderr: '' });
    expect(printed[i]!.stdout).toContain(`data/${name}.json\n  1:2  error`);
  }
  expect(process.cwd()).toBe(before);
});
