// Messages that no line of `check/cases/` leads to, with arguments; and whether a text says what it was told.
import { expect } from 'vitest';
import type {
  Arguments,
  Language,
  MessageName,
  Wording,
} from '../../src/problems/messages/catalogue.js';

const nested = { enter: 'lft', leave: 'rght', tree: 9 };

type Samples = { readonly [N in MessageName]?: readonly Arguments<N>[] };

/** For each of these messages, arguments whose every text and number must be in what is said. */
export const samples = {
  'encoding/name': [undefined],
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
  'foreign-file/host': [undefined],
  'host-conflict': [{ path: '_headers', first: 'netlify', second: 'cloudflare' }],
  'import-conflict/field': [{ origin: '"Котлы"' }, { origin: undefined }],
  'import-conflict/there': [undefined],
  'import-conflict/here': [{ collection: 'posts', id: 34 }],
  'import-conflict/versions': [{ fields: 'views, last_activity' }],
  'host-limit/files': [{ host: 'netlify', most: 54_000, found: 60_001 }],
  'host-limit/fileBytes': [{ host: 'netlify', most: 54_000, found: 60_001 }],
  'host-limit/bytes': [{ host: 'netlify', most: 54_000, found: 60_001 }],
  'host-limit/rules': [{ host: 'netlify', most: 54_000, found: 60_001 }],
  'links-elsewhere': [
    {
      ...{ baseUrl: 'http://localhost:8080', host: 'nginx', listen: '127.0.0.1:9000' },
      meant: 'http://127.0.0.1:9000',
    },
  ],
  'search-left-out/records': [{ most: 30_000, found: 30_001 }],
  'search-left-out/program': [undefined],
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
  'bad-value/address': [{ found: 'a.b' }],
  'bad-value/reserved': [{ found: 'con' }],
  'bad-value/own-address': [{ list: 'book', found: 'page' }],
  'bad-value/size': [{ most: 268_435_456 }],
  'bad-value/file-size': [{ most: 1_000_000_000 }],
  'bad-value/text-size': [{ most: 67_108_864 }],
  'dangling-reference/taken': [
    { collection: 'users', id: 99, field: 'user', singular: 'post', of: 9, from: 'user' },
  ],
  'broken-tree/part': [nested],
  'broken-tree/stray': [{ field: 'lft', ...nested }],
  'broken-tree/nesting': [{ left: 5, right: 4, ...nested }],
  'inconsistent/address': [
    {
      ...{ list: 'book', field: 'slug', found: 'emma' },
      ...{ name: 'Emma', file: 'data/books.json', line: 3 },
    },
  ],
  'implausible/companions': [
    { rule: 'without-companions', singular: 'post', id: 45, lacking: ['comments', 'events'] },
    { rule: 'without-companions', singular: 'post', id: 45, lacking: ['events'] },
  ],
} satisfies Samples;

// Each stands for words of its language, or is said where there is room for it.
const KINDS = new Set(
  'wanted cause what format optional isList isThere rule message hint known free twins'
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

/** Expects words of a language, which have every text and number that the message was given. */
export function expectSaid(args: unknown, { message, hint }: Wording, language: Language): void {
  const said = `${message} ${hint}`;
  for (const value of valuesOf(args)) {
    const isSaid = said.includes(value) || said.includes(JSON.stringify(value).slice(1, -1));
    expect(isSaid, `${value} in ${said}`).toBe(true);
  }
  for (const text of [message, hint ?? message]) {
    expect(text).toMatch(language === 'ru' ? /[а-яё]/ : /[a-z]/i);
  }
}
