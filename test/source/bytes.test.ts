// What is read of a file, at the borders of the blocks in which it is read.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ChunkHash } from '../../src/files/source/chunk-hash.js';
import {
  hashFile,
  isObjectFile,
  openData,
  readValueAt,
  withFile,
} from '../../src/files/source/data-file.js';
import { idsIn } from '../../src/files/source/ids.js';
import { RecordReader } from '../../src/files/source/record-reader.js';
import { temporaryFolder } from '../support/folders.js';

const folder = temporaryFolder();

/** A file that holds this. */
function holding(content: string | Buffer): string {
  const path = join(folder, 'file');
  writeFileSync(path, content);
  return path;
}

describe('the hash of a file', () => {
  it('is of all bytes, of any kind', async () => {
    const bytes = Buffer.from('жук '.repeat(100_000));
    const path = holding(bytes);
    const chunks = new ChunkHash();
    chunks.update(bytes);
    expect(await hashFile(path)).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(await hashFile(path, new ChunkHash())).toBe(chunks.digest());
  });
});

it('what is no file, or a link to one, is not opened, nor a pipe waited for', () => {
  mkdirSync(join(folder, 'folder'));
  symlinkSync(holding('{}'), join(folder, 'link'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  expect(() => openData(join(folder, 'link'))).toThrow('ELOOP');
  for (const other of ['folder', 'pipe']) {
    const path = join(folder, other);
    expect(() => openData(path)).toThrow(`${path} is not a file`);
  }
});

describe('ids', () => {
  it('are those of records, in a text that need not be JSON', () => {
    const text =
      '{"id":7, "id" :\n 8} "id": "9", "id" 5 "id": x "kid": 3 "id": 12345678901234567890';
    expect([...idsIn(text)]).toEqual([7, 8, 9, 1234567890123456]);
  });
});

describe('a value', () => {
  const large = JSON.stringify({ text: 'ж'.repeat(40_000) });
  it.each([
    ['', ''],
    ['{"a": [1]} {"b": 2}', '{"a": [1]}'],
    ['"жук", 1', '"жук"'],
    ['{"a": ', '{"a": '],
    [', {}', ''],
    [`${large}, {}`, large],
    [`["${'x'.repeat((1 << 14) - 2)}`, `["${'x'.repeat((1 << 14) - 2)}`],
    [`["${'x'.repeat((1 << 14) - 2)}"] 1`, `["${'x'.repeat((1 << 14) - 2)}"]`],
  ])('is read to its end, and no further (%#)', (text, value) => {
    const before = '{"id": 1}\n';
    withFile(holding(before + text), (fd) => {
      expect(readValueAt(fd, before.length)).toBe(value);
      expect(new RecordReader(fd).text(before.length)).toBe(value);
    });
  });
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
