// Makes a feed of the newest records of a list: JSON Feed 1.1 (jsonfeed.org) or Atom (RFC 4287). Pure functions, which
// read no clock. (No known package makes both formats right: `feed` 6 writes JSON Feed 1.0, `feedsmith` 3 leaves out
// empty `items` and titles, and both write characters that XML forbids.)
import { type FeedFormat, type FeedWords, KEY } from '../model/feed.js';
import type { Json, JsonObject } from '../model/fields.js';
import { textOfMarkup } from '../model/html/plain-text.js';
import { instantOf } from '../model/time.js';

/**
 * `baseUrl`: the base URL of the API. `page`: the address of a record's page on the portal's own web site, with keys of
 * the record in braces, such as `https://example.org/posts/{id}`.
 */
export interface FeedPlaces {
  readonly baseUrl: string;
  readonly page: string | undefined;
}

/** Returns a feed of these records of a list as text. */
export function feedOf(
  format: FeedFormat,
  list: string,
  words: FeedWords,
  records: readonly JsonObject[],
  { baseUrl, page }: FeedPlaces,
): string {
  const self = `${baseUrl}/api/${list}/feed.${format}`;
  const entries = records.map((record) => entryOf(`${baseUrl}/api/${list}/`, words, record, page));
  return format === 'json' ? jsonOf(words, self, entries) : atomOf(words, self, entries);
}

interface Entry {
  /**
   * The address of the record in the API. If nothing is published at this address, it is used all the same, because the
   * id of an entry must never change.
   */
  readonly id: string;
  readonly url: string | undefined;
  readonly title: string;
  readonly html: string;
  readonly summary: string | undefined;
  readonly published: string;
  readonly updated: string;
}

function entryOf(
  below: string,
  { title, content, isPlain, summary = content, published, updated }: FeedWords,
  record: JsonObject,
  page: string | undefined,
): Entry {
  const text = textOf(record[content]);
  const short = textOf(record[summary]);
  return {
    id: `${below}${textOf(record['id'])}/`,
    url: page && addressIn(page, record),
    title: title.map((key) => firstLine(textOf(record[key]))).find((line) => line) ?? '',
    html: isPlain ? `<p>${escaped(text).replace(/\r?\n/g, '<br>')}</p>` : text,
    summary: short === text ? undefined : textOfMarkup(short) || undefined,
    published: timeOf(record[published]),
    updated: timeOf(record[updated]),
  };
}

const timeOf = (time: Json | undefined): string => String(time).replace(/(\.\d{9})\d+/, '$1');

/** A text with more UTF-16 units than this is left out: feed readers may refuse it, and a feed must fit in a string. */
export const LONGEST = 1 << 18;

/** Returns a value as text. Returns '' if the text is too long. */
function textOf(value: Json | undefined): string {
  const text = String(value ?? '');
  return text.length > LONGEST ? '' : text;
}

/** Of the first line of a text, a title takes at most this many characters. If the line is longer, `…` follows. */
const LONGEST_TITLE = 100;

function firstLine(text: string): string {
  const line = text.trim().split(/\r?\n/, 1)[0]!;
  const characters = [...line];
  if (characters.length <= LONGEST_TITLE) return line;
  return `${characters.slice(0, LONGEST_TITLE).join('').trimEnd()}…`;
}

const addressIn = (page: string, record: JsonObject): string =>
  new URL(page.replace(KEY, (_, key: string) => encodeURIComponent(textOf(record[key])))).href;

const JSON_FEED = 'https://jsonfeed.org/version/1.1';
const ATOM = '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"';

function jsonOf({ name, author, language }: FeedWords, self: string, entries: readonly Entry[]) {
  return JSON.stringify({
    version: JSON_FEED,
    title: name,
    feed_url: self,
    language,
    authors: [{ name: author }],
    items: entries.map(({ id, url, title, html, summary, published, updated }) => ({
      id,
      url,
      title: title || undefined,
      content_html: html,
      summary,
      date_published: published,
      date_modified: updated,
    })),
  });
}

function atomOf({ name, author, language }: FeedWords, self: string, entries: readonly Entry[]) {
  const parts = [
    element('id', self),
    element('title', name),
    element('updated', latest(entries)),
    `<author>${element('name', author)}</author>`,
    link('self', 'application/atom+xml', self),
    ...entries.map(atomEntry),
  ];
  return `${ATOM} xml:lang="${language}">${parts.join('')}</feed>`;
}

function atomEntry({ id, url, title, html, summary, published, updated }: Entry): string {
  // `xml:base` says that relative links in the text start at the page of the record, not at the feed.
  const base = url === undefined ? '' : ` xml:base="${escaped(url)}"`;
  const parts = [
    element('id', id),
    element('title', title),
    element('published', published),
    element('updated', updated),
    url === undefined ? '' : link('alternate', 'text/html', url),
    summary === undefined ? '' : element('summary', summary),
    `<content type="html"${base}>${escaped(html)}</content>`,
  ];
  return `<entry>${parts.join('')}</entry>`;
}

const element = (name: string, text: string) => `<${name}>${escaped(text)}</${name}>`;
const link = (rel: string, type: string, href: string) =>
  `<link rel="${rel}" type="${type}" href="${escaped(href)}"/>`;

/** Returns the time of the newest change; 1970 for an empty feed. */
function latest(entries: readonly Entry[]): string {
  let last: string | undefined;
  for (const { updated } of entries) {
    if (last === undefined || isLater(updated, last)) last = updated;
  }
  return last ?? '1970-01-01T00:00:00Z';
}

function isLater(a: string, b: string): boolean {
  const [one, other] = [instantOf(a)!, instantOf(b)!];
  return (
    one.seconds > other.seconds || (one.seconds === other.seconds && one.fraction > other.fraction)
  );
}

const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const MARKS: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };

/** Escapes a text for XML or HTML. Characters that XML forbids are replaced by U+FFFD. */
const escaped = (text: string): string =>
  text.replace(FORBIDDEN, '\uFFFD').replace(/[&<>"]/g, (mark) => `&${MARKS[mark]};`);
