// What is read of a file, at the borders of the blocks in which it is read.
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isObjectFile, openData } from '../../src/files/source/data-file.js';
import { folder, holding } from './rows.js';

it('what is no file, or a link to one, is not opened, nor a pipe waited for', () => {
  mkdirSync(join(folder(), 'folder'));
  symlinkSync(holding('{}'), join(folder(), 'link'));
  execFileSync('mkfifo', [join(folder(), 'pipe')]);
  expect(() => openData(join(folder(), 'link'))).toThrow('ELOOP');
  for (const other of ['folder', 'pipe']) {
    const path = join(folder(), other);
    expect(() => openData(path)).toThrow(`${path} is not a file`);
  }
});

it.each([
  ['{', true],
  ['\ufeff \t\r\n{"id": 1}', true],
  [`${' '.repeat(5000)}{}`, true],
  ['[{}]', false],
  ['7 {', false],
  ['', false],
  [' '.repeat(5000), false],
])('a file holds an object or not (%#)', (text, isObject) => {
  expect(isObjectFile(holding(text))).toBe(isObject);
});
