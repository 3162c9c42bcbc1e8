// The kinds of files in a snapshot. This table determines which addresses are answered with a file (route.ts), which
// files this tool should have written, and whether `publish` sends a file, in which phase and with which headers. A new
// kind is a line here, and what "Another file of the snapshot" in src/README.md lists; a test (test/site/kinds.test.ts)
// passes each built file to all other code that depends on its kind.
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
  /** Whether a file is of this kind. The first kind that fits is used. `at`: the page in the file, if it is a page. */
  readonly fits: (file: string, at: FilePage | undefined) => boolean;
  /**
   * `folder`: the address of its folder, which may be written in several ways; `file`: its own path; `none`: it has no
   * address.
   */
  readonly address: 'folder' | 'file' | 'none';
  /** The list to which a file belongs; empty for the root index. */
  readonly list?: (file: string) => string | undefined;
  /** The phase in which it is published (see `ORDER` in delivery/publish/bring.ts). */
  readonly phase: 'pages' | 'errors' | 'heads' | 'the root index' | 'snapshot.json';
  /** The class of its Cache-Control, unless it is a page that keeps its records (see {@link keptPagesOf}). */
  readonly caching: 'volatile' | 'error';
  /** `application/json` by default. */
  readonly mediaType?: string;
  /** It has no compressed sibling. */
  readonly isAlone?: true;
  /** It describes other files, so its digest is not in `files` of snapshot.json. */
  readonly describes?: true;
}

/** The folders of a snapshot. */
export const FOLDERS: readonly string[] = ['api', 'search'];

const OLD_SIGNATURES = 'api/snapshot.json.sig';

/** Files beside the API, at the top of the snapshot's folder. */
export const BESIDE: readonly string[] = ['404.json', '405.json', '.htaccess'];

const is = (...files: string[]) => ({ fits: (file: string) => files.includes(file) });
const listOf = (file: string) => pageOf(file)?.endpoint;
const SEARCH_INDEX =
  /^search\/(?:wasm\.\w+\.pagefind|pagefind\.\w+\.pf_meta|(?:index|filter|fragment)\/\w+\.pf_(?:index|filter|fragment))$/;
/** A name for each extension of these files. An index without any record has none of them. */
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

/** Returns the file of a compressed sibling: `a.json` for `a.json.br`; undefined if it is not a sibling. */
export const fileBeside = (name: string): string | undefined =>
  SIBLING.test(name) ? name.replace(SIBLING, '') : undefined;

/** The kind of a file, or of the file of a compressed sibling; undefined if it does not belong to a snapshot. */
export function kindOf(name: string): FileKind | undefined {
  const file = fileBeside(name) ?? name;
  const at = pageOf(file);
  const kind = kinds.find(({ fits }) => fits(file, at));
  return kind?.isAlone && file !== name ? undefined : kind;
}

/** Whether the digest of a file is in `files` of snapshot.json: it is published, but is not a page of a list. */
export function isDescribedAlone(file: string): boolean {
  const kind = kindOf(file);
  if (!kind || kind.address === 'none' || kind.describes || fileBeside(file)) return false;
  return !pageOf(file)?.endpoint;
}

/** Returns a test for pages that keep their records when new ones are added (see {@link keepsPages}). */
export function keptPagesOf({ endpoints, extras }: Pick<Portal, 'endpoints' | 'extras'>) {
  const all = [...endpoints, ...extras.map(endpointOf)].filter(keepsPages);
  const known = new Set(all.map(({ name }) => name));
  return (name: string): boolean => {
    const at = pageOf(fileBeside(name) ?? name);
    return at?.page !== undefined && (known.has(at.endpoint) || known.has(familyOf(at.endpoint)));
  };
}

/** Returns the media type of a file, and the class of its Cache-Control. */
export function sentAs(name: string): Required<Pick<FileKind, 'mediaType' | 'caching'>> {
  const { mediaType = 'application/json', caching = 'volatile' } = kindOf(name) ?? {};
  return { mediaType, caching };
}

/**
 * Returns a test for files that only this tool writes: pages of a portal's endpoints and of all its extras (an older
 * snapshot may have had an extra that is off now), documents, and compressed siblings of these, even if another tool
 * made them, because they would otherwise stay when their files are deleted. Also the file of signatures that version 2
 * wrote, so that it is removed.
 */
export function snapshotFilesOf({ endpoints, extras }: Pick<Portal, 'endpoints' | 'extras'>) {
  const known = new Set([...endpoints, ...extras.map(endpointOf)].map(({ name }) => name));
  return (name: string): boolean => {
    if (name === OLD_SIGNATURES) return true;
    const kind = kindOf(name);
    if (!kind || kind.address === 'none') return false;
    const file = fileBeside(name) ?? name;
    const list = kind.list?.(file) ?? '';
    // An address that is a file, such as `all.ndjson`, has no files below it.
    if (listFile(list) && pageFile(list) !== file) return false;
    return list === '' || known.has(list) || known.has(familyOf(list));
  };
}
