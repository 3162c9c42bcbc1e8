// Each record is found by its own text, however its letters and signs are written: in the index that browsers search, and
// by the command `find`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asWords, matching } from '../../src/editing/query/matching.js';
import { oddWords, spaced } from '../../src/engine/search/spacing.js';
import { build } from '../../src/index.js';
import { UNUSUAL, wordsOf } from '../../src/model/words.js';
import { projectFolder } from '../support/folders.js';
import { board, instant } from '../support/portal.js';
import { PATIENCE, runs } from '../support/runs.js';
import { workplace } from '../write/workplace.js';
import { Deployment } from './deployment.js';

const SIGNS = [...`№§°₽€+-—.,/«»"'_`, '😀', '👨‍👩‍👧', '❤️', '\u200b', '\x1f'];
const LETTERS = [...'абеёийЙклмностышщаюЯaIiZßİıøØſςΣǆﬁ½²٣３é', 'и\u0306', 'е\u0301', '\u00ad'];
const unit = (all: readonly string[]) => ({ unit: fc.constantFrom(...all), minLength: 1 });
const word = fc.oneof(
  fc.constantFrom('приказ', 'котлы', 'новый', 'КС', 'Б', 'N536', '536', '07МПа', 'Straße', 'о'),
  fc.string({ ...unit(LETTERS), maxLength: 8 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }),
);
const between = fc.oneof(
  fc.constantFrom(' ', '  ', '\u00a0', '\u202f', '\n'),
  fc.string({ ...unit([' ', ...SIGNS]), maxLength: 4 }),
);
const texts = fc
  .array(fc.tuple(word, between), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.flat().join('').trim())
  .filter((text) => wordsOf(text).length > 0);

/** What users may type who look for a text. */
const queriesFor = (text: string): readonly string[] => [
  ...[text, text.toUpperCase(), text.toLowerCase(), text.normalize('NFC'), text.normalize('NFD')],
  ...[`№ ${wordsOf(text).join(' — ')}`, `"${text.replaceAll('\n', ' ')}"`],
];

/** A text as readers see it, but with single spaces. */
const seen = (text: string) =>
  text
    .replaceAll('\ufeff', '')
    .replace(/[\x1f\s]+/g, ' ')
    .trim();

it('a vacancy is found by its own text, and its title is shown as it is', {
  timeout: PATIENCE,
}, async () => {
  const all = fc.sample(texts, runs(150).numRuns);
  const cwd = workplace({
    ...board,
    vacancies: all.map((text, i) => ({
      ...{ id: i + 1, text, category: 1, created_at: instant(i) },
      work_position: i % 2 === 0 ? text : 'Вакансия',
    })),
  });
  const allow = ['without-companions'];
  expect((await build({ cwd, baseUrl: 'https://e', extras: ['/search/'], allow })).ok).toBe(true);
  const api = new Deployment(join(cwd, 'dist'));
  for (const [i, text] of all.entries()) {
    for (const query of queriesFor(text)) {
      const { results } = await api.search(query, { limit: all.length });
      const found = results.find(({ id }) => id === i + 1);
      expect([query, text, found !== undefined]).toEqual([query, text, true]);
      expect(seen(found!.title)).toBe(i % 2 === 0 ? seen(text) : 'Вакансия');
      expect([query, text, matching(query)?.(asWords([text]))]).toEqual([query, text, true]);
    }
  }
});

it('the client splits queries into words as the index and `find` do', () => {
  const [client, model] = ['client', 'model'].map((room) =>
    readFileSync(join(projectFolder, `src/${room}/words.ts`), 'utf8'),
  );
  expect(client).toBe(model);
});

it('usual texts have the same words as the same texts with a letter that is not usual', () => {
  let count = 0;
  for (let code = 0; code < 0x11_0000; code++) {
    const one = String.fromCodePoint(code);
    if (UNUSUAL.test(one)) continue;
    count += 1;
    const text = `x${one}й ${one}`;
    expect([...wordsOf(text), 'ss']).toEqual(wordsOf(`${text} ß`));
  }
  expect(count).toBeGreaterThan(200);
});

it.each([
  ['accents', '\u0301'],
  ['signs', '§'],
  ['letters', 'ж'],
])('a text with an endless row of %s has words, and a form for the index', (_, one) => {
  const text = `№ a${one.repeat(12_000_000)}`;
  expect(wordsOf(text)[0]![0]).toBe('a');
  expect(spaced(text)).toContain('№');
  expect(oddWords(text).length).toBeLessThan(text.length);
});
