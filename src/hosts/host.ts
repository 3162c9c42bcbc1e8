// The interface of a host, which is a server or a service that can serve the snapshot: what it can do, its limits,
// and the files that configure it. Hosts return texts and write no files. They read only code that belongs to them
// (runtime.ts).
import type { Encoding, LinkStyle } from '../site/address.js';

export type { Encoding };

/** What clients may want from a host. A host declares which of these abilities it has, and `verify` checks them. */
export const abilities = {
  directories: 'a folder, such as /api/region/, is answered with the index.json in it',
  type: 'JSON files have the Content-Type application/json',
  types: 'other files have the Content-Type of their kind, such as application/x-ndjson',
  vary: 'the header Vary names Accept and, if bodies are compressed, Accept-Encoding',
  allow: 'the header Allow: GET, HEAD, OPTIONS is sent',
  cors: 'web pages of other sites may read the API (CORS, with preflight requests)',
  caching: 'Cache-Control is set as the section Caching below says',
  validators: 'an ETag changes with the bytes; a conditional request gets 304 if nothing changed',
  queries:
    '?page=n and ?cursor=c choose a page of a list; filters such as ?blog=n choose its records',
  slash:
    'an address without its last slash works, too: by a redirect that keeps the query, or directly',
  options: 'an OPTIONS request gets an answer with Allow',
  methods: 'other methods, such as POST, get 405 with Allow and a JSON body',
  errors: 'a missing page gets 404 with a JSON body',
  compression: 'bodies are compressed for clients that accept this',
} as const;

export type Ability = keyof typeof abilities;

/** What the configuration of a host depends on. */
export interface Site {
  readonly endpoints: readonly SiteEndpoint[];
  readonly documents: readonly SiteDocument[];
  /** The path of the base URL, such as `/portal`; empty if there is none. */
  readonly prefix: string;
  readonly links: LinkStyle;
  /** The absolute path of the published folder. */
  readonly root: string;
  /** The absolute path of the folder for {@link Host.operated} files. Each host has a folder in it. */
  readonly hostFiles: string;
  /** Where servers listen: `127.0.0.1:8080`. */
  readonly listen: string;
  /** The encodings of the compressed copies. */
  readonly compress: readonly Encoding[];
  readonly files: number;
  readonly bytes: number;
  readonly largest: { readonly name: string; readonly bytes: number };
  /** The body of a 404. */
  readonly notFound: string;
}

export interface SiteEndpoint {
  /**
   * The address below `/api/`, without slashes at both ends; empty for `/api/` itself. If it ends in `{id}`, there is
   * an address for each id.
   */
  readonly name: string;
  /** The query parameter for its pages; undefined if it has only one page. */
  readonly parameter: 'page' | 'cursor' | undefined;
  /**
   * Whether all pages after the first keep their records when new records are added, so that caches may keep them
   * long.
   */
  readonly keepsPages?: true;
  /** The number of pages; of all ids together, if there are ids. */
  readonly pages: number;
  /** For a filter `<list>/<by>/{id}`: its list. The query `by=<id>` of the list gives the same result. */
  readonly lookup?: { readonly list: string; readonly by: string };
}

/** Stands for a number in the path of a document, as in `api/region/digests/{part}.json`. */
export const PART = '{part}';
/** Stands for any path in a folder, as in `search/{file}.js`. */
export const FILE = '{file}';

/** A published file that is not a page, or several whose paths differ only in {@link PART} or {@link FILE}. */
export interface SiteDocument {
  /** Its path in the published folder, such as `api/openapi.json`; it may contain {@link PART} or {@link FILE}. */
  readonly path: string;
  readonly mediaType: string;
}

/** A file for a host; its path is relative, with `/` between its parts. */
export interface HostFile {
  readonly path: string;
  readonly text: string;
}

/** The limits of a host; undefined if no limit is known. */
export interface Limits {
  readonly files?: number;
  readonly fileBytes?: number;
  readonly bytes?: number;
  /** Limits for the configuration of the host: the most that it accepts, and a function that counts. */
  readonly rules?: readonly {
    readonly most: number;
    readonly count: (site: Site) => number;
    /** The unit of `most` and `count`, such as `bytes of _redirects`; by default, rules. */
    readonly unit?: string;
  }[];
}

export interface Host {
  readonly name: string;
  readonly can: readonly Ability[];
  /** The form of links that the host serves by default. */
  readonly links: Exclude<LinkStyle, 'query'>;
  /** The encodings of the compressed copies that it serves. */
  readonly siblings: readonly Encoding[];
  readonly limits: Limits;
  /** What it cannot do, and why, for the page about hosts. */
  readonly notes: readonly string[];
  /** Returns the files that the host reads from the published folder. */
  readonly published: (site: Site) => readonly HostFile[];
  /**
   * Returns the files for the host's operator. They are written into a folder of their own, never into the published
   * folder.
   */
  readonly operated: (site: Site) => readonly HostFile[];
}
