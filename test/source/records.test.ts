// The records of a file, whatever stands around them, and what makes a file unreadable.
import { describe, expect, it } from 'vitest';
import { readFile } from '../../src/files/source/data-file.js';
import { placeBytes } from '../../src/files/source/places.js';
import { readRecords, type ScanHandler, scanFile } from '../../src/files/source/records.js';
import { bytes, plain } from '../check/cases.js';
import { lower } from '../support/limits.js';
import { holding, rowsIn } from './rows.js';

const MIB = 1 << 20;

const short = (text: string) => (text.length > 40 ? `${text.length} characters` : text);

/** What is read of a file, in short: each record by its first byte, each fault by its place and what is found there. */
function readOf(
  content: string | Buffer,
  isLines = false,
  more: Partial<ScanHandler> = {},
): string[] {
  const read: string[] = [];
  const file = readFile(holding(content));
  // Behind the bytes of a file may be those of the one before, which are not read.
  file.bytes.fill('{}\n', file.end);
  scanFile(file, isLines, {
    record: ({ start, text, value, single, defects }) => {
      expect(value).toEqual(JSON.parse(text));
      const lost = defects.map(({ kind }) => ` ${kind}`).join('');
      read.push(`${start}${single ? ' single' : ''} ${short(text)}${lost}`);
    },
    fault: ({ kind, offset, ...found }) => {
      read.push(`${kind} ${offset}${'found' in found ? ` "${found.found}"` : ''}`);
    },
    ...more,
  });
  return read;
}

const cases = (part: string) => rowsIn('records.txt', part);

it.each(cases('a file of JSON'))('of %s is read what is there', (text = '', ...read) => {
  expect(readOf(bytes(text))).toEqual(read.map(plain));
});

it('what loses all its digits is told, though it looks harmless', () => {
  expect(readOf(`[{"a":0.${'0'.repeat(400)}1}]`)).toEqual(['1 409 characters number']);
});

it.each(cases('a file of lines'))('of the lines %s is read what is there', (text = '', ...read) => {
  expect(readOf(bytes(text), true)).toEqual(read.map(plain));
});

it.each([false, true])('what is known is not read (lines: %s)', (isLines) => {
  const records = ['{"id":0}', '{"id":1}', '{"id":2}', '{"id":3}', '{"id":4}', '5'];
  const text = isLines ? records.join('\n') : `[${records.join(', ')}]`;
  const starts = records.map((record) => text.indexOf(record));
  const known = (start: number) => {
    const at = starts.indexOf(start);
    return [0, 3, 4].includes(at) ? starts[at + (at === 0 ? 2 : 1)]! : -1;
  };
  const read = [2, 5].map((at) => `${starts[at]} ${records[at]}`);
  expect(readOf(text, isLines, { known })).toEqual(read);
});

it('a file that is too large is not read', () => {
  lower('fileBytes', 9);
  expect(readOf('[{"a":1}]')).toEqual(['1 {"a":1}']);
  expect(readOf('[{"a":1}] ')).toEqual(['file size 0']);
  expect(readOf('{}\n{}\n{}\n{}', true)).toEqual(['file size 0']);
  expect(placeBytes(holding('{}\n{}\n{}\n{}'), [0])).toEqual([{ line: 1, column: 1 }]);
});

describe('a record that is too large', () => {
  const record = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;

  it('ends the reading of lines', () => {
    lower('recordBytes', 100);
    const [ok, large] = [record(99), record(100)];
    expect(readOf(`${ok}\n${ok}\n${large}\n${ok}`, true)).toEqual([
      '0 99 characters',
      '100 99 characters',
      'size 200',
    ]);
    lower('recordBytes', MIB + 9);
    const lines = [record(700_000), record(600_000), record(MIB + 9), '1'];
    expect(readOf(lines.join('\n'), true)).toEqual([
      '0 700000 characters',
      '700001 600000 characters',
      'size 1300002',
    ]);
  });

  it('ends the reading of a list', () => {
    lower('recordBytes', MIB);
    const list = [record(700_000), record(600_000), record(MIB + 99), '1'];
    expect(readOf(`[${list.join()}]`)).toEqual([
      '1 700000 characters',
      '700002 600000 characters',
      'size 1300003',
    ]);
    expect(readOf(record(MIB + 9))).toEqual(['size 0']);
    expect(readOf(record(MIB - 1))).toEqual([`0 single ${MIB - 1} characters`]);
  });
});

it('records are read by the name of their file', () => {
  const read = (name: string) => {
    const all: unknown[] = [];
    readRecords(holding('{"a": 1}\n{"a": 2}', name), ({ value }) => all.push(value));
    return all;
  };
  expect(read('file.ndjson')).toEqual([{ a: 1 }, { a: 2 }]);
  expect(read('file.json')).toEqual([{ a: 1 }]);
});
