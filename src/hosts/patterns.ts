// Makes regular expressions (patterns) for addresses, for the configuration of hosts. They mean the same in PCRE
// (nginx, Apache), RE2 (Caddy) and JavaScript, except for `$` (see `inPcre`). They have neither backslashes nor quotes.
// The patterns that find a page match only the usual spelling of a parameter: `page=2`. The pattern `given` matches all
// spellings, because an unusual one must not be answered with page 1.
import { hash } from 'node:crypto';
import { refused, UsageError } from '../problems/problem.js';
import { ID, lookupsOf, queryOf, stepOf, withoutId } from '../site/address.js';
import { FILE, type Site, type SiteDocument } from './host.js';

/** A pattern for the number of a page or cursor, with at most 15 digits. */
export const NUMBER = '[1-9][0-9]{0,14}';

/** Lists with the same query parameters. A configuration has the same rules for all of them. */
export interface ListGroup {
  /** The query parameter for the pages of these lists; undefined if they are never divided into pages. */
  readonly parameter: Site['endpoints'][number]['parameter'];
  /** The filters of these lists, such as `blog`: `?blog=2` is answered with the files in `/blog/2` below the list. */
  readonly lookups: readonly string[];
  /** A short name for this set of filters, such as `of_1`; empty if there are none. */
  readonly of: string;
  /** A pattern for the paths of these lists below `/api`: `/region|/job/vacancy`. */
  readonly paths: string;
}

/** Returns all lists of a site in groups. `/api/` counts as a list of one page. */
export function listGroups({ endpoints }: Pick<Site, 'endpoints'>): ListGroup[] {
  const lookups = lookupsOf(endpoints);
  const setOf = (list: string) => lookups.get(list)?.join() ?? '';
  // Sets of filters get numbers as names, because the names of all filters would be too long for some hosts.
  const sets = ['', ...new Set([...lookups.keys()].map(setOf))];
  return ([undefined, 'page', 'cursor'] as const).flatMap((parameter) =>
    sets.flatMap((set, number) => {
      const lists = endpoints.filter(
        (endpoint) => endpoint.parameter === parameter && setOf(endpoint.name) === set,
      );
      const paths = lists.map(({ name }) => (name === '' ? '' : `/${plainName(name)}`));
      // Longer paths come first. Otherwise the pattern `/post` would match the beginning of `/post-comment`.
      paths.sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
      const of = number === 0 ? '' : `of_${number}`;
      const group = { parameter, lookups: lookups.get(lists[0]?.name ?? '') ?? [], of };
      return paths.length > 0 ? [{ ...group, paths: paths.join('|') }] : [];
    }),
  );
}

/** Returns a pattern for the paths of lists and their pages below `/api`, without `/` or `/index.json` at the end. */
export const pagePaths = (lists: readonly ListGroup[]): string =>
  lists
    .map(({ parameter, paths }) => `(?:${paths})${parameter ? `(?:/${parameter}/${NUMBER})?` : ''}`)
    .join('|');

/** Indents each line of a text by `by`, except empty lines. */
export const indented = (by: string, text: string): string => text.replace(/^(?=.)/gm, by);

/** Documents with the same Content-Type. */
export interface DocumentGroup extends Pick<SiteDocument, 'mediaType'> {
  /** A pattern for the paths of these documents: `(?:api/post/|api/region/)all[.]ndjson`. */
  readonly paths: string;
}

/** Returns all documents of a site in groups. JSON comes first. */
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

/** Returns the groups of documents that are not JSON. */
export const otherDocuments = (site: Pick<Site, 'documents'>): DocumentGroup[] =>
  documentGroups(site).filter(({ mediaType }) => mediaType !== 'application/json');

/** Returns a pattern for the paths of all documents. */
export const documentPaths = (site: Pick<Site, 'documents'>): string =>
  documentGroups(site)
    .map(({ paths }) => paths)
    .join('|');

/**
 * Returns patterns for the paths of pages whose records stay the same when newer records are added. Caches may use
 * these pages for a long time. The first page of a list is never among them.
 */
export const keptPages = ({ endpoints }: Pick<Site, 'endpoints'>): string[] =>
  endpoints
    .filter(({ keepsPages }) => keepsPages)
    .map(({ name, parameter }) => `api/${plainName(name)}/${parameter}/${NUMBER}/index[.]json`);

/** Returns the top-level folders in which a site has files, such as `api` and `search`. */
export const topsOf = ({ documents }: Pick<Site, 'documents'>): string[] => [
  ...new Set(['api', ...documents.map(({ path }) => path.split('/')[0]!)]),
];

/** Returns the addresses of the top-level folders, in words: `/portal/api and /portal/search`. */
export const addressesOf = (site: Pick<Site, 'documents' | 'prefix'>): string =>
  topsOf(site)
    .map((top) => `${site.prefix}/${top}`)
    .join(' and ');

/** Returns a pattern for the path of a document, or for a part of the path. */
function documentPattern(path: string): string {
  const plain = path.replace(FILE, '');
  if (!plain.split('/').every((segment) => segment === '' || isPlainSegment(segment))) {
    throw new UsageError(`an address cannot be named ${JSON.stringify(path)}`);
  }
  return literally(path).replace(FILE, FILE_PATH);
}

/** The pattern that replaces {@link FILE}: a path of names that do not begin with a dot. */
const FILE_PATH = '(?:[a-z]+/)*[A-Za-z0-9][A-Za-z0-9_.-]*';

/** Patterns for parameters in a query. The first pattern that matches counts, in this order. */
export interface QueryPatterns {
  /** Matches if the query has a parameter twice, or two of the parameters. */
  readonly twice: string;
  /** Matches a parameter with a number. The two groups are its name and the number. */
  readonly number: string;
  /** Matches a parameter with any value, and with any spelling of its name. */
  readonly given: string;
}

/**
 * Returns the patterns for parameters in a query. `before`: a pattern for the text before a parameter; the default fits
 * a query without its question mark.
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

/**
 * Returns the cases of a query without its question mark that may name a filter: a pattern, and the folder below the
 * list: `/blog/$1`. The first pattern that matches counts. `id`: stands for the only group of the pattern. `nowhere`: the
 * folder if the query has two filters, or if the value is not an id.
 */
export function lookupCases(
  lookups: readonly string[],
  id: string,
  nowhere: string,
): [pattern: string, folder: string][] {
  const { twice, given } = queryPatterns(lookups.map(queryOf));
  const valid = lookups.map((by): [string, string] => {
    return [`(?:^|&)${queryOf(by)}=(${ID})(?:&|$)`, `/${by}/${id}`];
  });
  return [[twice, nowhere], ...valid, [given, nowhere]];
}

/**
 * Returns the pattern for PCRE, which has `\z` in place of `$`: in PCRE, `$` also matches before a newline at the end
 * of the text.
 */
export const inPcre = (pattern: string): string => pattern.replaceAll('$', '\\z');

/** Returns a pattern for a letter, plain or percent-encoded (`p` or `%70`), because servers treat both alike. */
function anySpelling(letter: string): string {
  const code = letter.charCodeAt(0).toString(16);
  const digits = [...code].map((digit) =>
    /[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit,
  );
  return `(?:${letter}|%${digits.join('')})`;
}

/** Returns a pattern for values of Accept-Encoding that name an accepted encoding. `gzip;q=0` does not match. */
export function acceptsPattern(encoding: string): string {
  const token = [...encoding].map((letter) => `[${letter}${letter.toUpperCase()}]`).join('');
  return `(?:^|,) *${token} *(?:; *[qQ]=(?:1|0[.]0{0,2}[1-9])[0-9.]* *)?(?:,|$)`;
}

/**
 * Returns the path of the base URL. Throws a {@link UsageError} for an unsafe path, such as one with a space.
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
 * Returns the beginning of names in a configuration: `portal`, or `portal_one` for the path `/one`. One server may have
 * several portals, and their names must differ. It is short, because names in nginx have at most about 40 characters.
 */
export function partName({ prefix }: Pick<Site, 'prefix'>): string {
  if (prefix === '') return 'portal';
  const [, plain] = /^\/([a-z0-9]{1,16})$/.exec(prefix) ?? [];
  return `portal_${plain ?? hash('sha256', prefix, 'hex').slice(0, 8)}`;
}

/** Returns a pattern for a name in which only dots have a special meaning. */
export function literally(plain: string): string {
  return plain.replaceAll('.', '[.]');
}

/** Returns the path of a folder, for use in double quotes. Throws a {@link UsageError} for an unsafe path. */
export function plainRoot(host: string, root: string): string {
  // Each of these characters has a special meaning in some configuration format, even in quotes.
  if (!root.startsWith('/') || /[\p{C}"'`$\\{}%*?[\]<>]/u.test(root)) {
    throw refused(
      'the files of {host} cannot name the folder {folder}: it must be an absolute path without quotes, backslashes, brackets, control characters or any of $ % * ?',
      { host, folder: JSON.stringify(root) },
    );
  }
  return root;
}

/** Returns the body of a 404, for a configuration. Throws a {@link UsageError} for an unsafe character. */
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
  const step = stepOf({ name });
  return step === undefined ? literally(list) : `${literally(list)}/${step}`;
}

/** Whether a part of a path needs no escaping in any configuration format. */
function isPlainSegment(segment: string): boolean {
  return /^[A-Za-z0-9_~.-]+$/.test(segment) && !/^\.+$/.test(segment);
}
