// Records whose texts have escapes that JSON.stringify would not write.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Unescaper } from '../../src/engine/compile/fast/unescape.js';

const unescaper = new Unescaper();
/** What is written of a record that stands behind some other bytes; undefined if it is refused. */
function unescaped(json: string): string | undefined {
  const before = '[{"a": 1},\n';
  const bytes = Buffer.from(`${before}${json}, {}]`);
  const end = unescaper.run(bytes, before.length, bytes.length);
  if (end < 0) return undefined;
  expect(end).toBe(before.length + Buffer.byteLength(json));
  return unescaper.bytes.toString('utf8', 0, unescaper.length);
}

const hex = (unit: number, isUpper: boolean) => {
  const digits = unit.toString(16).padStart(4, '0');
  return `\\u${isUpper ? digits.toUpperCase() : digits}`;
};
const text = fc.string({ unit: 'binary', maxLength: 40 });
const values = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null), fc.array(text)));

it('a record with any escapes becomes what JSON.stringify writes', () => {
  fc.assert(
    fc.property(values, fc.infiniteStream(fc.boolean()), (value, isEscaped) => {
      const next = () => isEscaped.next().value as boolean;
      const json = JSON.stringify(value);
      // A character outside the Basic Multilingual Plane is escaped whole.
      const escaped = json.replace(/"(?:[^"\\]|\\.)*"/gu, (quoted) => {
        const inside: string = JSON.parse(quoted);
        const all = [...inside].map((character) =>
          next()
            ? [...Array(character.length).keys()]
                .map((i) => hex(character.charCodeAt(i), next()))
                .join('')
            : JSON.stringify(character)
                .slice(1, -1)
                .replace('/', next() ? '\\/' : '/'),
        );
        return `"${all.join('')}"`;
      });
      expect(unescaped(escaped)).toBe(json);
    }),
  );
});

it.each([
  '{"a": "\\x"}',
  '{"a": "\\u04z0"}',
  '{"a": "\\ud83d"}',
  '{"a": "\\ude00\\ud83d"}',
  '{"a": "\\ud83d\\u0430"}',
  '{"a": \\u0031}',
  '{\\u0022a": 1}',
])('%s is left to the slow path', (json) => {
  expect(unescaped(json)).toBeUndefined();
});

it('a record that does not end is refused', () => {
  expect(unescaper.run(Buffer.from('{"a": "\\u04'), 0, 11)).toBe(-1);
});
