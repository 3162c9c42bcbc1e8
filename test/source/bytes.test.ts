// What is read of a file, at the borders of the blocks in which it is read.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ChunkHash, digestAt, digestOf } from '../../src/files/source/chunk-hash.js';
import {
  hashFile,
  isBlankFile,
  isObjectFile,
  openData,
  readRecordAt,
  readText,
  readValueAt,
  withFile,
} from '../../src/files/source/data-file.js';
import { idsIn } from '../../src/files/source/ids.js';
import { RecordReader } from '../../src/files/source/record-reader.js';
import { temporaryFolder } from '../support/folders.js';

const folder = temporaryFolder();
const MIB = 1 << 20;

/** A file that holds this. */
function holding(content: string | Buffer): string {
  const path = join(folder, 'file');
  writeFileSync(path, content);
  return path;
}

const sha = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('base64');

describe('the hash of a file', () => {
  it.each([
    [[]],
    [['']],
    [['a']],
    [['abcd']],
    [['abcdef']],
    [['abcdefgh']],
    [['a', 'bcd']],
    [['a', 'bcdefgh', 'ij']],
    [['abc', 'defgh', 'ijkl', 'm']],
    [['a', 'b', 'c', 'd', 'efgh']],
  ])('is that of its chunks, however its bytes come: %j', (pieces) => {
    const hash = new ChunkHash(4);
    for (const piece of pieces) hash.update(Buffer.from(piece));
    const chunks = pieces.join('').match(/.{1,4}/g) ?? [''];
    const digest = hash.digest();
    expect(digest).toBe(chunks.map(sha).join(''));
    expect([0, 1, chunks.length].map((chunk) => digestAt(digest, chunk))).toEqual(
      [chunks[0]!, chunks[1], undefined].map((chunk) =>
        chunk === undefined ? '' : digestOf(Buffer.from(chunk)),
      ),
    );
  });

  it('is of all bytes, of any kind', async () => {
    const bytes = Buffer.from('жук '.repeat(100_000));
    const path = holding(bytes);
    const chunks = new ChunkHash();
    chunks.update(bytes);
    expect(await hashFile(path)).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(await hashFile(path, new ChunkHash())).toBe(chunks.digest());
  });

  it('of a large file lets others work meanwhile', async () => {
    truncateSync(holding(''), 32 * MIB);
    let isTurn = false;
    setImmediate(() => {
      isTurn = true;
    });
    await hashFile(join(folder, 'file'));
    expect(isTurn).toBe(true);
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

it('no file stays open', async () => {
  const next = () => {
    const fd = openSync(folder, 'r');
    closeSync(fd);
    return fd;
  };
  const path = holding('{"id": 7}');
  const before = next();
  isObjectFile(path);
  await hashFile(path);
  expect(() => openData(folder)).toThrow();
  expect(next()).toBe(before);
});

describe('ids', () => {
  it('are those of records, in a text that need not be JSON', () => {
    const text =
      '{"id":7, "id" :\n 8} "id": "9", "id" 5 "id": x "kid": 3 "id": 12345678901234567890';
    expect([...idsIn(text)]).toEqual([7, 8, 9, 1234567890123456]);
  });

  it('are found on the border of blocks, and in UTF-16', () => {
    const padded = (length: number) => `${' '.repeat(length)}"id": 7 "id": 7`;
    const idsOf = (path: string) => {
      const ids = new Set<number>();
      const add = (text: string) => [...idsIn(text)].forEach((id) => void ids.add(id));
      withFile(path, (fd) => readText(fd, add));
      return ids;
    };
    for (const before of [MIB - 3, MIB - 15, 2 * MIB - 64 - 3, 2 * MIB + 5]) {
      expect([...idsOf(holding(padded(before)))]).toEqual([7]);
    }
    expect([...idsOf(holding(Buffer.from('\ufeff{"id": 7}', 'utf16le')))]).toEqual([7]);
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

  it('is read again by its place, whichever was read before', () => {
    const records = [1, 2, 3, 4, 5, 6, 7, 8].map((id) =>
      JSON.stringify({ id, text: 'ж'.repeat(id === 5 ? 30_000 : 2000) }),
    );
    const text = records.join('\n');
    const starts = records.map((record) => Buffer.byteLength(text.slice(0, text.indexOf(record))));
    const path = holding(text);
    withFile(path, (fd) => {
      const reader = new RecordReader(fd);
      for (const i of [1, 1, 0, 1, 3, 4, 2, 0, 7, 5, 6, 7, 4, 0]) {
        expect(reader.text(starts[i]!)).toBe(records[i]);
      }
    });
    expect(readRecordAt(path, starts[2]!)).toMatchObject({ id: 3 });
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

it.each([
  ['', true],
  ['\ufeff \r\n', true],
  [' '.repeat((1 << 16) - 1), true],
  [' '.repeat(1 << 16), false],
  ['\n{}', false],
])('a file is blank or not (%#)', (text, isBlank) => {
  expect(isBlankFile(holding(text))).toBe(isBlank);
});
