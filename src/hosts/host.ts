// The interface of a host, which is a server or a service that can serve the snapshot: what it can do, its limits, and
// the files that configure it. Hosts are pure: they return texts for a site. They write no file, and read only code
// that is shipped with them (runtime.ts).
import type { Encoding, LinkStyle } from '../site/address.js';

export type { Encoding };

/** What clients may want of a host. A host declares which of these abilities it has; `verify` checks them. */
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
    '?page=n and ?cursor=c choose the page of a list, and filters such as ?blog=n its records',
  slash:
    'an address without its last slash works, too: by a redirect that keeps the query, or directly',
  options: 'an OPTIONS request gets an answer with Allow',
  methods: 'other methods, such as POST, get 405 with Allow and a JSON body',
  errors: 'a missing page gets 404 with a JSON body',
  compression: 'bodies are compressed for clients that accept this',
} as const;

export type Ability = keyof typeof abilities;

/** What a host's files depend on. */
export interface Site {
  readonly endpoints: readonly SiteEndpoint[];
  readonly documents: readonly SiteDocument[];
  /** The path of the base URL, such as `/portal`; empty when the API is at the top. */
  readonly prefix: string;
  readonly links: LinkStyle;
  /** The absolute path of the published folder. */
  readonly root: string;
  /** The absolute path of the folder for {@link Host.operated} files, in which each host has a folder. */
  readonly hostFiles: string;
  /** Where servers listen: `127.0.0.1:8080`. */
  readonly listen: string;
  /** The encodings of the compressed siblings beside the files. */
  readonly compress: readonly Encoding[];
  readonly files: number;
  readonly bytes: number;
  readonly largest: { readonly name: string; readonly bytes: number };
  /** The body of a 404. */
  readonly notFound: string;
}

export interface SiteEndpoint {
  /**
   * The address below `/api/`, without slashes at both ends; empty for the root index. If it ends in `{id}`, there is
   * one for each of many ids.
   */
  readonly name: string;
  /** The query parameter that names a page; undefined for a list of one page. */
  readonly parameter: 'page' | 'cursor' | undefined;
  /**
   * Whether its pages after the first keep their records when new ones are added, so that caches may keep them long.
   */
  readonly keepsPages?: true;
  /** The number of pages, of all ids together. */
  readonly pages: number;
  /** For `<list>/<by>/{id}`: the list whose query `by=<id>` has the same result. It has the same paging. */
  readonly lookup?: { readonly list: string; readonly by: string };
}

/** In the path of a document: the number of one of several files, as in `api/region/digests/{part}.json`. */
export const PART = '{part}';
/** In the path of a document: any path below the folder, as in `search/{file}.js`. */
export const FILE = '{file}';

/** A file that is not a page, or several that differ only in {@link PART} or {@link FILE}. */
export interface SiteDocument {
  /** Its path in the published folder, such as `api/openapi.json`, perhaps with {@link PART} or {@link FILE}. */
  readonly path: string;
  readonly mediaType: string;
}

/** A file for a host; its path is relative, with `/` between its parts. */
export interface HostFile {
  readonly path: string;
  readonly text: string;
}

/** The limits of a host; undefined where none is known. */
export interface Limits {
  readonly files?: number;
  readonly fileBytes?: number;
  readonly bytes?: number;
  /** Limits on the host's own configuration: the most that it accepts, and how to count it. */
  readonly rules?: readonly {
    readonly most: number;
    readonly count: (site: Site) => number;
    /** The unit of `most` and `count`, such as `bytes of _redirects`; by default, rules. */
    readonly what?: string;
  }[];
}

export interface Host {
  readonly name: string;
  readonly can: readonly Ability[];
  /** How links name a page by default. */
  readonly links: Exclude<LinkStyle, 'query'>;
  /** The encodings of the compressed siblings that it serves. */
  readonly siblings: readonly Encoding[];
  readonly limits: Limits;
  /** What it cannot do and why, for the table of hosts. */
  readonly notes: readonly string[];
  /** Makes the files in the published folder from which the host's server reads its settings. */
  readonly published: (site: Site) => readonly HostFile[];
  /** Makes the files for whoever runs the host, in a folder of its own; never in the published folder. */
  readonly operated: (site: Site) => readonly HostFile[];
}
