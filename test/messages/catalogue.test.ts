// The catalogue: every language says everything, and says what it was told. Most of it check/cases.test.ts holds.
import { describe, expect, it } from 'vitest';
import { word } from '../../src/problems/in-words.js';
import {
  type Arguments,
  LANGUAGES,
  type MissingRecord,
  type Twins,
} from '../../src/problems/messages/catalogue.js';
import { chooseForMissing } from '../../src/problems/messages/choose.js';
import { quote } from '../../src/problems/quote.js';
import { say } from '../../src/problems/say.js';
import { counted, sizeInWords } from '../../src/problems/text/size.js';
import { expectSaid, samples } from './samples.js';

/** What may be known of a missing record; each must be in what is said of it. */
const known: readonly (Partial<MissingRecord> & { readonly said: readonly string[] })[] = [
  { said: ['47', 'regions'] },
  { referring: 17, said: ['17'] },
  {
    near: [{ id: 48, name: 'Липецкая область' }, { id: 74 }],
    said: ['48, Липецкая область', '74'],
  },
  { isCollectionEmpty: true, referring: 17, said: ['17', 'regions'] },
];

const names = Object.keys(samples) as (keyof typeof samples)[];

describe.each(LANGUAGES)('the catalogue of %s', (language) => {
  it('tells of records with one id what they are to each other', () => {
    const place = 'data/regions.json:48';
    const two = { singular: 'region', place };
    const hintOf = (twins: Twins) => word('duplicate-id', { id: 47, twins }, language).hint;
    expect(hintOf({ kind: 'two', ...two })).toMatch(
      /`npx portal-snapshot renumber region 47 --file data\/regions.json:48`/,
    );
    expect(hintOf({ kind: 'follow', singular: 'post', id: 9 })).toContain('post 9');
    expect(hintOf({ kind: 'same' })).toMatch(/twice|дважды/);
    expect(hintOf({ kind: 'versions', ...two })).toMatch(/(two versions|две версии).*renumber/);
  });

  it.each(names)('%s says what it was told, and what to do', (name) => {
    for (const args of samples[name]) {
      const said = word(name, args, language);
      expectSaid(args, said, language);
      expect(said.hint !== undefined).toBe(name !== 'dangling-reference/taken');
    }
  });

  it.each(known)('says of a missing record what is known: $said', ({ said, ...more }) => {
    const nothing = { referring: 1, together: 1, isCollectionEmpty: false, near: [], followers: 0 };
    const record = { collection: 'regions', id: 47, ...nothing, ...more };
    const hint = say(chooseForMissing(record), language);
    for (const text of said) expect(hint).toContain(text);
    expect(hint).toMatch(language === 'ru' ? /[а-яё]/ : /^[^а-яё]*[a-z]/i);
  });

  it('has other words for each kind of value, cause of a syntax error and file', () => {
    const types = 'record string timestamp date int id boolean array object null'.split(' ');
    const causes =
      `end bracket lines other control escape end-comma no-comma no-colon no-value quotes
      bare-key bare-word comment conflict conflict-records conflict-inside conflict-two number space behind`.split(
        /\s+/,
      );
    const said = [
      ...types.map((wanted) =>
        word('missing-field', { field: 'x', wanted } as Arguments<'missing-field'>, language),
      ),
      ...causes.map((cause) =>
        word('syntax', { found: '?', cause } as Arguments<'syntax'>, language),
      ),
      ...samples['ignored-file'].map((args) => word('ignored-file', args, language)),
    ].map(({ message, hint }) => `${message} ${hint}`);
    expect(new Set(said).size).toBe(said.length);
    expect(said.join()).not.toContain('undefined');
  });
});

describe('a character that no text may hold', () => {
  it.each([
    ['\n', 'not JSON: a line break inside a text', 'это не JSON: внутри текста перевод строки'],
    ['\t', 'not JSON: a tab inside a text', 'это не JSON: внутри текста знак табуляции'],
    [
      '\x07',
      'not JSON: the character "\\u0007" inside a text',
      'это не JSON: внутри текста символ "\\u0007"',
    ],
  ])('%j is named', (character, en, ru) => {
    expect(word('syntax', { found: `"${character}` }, 'en').message).toBe(en);
    expect(word('syntax', { found: `"${character}` }, 'ru').message).toBe(ru);
  });
});

it('writes Russian numbers with the form that they take', () => {
  const errors = [1, 2, 5, 11, 21, 104, 1000].map((count) => say(counted.errors(count), 'ru'));
  expect(errors.join(', ')).toBe(
    '1 ошибка, 2 ошибки, 5 ошибок, 11 ошибок, 21 ошибка, 104 ошибки, 1000 ошибок',
  );
});

it('writes sizes with three digits', () => {
  const sizes = [1, 999, 1000, 999_499, 999_600, 1_500_000];
  expect(sizes.map((bytes) => sizeInWords(bytes, 'en')).join(', ')).toBe(
    '1 byte, 999 bytes, 1.00 kB, 999 kB, 1.00 MB, 1.50 MB',
  );
});

describe('a value in a message', () => {
  const cases: readonly [unknown, string][] = [
    ['Псков', '"Псков"'],
    [['a', 1, null], '["a", 1, null]'],
    [{ id: 1, in: [{ deep: 1 }] }, '{"id": 1, "in": [{…}]}'],
    [Array.from({ length: 1e6 }, () => 1), '[1, 1, 1, 1, 1, …]'],
    ['я'.repeat(1e6), `"${'я'.repeat(58)}…`],
    [[], '[]'],
    [{}, '{}'],
  ];
  it.each(cases)('%# is JSON, cut short', (value, text) => {
    expect(quote(value)).toBe(text);
  });
});
