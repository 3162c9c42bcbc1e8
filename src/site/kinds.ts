// The table of the kinds of files in a snapshot. It decides at which address a file is served (route.ts), which files
// belong to this tool, and how `publish` sends a file. src/README.md says what else a new kind of file needs.
import { endpointOf, LIST_FILES, listFile, type Portal } from '../model/endpoint.js';
import {
  endpointsByName,
  type FilePage,
  keepsPages,
  listOfDigests,
  OPENAPI,
  pageFile,
  pageOf,
  SEARCH_ENTRY,
  SNAPSHOT,
} from './address.js';

/**
 * The order in which files become visible, in a folder as in a bucket. Pages come first, because no page that is already
 * there links to new ones. Files that link to pages come later, and last snapshot.json, which describes the other files.
 */
export const PHASES = ['pages', 'errors', 'heads', 'the root index', 'snapshot.json'] as const;

export interface FileKind {
  readonly name: string;
  /**
   * Whether a file is of this kind. If several kinds fit, the first counts. `at`: the page in the file, if it is a
   * page.
   */
  readonly fits: (file: string, at: FilePage | undefined) => boolean;
  /**
   * Which address the file has. `folder`: that of its folder, such as `/api/region/` for `api/region/index.json`;
   * `file`: its own path; `none`: no address.
   */
  readonly address: 'folder' | 'file' | 'none';
  /** Returns the list to which a file belongs; '' for the root index. */
  readonly list?: (file: string) => string | undefined;
  readonly phase: (typeof PHASES)[number];
  /**
   * How long caches may use the file. Pages whose records stay the same when newer records are added may be used for
   * longer ({@link keptPagesOf}).
   */
  readonly caching: 'volatile' | 'error';
  /** The Content-Type; by default `application/json`. */
  readonly mediaType?: string;
  /** Set if a file of this kind gets no compressed copy. */
  readonly isAlone?: true;
}

/** The top folders of a snapshot. */
export const FOLDERS: readonly string[] = ['api', 'search'];

/** The files that are beside the folder `api`. */
export const BESIDE: readonly string[] = ['404.json', '405.json', '.htaccess'];

const is = (...files: string[]) => ({ fits: (file: string) => files.includes(file) });
const listOf = (file: string) => pageOf(file)?.endpoint;
const SEARCH_INDEX =
  /^search\/(?:wasm\.\w+\.pagefind|pagefind\.\w+\.pf_meta|(?:index|filter|fragment)\/\w+\.pf_(?:index|filter|fragment))$/;
/**
 * An example for each extension of the files in the search index. Hosts must know these extensions even if the present
 * index is empty and has no such files.
 */
export const SEARCH_INDEX_FILES: readonly string[] = [
  'search/wasm.x.pagefind',
  'search/pagefind.x.pf_meta',
  'search/index/x.pf_index',
  'search/filter/x.pf_filter',
  'search/fragment/x.pf_fragment',
];
const isDigests = (file: string) => listOfDigests(file) !== undefined;

const inFolder = { address: 'folder', caching: 'volatile', list: listOf } as const;
const further = { ...inFolder, phase: 'pages' } as const;
const asFile = { address: 'file', caching: 'volatile' } as const;
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
  { name: 'digests', fits: isDigests, ...asFile, list: listOfDigests, phase: 'heads' },
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
  { name: 'snapshot', ...is(SNAPSHOT), ...asFile, phase: 'snapshot.json' },
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

/** Returns the file to which a compressed copy belongs: `a.json` for `a.json.br`; undefined for any other name. */
export const fileBeside = (name: string): string | undefined =>
  SIBLING.test(name) ? name.replace(SIBLING, '') : undefined;

/** Returns the kind of a file, or of the file to which a compressed copy belongs; undefined if there is none. */
export function kindOf(name: string): FileKind | undefined {
  const file = fileBeside(name) ?? name;
  const at = pageOf(file);
  const kind = kinds.find(({ fits }) => fits(file, at));
  return kind?.isAlone && file !== name ? undefined : kind;
}

/** The most characters of a file's name. File systems and buckets allow more, but also count the folder before it. */
const LONGEST = 900;
const SEGMENT = /^[A-Za-z0-9_~-][A-Za-z0-9_~.-]{0,249}$/;

/** Whether a file of a snapshot may have this name. Names that lead out of the folder are never allowed. */
export function isSafeName(name: string): boolean {
  if (name.length > LONGEST || kindOf(name) === undefined) return false;
  return BESIDE.includes(name) || name.split('/').every((segment) => SEGMENT.test(segment));
}

/** Whether the digest of a file is in `files` of snapshot.json. The digests of pages of lists are elsewhere. */
export function isDescribedAlone(file: string): boolean {
  const kind = kindOf(file);
  if (!kind || kind.address === 'none' || file === SNAPSHOT || fileBeside(file)) return false;
  return !pageOf(file)?.endpoint;
}

/**
 * Whether a file belongs to one of the endpoints that `named` finds, or to none, as `api/openapi.json` does. Digests belong to two: those
 * of `region` and of `region/{id}` are in one file.
 */
export function belongsTo(
  named: (list: string) => { readonly name: string } | undefined,
  file: string,
): boolean {
  const list = kindOf(file)?.list?.(file) ?? '';
  if (list === '') return true;
  if (!isDigests(file)) return named(list) !== undefined;
  // 1 is an id, and also a text that an address may have.
  return named(list)?.name === list || named(`${list}/1`) !== undefined;
}

/** Returns a function that says whether a page keeps its records when newer ones are added (see {@link keepsPages}). */
export function keptPagesOf({ endpoints, extras }: Pick<Portal, 'endpoints' | 'extras'>) {
  const all = [...endpoints, ...extras.map(endpointOf)].filter(keepsPages);
  const named = endpointsByName(all);
  return (name: string): boolean => {
    const at = pageOf(fileBeside(name) ?? name);
    return at?.page !== undefined && named(at.endpoint) !== undefined;
  };
}

/** Returns the Content-Type of a file, and how caches keep it. */
export function sentAs(name: string): Required<Pick<FileKind, 'mediaType' | 'caching'>> {
  const { mediaType = 'application/json', caching = 'volatile' } = kindOf(name) ?? {};
  return { mediaType, caching };
}

/**
 * Returns a function that says whether a file belongs to snapshots of this portal. Such a file is a page or another
 * file of an endpoint or an extra, even of an extra that is not published now; a file that has an address but belongs
 * to no list, such as `api/openapi.json`; or a compressed copy of one of these outside `search`, even if another tool
 * made the copy.
 */
export function snapshotFilesOf({ endpoints, extras }: Pick<Portal, 'endpoints' | 'extras'>) {
  const named = endpointsByName([...endpoints, ...extras.map(endpointOf)]);
  return (name: string): boolean => {
    const kind = kindOf(name);
    if (!kind || kind.address === 'none') return false;
    const file = fileBeside(name) ?? name;
    const list = kind.list?.(file) ?? '';
    // If the address of a list is a file, such as `all.ndjson`, nothing is below it.
    if (listFile(list) && pageFile(list) !== file) return false;
    return belongsTo(named, file);
  };
}
