// JSON that is read with its places: what stands where, where it stops being JSON, and what JSON.parse would lose.
import { describe, expect, it } from 'vitest';
import {
  changesWhenWritten,
  findDefects,
  locate,
  trimZeros,
} from '../../src/files/source/defects.js';
import { walkJson } from '../../src/files/source/json.js';
import { LIMITS } from '../../src/model/limits.js';

/** The values, scalars and keys of a text, as they are written, with their pointers. */
function walked(text: string): string[] {
  const seen: string[] = [];
  const end = walkJson(text, 0, {
    value: (at, path) => seen.push(`value ${path.pointer()} ${text[at]}`),
    scalar: (at, end, path) => seen.push(`scalar ${path.pointer()} ${text.slice(at, end)}`),
    key: (at, end, path) => seen.push(`key ${path.pointer()} ${text.slice(at, end)}`),
  });
  expect(end).toEqual({ end: text.length });
  return seen;
}

it('each value and each key is seen, with its way there', () => {
  expect(
    walked(' {"a/b": [{}, [ ], { }, "\\"x"], "\\u0063~": {"d": -1.25e+10}, "a": null}'),
  ).toEqual([
    'value  {',
    'key /a~1b "a/b"',
    'value /a~1b [',
    'value /a~1b/0 {',
    'value /a~1b/1 [',
    'value /a~1b/2 {',
    'value /a~1b/3 "',
    'scalar /a~1b/3 "\\"x"',
    'key /c~0 "\\u0063~"',
    'value /c~0 {',
    'key /c~0/d "d"',
    'value /c~0/d -',
    'scalar /c~0/d -1.25e+10',
    'key /a "a"',
    'value /a n',
    'scalar /a null',
  ]);
});

it.each(
  `0 -0 7 120 1.25 -1.250 1e5 1E5 1e+55 1.5e-55 true false null "" "a" "\\"\\\\\\/\\b\\f\\n\\r\\t" "\\u00e9\\uABCD" [] {}`.split(
    ' ',
  ),
)('%s is JSON to its end', (text) => {
  expect(JSON.parse(text)).toBeDefined();
  expect(walkJson(`${text},`, 0, {})).toEqual({ end: text.length });
  expect(walkJson(`[${text}]`, 0, {})).toEqual({ end: text.length + 2 });
});

// The mark stands before what does not belong there.
it.each([
  '¶',
  '-¶',
  '-¶a',
  '1.¶',
  '1.¶e5',
  '1e¶',
  '1e¶x',
  '1e+¶',
  '1.5E-¶x',
  'tru¶',
  'tr¶su',
  'nul¶x',
  'f¶Alse',
  '¶x',
  '¶+1',
  '"a¶',
  '"\\¶',
  '"\\¶x"',
  '"\\u¶',
  '"\\u00¶',
  '"\\u00e¶g"',
  '"\\u00e9\\u¶-000"',
  '{¶1}',
  '{"a" ¶}',
  '{"a" ¶1}',
  '{"a": 1 ¶"b"}',
  '{"a": 1¶]',
  '{"a": 1, ¶}',
  '{"a": [1 ¶}',
  '[1, ¶]',
  '[1¶',
  '[¶😀]',
])('%s is no JSON from the mark on', (marked) => {
  const at = marked.indexOf('¶');
  const text = marked.replace('¶', '');
  expect(() => JSON.parse(text)).toThrow();
  expect(walkJson(text, 0, {})).toEqual({ fault: { at, found: [...text.slice(at)][0] ?? '' } });
});

it('a control character in a string is told with its quote', () => {
  expect(walkJson('["a\tb"]', 0, {})).toEqual({ fault: { at: 3, found: '"\t' } });
  expect(walkJson('["a b"]', 0, {})).toEqual({ end: 7 });
});

it('what a visitor throws is no fault of the text', () => {
  const value = () => {
    throw new Error('mine');
  };
  expect(() => walkJson('1', 0, { value })).toThrow('mine');
});

/** The defects of a text, in short. */
const defectsOf = (text: string) =>
  findDefects(text).map(({ kind, at, path, inKey, ...more }) => [
    kind,
    at,
    path,
    inKey,
    ...Object.values(more),
  ]);

it.each([
  [
    '[1.10, 1.0, 1e2, 0.00, 0e5, -0.5, 1E22, 5e-324, 1e-7, true, null, "1.11111111111111111111"]',
    false,
  ],
  ['{"9": 1, "10": 2, "a": 3, "08": 4, "4294967295": 5}', false],
  ['{"a": {"9": 1}, "b": [{"2": 1}, {"1": 1}]}', false],
  ['[0.12345678901234567891]', true],
  ['[9007199254740992.5]', true],
  ['{"a": 1, "9": 2}', true],
  ['{"10": 1, "9": 2}', true],
  ['{"08": 1, "9": 2}', true],
  ['{"a": 1, "4294967294": 2}', true],
  ['[{"a": {"b": 1, "0": 2}, "c": 3}]', true],
])('%s is another one when it is written again: %s', (text, isAnother) => {
  expect(changesWhenWritten(text)).toBe(isAnother);
});

describe('what JSON.parse would lose:', () => {
  it('keys that are there twice in one object', () => {
    expect(
      defectsOf('{"a": 1, "\\u0061": 2, "b": {"a": 3}, "c": [{"a": 4}, {"a": 5, "a": 6}]}'),
    ).toEqual([
      ['duplicate-key', 9, '/a', true, 'a'],
      ['duplicate-key', 62, '/c/1/a', true, 'a'],
    ]);
    expect(defectsOf('{"a": {"b": 1}, "b": 2, "c": {"b": 3}, "b": 0}')).toEqual([
      ['duplicate-key', 39, '/b', true, 'b'],
    ]);
  });

  it('halves of characters', () => {
    expect(
      defectsOf(
        '{"\\ud83d": "\\uDE00", "b": "\\uD83D\\uDE00", "c": ["\\u00e9\\ud7ff", "\\\\ud83d"]}',
      ),
    ).toEqual([
      ['surrogate', 1, '/\ud83d', true, '\\ud83d'],
      ['surrogate', 11, '/\ud83d', false, '\\ude00'],
    ]);
  });

  it.each([
    ...['9007199254740993', '-9007199254740993', '12345678901234567890', '123456789012345678901e0'],
    ...[
      '9007199254740993.0',
      '90071992547409930e-1',
      '900719925474099.3e1',
      '10000000000000000000000001',
    ],
  ])('%s, an integer that a double does not hold', (source) => {
    expect(defectsOf(`[${source}]`)).toEqual([['unsafe-integer', 1, '/0', false, source]]);
  });

  it.each(['1e400', '-1e400', '-0', '-0.0', '-0e5', '1e-400', `0.${'0'.repeat(30)}1e-300`])(
    '%s, another number',
    (source) => {
      expect(defectsOf(`[${source}]`)).toEqual([['number', 1, '/0', false, source]]);
    },
  );

  it.each([
    ...['0', '1', '-1', '1e2', '9007199254740992', '9007199254740994', '1e22', '0.1', '-0.5'],
    ...['0e400', '0.0000000000000000000', '3.14159265358979323846', '1.10', '5e-324', '1.0e1'],
    ...['100000000000000000000', '1234567890123456789.5', '123456789012345678e-1', 'true', 'false'],
    ...['null', '"9007199254740993"', '"-0"', '[]', '{}', '0.00000000000000000001'],
  ])('of %s nothing', (source) => {
    expect(defectsOf(`[${source}, 1]`)).toEqual([]);
    expect(defectsOf(source)).toEqual([]);
  });

  it('a long number is told by how it begins', () => {
    const told = (digits: string) => defectsOf(`["text", ${digits}]`)[0]!.at(-1);
    expect(told('9'.repeat(40))).toBe('9'.repeat(40));
    expect(told('9'.repeat(41))).toBe(`${'9'.repeat(40)}…`);
  });

  it('what stands deeper than may be, once, by the field in which it is; nothing is looked at there', () => {
    const deep = (levels: number) => `${'['.repeat(levels)}-0${']'.repeat(levels)}`;
    const inside = LIMITS.depth - 1;
    expect(findDefects(`{"a/b": ${deep(inside)}}`)).toMatchObject([
      { kind: 'number', at: 8 + inside },
    ]);
    const text = `{"a/b": [${deep(inside)}, ${deep(inside)}], "c": -0}`;
    expect(defectsOf(text)).toEqual([
      ['depth', 8 + LIMITS.depth - 1, '/a~1b', false],
      ['number', text.lastIndexOf('-0'), '/c', false, '-0'],
    ]);
    const objects = (levels: number, end: string) =>
      `${'{"a":'.repeat(levels)}${end}${'}'.repeat(levels)}`;
    const twice = '{"b": 1, "b": "\\ud83d"}';
    expect(defectsOf(objects(inside, twice)).map(([kind]) => kind)).toEqual([
      'duplicate-key',
      'surrogate',
    ]);
    expect(defectsOf(objects(LIMITS.depth, twice)).map(([kind]) => kind)).toEqual(['depth']);
    expect(defectsOf(objects(LIMITS.depth, '1')).length).toBe(0);
  });
});

it.each([
  ['', '', 0],
  ['0', '', 0],
  ['000', '', 0],
  ['0120', '12', 1],
  ['1002000', '1002', 3],
  ['12', '12', 0],
])('the digits of %j without the zeros around them', (digits, text, zerosBehind) => {
  const trimmed = trimZeros(digits);
  expect(trimmed.text).toBe(text);
  if (text !== '') expect(trimmed.zerosBehind).toBe(zerosBehind);
});

describe('a problem stands', () => {
  const text = '{"a": [1, {"b": 2}], "c/d": "x", "e": {}, "f": {"g": {"b": 3}}}';
  it.each([
    ['', '{"a"'],
    ['/a', '[1'],
    ['/a/0', '1,'],
    ['/a/1/b', '2}'],
    ['/c~1d', '"x"'],
    ['/a/1/x', '{"b"'],
    ['/a/1/x/y/z', '{"b"'],
    ['/a/7', '[1'],
    ['/x/y', '{"a"'],
    ['/e/x', '{}'],
    ['/c~1d/x', '"x"'],
  ])('at its value, or at the nearest around it: %s', (path, there) => {
    expect(locate(text, [{ path, atKey: false }])).toEqual([text.indexOf(there)]);
  });

  it('at its key where that is wanted, and there is one', () => {
    const paths = ['/a/1/b', '/a', '/a/0', '/e/x', '/c~1d'];
    const all = paths.flatMap((path) => [true, false].map((atKey) => ({ path, atKey })));
    const places = ['"b"', '2}', '"a"', '[1', '1,', '1,', '{}', '{}', '"c/d"', '"x"'];
    expect(locate(text, all)).toEqual(places.map((there) => text.indexOf(there)));
    expect(locate(text, [])).toEqual([]);
  });
});
