// Names and values that are too long for a message: they are cut, and no character is divided.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Verdict } from '../../src/delivery/verify/verdict.js';
import { shortened } from '../../src/model/collection.js';
import { quote } from '../../src/problems/quote.js';
import { beginning, cut } from '../../src/problems/say.js';
import { sourceFolder, sources } from '../rooms/sources.js';
import { runs } from '../support/runs.js';

/** Characters of one to eleven UTF-16 units: letters, accents, emoji of one and of several parts, a flag. */
const CHARACTERS = ['a', 'ж', 'е\u0301', 'й', '😀', '👍🏽', '👩‍👩‍👧‍👦', '❤️', '🇷🇺', 'क्षि', '각'];
const texts = fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 60 });

it('a text is cut between two characters', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 80 }), (characters, most) => {
      const text = characters.join('');
      const ends = characters.map((_, i) => characters.slice(0, i + 1).join('').length);
      const found = beginning(text, most);
      expect(text.startsWith(found)).toBe(true);
      const last = ends.findLast((end) => end <= most) ?? 0;
      if (last > 0) expect(found.length).toBe(last);
      else expect(found.length).toBeLessThanOrEqual(most);
      expect(cut(text, most)).toHaveLength(
        text.length <= most ? text.length : beginning(text, most - 1).length + 1,
      );
    }),
    runs(300),
  );
});

it('names, values, and answers of a server are cut there, too', () => {
  const families = '👩‍👩‍👧‍👦'.repeat(100);
  const whole = /^"?(?:👩‍👩‍👧‍👦)+…$/u;
  expect(shortened(families)).toMatch(whole);
  expect(quote(families)).toMatch(whole);
  const verdict = new Verdict(new AbortController().signal);
  verdict.expect(false, '/', families, families);
  const [{ wanted, found } = { wanted: '', found: '' }] = verdict.failures;
  expect([wanted, found]).toEqual([expect.stringMatching(whole), expect.stringMatching(whole)]);
});

it('a letter with more accents than fit is divided, and a surrogate pair is not', () => {
  const accents = `е${'\u0301'.repeat(300)}`;
  expect(beginning(accents, 100)).toHaveLength(100);
  expect(beginning('😀', 1)).toBe('');
});

it('no other code cuts texts with an ellipsis', () => {
  // Titles of feeds are published, and count characters as Unicode does. The pages of browsers have no such names.
  const others = new Set(['problems/say.ts', 'site/feed.ts', 'preview/browser/format.ts']);
  const found = sources.filter(({ file }) => {
    const code = readFileSync(join(sourceFolder, file), 'utf8');
    return (
      !others.has(file) && /\b(?:slice|substring|substr)\(0, [^)]+\)[^\n]{0,60}\}…`/.test(code)
    );
  });
  expect(found.map(({ file }) => file)).toEqual([]);
});
