// Arbitraries of single values: texts, markup, instants, any JSON. All are valid in a data file.
import fc from 'fast-check';
import type { Item, Json } from './types.js';
import * as written from './written.js';

const WORDS = [
  'эксперт',
  'Промышленная безопасность',
  'ОПО',
  'crane',
  'Ёж',
  '№ 7',
  '"цитата"',
  "'",
  '\\',
  '/',
  '\u2028',
  '\u2029',
  '\u0000',
  '\u0001',
  '\u001f',
  '\u007f',
  '\u0085',
  '\ufeff',
  '\b\f',
  '\r\n',
  '\n',
  '\t',
  '🏗',
  '👩‍🔧',
  '𝕏',
  '</script>',
  '<&>',
  'e\u0301',
  '   ',
];

/** Any character, as of `fc.string({ unit: 'binary' })`, which keeps a table of all 1.1 million: a second and 100 MB. */
export const character: fc.Arbitrary<string> = fc
  .oneof(
    fc.nat({ max: 0x7f }),
    fc.integer({ min: 0x80, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10_ffff }),
  )
  .map((code) => String.fromCodePoint(code));

/** Text with the characters that writers of JSON get wrong. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map(join) },
  { weight: 1, arbitrary: fc.array(character, { maxLength: 6 }).map(join) },
);

/** The same, and never empty: a name or a title. */
export const title: fc.Arbitrary<string> = text.map((it) => it || 'Без названия');

/** Names that a Russian collation puts close together, some of them equal to it. */
export const regionName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...['Адыгея', 'адыгея', 'Ель', 'Елка', 'Ёлка', 'ёлка', 'Е\u0308лка', 'Йошкар-Ола', 'Ижевск'],
    ...['И\u0306ошкар-Ола', 'Ялта', 'Яя', 'Moscow', 'ÅÄÖ', 'Область 10', 'Область 9', 'Область-9'],
    ...['Республика Коми', 'Республика  Коми', 'Щёлково', 'Щелково', 'Ъ', 'Ы', 'ь', '«Звезда»'],
  ),
  title,
);

/** A slug, or any other plain word. */
export const slug: fc.Arbitrary<string> = fc.constantFrom('novosti', 'o-portale', 'crane-2', 'a');

const PIECES = fc.constantFrom(
  ...['кран', 'Кран ', ' и ', 'beam', '  ', '\n', '\r\n\t', '\u2028', '🏗', '"', "'", 'е\u0308'],
  ...['&amp;', '&lt;b&gt;', '&amp;lt;', '&quot;', '&nbsp;', '&#1087;', '&#x43F;', '&laquo;'],
  ...['&raquo;', '&mdash;', '&#128119;', '<br>', '<br/>', 'a<hr>b', '<img src="/i/1.png" alt="1">'],
  ' <iframe src="https://video.example.org/embed/1"></iframe> ',
);

const INLINE = fc.constantFrom<[string, string]>(
  ...['b', 'i', 'em', 'strong', 'span', 'u', 'B'].map((it): [string, string] => [
    `<${it}>`,
    `</${it}>`,
  ]),
  ['<a href="https://example.org/?a=1&amp;b=2">', '</a>'],
  ['<a href="mailto:expert@example.org" title="a > b">', '</a>'],
  ["<a href='tel:+78005553535'>", '</a>'],
  ['<a href="../blog/2/">', '</a>'],
);

const pieces = fc.array(PIECES, { maxLength: 4 }).map(join);
const inline = fc
  .array(fc.tuple(fc.option(INLINE, { freq: 2 }), pieces), { maxLength: 3 })
  .map((runs) => join(runs.map(([tag, inner]) => (tag ? tag[0] + inner + tag[1] : inner))));
const block = fc.oneof(
  inline,
  inline.map((it) => `<p>${it}</p>`),
  inline.map((it) => `<DIV class="note">${it}</DIV>`),
  inline.map((it) => `<blockquote><p>${it}</p></blockquote>`),
  inline.map((it) => `<h2>${it}</h2>`),
  fc
    .array(inline, { maxLength: 2 })
    .map((it) => `<ul>${join(it.map((li) => `<li>${li}</li>`))}</ul>`),
);

/** The body of a post or a comment: well-formed markup, nothing that could be unsafe. */
export const html: fc.Arbitrary<string> = fc.array(block, { maxLength: 3 }).map(join);

/** Frames that the markup above shows come from here. */
export const FRAME_HOSTS = ['video.example.org'];

const pad = (n: number) => String(n).padStart(2, '0');

/** An instant as text: few seconds to choose from, many ways to write each. */
export const timestamp: fc.Arbitrary<string> = fc
  .record({
    day: fc.oneof(
      fc.constant(Date.UTC(2024, 1, 29, 23, 59, 57)),
      fc.constantFrom(Date.UTC(2019, 11, 31, 20), Date.UTC(1970, 0, 1), Date.UTC(2026, 6, 1, 12)),
    ),
    seconds: fc.nat({ max: 2 }),
    fraction: fc.constantFrom(
      ...['', '', '.0', '.000000', '.000001', '.1', '.10', '.09', '.123', '.123456', '.1234560'],
      ...['.123456789', '.1234567891', '.1234567890000001', '.1234567890000002'],
      ...['.0000000000000000001', '.0000010000000000000002', '.999999999999'],
    ),
    minutes: fc.constantFrom(0, 180, 180, 300, -210, 345, 1439, -1439),
  })
  .map(({ day, seconds, fraction, minutes }) => stamp(day + seconds * 1000, fraction, minutes));

/** The text of an instant in milliseconds, with this fraction and offset. */
export function stamp(instant: number, fraction: string, minutes: number): string {
  const local = new Date(instant + minutes * 60_000).toISOString().slice(0, 19);
  const ahead = Math.abs(minutes);
  const offset = `${minutes < 0 ? '-' : '+'}${pad(Math.floor(ahead / 60))}:${pad(ahead % 60)}`;
  return local + fraction + offset;
}

/** A date. */
export const date: fc.Arbitrary<string> = fc.constantFrom('1979-05-01', '2024-02-29', '2030-12-31');

/** A whole number as counters and prices have it. */
export const count: fc.Arbitrary<number> = fc.oneof(
  fc.nat({ max: 20 }),
  fc.constantFrom(0, 100, 1200, 2 ** 31, Number.MAX_SAFE_INTEGER),
);

const key = fc.constantFrom(
  'a',
  'б',
  'type',
  '',
  'id',
  '__proto__',
  'constructor',
  '$schema',
  ' 🏗"',
  ...['9', '10', '128077'].map(written.key),
);
const digits = ['1.10', '1.0', '-1.50E+3', '0.12345678901234567891', '12345678901234567890.5'];

const ofAnyShape = fc.letrec<{ value: Json; list: Json; object: Item }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    fc.constantFrom<Json>(null, true, false, 0, -1, 1.5, 0.1, 1e-7, 12345678901, '👍'),
    fc.constantFrom<Json>(...digits.map(written.number)),
    text as fc.Arbitrary<Json>,
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value'), { maxLength: 2 }) as fc.Arbitrary<Json>,
  object: fc
    .uniqueArray(fc.tuple(key, tie('value')), { maxLength: 3, selector: ([name]) => name })
    .map((entries) => Object.fromEntries(entries) as Item),
}));

/** Any JSON, of little depth. */
export const anyJson = ofAnyShape.value;

/** An array whose elements may have any shape; empty as a rule. */
export const anyList: fc.Arbitrary<Json[]> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Json[]>([]) },
  { weight: 1, arbitrary: fc.array(anyJson, { maxLength: 2 }) },
);

/** An object with members of any shape; empty as a rule. */
export const anyObject: fc.Arbitrary<Item> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Item>({}) },
  { weight: 1, arbitrary: ofAnyShape.object },
);

function join(list: string[]): string {
  return list.join('');
}
