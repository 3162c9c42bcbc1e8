// Regular expressions for addresses, for use in hosts' files. They use only what PCRE (nginx, Apache), RE2 (Caddy) and
// JavaScript have in common, without backslashes or quotes, so that they mean the same everywhere; `inPcre` handles the
// one difference. They match an address in one spelling only: an address that may mean a missing page must never be
// answered with page 1.
import { hash } from 'node:crypto';
import { refused, UsageError } from '../problems/problem.js';
import { lookupsOf, queryOf, withoutId } from '../site/address.js';
import { FILE, PART, type Site, type SiteDocument, type SiteEndpoint } from './host.js';

type PathParameter = NonNullable<SiteEndpoint['parameter']>;

/** The number of a page, or a cursor. Its length is limited, because it is also the name of a folder. */
export const NUMBER = '[1-9][0-9]{0,14}';

/** An id: a number up to 2^53-1 has at most 16 digits. */
export const ID = '[1-9][0-9]{0,15}';

/** Lists that a host treats in the same way, because they accept the same query parameters. */
export interface ListGroup {
  /** The parameter that names their pages; undefined for lists of one page. */
  readonly parameter: PathParameter | undefined;
  /** The parameters of their lookups: `blog` if `?blog=2` has the result of `/blog/2` below the list. */
  readonly lookups: readonly string[];
  /** A name for this set of lookups in hosts' files, such as `of_1`; empty without lookups. */
  readonly of: string;
  /** Alternatives for the part of the path below `/api`, with its slash: `/region|/job/vacancy`. */
  readonly paths: string;
}

/** All lists of a site in groups; the root index is in the group without pages. */
export function listGroups({ endpoints }: Pick<Site, 'endpoints'>): ListGroup[] {
  const lookups = lookupsOf(endpoints);
  const setOf = (list: string) => lookups.get(list)?.join() ?? '';
  // Sets of lookups get numbers, because their parameters together would be too long a name for some hosts.
  const sets = ['', ...new Set([...lookups.keys()].map(setOf))];
  return ([undefined, 'page', 'cursor'] as const).flatMap((parameter) =>
    sets.flatMap((set, number) => {
      const lists = endpoints.filter(
        (endpoint) => endpoint.parameter === parameter && setOf(endpoint.name) === set,
      );
      const paths = lists.map(({ name }) => (name === '' ? '' : `/${plainName(name)}`));
      // Longer paths first, since a path would hide a longer one that begins with it.
      paths.sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
      const of = number === 0 ? '' : `of_${number}`;
      const group = { parameter, lookups: lookups.get(lists[0]?.name ?? '') ?? [], of };
      return paths.length > 0 ? [{ ...group, paths: paths.join('|') }] : [];
    }),
  );
}

/** Alternatives for the paths of all lists and their pages below `/api`, without `/` or `/index.json` at the end. */
export const pagePaths = (lists: readonly ListGroup[]): string =>
  lists
    .map(({ parameter, paths }) => `(?:${paths})${parameter ? `(?:/${parameter}/${NUMBER})?` : ''}`)
    .join('|');

/** Returns a text with each line indented by `by`; empty lines stay empty. */
export const indented = (by: string, text: string): string => text.replace(/^(?=.)/gm, by);

/** Documents with the same media type. */
export interface DocumentGroup extends Pick<SiteDocument, 'mediaType'> {
  /** Alternatives for their paths in the published folder: `(?:api/post/|api/region/)all[.]ndjson`. */
  readonly paths: string;
}

/** All documents of a site in groups; JSON comes first. */
export function documentGroups({ documents }: Pick<Site, 'documents'>): DocumentGroup[] {
  return [...new Set(documents.map(({ mediaType }) => mediaType))].map((mediaType) => {
    const own = documents.filter((document) => document.mediaType === mediaType);
    const folders = new Map<string, string[]>();
    for (const { path } of own) {
      const [, folder = '', name = ''] = /^(.*\/)(.*)$/.exec(path) ?? [];
      folders.set(name, [...(folders.get(name) ?? []), documentPattern(folder)]);
    }
    const paths = [...folders].map(([name, own]) => {
      const before = own.length > 1 ? `(?:${own.join('|')})` : own.join();
      return before + documentPattern(name);
    });
    return { mediaType, paths: paths.join('|') };
  });
}

/** The groups of documents that are not JSON. */
export const otherDocuments = (site: Pick<Site, 'documents'>): DocumentGroup[] =>
  documentGroups(site).filter(({ mediaType }) => mediaType !== 'application/json');

/** Alternatives for the paths of all documents. */
export const documentPaths = (site: Pick<Site, 'documents'>): string =>
  documentGroups(site)
    .map(({ paths }) => paths)
    .join('|');

/** For each list that keeps its pages, a pattern for the paths of these pages in the published folder. */
export const keptPages = ({ endpoints }: Pick<Site, 'endpoints'>): string[] =>
  endpoints
    .filter(({ keepsPages }) => keepsPages)
    .map(({ name, parameter }) => `api/${plainName(name)}/${parameter}/${NUMBER}/index[.]json`);

/** The top-level folders in the published folder in which a site has files, such as `api` and `search`. */
export const topsOf = ({ documents }: Pick<Site, 'documents'>): string[] => [
  ...new Set(['api', ...documents.map(({ path }) => path.split('/')[0]!)]),
];

/** The addresses of these folders, in words: `/portal/api and /portal/search`. */
export const addressesOf = (site: Pick<Site, 'documents' | 'prefix'>): string =>
  topsOf(site)
    .map((top) => `${site.prefix}/${top}`)
    .join(' and ');

/** Returns a pattern for the path of a document, or for a part of the path. */
function documentPattern(path: string): string {
  const plain = path.replace(PART, '').replace(FILE, '');
  if (!plain.split('/').every((segment) => segment === '' || isPlainSegment(segment))) {
    throw new UsageError(`an address cannot be named ${JSON.stringify(path)}`);
  }
  return literally(path).replace(PART, NUMBER).replace(FILE, FILE_PATH);
}

/** A pattern for {@link FILE}: a path whose segments do not begin with a dot. */
const FILE_PATH = '(?:[a-z]+/)*[A-Za-z0-9][A-Za-z0-9_.-]*';

/** Patterns that find some parameters in a query, in the order in which they must be tried. */
export interface QueryPatterns {
  /** One of the parameters comes twice, or two of them come. */
  readonly twice: string;
  /** One comes with a number; the two groups are its name and the number. */
  readonly number: string;
  /** One comes, with any value and in any spelling of its name. */
  readonly given: string;
}

/**
 * Returns these patterns for a raw query without its question mark. `before`: a pattern for what comes before a
 * parameter, for use on a text that contains a query.
 */
export function queryPatterns(parameters: readonly string[], before = '(?:^|&)'): QueryPatterns {
  const names = parameters.map((name) => [...name].map(anySpelling).join(''));
  const any = names.length > 1 ? `(?:${names.join('|')})` : names.join();
  return {
    twice: `${before}${any}(?:=[^&]*)?&(?:.*&)?${any}(?:=|&|$)`,
    number: `${before}(${parameters.join('|')})=(${NUMBER})(?:&|$)`,
    given: `${before}${any}(?:=|&|$)`,
  };
}

/** Patterns that find lookups in a query, in the order in which they must be tried. */
export interface LookupPatterns extends Pick<QueryPatterns, 'twice' | 'given'> {
  /** For each lookup, its folder below the list's, and the pattern whose only group is the id. */
  readonly folders: readonly { readonly folder: string; readonly id: string }[];
}

/** Returns these patterns for a raw query without its question mark. */
export function lookupPatterns(lookups: readonly string[]): LookupPatterns {
  const { twice, given } = queryPatterns(lookups.map(queryOf));
  const folders = lookups.map((by) => ({
    folder: `/${by}`,
    id: `(?:^|&)${queryOf(by)}=(${ID})(?:&|$)`,
  }));
  return { twice, given, folders };
}

/** Returns a pattern for PCRE, with `\z` instead of `$`, which would also match before a newline at the end. */
export const inPcre = (pattern: string): string => pattern.replaceAll('$', '\\z');

/**
 * Returns a pattern for a letter, plain or percent-encoded (`p` or `%70`), because parsers of queries treat both alike.
 */
function anySpelling(letter: string): string {
  const code = letter.charCodeAt(0).toString(16);
  const digits = [...code].map((digit) =>
    /[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit,
  );
  return `(?:${letter}|%${digits.join('')})`;
}

/** Returns a pattern for an Accept-Encoding that names an encoding, in either case, with a weight above zero. */
export function acceptsPattern(encoding: string): string {
  const token = [...encoding].map((letter) => `[${letter}${letter.toUpperCase()}]`).join('');
  return `(?:^|,) *${token} *(?:; *[qQ]=(?:1|0[.]0{0,2}[1-9])[0-9.]* *)?(?:,|$)`;
}

/**
 * Returns the path of the base URL, for formats in which some characters have a special meaning (patterns, globs,
 * placeholders, comments). Throws a {@link UsageError} if the path contains such characters.
 */
export function plainPrefix({ prefix }: Pick<Site, 'prefix'>, host: string): string {
  const segments = prefix.split('/').slice(1);
  if (prefix !== '' && (!prefix.startsWith('/') || !segments.every(isPlainSegment))) {
    throw refused(
      'the files of {host} take letters, digits, "-", "_", "." and "~" in the path of baseUrl, not {path}',
      { host, path: JSON.stringify(prefix) },
    );
  }
  return prefix;
}

/**
 * Returns a prefix for names in a server's configuration that must differ from those of another portal: `portal`, or
 * `portal_one` below `/one`. It is short, because nginx accepts at most some forty characters in a name.
 */
export function partName({ prefix }: Pick<Site, 'prefix'>): string {
  if (prefix === '') return 'portal';
  const [, plain] = /^\/([a-z0-9]{1,16})$/.exec(prefix) ?? [];
  return `portal_${plain ?? hash('sha256', prefix, 'hex').slice(0, 8)}`;
}

/** Returns a pattern for a plain name: of its characters, only the dot has a special meaning in patterns. */
export function literally(plain: string): string {
  return plain.replaceAll('.', '[.]');
}

/** Returns the published folder for use between double quotes. Throws a {@link UsageError} if that is unsafe. */
export function plainRoot(host: string, root: string): string {
  // Each of these characters has a special meaning in some format, even between quotes.
  if (!root.startsWith('/') || /[\p{C}"'`$\\{}%*?[\]<>]/u.test(root)) {
    throw refused(
      'the files of {host} cannot name the folder {folder}: it must be an absolute path without quotes, backslashes, brackets, control characters or any of $ % * ?',
      { host, folder: JSON.stringify(root) },
    );
  }
  return root;
}

/** Returns the body of a 404 for use between single quotes. Throws a {@link UsageError} if that is unsafe. */
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
