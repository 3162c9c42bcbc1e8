// The interface of a host, which is a server or a service that can serve the snapshot: what the host can do, its
// limits, and the files that configure it. A host returns the texts of these files; write.ts writes them.
import type { MadeEndpoint } from '../engine/write/files.js';
import type { Encoding, LinkStyle } from '../site/address.js';

export type { Encoding };

/** What clients may want from a host. Each host declares which of these abilities it has, and `verify` tests them. */
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
  errors: 'a missing page gets 404 with a JSON body of the type application/json',
  compression: 'bodies are compressed for clients that accept this',
} as const;

export type Ability = keyof typeof abilities;

/** What the configuration of a host depends on. */
export interface Site {
  readonly endpoints: readonly MadeEndpoint[];
  readonly documents: readonly SiteDocument[];
  /** The path of the base URL, such as `/portal`; empty if there is none. */
  readonly prefix: string;
  readonly links: LinkStyle;
  /** The absolute path of the published folder. */
  readonly root: string;
  /** The absolute path of the folder in which each host has a folder for its {@link Host.operated} files. */
  readonly hostFiles: string;
  /** Where servers listen: `127.0.0.1:8080`. */
  readonly listen: string;
  /** The encodings of the compressed copies in the snapshot. */
  readonly compress: readonly Encoding[];
  readonly files: number;
  readonly bytes: number;
  readonly largest: { readonly name: string; readonly bytes: number };
  /** The body of a 404. */
  readonly notFound: string;
}

/** Stands for a path below a folder, as in `search/{file}.js`. */
export const FILE = '{file}';

/** A published file that is not a page. With {@link FILE} in its path, it stands for many files. */
export interface SiteDocument {
  /** The path in the published folder, such as `api/openapi.json`. */
  readonly path: string;
  readonly mediaType: string;
}

/** A file that configures a host. The path is relative, with `/` between its parts. */
export interface HostFile {
  readonly path: string;
  readonly text: string;
}

/** The known limits of a host that a snapshot could reach. */
export interface Limits {
  readonly files?: number;
  readonly fileBytes?: number;
  readonly bytes?: number;
  /** Further limits: the number that `count` returns may be at most `most`. */
  readonly rules?: readonly {
    readonly most: number;
    readonly count: (site: Site) => number;
    /** What is counted, such as `bytes of _redirects`; by default, rules. */
    readonly unit?: string;
  }[];
}

export interface Host {
  readonly name: string;
  readonly can: readonly Ability[];
  /** The form of links for this host, if no setting and no other host decides otherwise. */
  readonly links: Exclude<LinkStyle, 'query'>;
  /** The encodings of the compressed copies that the host can serve. */
  readonly siblings: readonly Encoding[];
  readonly limits: Limits;
  /** Whether it is a server of one's own, which listens on {@link Site.listen}. */
  readonly listens?: true;
  /** What to know of the host, such as what it cannot do. These sentences are shown on the page about hosts. */
  readonly notes: readonly string[];
  /** Returns the files that the host reads from the published folder. */
  readonly published: (site: Site) => readonly HostFile[];
  /** Returns the files for the operator of the host. They are never written into the published folder. */
  readonly operated: (site: Site) => readonly HostFile[];
}
