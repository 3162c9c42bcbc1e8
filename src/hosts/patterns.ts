// Addresses as regular expressions, for hosts whose files are made of them. They are written in what
// PCRE (nginx, Apache), RE2 (Caddy) and JavaScript have in common, without backslashes or quotes, so
// that they mean the same everywhere; `inPcre` covers what still differs. An address counts only
// as it is written; one that may name a missing page must never be answered with page 1.
import { hash } from 'node:crypto';
import { refused, UsageError } from '../problems/problem.js';
import { lookupsOf, withoutId } from '../site/address.js';
import { FILE, PART, type Site, type SiteDocument, type SiteEndpoint } from './host.js';

type PathParameter = NonNullable<SiteEndpoint['parameter']>;

/** The number of a page, or a cursor. The length is bounded, as names of folders are. */
export const NUMBER = '[1-9][0-9]{0,14}';

/** An id: an integer up to 2^53-1. */
export const ID = '[1-9][0-9]{0,15}';

/** Lists that a host treats alike, because they take the same query parameters. */
export interface ListGroup {
  /** The parameter that names their pages; undefined for lists of one page. */
  readonly parameter: PathParameter | undefined;
  /** The parameters of their lookups: `blog` where `?blog=2` means what is at `/blog/2` below the list. */
  readonly lookups: readonly string[];
  /** Names these lookups where each set of them needs a name, such as `of_1`; empty without any. */
  readonly of: string;
  /** Alternatives for the part of the path below `/api`, with its slash: `/region|/job/vacancy`. */
  readonly paths: string;
}

/** All lists of a site in groups; the root index is in the group without pages. */
export function listGroups({ endpoints }: Pick<Site, 'endpoints'>): ListGroup[] {
  const lookups = lookupsOf(endpoints);
  const setOf = (list: string) => lookups.get(list)?.join() ?? '';
  // What a host keeps apart for each set of lookups is numbered: joined names are too long for some.
  const sets = ['', ...new Set([...lookups.keys()].map(setOf))];
  return ([undefined, 'page', 'cursor'] as const).flatMap((parameter) =>
    sets.flatMap((set, number) => {
      const lists = endpoints.filter(
        (endpoint) => endpoint.parameter === parameter && setOf(endpoint.name) === set,
      );
      const paths = lists.map(({ name }) => (name === '' ? '' : `/${plainName(name)}`));
      // The longer one first, so that no name hides another one that begins with it.
      paths.sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
      const of = number === 0 ? '' : `of_${number}`;
      const group = { parameter, lookups: lookups.get(lists[0]?.name ?? '') ?? [], of };
      return paths.length > 0 ? [{ ...group, paths: paths.join('|') }] : [];
    }),
  );
}

/** Alternatives for the paths of all lists and their pages below `/api`, without what they may end in. */
export const pagePaths = (lists: readonly ListGroup[]): string =>
  lists
    .map(({ parameter, paths }) => `(?:${paths})${parameter ? `(?:/${parameter}/${NUMBER})?` : ''}`)
    .join('|');

/** A text whose lines begin further to the right; empty lines stay empty. */
export const indented = (by: string, text: string): string => text.replace(/^(?=.)/gm, by);

/** Documents that are sent alike. */
export interface DocumentGroup extends Pick<SiteDocument, 'mediaType' | 'isImmutable'> {
  /** Alternatives for their paths in the published folder: `(?:api/post/|api/region/)all[.]ndjson`. */
  readonly paths: string;
}

/** All documents of a site in groups; JSON comes first. */
export function documentGroups({ documents }: Pick<Site, 'documents'>): DocumentGroup[] {
  const keyOf = ({ mediaType, isImmutable }: SiteDocument) => `${mediaType} ${isImmutable}`;
  return [...new Set(documents.map(keyOf))].map((key) => {
    const own = documents.filter((document) => keyOf(document) === key);
    const folders = new Map<string, string[]>();
    for (const { path } of own) {
      const [, folder = '', name = ''] = /^(.*\/)(.*)$/.exec(path) ?? [];
      folders.set(name, [...(folders.get(name) ?? []), documentPattern(folder)]);
    }
    const { mediaType, isImmutable } = own[0]!;
    const paths = [...folders].map(([name, own]) => {
      const before = own.length > 1 ? `(?:${own.join('|')})` : own.join();
      return before + documentPattern(name);
    });
    return { mediaType, isImmutable, paths: paths.join('|') };
  });
}

/** The groups of documents that are no JSON. */
export const otherDocuments = (site: Pick<Site, 'documents'>): DocumentGroup[] =>
  documentGroups(site).filter(({ mediaType }) => mediaType !== 'application/json');

/** Alternatives for the paths of all documents. */
export const documentPaths = (site: Pick<Site, 'documents'>): string =>
  documentGroups(site)
    .map(({ paths }) => paths)
    .join('|');

/** The paths of files that may be kept long: cursor pages, and documents that stay as they are. */
export const immutablePaths = (site: Pick<Site, 'documents'>): string =>
  [
    `.*/cursor/${NUMBER}/index[.]json`,
    ...documentGroups(site).flatMap(({ isImmutable, paths }) => (isImmutable ? [paths] : [])),
  ].join('|');

/** The folders at the top of the published one in which a site has its files. */
export const topsOf = ({ documents }: Pick<Site, 'documents'>): string[] => [
  ...new Set(['api', ...documents.map(({ path }) => path.split('/')[0]!)]),
];

/** The addresses at which these folders are, in words: `/portal/api and /portal/search`. */
export const addressesOf = (site: Pick<Site, 'documents' | 'prefix'>): string =>
  topsOf(site)
    .map((top) => `${site.prefix}/${top}`)
    .join(' and ');

/** A path of a document, or a part of it, as a pattern. */
function documentPattern(path: string): string {
  const plain = path.replace(PART, '').replace(FILE, '');
  if (!plain.split('/').every((segment) => segment === '' || isPlainSegment(segment))) {
    throw new UsageError(`an address cannot be named ${JSON.stringify(path)}`);
  }
  return literally(path).replace(PART, NUMBER).replace(FILE, FILE_PATH);
}

/** What {@link FILE} stands for: no segment is hidden, or leads elsewhere. */
const FILE_PATH = '(?:[a-z]+/)*[A-Za-z0-9][A-Za-z0-9_.-]*';

/** Patterns for what a query says of some parameters, in the order in which they must be tried. */
export interface QueryPatterns {
  /** One of them is there twice or more, or two of them are. */
  readonly twice: string;
  /** One is there with a number: its name and the number are the two groups. */
  readonly number: string;
  /** One is there, however it is spelt. */
  readonly given: string;
}

/** Patterns for a raw query, without its question mark. */
export function queryPatterns(parameters: readonly string[], value = NUMBER): QueryPatterns {
  const names = parameters.map((name) => [...name].map(anySpelling).join(''));
  const any = names.length > 1 ? `(?:${names.join('|')})` : names.join();
  return {
    twice: `(?:^|&)${any}(?:=[^&]*)?&(?:.*&)?${any}(?:=|&|$)`,
    number: `(?:^|&)(${parameters.join('|')})=(${value})(?:&|$)`,
    given: `(?:^|&)${any}(?:=|&|$)`,
  };
}

/** A pattern for PCRE, where `$` would also match before a newline at the end. */
export const inPcre = (pattern: string): string => pattern.replaceAll('$', '\\z');

/** A letter as it is, or as `%70`: a parser of queries reads both as the same. */
function anySpelling(letter: string): string {
  const code = letter.charCodeAt(0).toString(16);
  const digits = [...code].map((digit) =>
    /[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit,
  );
  return `(?:${letter}|%${digits.join('')})`;
}

/** Matches an Accept-Encoding that names an encoding, in either case, with a weight above zero. */
export function acceptsPattern(encoding: string): string {
  const token = [...encoding].map((letter) => `[${letter}${letter.toUpperCase()}]`).join('');
  return `(?:^|,) *${token} *(?:; *[qQ]=(?:1|0[.]0{0,2}[1-9])[0-9.]* *)?(?:,|$)`;
}

/**
 * The path of the base URL, for formats in which some characters have a meaning of their own (patterns,
 * globs, placeholders, comments). Throws a {@link UsageError} where it has one of those.
 */
export function plainPrefix({ prefix }: Pick<Site, 'prefix'>, host: string): string {
  const segments = prefix.split('/').slice(1);
  if (prefix !== '' && (!prefix.startsWith('/') || !segments.every(isPlainSegment))) {
    throw refused('host/path', { host, path: JSON.stringify(prefix) });
  }
  return prefix;
}

/**
 * The beginning of names that must differ from another portal's in the same server: `portal`, or
 * `portal_one` below `/one`. Short, since nginx takes no name of more than some forty characters.
 */
export function partName({ prefix }: Pick<Site, 'prefix'>): string {
  if (prefix === '') return 'portal';
  const [, plain] = /^\/([a-z0-9]{1,16})$/.exec(prefix) ?? [];
  return `portal_${plain ?? hash('sha256', prefix, 'hex').slice(0, 8)}`;
}

/** A plain text as a pattern: of the characters of plain names, only the dot has a meaning there. */
export function literally(plain: string): string {
  return plain.replaceAll('.', '[.]');
}

/** The published folder as it may stand between double quotes. Throws a {@link UsageError}. */
export function plainRoot(host: string, root: string): string {
  // Each of these means something in one format or another, even between quotes.
  if (!root.startsWith('/') || /[\p{C}"'`$\\{}%*?[\]<>]/u.test(root)) {
    throw refused('host/folder', { host, folder: JSON.stringify(root) });
  }
  return root;
}

/** The body of a 404, as it may stand between single quotes. Throws a {@link UsageError}. */
export function plainBody(host: string, body: string): string {
  if (/['`$\\{}%\p{C}]/u.test(body.replace(/^\{|\}$/g, ''))) {
    throw new UsageError(`the files of ${host} cannot hold the body ${JSON.stringify(body)}`);
  }
  return body;
}

function plainName(name: string): string {
  const list = withoutId(name);
  if (!list.split('/').every(isPlainSegment)) {
    throw new UsageError(`an address cannot be named ${JSON.stringify(name)}`);
  }
  return list === name ? literally(list) : `${literally(list)}/${ID}`;
}

/** Whether a segment of a path needs no escaping in any format. */
function isPlainSegment(segment: string): boolean {
  return /^[A-Za-z0-9_~.-]+$/.test(segment) && !/^\.+$/.test(segment);
}
