// Texts for `new` from files and standard input, and records whose texts get files of their own.
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commandFile, start } from '../support/command.js';
import { changed, dataOf, desk, runNew } from './desk.js';

const created_at = '2024-01-01T10:00:00+03:00';
const made = ['vacancy', '--category', '1', '--created_at', created_at];

async function written(cwd: string, ...args: string[]) {
  const before = dataOf(cwd);
  const { status, stderr } = await runNew(cwd, ...args);
  return { status, stderr, files: changed(before, dataOf(cwd)) };
}

it('a text is read from standard input', async () => {
  const cwd = desk();
  const command = `"${process.execPath}" "${commandFile}" new ${made.join(' ')} --text - --dry-run`;
  const piped = start('bash', ['-c', `printf 'Ищем\\n\\n' | ${command}`], { cwd });
  const { status, stdout } = await piped.ended;
  expect([status, stdout]).toEqual([0, expect.stringContaining('"text": "Ищем\\n"')]);
});

it.runIf(existsSync('/dev/zero'))('a text that never ends is refused', async () => {
  const refused = await written(desk(), ...made, '--text', '@/dev/zero');
  expect(refused).toMatchObject({ status: 2, files: {} });
  expect(refused.stderr).toContain('"/dev/zero" cannot be read (more than 67108864 bytes)');
});
