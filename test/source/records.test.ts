// The records of a file, whatever stands around them, and what makes a file unreadable.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readFile } from '../../src/files/source/data-file.js';
import { placeBytes } from '../../src/files/source/places.js';
import { readRecords, type ScanHandler, scanFile } from '../../src/files/source/records.js';
import { LIMITS } from '../../src/model/limits.js';
import { temporaryFolder } from '../support/folders.js';

const folder = temporaryFolder();
const MIB = 1 << 20;

/** A file that holds this. */
function holding(content: string | Buffer, name = 'file.json'): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

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

const texts: readonly [text: string | Buffer, ...read: string[]][] = [
  ['', 'nothing 0'],
  [' \r\n\t', 'nothing 4'],
  ['\ufeff', 'nothing 3'],
  ['{"id": 1}', '0 single {"id": 1}'],
  ['\ufeff {"id": 1} \n', '4 single {"id": 1}'],
  ['[]'],
  ['\t[ ] \n'],
  ['[{"a":1},\n{"ж":[2]}\t,3 ]\n', '1 {"a":1}', '10 {"ж":[2]}', '22 3'],
  ['["a]", true]', '1 "a]"', '7 true'],
  ['"a"', '0 single "a"'],
  ['12', '0 single 12'],
  ['12 ', '0 single 12'],
  ['[] {}', 'more 3'],
  ['[{}] [', '1 {}', 'more 5'],
  ['{} {}', '0 single {}', 'more 3'],
  ['{} []', '0 single {}', 'more 3'],
  ['{} ж', '0 single {}', 'syntax 3 "ж"'],
  ['{},', '0 single {}', 'syntax 2 ","'],
  ['{}}', '0 single {}', 'syntax 2 "}"'],
  ['[]\0', 'syntax 2 "\0"'],
  ['[', 'syntax 1 ""'],
  ['[ ', 'syntax 2 ""'],
  ['[{}', '1 {}', 'syntax 3 ""'],
  ['[{}, ', '1 {}', 'syntax 5 ""'],
  ['[{},]', '1 {}', 'syntax 4 "]"'],
  ['[{},,{}]', '1 {}', 'syntax 4 ","', '5 {}'],
  ['[}]', 'syntax 1 "}"'],
  ['[,]', 'syntax 1 ","'],
  ['[{} {}]', '1 {}', 'syntax 4 "{"', '4 {}'],
  ['[{}:{}]', '1 {}', 'syntax 3 ":"'],
  ['[{} 😀]', '1 {}', 'syntax 4 "😀"'],
  ['[{}\0]', '1 {}', 'syntax 3 "\0"'],
  ['[1 2]', '1 1', 'syntax 3 "2"'],
  [', {}', 'syntax 0 ","'],
  ['}', 'syntax 0 "}"'],
  [']', 'syntax 0 "]"'],
  ['x', 'syntax 0 "x"'],
  ['\0{}', 'syntax 0 "\0"'],
  ['{', 'syntax 1 ""'],
  ['{"ж": x}', 'syntax 7 "x"'],
  ['[{"ж": "ж}, {}]', 'syntax 17 ""'],
  ['[{"ж" 1}, {}]', 'syntax 7 "1"', '11 {}'],
  // After a syntax error, a record goes no further than the line on which the next one begins.
  ['[{"a},\n{"b": 1},\n{"c" 2},\n{}]', 'syntax 6 ""\n"', '7 {"b": 1}', 'syntax 22 "2"', '26 {}'],
  ['[\n  {"a": [1,\n  {}\n]', 'syntax 20 ""', '16 {}'],
  ['[\r\n {"a": [\r\n  {"b": 1}]; },\r\n {}\r\n]', 'syntax 24 ";"', '31 {}'],
  ['[\n {}},\n {}}\n]', '3 {}', 'syntax 5 "}"', '9 {}', 'syntax 11 "}"'],
  ['[{"a" 1},\n{"b},\n{}}\n]', 'syntax 6 "1"', 'syntax 15 ""\n"', '16 {}', 'syntax 18 "}"'],
  ['[\n{"a": 1},\n<<<<<<< a\n{},\n=======\n{},\n>>>>>>> b\n{}]', '2 {"a": 1}', 'syntax 12 "<"'],
  ['[{"a": 1]', 'syntax 8 "]"'],
  ['nulx {}', 'syntax 3 "x"'],
  ['nul', 'syntax 3 ""'],
  [Buffer.from([0x7b, 0xff, 0x7d]), 'encoding 1'],
  [
    Buffer.concat([Buffer.from('[{}, "ж\ufffd'), Buffer.from([0x80, 0x22, 0x5d])]),
    '1 {}',
    'encoding 11',
  ],
  ['{"a": 1, "a": 2}', '0 single {"a": 1, "a": 2} duplicate-key'],
  ['[{"a": -0}, {"a": 1e-400}]', '1 {"a": -0} number', '12 {"a": 1e-400} number'],
  ['[{"a": 1E-400}]', '1 {"a": 1E-400} number'],
  [
    '[{"a":"\\ud800"}, {"a":"\\uDFFF"}]',
    '1 {"a":"\\ud800"} surrogate',
    '17 {"a":"\\uDFFF"} surrogate',
  ],
  [
    '[{"a": 9007199254740993}, {"a": 5}]',
    '1 {"a": 9007199254740993} unsafe-integer',
    '26 {"a": 5}',
  ],
];

it.each(texts)('of %j is read what is there', (text, ...read) => {
  expect(readOf(text)).toEqual(read);
});

it('what loses all its digits is told, though it looks harmless', () => {
  expect(readOf(`[{"a":0.${'0'.repeat(400)}1}]`)).toEqual(['1 409 characters number']);
});

it('what is too deep is told', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(readOf(`{"a":${deep(LIMITS.depth - 1)}}`)).toEqual(['0 single 1004 characters']);
  expect(readOf(`{"a":${deep(LIMITS.depth)}}`)).toEqual(['0 single 1006 characters depth']);
});

const lines: readonly [text: string | Buffer, ...read: string[]][] = [
  ['', ...[]],
  ['\n \r\n\t\n'],
  ['{"a":1}\n\n  {"b":2} \r\n{"c":3}', '0 {"a":1}', '11 {"b":2} \r', '21 {"c":3}'],
  ['\ufeff{"a":1}\n', '3 {"a":1}'],
  ['x\n{"a":\n{"ж":2} {}\n[]\n', 'syntax 0 "x"', 'syntax 7 ""', 'syntax 17 "{"', '20 []'],
  [Buffer.from([0x31, 0x0a, 0xff, 0x0a, 0x32]), '0 1', 'encoding 2', '4 2'],
  ['{"a":1,"a":2}\n{"a":-0}', '0 {"a":1,"a":2} duplicate-key', '14 {"a":-0} number'],
];

it.each(lines)('of the lines %j is read what is there', (text, ...read) => {
  expect(readOf(text, true)).toEqual(read);
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
  const limits = LIMITS as { fileBytes: number };
  const { fileBytes } = limits;
  limits.fileBytes = 9;
  try {
    expect(readOf('[{"a":1}]')).toEqual(['1 {"a":1}']);
    expect(readOf('[{"a":1}] ')).toEqual(['file size 0']);
    expect(readOf('{}\n{}\n{}\n{}', true)).toEqual(['file size 0']);
    expect(placeBytes(holding('{}\n{}\n{}\n{}'), [0])).toEqual([{ line: 1, column: 1 }]);
  } finally {
    limits.fileBytes = fileBytes;
  }
});

describe('a record that is too large', () => {
  const limits = LIMITS as { recordBytes: number };
  const { recordBytes } = limits;
  afterEach(() => {
    limits.recordBytes = recordBytes;
  });
  const record = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;

  it('ends the reading of lines', () => {
    limits.recordBytes = 100;
    const [ok, large] = [record(99), record(100)];
    expect(readOf(`${ok}\n${ok}\n${large}\n${ok}`, true)).toEqual([
      '0 99 characters',
      '100 99 characters',
      'size 200',
    ]);
    limits.recordBytes = MIB + 9;
    const lines = [record(700_000), record(600_000), record(MIB + 9), '1'];
    expect(readOf(lines.join('\n'), true)).toEqual([
      '0 700000 characters',
      '700001 600000 characters',
      'size 1300002',
    ]);
  });

  it('ends the reading of a list', () => {
    limits.recordBytes = MIB;
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
