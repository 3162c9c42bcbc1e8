// The types of a portal's declarations: endpoints (lists, their order and paging), extras, the search, and the whole
// portal.

import { DeclarationError } from './check/constraints.js';
import type { FeedFormat, FeedWords } from './feed.js';

/**
 * A field by which a list is sorted: numbers, instants and booleans by value (false first), texts by code points or,
 * with `collated`, by the rules of a language (`ru`). Null comes first. `descending` reverses all of this.
 */
export interface OrderKey {
  readonly field: string;
  readonly descending?: true;
  readonly collated?: string;
}

/**
 * How a list is published (API.md §2.1). `page-number`, `cursor`: on pages with an envelope. `array`: in one array.
 * `lines`: in one file, one record on each line. `feed`: the newest records of the list named `list`, for feed readers.
 * `record`: an address has a single record.
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
   * The address below `/api/`, without slashes at both ends: `job/vacancy`. An endpoint such as `blog/{id}` has an
   * address for each id, and one such as `book/{slug}` for the text of each record in this field.
   */
  readonly name: string;
  readonly records?: {
    readonly collection: string;
    readonly shape: string;
    readonly order: readonly OrderKey[];
  };
  readonly paging: Paging;
  /**
   * The field whose text is in the address of a record, where the extra `record` of this list is published: `slug` for
   * `/api/book/{slug}/`. It is required, and each record has another text, which must be an {@link ADDRESS_WORD}. By
   * default, the address has the id.
   */
  readonly record?: string;
  /** Only for an extra of the kind `lookup` (see {@link endpointOf}). */
  readonly lookup?: Lookup;
}

/**
 * An endpoint that is published only if the setting `extras` has `all` or the endpoint's template: its {@link addressOf},
 * such as `/api/blog/{id}/` (PROMISES.md §5.3).
 */
export type Extra =
  | {
      /** A list that is published only as an extra. */
      readonly kind: 'list';
      readonly endpoint: Endpoint;
    }
  | {
      /** The records of a list that refer to one record, such as region 48: `/api/job/vacancy/region/48/`. */
      readonly kind: 'lookup';
      readonly of: Endpoint;
      /**
       * The word in the address: `exact-category` in `/api/job/vacancy/exact-category/3/`. On hosts that answer
       * queries, `/api/job/vacancy/?exact_category=3`, with `_` instead of `-`, has the same result.
       */
      readonly by: string;
      /** The path of the reference, if it differs from `by`: `certificates.exact_category`. */
      readonly reference?: string;
    }
  | {
      /** The records of a list, each at an address of its own: `/api/job/vacancy/12/` (see {@link Endpoint.record}). */
      readonly kind: 'record';
      readonly of: Endpoint;
      /** The shape, if it is not that of the list. */
      readonly shape?: string;
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

/** What is known of an extra whose address is a file, not a folder. */
export interface ListFile {
  readonly mediaType: string;
}

/** The files that a list may have as extras, by their name below the list's address: `/api/region/all.ndjson`. */
export const LIST_FILES: Readonly<Record<string, ListFile>> = {
  'all.ndjson': { mediaType: 'application/x-ndjson' },
  'feed.json': { mediaType: 'application/feed+json' },
  'feed.atom': { mediaType: 'application/atom+xml' },
};

/** Returns the entry of {@link LIST_FILES} for a name such as `region/all.ndjson`; undefined for other names. */
export const listFile = (name: string): ListFile | undefined =>
  LIST_FILES[name.slice(name.lastIndexOf('/') + 1)];

/**
 * For a lookup such as `/api/job/vacancy/exact-category/{id}/`: the name of the list (`job/vacancy`), the word in the
 * address (`exact-category`), and the path of the reference in a record of the list.
 */
export interface Lookup {
  readonly list: string;
  readonly by: string;
  /** Such as `certificates.exact_category`; `referenceAt` in fields.ts returns its type. */
  readonly reference: string;
}

/** A pattern for the text of a record in its address. It is safe in URLs, and as the name of a folder everywhere. */
export const ADDRESS_WORD = '[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9])?';

/**
 * The address of an endpoint: `region` → `/api/region/`, `region/all.ndjson` → `/api/region/all.ndjson`. That of an extra,
 * with `{id}` for any id, is its template, by which the setting `extras` names it: `/api/job/vacancy/{id}/`.
 */
export const addressOf = (name: string): string => `/api/${name}${listFile(name) ? '' : '/'}`;

/** Returns an extra as an endpoint, with its name, paging and shape. */
export function endpointOf(extra: Extra): Endpoint {
  switch (extra.kind) {
    case 'list':
      return extra.endpoint;
    case 'lookup': {
      const { of: list, by, reference = by } = extra;
      const lookup = { list: list.name, by, reference };
      return { ...list, name: `${list.name}/${by}/{id}`, lookup };
    }
    case 'record': {
      const list = inShape(extra.of, extra.shape);
      const name = `${list.name}/{${list.record ?? 'id'}}`;
      return { ...list, name, paging: { style: 'record' } };
    }
    case 'summary': {
      const list = inShape(extra.of, extra.shape);
      return { ...list, name: `${list.name}/summary`, paging: { style: 'array' } };
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

/** A list with its records in another shape. */
const inShape = (list: Endpoint, shape: string | undefined): Endpoint =>
  list.records && shape !== undefined ? { ...list, records: { ...list.records, shape } } : list;

/** A key of the object at `/api/`, and the address below `/api/` to which its link leads. */
export interface IndexKey {
  readonly key: string;
  readonly address: string;
}

/** The path of a value in a published record. In a list, it applies to each element: `work_regions.id`. */
export type ValuePath = string;

/** A list whose records can be searched. */
export interface SearchedList {
  readonly of: Endpoint;
  /** The word for a record of this list in search results: `vacancy`. A search can also be limited to this word. */
  readonly kind: string;
  readonly title: readonly ValuePath[];
  /** Texts that are searched besides the title; results show excerpts from them. */
  readonly text: readonly ValuePath[];
  /** The paths in `title` and `text` whose values are HTML. */
  readonly html?: readonly ValuePath[];
  /** For each filter of the search, by name, the path of the ids that it compares: `{ region: 'work_regions.id' }`. */
  readonly filters: Readonly<Record<string, ValuePath>>;
  /** For each order of results, by name, the path of a timestamp or number. The newest or the highest comes first. */
  readonly sorts: Readonly<Record<string, ValuePath>>;
}

/** The lists that can be searched. */
export interface PortalSearch {
  /** The language of the texts: `ru`. It decides which forms of a word count as the same word. */
  readonly language: string;
  readonly lists: readonly SearchedList[];
}

/** What is usual in the country of the portal, for data from other programs and for sorting. */
export interface Locale {
  /** The language by whose rules names are sorted, as a BCP 47 tag. */
  readonly language: string;
  /** The encoding in which older programs of this country save texts, such as `windows-1251`. */
  readonly encoding: string;
}

/** All declarations of a portal. The code of the engine names no collection or endpoint. */
export interface Portal {
  /** The title of the API. */
  readonly title: string;
  /**
   * The address of the compiled module that exports this object as `portal`; worker threads load the module. When any
   * code in the folder of the module changes, cached results are not used.
   */
  readonly module: URL;
  readonly collections: readonly import('./collection.js').Collection[];
  readonly endpoints: readonly Endpoint[];
  readonly extras: readonly Extra[];
  /** What can be searched, if the setting `extras` asks for `/search/`. Absent if the portal has no search. */
  readonly search?: PortalSearch;
  readonly index: readonly IndexKey[];
  /** How the preview shows the records. If it is absent, forms show all fields. */
  readonly views?: import('./view.js').Views;
  /** The Russian translations of English texts in the declarations. */
  readonly russian?: Readonly<Record<string, string>>;
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

const LIST_OPTIONS: readonly string[] = ['shape', 'paging', 'record'];

/**
 * Makes an endpoint with all records of a collection. By default, the shape is `full` and pages have numbers. `record`:
 * see {@link Endpoint.record}.
 */
export const list = (
  name: string,
  of: { readonly name: string },
  order: readonly OrderKey[],
  more: { readonly shape?: string; readonly paging?: Paging; readonly record?: string } = {},
): Endpoint => {
  if (!of) throw new DeclarationError(`${name}: the list has no collection`);
  const unknown = Object.keys(more).find((key) => !LIST_OPTIONS.includes(key));
  if (unknown !== undefined)
    throw new DeclarationError(
      `${name}: a list has no ${JSON.stringify(unknown)}, only ${LIST_OPTIONS.join(', ')}`,
    );
  const { shape = 'full', paging = { style: 'page-number' }, record } = more;
  return {
    ...{ name, records: { collection: of.name, shape, order }, paging },
    ...(record !== undefined && { record }),
  };
};
