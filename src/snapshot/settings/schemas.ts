// The settings whose check takes more than a line: their schemas, and the messages for wrong values.
import * as z from 'zod';
import { endpointOf, type Portal } from '../../model/endpoint.js';
import { KEY } from '../../model/feed.js';
import { isObject } from '../../model/fields.js';
import { rulesOf } from '../../model/rules.js';
import { nearest } from '../../problems/nearest.js';
import { refused, type UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { ENCODINGS, type Encoding, parameterOf, SEARCH, withoutId } from '../../site/address.js';

/** The values that a schema may depend on. */
export interface SchemaContext {
  readonly portal: Pick<Portal, 'collections' | 'endpoints' | 'extras' | 'search'>;
  /** The names of all hosts, for the schema that editors use; a build checks the hosts' names later. */
  readonly hosts?: readonly string[];
}

// A regular expression for base URLs: editors check settings by it, since they cannot parse addresses.
const HOST = '(?:\\[[0-9a-fA-F:.]+\\]|[^\\s?#@/\\\\:[\\]<>^|]+)(?::\\d*)?';
const URL_PATTERN = `^[Hh][Tt][Tt][Pp][Ss]?:[/\\\\]*${HOST}(?:[/\\\\][^\\s?#]*)?$`;

/** An address that opens a file in an editor, such as `idea://open?file={file}`; no scheme that browsers handle. */
export const EDITOR =
  /^(?!(?:https?|wss?|ftp|file|data|blob|filesystem|javascript|vbscript|about|view-source|mailto):)[a-z][a-z0-9+.-]*:\/\/[!-~]*\{file\}[!-~]*$/;

export function baseUrl() {
  return z
    .string()
    .refine((text) => URL.canParse(text) && isWeb(text) && isPlain(text))
    .meta({ pattern: URL_PATTERN });
}

const isWeb = (text: string) => /^https?:$/.test(new URL(text).protocol);

function isPlain(text: string): boolean {
  const { search, hash, username, password } = new URL(text);
  return !(search || hash || username || password || /[?#\s]/.test(text));
}

/** The error for an address that is no plain http(s) URL; undefined for what is no address at all. */
export function wrongBaseUrl(given: unknown): UsageError | undefined {
  if (typeof given !== 'string' || !URL.canParse(given)) return undefined;
  const name = isWeb(given) ? 'setting/address' : 'setting/protocol';
  return refused(name, { found: quote(given) });
}

export function pageSize({ portal }: SchemaContext) {
  const size = z.int().min(1);
  const sizes: Record<string, z.ZodType<number, number>> = Object.fromEntries(
    pagedNames(portal).map((name) => [name, size.exactOptional()]),
  );
  return z.union([size, z.strictObject(sizes)]);
}

/** The error for the first mistake in page sizes that are given by endpoint. */
export function wrongSize(given: unknown, { portal }: SchemaContext): UsageError | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const names = pagedNames(portal);
  for (const [name, size] of Object.entries(given)) {
    if (!names.includes(name)) {
      return refused('setting/no-list', { name: quote(name), nearest: nearest(name, names) });
    }
    if (!Number.isSafeInteger(size) || size < 1) {
      return refused('setting/size', { name, found: quote(size) });
    }
  }
  return undefined;
}

function pagedNames({ endpoints, extras }: SchemaContext['portal']): string[] {
  const paged = [...endpoints, ...extras.map(endpointOf)].filter(parameterOf);
  return ['default', ...paged.map(({ name }) => withoutId(name))];
}

/** All names that the setting `extras` may contain. */
export const extraNames = ({ extras, search }: SchemaContext['portal']): string[] => [
  'all',
  ...extras.map((extra) => endpointOf(extra).template),
  ...(search ? [SEARCH] : []),
];

export function extras({ portal }: SchemaContext) {
  return z.union([z.literal('all'), z.array(z.enum(extraNames(portal)))]);
}

/** The error for the first template that the portal does not know. */
export const wrongExtra = (given: unknown, { portal }: SchemaContext): UsageError | undefined =>
  wrongName('setting/extra', given, extraNames(portal));

export function rules({ portal }: SchemaContext) {
  return z.array(z.enum(rulesOf(portal.collections)));
}

/** The error for the first name that is no rule of the portal. */
export const wrongRule = (given: unknown, { portal }: SchemaContext): UsageError | undefined =>
  wrongName('setting/rule', given, rulesOf(portal.collections));

/** The error for the first name in a list that is not among the known ones. */
function wrongName(
  refusal: 'setting/extra' | 'setting/rule',
  given: unknown,
  known: readonly string[],
): UsageError | undefined {
  if (!Array.isArray(given)) return undefined;
  const wrong: unknown = given.find((name) => !known.includes(name));
  if (typeof wrong !== 'string') return undefined;
  return refused(refusal, { name: quote(wrong), nearest: nearest(wrong, known), known });
}

/** The lists that have feeds, each with the keys that the address of a record's page may have in braces. */
function feedLists({ extras }: SchemaContext['portal']): ReadonlyMap<string, readonly string[]> {
  const feeds = extras.filter((extra) => extra.kind === 'feed');
  return new Map(feeds.map(({ of, words }) => [of.name, ['id', ...(words.inAddress ?? [])]]));
}

/** A regular expression for the address of a record's page: `{id}` and other keys may stand only after the host. */
const pagePattern = (keys: readonly string[]) =>
  `^https?://(?=[^/?#{}]+[/?#].*\\{id\\})${HOST}[/?#](?:[^\\s{}]|\\{(?:${keys.join('|')})\\})*$`;

const isPage = (text: string, keys: readonly string[]) =>
  new RegExp(pagePattern(keys)).test(text) && URL.canParse(text.replace(KEY, '1'));

export function site({ portal }: SchemaContext) {
  const pages: Record<string, z.ZodType<string, string>> = {};
  for (const [list, keys] of feedLists(portal)) {
    const page = z.string().refine((text) => isPage(text, keys));
    pages[list] = page.meta({ pattern: pagePattern(keys) }).exactOptional();
  }
  return z.strictObject(pages);
}

/** The error for the first mistake in the addresses of the portal's own pages. */
export function wrongSite(given: unknown, { portal }: SchemaContext): UsageError | undefined {
  if (!isObject(given)) return undefined;
  const lists = feedLists(portal);
  const known = [...lists.keys()];
  for (const [name, page] of Object.entries(given)) {
    const keys = lists.get(name);
    if (!keys) {
      return refused('setting/member', {
        place: 'site',
        name: quote(name),
        nearest: nearest(name, known),
      });
    }
    if (typeof page !== 'string' || !isPage(page, keys)) {
      const marks = keys.map((key) => `{${key}}`).join(', ');
      return refused('setting/page', { name, keys: marks, found: quote(page) });
    }
  }
  return undefined;
}

export function compress() {
  const isOnce = (given: readonly Encoding[]) => new Set(given).size === given.length;
  // For editors: each encoding at most once.
  const once = ENCODINGS.map((encoding) => {
    return { not: { minItems: 2, items: { type: 'string', pattern: `^${encoding}$` } } };
  });
  const list = z
    .array(z.enum(ENCODINGS))
    .refine(isOnce)
    .meta({ maxItems: ENCODINGS.length, allOf: once });
  return z.union([z.literal('none'), list]);
}

/** The error for the first mistake in a list of compressed siblings. */
export function wrongSiblings(given: unknown): UsageError | undefined {
  if (!Array.isArray(given) || given.some((text) => typeof text !== 'string')) return undefined;
  const seen = new Set<Encoding>();
  for (const name of given as readonly string[]) {
    const encoding = ENCODINGS.find((known) => known === name);
    if (!encoding) return refused('setting/sibling', { found: quote(name), known: ENCODINGS });
    if (seen.has(encoding)) return refused('setting/sibling-twice', { encoding });
    seen.add(encoding);
  }
  return undefined;
}
