// How the portal declares an endpoint: the list it serves, the order of the list, and its paging.

import type { FeedFormat, FeedWords } from './feed.js';

/** A field to sort a list by. `collated`: by the collation of this language instead of by number. */
export interface OrderKey {
  readonly field: string;
  readonly descending?: true;
  readonly collated?: string;
}

/**
 * How a list is cut into pages, and the envelope around a page (API.md §2.1). `lines`: all records in one file, a
 * line each. `feed`: the newest of a list, as its words say. `record`: no list.
 */
export type Paging =
  | { readonly style: 'page-number' }
  | { readonly style: 'cursor'; readonly newest: 'first' | 'last'; readonly count?: true }
  | { readonly style: 'array' }
  | { readonly style: 'lines' }
  | {
      readonly style: 'feed';
      readonly list: string;
      readonly format: FeedFormat;
      readonly words: FeedWords;
    }
  | { readonly style: 'record' };

/** A list of the API. `records` is absent for a list that is always empty. */
export interface Endpoint {
  /** The address below `/api/`, without slashes at its ends. `{id}` at its end stands for each id. */
  readonly name: string;
  readonly records?: {
    readonly collection: string;
    readonly shape: string;
    readonly order: readonly OrderKey[];
  };
  readonly paging: Paging;
}

/**
 * An address that is published only where the setting `extras` names its template (PROMISES.md §5.3);
 * see {@link endpointOf}.
 */
export type Extra =
  | {
      /** A further list. */
      readonly kind: 'list';
      readonly endpoint: Endpoint;
    }
  | {
      /** For each record that a reference names, the records of a list that refer to it, as a list like that one. */
      readonly kind: 'lookup';
      readonly of: Endpoint;
      /** What the reference is called in the address, and in the query of the list that means the same. */
      readonly by: string;
      /** Where it is in a record, if not at `by`; perhaps in a list or a part (`certificates.exact_category`). */
      readonly reference?: string;
    }
  | {
      /** Each record of a list by itself. */
      readonly kind: 'record';
      readonly of: Endpoint;
    }
  | {
      /** All records of a list as one array, in a short shape. */
      readonly kind: 'summary';
      readonly of: Endpoint;
      readonly shape: string;
    }
  | {
      /** All records of a list in one file, a line each. */
      readonly kind: 'lines';
      readonly of: Endpoint;
    }
  | {
      /** The newest records of a list, for feed readers. */
      readonly kind: 'feed';
      readonly of: Endpoint;
      readonly format: FeedFormat;
      readonly words: FeedWords;
    };

/** What is true of an extra whose address is a file. */
export interface ListFile {
  readonly mediaType: string;
  /** How records stand in it, by which `publish` knows what it shows. */
  readonly shows: 'lines' | 'feed';
}

/** The files that a list may have as extras, by their names below its address: `/api/region/all.ndjson`. */
export const LIST_FILES: Readonly<Record<string, ListFile>> = {
  'all.ndjson': { mediaType: 'application/x-ndjson', shows: 'lines' },
  'feed.json': { mediaType: 'application/feed+json', shows: 'feed' },
  'feed.atom': { mediaType: 'application/atom+xml', shows: 'feed' },
};

/** What is true of a file that a list may have; undefined for every other name of an endpoint or a file. */
export const listFile = (name: string): ListFile | undefined =>
  LIST_FILES[name.slice(name.lastIndexOf('/') + 1)];

/** An extra as an endpoint. */
export interface ExtraEndpoint extends Endpoint {
  /** Its address as the OpenAPI document and the setting `extras` call it. */
  readonly template: string;
  /** For a lookup: the list whose query `by=<id>` means the same, and where the reference is in its records. */
  readonly lookup?: Lookup;
}

export interface Lookup {
  readonly list: string;
  readonly by: string;
  /** See `referenceAt` in fields.ts. */
  readonly reference: string;
}

/** The address of an endpoint, below the base URL. */
export const addressOf = (name: string): string => `/api/${name}${listFile(name) ? '' : '/'}`;

/** What is published for an extra. */
export function endpointOf(extra: Extra): ExtraEndpoint {
  const endpoint = withoutTemplate(extra);
  return { ...endpoint, template: addressOf(endpoint.name) };
}

function withoutTemplate(extra: Extra): Omit<ExtraEndpoint, 'template'> {
  switch (extra.kind) {
    case 'list':
      return extra.endpoint;
    case 'lookup': {
      const { of: list, by, reference = by } = extra;
      const lookup = { list: list.name, by, reference };
      return { ...list, name: `${list.name}/${by}/{id}`, lookup };
    }
    case 'record':
      return { ...extra.of, name: `${extra.of.name}/{id}`, paging: { style: 'record' } };
    case 'summary': {
      const { of: list, shape } = extra;
      const records = list.records && { ...list.records, shape };
      return {
        name: `${list.name}/summary`,
        ...(records && { records }),
        paging: { style: 'array' },
      };
    }
    case 'lines':
      return { ...extra.of, name: `${extra.of.name}/all.ndjson`, paging: { style: 'lines' } };
    case 'feed': {
      const { of, format, words } = extra;
      const paging = { style: 'feed', list: of.name, format, words } as const;
      return { ...of, name: `${of.name}/feed.${format}`, paging };
    }
  }
}

/** A key of the root index, and the endpoint that it links to. */
export interface IndexKey {
  readonly key: string;
  readonly address: string;
}

/**
 * A value in a published record, by the names that lead to it: `work_regions/id`. Where one of them is a list, the
 * values of all its elements are meant.
 */
export type ValuePath = string;

/** A list whose records the search finds. */
export interface SearchedList {
  readonly of: Endpoint;
  /** What such a record is called in results; one may search among these alone. */
  readonly kind: string;
  readonly title: readonly ValuePath[];
  /** What is searched besides the title, and shown around the words that were found. */
  readonly text: readonly ValuePath[];
  /** Those of the texts that are HTML. */
  readonly html?: readonly ValuePath[];
  /** Ids by which one may narrow the search down. */
  readonly filters: Readonly<Record<string, ValuePath>>;
  /** Timestamps and numbers by which one may have results in order: the newest or the highest first. */
  readonly sorts: Readonly<Record<string, ValuePath>>;
}

/** What the search of a portal finds. */
export interface PortalSearch {
  /** The language of the texts, by which words are known in all their forms. */
  readonly language: string;
  readonly lists: readonly SearchedList[];
}

/** All that a portal publishes, as data: the engine knows no collection or endpoint by name. */
export interface Portal {
  /** What the API is called. */
  readonly title: string;
  /**
   * The compiled module that exports this object as `portal`, so that worker threads can load it. When
   * code in its folder changes, nothing that was cached is used.
   */
  readonly module: URL;
  readonly collections: readonly import('./collection.js').Collection[];
  readonly endpoints: readonly Endpoint[];
  readonly extras: readonly Extra[];
  /** What may be searched where the setting `extras` names it; nothing by default. */
  readonly search?: PortalSearch;
  readonly index: readonly IndexKey[];
  /** What the records look like to people; by default that follows from their fields. */
  readonly views?: import('./view.js').Views;
  /** The body of `404.json`. */
  readonly notFound: { readonly detail: string };
}

export const ascending = (field: string): OrderKey => ({ field });
export const descending = (field: string): OrderKey => ({ field, descending: true });
export const collated = (field: string, language: string): OrderKey => ({
  field,
  collated: language,
});
