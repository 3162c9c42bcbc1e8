// The kinds of files in a snapshot. From this table follow the addresses that are answered with a file (route.ts),
// the files that count as the tool's own, and how `publish` sends a file. src/README.md says what else to do for
// another kind of file.
import { endpointOf, LIST_FILES, listFile, type Portal } from '../model/endpoint.js';
import {
  endpointOfPart,
  type FilePage,
  familyOf,
  keepsPages,
  listOfDigests,
  OPENAPI,
  pageFile,
  pageOf,
  SEARCH_ENTRY,
  SNAPSHOT,
} from './address.js';

export interface FileKind {
  readonly name: string;
  /** Whether a file is of this kind. The first kind that fits counts. `at`: the page in the file, if it is a page. */
  readonly fits: (file: string, at: FilePage | undefined) => boolean;
  /** The address of a file. `folder`: that of its folder; `file`: its own path; `none`: it has no address. */
  readonly address: 'folder' | 'file' | 'none';
  /** The list to which a file belongs; empty for the root index. */
  readonly list?: (file: string) => string | undefined;
  /** When `publish` sends it (see `ORDER` in delivery/publish/bring.ts). */
  readonly phase: 'pages' | 'errors' | 'heads' | 'the root index' | 'snapshot.json';
  /** How caches keep it, unless it is a page that keeps its records (see {@link keptPagesOf}). */
  readonly caching: 'volatile' | 'error';
  /** The Content-Type; by default `application/json`. */
  readonly mediaType?: string;
  /** Set if the file gets no compressed copy. */
  readonly isAlone?: true;
  /** Set if the file describes other files. Then its digest is not in `files` of snapshot.json. */
  readonly describes?: true;
}

/** The folders in a snapshot. */
export const FOLDERS: readonly string[] = ['api', 'search'];

const OLD_SIGNATURES = 'api/snapshot.json.sig';

/** Files beside the folder `api`. */
export const BESIDE: readonly string[] = ['404.json', '405.json', '.htaccess'];

const is = (...files: string[]) => ({ fits: (file: string) => files.includes(file) });
const listOf = (file: string) => pageOf(file)?.endpoint;
const SEARCH_INDEX =
  /^search\/(?:wasm\.\w+\.pagefind|pagefind\.\w+\.pf_meta|(?:index|filter|fragment)\/\w+\.pf_(?:index|filter|fragment))$/;
/**
 * An example for each extension of the files in the search index. (An index without records has none of these files,
 * but hosts must know all extensions.)
 */
export const SEARCH_INDEX_FILES: readonly string[] = [
  'search/wasm.x.pagefind',
  'search/pagefind.x.pf_meta',
  'search/index/x.pf_index',
  'search/filter/x.pf_filter',
  'search/fragment/x.pf_fragment',
];
const isDigests = (file: string) => listOfDigests(file) !== undefined;
const isPart = (file: string) => endpointOfPart(file) !== undefined;

const inFolder = { address: 'folder', caching: 'volatile', list: listOf } as const;
const further = { ...inFolder, phase: 'pages' } as const;
const asFile = { address: 'file', caching: 'volatile' } as const;
const describing = { ...asFile, describes: true } as const;
const searched = { ...asFile, phase: 'pages', isAlone: true } as const;
const beside = { address: 'none', phase: 'errors', caching: 'error' } as const;

export const kinds: readonly FileKind[] = [
  { name: 'page', fits: (_, at) => at?.page !== undefined, ...further },
  {
    name: 'root index',
    fits: (_, at) => at?.endpoint === '',
    ...inFolder,
    phase: 'the root index',
  },
  { name: 'head', fits: (_, at) => at !== undefined, ...further, phase: 'heads' },
  { name: 'digests', fits: isDigests, ...describing, list: listOfDigests, phase: 'heads' },
  {
    name: 'part of the digests by id',
    fits: isPart,
    ...describing,
    list: endpointOfPart,
    phase: 'heads',
  },
  ...Object.entries(LIST_FILES).map(
    ([name, { mediaType }]): FileKind => ({
      name,
      fits: (file) => file.startsWith('api/') && file.endsWith(`/${name}`),
      ...asFile,
      list: (file) => file.slice('api/'.length),
      phase: 'pages',
      mediaType,
    }),
  ),
  { name: 'search entry', ...is(SEARCH_ENTRY), ...searched, phase: 'heads' },
  {
    name: 'search program',
    ...is('search/pagefind.js'),
    ...searched,
    mediaType: 'text/javascript',
  },
  {
    name: 'search index',
    fits: (file) => SEARCH_INDEX.test(file),
    ...searched,
    mediaType: 'application/octet-stream',
  },
  { name: 'document', ...is(OPENAPI), ...asFile, phase: 'heads' },
  { name: 'snapshot', ...is(SNAPSHOT), ...describing, phase: 'snapshot.json' },
  {
    name: 'settings of Apache',
    ...is('.htaccess'),
    ...beside,
    mediaType: 'text/plain',
    isAlone: true,
  },
  { name: 'error', ...is(...BESIDE), ...beside },
];

const SIBLING = /\.(?:br|gz|zst)$/;

/** Returns the file of a compressed copy: `a.json` for `a.json.br`; undefined if it is not a compressed copy. */
export const fileBeside = (name: string): string | undefined =>
  SIBLING.test(name) ? name.replace(SIBLING, '') : undefined;

/** The kind of a file, or of the file of a compressed copy; undefined if it does not belong to a snapshot. */
export function kindOf(name: string): FileKind | undefined {
  const file = fileBeside(name) ?? name;
  const at = pageOf(file);
  const kind = kinds.find(({ fits }) => fits(file, at));
  return kind?.isAlone && file !== name ? undefined : kind;
}

/**
 * Whether the digest of a file is in `files` of snapshot.json. This is so for published files that are not pages of a
 * list.
 */
export function isDescribedAlone(file: string): boolean {
  const kind = kindOf(file);
  if (!kind || kind.address === 'none' || kind.describes || fileBeside(file)) return false;
  return !pageOf(file)?.endpoint;
}

/**
 * Returns a function that says whether a page keeps its records when new records are added (see {@link keepsPages}).
 */
export function keptPagesOf({ endpoints, extras }: Pick<Portal, 'endpoints' | 'extras'>) {
  const all = [...endpoints, ...extras.map(endpointOf)].filter(keepsPages);
  const known = new Set(all.map(({ name }) => name));
  return (name: string): boolean => {
    const at = pageOf(fileBeside(name) ?? name);
    return at?.page !== undefined && (known.has(at.endpoint) || known.has(familyOf(at.endpoint)));
  };
}

/** Returns the Content-Type of a file, and how caches keep it. */
export function sentAs(name: string): Required<Pick<FileKind, 'mediaType' | 'caching'>> {
  const { mediaType = 'application/json', caching = 'volatile' } = kindOf(name) ?? {};
  return { mediaType, caching };
}

/**
 * Returns a function that says whether a file belongs to a snapshot of this portal, so that it may be removed. These
 * are the pages of all endpoints and extras (an older snapshot may have had an extra that is not published now), the
 * other files of a snapshot, and the compressed copies of these, even if another tool made them. The file of
 * signatures that version 2 wrote belongs to them, too.
 */
export function snapshotFilesOf({ endpoints, extras }: Pick<Portal, 'endpoints' | 'extras'>) {
  const known = new Set([...endpoints, ...extras.map(endpointOf)].map(({ name }) => name));
  return (name: string): boolean => {
    if (name === OLD_SIGNATURES) return true;
    const kind = kindOf(name);
    if (!kind || kind.address === 'none') return false;
    const file = fileBeside(name) ?? name;
    const list = kind.list?.(file) ?? '';
    // If an address is a file, such as `all.ndjson`, there is nothing below it.
    if (listFile(list) && pageFile(list) !== file) return false;
    return list === '' || known.has(list) || known.has(familyOf(list));
  };
}
