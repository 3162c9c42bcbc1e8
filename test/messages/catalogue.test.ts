// The catalogue: every language says everything, and says what it was told.
import { describe, expect, it } from 'vitest';
import { word, wordMissing } from '../../src/problems/in-words.js';
import type { Arguments, MessageName } from '../../src/problems/messages/arguments.js';
import {
  LANGUAGES,
  type MissingRecord,
  type Twins,
} from '../../src/problems/messages/catalogue.js';
import { type Finding, ruleOf } from '../../src/problems/problem.js';
import { quote } from '../../src/problems/quote.js';
import { learn, say } from '../../src/problems/say.js';
import { counted } from '../../src/problems/text/size.js';

const breach = {
  rule: 'odd-category',
  message: '{field} is {found}',
  hint: 'change {field}',
  field: 'category',
  found: '7',
};

learn({
  '{field} is {found}': 'в поле {field} стоит {found}',
  'change {field}': 'поменяйте {field}',
});

const nested = { enter: 'lft', leave: 'rght', tree: 9 };

/** For each message, arguments whose every text and number must be in what is said. */
const samples: { readonly [N in MessageName]: readonly Arguments<N>[] } = {
  syntax: [{ found: '?' }, { found: '' }],
  'syntax/nothing': [undefined],
  'syntax/lines': [undefined],
  'syntax/conflict': [undefined],
  'syntax/format': [{ format: 'lfs' }, { format: 'table' }],
  'syntax/over-lines': [undefined],
  encoding: [{ byte: '0xCF', seems: 'Windows-1251', reads: 'Псков' }],
  'encoding/utf-16': [undefined],
  'encoding/name': [undefined],
  'encoding/surrogate': [{ half: '\\ud83d' }],
  'duplicate-key': [{ key: 'name' }],
  'unsafe-integer': [{ source: '9007199254740993' }],
  'unknown-collection': [
    { name: 'regoins', nearest: 'regions' },
    { name: 'notes', nearest: undefined, known: ['districts', 'users'] },
  ],
  'ignored-file': [
    { what: 'link' },
    { what: 'file' },
    { what: 'other' },
    { what: 'front-matter' },
    { what: 'text' },
    { what: 'file', meant: '5.json' },
  ],
  'foreign-file': [undefined],
  'foreign-file/sent': [undefined],
  'host-conflict': [{ path: '_headers', hosts: ['netlify', 'cloudflare'] }],
  'import-conflict/field': [{ origin: '"Котлы"' }, { origin: undefined }],
  'import-conflict/there': [undefined],
  'import-conflict/here': [{ collection: 'posts', id: 34 }],
  'import-conflict/versions': [{ fields: 'views, last_activity' }],
  'host-limit/files': [{ host: 'netlify', most: 54_000, found: 60_001 }],
  'host-limit/fileBytes': [{ host: 'netlify', most: 54_000, found: 60_001 }],
  'host-limit/bytes': [{ host: 'netlify', most: 54_000, found: 60_001 }],
  'host-limit/rules': [{ host: 'netlify', most: 54_000, found: 60_001 }],
  'search-left-out/records': [{ most: 30_000, found: 30_001 }],
  'search-left-out/program': [undefined],
  'unknown-field': [
    { key: 'nmae', nearest: 'name', free: [] },
    { key: 'x1', nearest: undefined, free: ['code', 'district'] },
    { key: 'x2', nearest: undefined, free: [] },
  ],
  'missing-field': [{ field: 'full_name', wanted: 'string' }],
  'missing-field/source': [{ field: 'user' }],
  'wrong-type': [
    { wanted: 'id', found: '"48"', collection: 'regions', instead: '49', optional: false },
    { wanted: 'array', found: 'true', optional: true },
    { wanted: 'object', found: '7', optional: false },
    { wanted: 'id', found: '"Тверь"', collection: 'regions', optional: true },
  ],
  'bad-value/range': [
    { found: '-5', least: 1 },
    { found: '7', least: 1, most: 5 },
  ],
  'bad-value/choice': [{ found: '"tendr"', choices: ['tender', 'one_time'], nearest: 'tender' }],
  'bad-value/number': [{ source: '1e400' }],
  'bad-value/depth': [{ most: 500 }],
  'bad-value/length': [{ found: 100_001, most: 100_000 }],
  'bad-value/few': [{ found: 1, least: 2 }],
  'bad-value/text-short': [{ found: 1, least: 2 }],
  'bad-value/text-long': [{ found: 501, most: 500 }],
  'bad-value/form': [
    { found: '"x"', wanted: 'url' },
    { found: '"x"', wanted: 'email' },
    { found: '"x"', wanted: '/^[a-z]{2}$/' },
  ],
  'bad-value/size': [{ most: 268_435_456 }],
  'bad-value/file-size': [{ most: 1_000_000_000 }],
  'bad-value/text-size': [{ most: 67_108_864 }],
  'bad-timestamp': [
    {
      found: '"2026-03-05"',
      instead: '2026-03-05T00:00:00+03:00',
      assumed: 'Moscow time',
    },
    { found: '"2026-13-05"', why: { part: 'month', given: 13 } },
    { found: '"2026-04-31"', why: { part: 'day', given: 31, days: 30 } },
    { found: '"25:10:44"', why: { part: 'hour', given: 25 } },
    { found: '"10:61:44"', why: { part: 'minute', given: 61 } },
    { found: '"10:12:62"', why: { part: 'second', given: 62 } },
    { found: '"+25:00"', why: { part: 'offset', given: 25 } },
  ],
  'bad-date': [{ found: '"05.03.2026"', instead: '2026-03-05' }],
  'duplicate-id': [
    { id: 47, name: 'Липецкая область', file: 'data/regions.json', line: 48 },
    { id: 7, part: '/certificates/0' },
  ],
  'dangling-reference': [{ collection: 'regions', id: 47 }],
  'dangling-reference/taken': [
    { collection: 'users', id: 99, field: 'user', singular: 'post', of: 9, from: 'user' },
  ],
  'unknown-id': [{ collection: 'users', id: 99 }],
  disagrees: [{ field: 'level', given: 2, computed: 1 }],
  cycle: [{ ids: [4, 7, 4] }],
  'broken-tree/part': [nested],
  'broken-tree/stray': [{ field: 'lft', ...nested }],
  'broken-tree/nesting': [{ left: 5, right: 4, ...nested }],
  'inconsistent/agreement': [{ field: 'post', own: 50, other: 31, reference: 'parent', id: 17 }],
  'inconsistent/tree-number': [{ own: 8, shared: 7 }],
  'inconsistent/tree-shared': [{ value: 7, other: 10 }],
  'inconsistent/text-twice': [{ field: 'text', file: '0044-kotly.text.html' }],
  'inconsistent/rule': [breach],
  'unsafe-html/element': [{ found: 'script' }],
  'unsafe-html/attribute': [{ found: 'formaction' }],
  'unsafe-html/handler': [{ found: 'onclick' }],
  'unsafe-html/style': [{ found: 'position:fixed' }],
  'unsafe-html/address': [{ found: 'javascript:x' }],
  'unsafe-html/frame': [{ found: 'https://video.example' }],
  'unsafe-html/raw-text': [{ found: 'textarea' }, { found: 'iframe' }],
  'unsafe-html/unended': [{ found: '<img src="/a.png' }],
  'wrong-type/page': [undefined],
  'wrong-type/dump': [undefined],
  'wrong-type/by-id': [undefined],
  'wrong-type/inside': [{ key: 'regions' }],
  'implausible/rule': [breach, { ...breach, found: undefined }],
  'implausible/blank-text': [{ field: 'title' }],
  'implausible/null-character': [{ field: 'title' }],
  'implausible/same-reference': [{ field: 'work_regions', id: 53 }],
  'implausible/unclosed-tag': [{ found: 'b' }],
  'implausible/far-year': [{ found: '"2206-03-05"' }],
  'implausible/bare-markup': [{ found: '< 3' }, { found: '&D' }],
  'implausible/same': [
    { rule: 'same-slug', field: 'slug', found: 'kotly', within: 'blog', id: 2 },
    {
      rule: 'same-slug',
      field: 'slug',
      found: 'kotly',
      within: 'blog',
      id: 2,
      name: 'Котлы',
      file: 'data/posts/5.json',
      line: 1,
    },
  ],
  'implausible/companions': [
    { rule: 'without-companions', singular: 'post', id: 45, lacking: ['comments', 'events'] },
    { rule: 'without-companions', singular: 'post', id: 45, lacking: ['events'] },
  ],
};

// Each stands for words of its language.
const KINDS = new Set(
  'wanted cause what format optional assumed isList isThere rule message hint'
    .split(' ')
    .concat('part of a time'),
);

/** The texts and numbers of arguments, but for those that stand for words. */
function valuesOf(args: unknown, key = ''): string[] {
  if (KINDS.has(key) || args === undefined || args === '') return [];
  if (typeof args !== 'object' || args === null) return [String(args)];
  const isTime = 'given' in args && 'part' in args;
  return Object.entries(args).flatMap(([name, value]) =>
    valuesOf(value, isTime && name === 'part' ? 'part of a time' : name),
  );
}

const MISSING = new Set<MessageName>([
  'dangling-reference',
  'dangling-reference/taken',
  'unknown-id',
]);

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

const names = Object.keys(samples) as MessageName[];

describe.each(LANGUAGES)('the catalogue of %s', (language) => {
  it('names the setting and the rule that switch a warning off', () => {
    for (const name of names.filter((name) => name.startsWith('implausible/'))) {
      const [args] = samples[name];
      const rule = ruleOf({ name, args } as Finding)!;
      expect(word(name, args as never, language).hint).toMatch(RegExp(`"${rule}".*"allow"`));
    }
  });

  it('tells of records with one id what they are to each other', () => {
    const place = 'data/regions.json:48';
    const two = { singular: 'region', folder: 'data', place };
    const hintOf = (twins: Twins) => word('duplicate-id', { id: 47, twins }, language).hint;
    expect(hintOf({ kind: 'two', ...two })).toMatch(
      /`npx portal-snapshot renumber region 47 --file data\/regions.json:48`/,
    );
    expect(hintOf({ kind: 'two', ...two, folder: 'a b' })).toContain('--data "a b"`');
    expect(hintOf({ kind: 'follow', singular: 'post', id: 9 })).toContain('post 9');
    expect(hintOf({ kind: 'same' })).toMatch(/twice|дважды/);
    expect(hintOf({ kind: 'versions', ...two })).toMatch(/(two versions|две версии).*renumber/);
  });

  it.each(names)('%s says what it was told, and what to do', (name) => {
    for (const args of samples[name]) {
      const { message, hint } = word(name, args, language);
      for (const value of valuesOf(args)) {
        const said = `${message} ${hint}`;
        const isSaid = said.includes(value) || said.includes(JSON.stringify(value).slice(1, -1));
        expect(isSaid, `${value} in ${said}`).toBe(true);
      }
      expect(message).toMatch(language === 'ru' ? /[а-яё]/ : /^[^а-яё]*[a-z]/i);
      // Its cause is looked up later; what to do about a missing record, all records together say.
      const isHintless = (name === 'syntax' && hint === undefined) || MISSING.has(name);
      if (!isHintless) expect(hint).toMatch(language === 'ru' ? /[а-яё]/ : /[a-z]/);
    }
  });

  it.each(known)('says of a missing record what is known: $said', ({ said, ...more }) => {
    const nothing = { referring: 1, together: 1, isCollectionEmpty: false, near: [], followers: 0 };
    const record = { collection: 'regions', id: 47, ...nothing, ...more };
    const hint = wordMissing(record, language);
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
