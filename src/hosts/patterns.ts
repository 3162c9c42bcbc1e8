// Addresses as regular expressions, for hosts whose files are made of them. They are written in what
// PCRE (nginx, Apache), RE2 (Caddy) and JavaScript have in common, without backslashes or quotes, so
// that they mean the same everywhere; `inPcre` covers what still differs. An address counts only
// as it is written; one that may name a missing page must never be answered with page 1.
import { hash } from 'node:crypto';
import { refused, UsageError } from '../problems/problem.js';
import { withoutId } from '../site/address.js';
import { PART, type Site, type SiteEndpoint } from './host.js';

type PathParameter = NonNullable<SiteEndpoint['parameter']>;

/** The number of a page, or a cursor. The length is bounded, as names of folders are. */
export const NUMBER = '[1-9][0-9]{0,14}';

/** An id: an integer up to 2^53-1. */
export const ID = '[1-9][0-9]{0,15}';

/** Lists that a host treats alike, because they take the same query parameters. */
export interface ListGroup {
  /** The parameter that names their pages; undefined for lists of one page. */
  readonly parameter: PathParameter | undefined;
  /** The parameter of their lookups: `blog` where `?blog=2` means what is at `/blog/2` below the list. */
  readonly by: string | undefined;
  /** Alternatives for the part of the path below `/api`, with its slash: `/region|/job/vacancy`. */
  readonly paths: string;
}

/** All lists of a site in groups; the root index is in the group without pages. */
export function listGroups({ endpoints }: Pick<Site, 'endpoints'>): ListGroup[] {
  const lookups = lookupsOf({ endpoints });
  return ([undefined, 'page', 'cursor'] as const).flatMap((parameter) =>
    [undefined, ...new Set(lookups.values())].flatMap((by) => {
      const names = endpoints.filter(
        (endpoint) => endpoint.parameter === parameter && lookups.get(endpoint.name) === by,
      );
      const paths = names.map(({ name }) => (name === '' ? '' : `/${plainName(name)}`));
      // The longer one first, so that no name hides another one that begins with it.
      paths.sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
      return paths.length > 0 ? [{ parameter, by, paths: paths.join('|') }] : [];
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

/** The lists that have a lookup, each with its parameter. */
export function lookupsOf({ endpoints }: Pick<Site, 'endpoints'>): Map<string, string> {
  return new Map(endpoints.flatMap(({ lookup }) => (lookup ? [[lookup.list, lookup.by]] : [])));
}

/** Alternatives for the paths of documents below `/api`: `/openapi[.]json|/snapshot[.]json`. */
export const documentPaths = ({ documents }: Pick<Site, 'documents'>): string =>
  documents.map((path) => documentPath(path, NUMBER)).join('|');

/** The path of a document as a pattern; `number`: the pattern of a {@link PART}. */
export const documentPath = (path: string, number: string): string =>
  `/${plainName(path.slice(1), PART)}`.replace(PART, number);

/** Patterns for what a query says of a parameter, in the order in which they must be tried. */
export interface QueryPatterns {
  /** The parameter is there twice or more. */
  readonly twice: string;
  /** It is there with a number, which is the only group. */
  readonly number: string;
  /** It is there, however it is spelt. */
  readonly given: string;
}

/** Patterns for a raw query, without its question mark. */
export function queryPatterns(parameter: string, value = NUMBER): QueryPatterns {
  const name = [...parameter].map(anySpelling).join('');
  return {
    twice: `(?:^|&)${name}(?:=[^&]*)?&(?:.*&)?${name}(?:=|&|$)`,
    number: `(?:^|&)${parameter}=(${value})(?:&|$)`,
    given: `(?:^|&)${name}(?:=|&|$)`,
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

function plainName(name: string, besides = ''): string {
  const list = withoutId(name);
  if (!list.replace(besides, '').split('/').every(isPlainSegment)) {
    throw new UsageError(`an address cannot be named ${JSON.stringify(name)}`);
  }
  return list === name ? literally(list) : `${literally(list)}/${ID}`;
}

/** Whether a segment of a path needs no escaping in any format. */
function isPlainSegment(segment: string): boolean {
  return /^[A-Za-z0-9_~.-]+$/.test(segment) && !/^\.+$/.test(segment);
}
