// The kinds of files that a snapshot has, and what is true of each: the one table from which follow the addresses that
// are answered with a file (route.ts), which files this tool should have written, whether `publish` sends a file, in
// which phase and with which headers, and which files go at once when a record is withdrawn. A new kind is a line
// here, and what "Another file of the snapshot" in src/README.md names; a test (test/site/kinds.test.ts) puts each built file
// through everything else that has to know its kind.
import { endpointOf, LIST_FILES, type ListFile, type Portal } from '../model/endpoint.js';
import {
  DATAPACKAGE,
  endpointOfPart,
  type FilePage,
  familyOf,
  listOfDigests,
  OPENAPI,
  pageOf,
  SEARCH_ENTRY,
  SIGNATURE,
  SNAPSHOT,
} from './address.js';

export interface FileKind {
  readonly name: string;
  /** Whether a file, which may hold a page, is of this kind; the first that fits is its kind. */
  readonly fits: (file: string, at: FilePage | undefined) => boolean;
  /** `folder`: at the address of its folder, in several spellings; `file`: at its own path; `none`: beside the API. */
  readonly address: 'folder' | 'file' | 'none';
  /** The list that it belongs to; empty for the root index. */
  readonly list?: (file: string) => string | undefined;
  /**
   * Records of its list stand in it, as a page has them or a line each: it goes at once when one of them is
   * withdrawn.
   */
  readonly showsRecords?: 'page' | ListFile['shows'];
  /** When it is published (see `phases` in delivery/publish/kinds.ts). */
  readonly phase:
    | 'pages'
    | 'errors'
    | 'heads'
    | 'the root index'
    | 'the signature'
    | 'snapshot.json';
  /** The class of its Cache-Control. */
  readonly caching: 'volatile' | 'immutable' | 'error';
  /** `application/json` by default. */
  readonly mediaType?: string;
  /** It goes as soon as it is no longer wanted, whoever may be about to ask for it. */
  readonly leavesAtOnce?: true;
  /** No compressed sibling may stand beside it. */
  readonly isAlone?: true;
  /** It says what the others are, so that nothing has its digest but what refers to it. */
  readonly describes?: true;
}

/** The folders of a snapshot. */
export const FOLDERS: readonly string[] = ['api', 'search'];

/** What stands beside the API, at the top of the folder. */
export const BESIDE: readonly string[] = ['404.json', '405.json', '.htaccess'];

const is = (...files: string[]) => ({ fits: (file: string) => files.includes(file) });
const listOf = (file: string) => pageOf(file)?.endpoint;
const SEARCH_INDEX =
  /^search\/(?:wasm\.\w+\.pagefind|pagefind\.\w+\.pf_meta|(?:index|filter|fragment)\/\w+\.pf_(?:index|filter|fragment))$/;
const isDigests = (file: string) => listOfDigests(file) !== undefined;
const isPart = (file: string) => endpointOfPart(file) !== undefined;

const inFolder = { address: 'folder', caching: 'volatile', list: listOf } as const;
const further = { ...inFolder, showsRecords: 'page', phase: 'pages' } as const;
const asFile = { address: 'file', caching: 'volatile' } as const;
const describing = { ...asFile, describes: true } as const;
/** Nobody can tell which records it shows. */
const searched = { ...asFile, phase: 'pages', isAlone: true, leavesAtOnce: true } as const;
const beside = { address: 'none', phase: 'errors', caching: 'error' } as const;

export const kinds: readonly FileKind[] = [
  {
    name: 'cursor page',
    fits: (_, at) => at?.page?.parameter === 'cursor',
    ...further,
    caching: 'immutable',
  },
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
    ([name, { mediaType, shows }]): FileKind => ({
      name,
      fits: (file) => file.startsWith('api/') && file.endsWith(`/${name}`),
      ...asFile,
      list: (file) => file.slice('api/'.length),
      showsRecords: shows,
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
  { name: 'document', ...is(OPENAPI, DATAPACKAGE), ...asFile, phase: 'heads' },
  { name: 'snapshot', ...is(SNAPSHOT), ...describing, phase: 'snapshot.json' },
  {
    name: 'signature',
    ...is(SIGNATURE),
    ...describing,
    phase: 'the signature',
    isAlone: true,
    leavesAtOnce: true, // what is not signed any more must not look as if it were
  },
  {
    name: 'settings of Apache',
    ...is('.htaccess'),
    ...beside,
    mediaType: 'text/plain',
    isAlone: true,
  },
  { name: 'error', ...is(...BESIDE), ...beside },
];

/** A file that someone put among those of the API: it is published with them. */
const other: FileKind = {
  name: 'other',
  fits: (file) => /^api\/.+\.json$/.test(file),
  address: 'none',
  phase: 'heads',
  caching: 'volatile',
};

const SIBLING = /\.(?:br|gz|zst)$/;

/** The file that a compressed sibling stands beside; undefined for what is no sibling. */
export const fileBeside = (name: string): string | undefined =>
  SIBLING.test(name) ? name.replace(SIBLING, '') : undefined;

/** The kind of a file, or of the one that a compressed sibling stands beside; undefined for no file of a snapshot. */
export function kindOf(name: string): FileKind | undefined {
  const file = fileBeside(name) ?? name;
  const at = pageOf(file);
  const kind =
    kinds.find(({ fits }) => fits(file, at)) ?? (other.fits(file, at) ? other : undefined);
  return kind?.isAlone && file !== name ? undefined : kind;
}

/** Whether `files` of snapshot.json has the digest of a file: it is published, and no page of a list. */
export function isDescribedAlone(file: string): boolean {
  const kind = kindOf(file);
  if (!kind || kind.address === 'none' || kind.describes || fileBeside(file)) return false;
  return !pageOf(file)?.endpoint;
}

/** How a file is sent: its media type, and the class of its Cache-Control. */
export function sentAs(name: string): Required<Pick<FileKind, 'mediaType' | 'caching'>> {
  const { mediaType = 'application/json', caching = 'volatile' } = kindOf(name) ?? {};
  return { mediaType, caching };
}

/**
 * Tells which files only this tool should have written: pages of a portal's endpoints and of all its extras (an
 * older snapshot may have had those that are switched off now), documents, and compressed siblings of these, even
 * by another tool, since they would outlive what they were made from.
 */
export function ownFilesOf({ endpoints, extras }: Pick<Portal, 'endpoints' | 'extras'>) {
  const known = new Set([...endpoints, ...extras.map(endpointOf)].map(({ name }) => name));
  return (name: string): boolean => {
    const kind = kindOf(name);
    if (!kind || kind.address === 'none') return false;
    const list = kind.list?.(fileBeside(name) ?? name) ?? '';
    return list === '' || known.has(list) || known.has(familyOf(list));
  };
}
