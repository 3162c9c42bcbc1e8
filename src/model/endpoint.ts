// The types of a portal's declarations: endpoints (lists, their order and paging), extras, the search, and the whole
// portal.

import type { FeedFormat, FeedWords } from './feed.js';

/**
 * A field by whose published value a list is sorted: as a number, an instant, or a flag (false first); a text by code
 * points or, with `collated`, by the rules of that language. Null comes first.
 */
export interface OrderKey {
  readonly field: string;
  readonly descending?: true;
  readonly collated?: string;
}

/**
 * How a list is cut into pages, and the envelope around a page (API.md §2.1). `lines`: all records in one file, one
 * per line. `feed`: the newest records of `list`, for feed readers. `record`: a single record.
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
  /**
   * The address below `/api/`, without slashes at both ends: `job/vacancy`. If it ends in `{id}`, there is one for each
   * id.
   */
  readonly name: string;
  readonly records?: {
    readonly collection: string;
    readonly shape: string;
    readonly order: readonly OrderKey[];
  };
  readonly paging: Paging;
}

/**
 * An address that is published only if the setting `extras` names its template (PROMISES.md §5.3); see
 * {@link endpointOf}.
 */
export type Extra =
  | {
      /** One more list. */
      readonly kind: 'list';
      readonly endpoint: Endpoint;
    }
  | {
      /** For each referenced record, such as a region, the records of a list that refer to it: `/region/{id}`. */
      readonly kind: 'lookup';
      readonly of: Endpoint;
      /**
       * The word in the address: `/exact-category/3/`. A query of the list, `?exact_category=3`, has the same result; in
       * it, `_` replaces each `-`.
       */
      readonly by: string;
      /** The path of the reference in a record, if it is not equal to `by`: `certificates.exact_category`. */
      readonly reference?: string;
    }
  | {
      /** Each record of a list, at an address of its own. */
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
      /** All records of a list in one file, one per line. */
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

/** The properties of an extra whose address is a file. */
export interface ListFile {
  readonly mediaType: string;
}

/** The files that a list may have as extras, by their name below the list's address: `/api/region/all.ndjson`. */
export const LIST_FILES: Readonly<Record<string, ListFile>> = {
  'all.ndjson': { mediaType: 'application/x-ndjson' },
  'feed.json': { mediaType: 'application/feed+json' },
  'feed.atom': { mediaType: 'application/atom+xml' },
};

/**
 * Returns the properties of the file in {@link LIST_FILES} with which an address ends; undefined if it ends with none.
 */
export const listFile = (name: string): ListFile | undefined =>
  LIST_FILES[name.slice(name.lastIndexOf('/') + 1)];

/** An extra as an endpoint. */
export interface ExtraEndpoint extends Endpoint {
  /** How the OpenAPI document and the setting `extras` name it: `/api/job/vacancy/{id}/`. */
  readonly template: string;
  /** Only for an extra of the kind `lookup`. */
  readonly lookup?: Lookup;
}

/**
 * The list for which a lookup is a filter (its query `?<by>=<id>` has the same result), and the path of the reference
 * in the records of that list.
 */
export interface Lookup {
  readonly list: string;
  readonly by: string;
  /** See `referenceAt` in fields.ts. */
  readonly reference: string;
}

/** The address of an endpoint below the base URL: `/api/region/`, `/api/region/all.ndjson`. */
export const addressOf = (name: string): string => `/api/${name}${listFile(name) ? '' : '/'}`;

/** Returns an extra as an endpoint, with its paging and shape. */
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

/** The path of a value in a published record, such as `work_regions/id`. At a list, it goes on in each element. */
export type ValuePath = string;

/** A list whose records can be searched. */
export interface SearchedList {
  readonly of: Endpoint;
  /** The word for such a record in results. It is also a filter, with which a search finds only such records. */
  readonly kind: string;
  readonly title: readonly ValuePath[];
  /** Texts that are searched besides the title; results show excerpts from them. */
  readonly text: readonly ValuePath[];
  /** The paths in `title` and `text` whose values are HTML. */
  readonly html?: readonly ValuePath[];
  /** Ids by which a search can be filtered, by the name of the filter. */
  readonly filters: Readonly<Record<string, ValuePath>>;
  /** Timestamps and numbers by which results can be sorted, the newest or the highest first. */
  readonly sorts: Readonly<Record<string, ValuePath>>;
}

/** The lists that can be searched. */
export interface PortalSearch {
  /** The language of the texts. Its rules decide which forms of a word are the same. */
  readonly language: string;
  readonly lists: readonly SearchedList[];
}

/** What is usual in the country of the portal. */
export interface Locale {
  /** The language by whose rules names are sorted, as a BCP 47 tag. */
  readonly language: string;
  /** The encoding in which older programs there save texts, by its name in the Encoding Standard. */
  readonly encoding: string;
}

/** Everything that a portal publishes, as data: no collection or endpoint is named in the engine's code. */
export interface Portal {
  /** The title of the API. */
  readonly title: string;
  /**
   * The compiled module that exports this object as `portal`. Worker threads load it. When code in its folder
   * changes, cached results are not used.
   */
  readonly module: URL;
  readonly collections: readonly import('./collection.js').Collection[];
  readonly endpoints: readonly Endpoint[];
  readonly extras: readonly Extra[];
  /** What can be searched if the setting `extras` names `/search/`; nothing by default. */
  readonly search?: PortalSearch;
  readonly index: readonly IndexKey[];
  /** How the preview shows the records. Without it, the preview shows all fields. */
  readonly views?: import('./view.js').Views;
  /** The Russian translations of English texts in the declarations. */
  readonly russian?: Readonly<Record<string, string>>;
  /** Without it, there is no usual language or encoding. */
  readonly locale?: Locale;
  /** The body of `404.json`. */
  readonly notFound: { readonly detail: string };
}

export const ascending = (field: string): OrderKey => ({ field });
export const descending = (field: string): OrderKey => ({ field, descending: true });
export const collated = (field: string, language: string): OrderKey => ({
  field,
  collated: language,
});

/**
 * Makes an endpoint with all records of a collection. By default, records have the shape `full`, and pages have
 * numbers.
 */
export const list = (
  name: string,
  { name: collection }: { readonly name: string },
  order: readonly OrderKey[],
  more: { readonly shape?: string; readonly paging?: Paging } = {},
): Endpoint => {
  const { shape = 'full', paging = { style: 'page-number' } } = more;
  return { name, records: { collection, shape, order }, paging };
};
