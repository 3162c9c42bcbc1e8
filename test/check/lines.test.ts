// Bytes and places name each other: by a walk of a file with wide characters, and by its text.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineWalker } from '../../src/files/source/lines.js';

/** All places of characters of a text, by counting. */
function placesOf(text: string) {
  const places: { offset: number; line: number; column: number }[] = [];
  let [offset, line, column] = [text.startsWith('\ufeff') ? 3 : 0, 1, 1];
  for (const character of text.replace(/^\ufeff/, '')) {
    places.push({ offset, line, column });
    offset += Buffer.byteLength(character);
    column += character.length;
    if (character === '\n') [line, column] = [line + 1, 1];
  }
  return places;
}

it('each byte has its place, and each place its byte', () => {
  const unit = fc.constantFrom('a', 'ж', '€', '🏗', '\n', '\r', '"');
  const texts = fc.tuple(fc.constantFrom('', '\ufeff'), fc.string({ unit, maxLength: 60 }));
  fc.assert(
    fc.property(texts, ([mark, rest]) => {
      const bytes = Buffer.from(`${mark}${rest}\n\n`);
      const file = { bytes, end: bytes.length - 2, isTooLarge: false };
      const [byBytes, byPlaces] = [new LineWalker(file), new LineWalker(file)];
      for (const { offset, line, column } of placesOf(mark + rest)) {
        byBytes.toByte(offset);
        expect([byBytes.line, byBytes.column]).toEqual([line, column]);
        expect(byPlaces.toPlace({ line, column })).toBe(true);
        expect(byPlaces.offset).toBe(offset);
      }
      expect(byPlaces.toPlace({ line: rest.split('\n').length + 1, column: 1 })).toBe(false);
    }),
  );
});
