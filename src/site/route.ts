// Finds the answer to a request: a file of the snapshot, or an error (API.md §1, PROMISES.md §3.1 and §3.4). Pure
// functions. An address must be written exactly: one with `..` or an encoded slash, for example, is not found.

import { type Endpoint, listFile, type Portal } from '../model/endpoint.js';
import type { Json } from '../model/fields.js';
import {
  endpointsByName,
  lookupsOf,
  type PageName,
  pageFile,
  pageValue,
  parameterOf,
  queryOf,
} from './address.js';
import { belongsTo, fileBeside, kindOf } from './kinds.js';

/** The usual headers of an answer of the API (PROMISES.md §3.4). Files that are not JSON have another Content-Type. */
export const API_HEADERS = {
  'Content-Type': 'application/json',
  Vary: 'Accept',
  Allow: 'GET, HEAD, OPTIONS',
} as const;

export type Routed =
  /** A file of the snapshot's folder. If the file does not exist, the answer is 404 with {@link Portal.notFound}. */
  | { readonly status: 200; readonly file: string }
  /** The answer to OPTIONS, which has only headers. */
  | { readonly status: 204 }
  /** A redirect to the same address, with a slash at the end of the path. */
  | { readonly status: 301; readonly location: string }
  | { readonly status: 404 | 405; readonly body: Json };

/** Returns the answer to a request. `target` is a path with a query, such as `/api/region/?page=2`. */
export type Router = (method: string, target: string) => Routed;

/** What a path means: an endpoint (undefined for `/api/`) and, if the path names one, a page of it. */
interface RoutedPage {
  /** The list in the path, such as `region/53` for the endpoint `region/{id}`; '' for `/api/`. */
  readonly list: string;
  readonly endpoint: Endpoint | undefined;
  readonly page: PageName | undefined;
  readonly hasSlash: boolean;
}

/** Finds an endpoint by the name of one of its lists. */
type Named = (list: string) => Endpoint | undefined;

// Matches `/api/`, a list below it, or a page of a list. The path may end in a slash or in `/index.json`.
const ADDRESS =
  /^\/api(?:\/(?<list>.+?))??(?:\/(?<parameter>page|cursor)\/(?<value>[^/]+))?(?<end>\/|\/index\.json)?$/s;

/** Makes the router of a portal's API. `extras`: the extras that are published. */
export function makeRouter(
  { endpoints, notFound }: Pick<Portal, 'endpoints' | 'notFound'>,
  extras: readonly Endpoint[] = [],
): Router {
  const named = endpointsByName([...endpoints, ...extras]);
  const lookups = lookupsOf(extras);
  const missing: Routed = { status: 404, body: notFound };
  return (method, target) => {
    const cut = `${target}?`.indexOf('?');
    const path = target.slice(0, cut);
    const query = target.slice(cut);
    const address = documentAt(path, named) ?? findAddress(path, named);
    if (!address) return missing;
    if (method === 'OPTIONS') return { status: 204 };
    if (method !== 'GET' && method !== 'HEAD') {
      return { status: 405, body: { detail: `Method "${method}" not allowed.` } };
    }
    if (typeof address === 'string') return { status: 200, file: address };
    // The query is copied into the header `Location`, so characters that a header must not contain are encoded.
    if (!address.hasSlash) {
      return { status: 301, location: `${path}/${query.replace(/[^!-~]/g, encodeURIComponent)}` };
    }
    const page = askedPage(address, query);
    const list = lookedUp(address.list, lookups.get(address.list), query);
    if (page === 'none' || list === undefined) return missing;
    return { status: 200, file: pageFile(list, page) };
  };
}

/** Returns the file whose path is the address: `api/snapshot.json` for `/api/snapshot.json`; undefined for pages. */
function documentAt(path: string, named: Named): string | undefined {
  const file = path.slice(1);
  if (kindOf(file)?.address !== 'file' || fileBeside(file) !== undefined) return undefined;
  return belongsTo(named, file) ? file : undefined;
}

function findAddress(path: string, named: Named): RoutedPage | undefined {
  const match = ADDRESS.exec(path);
  if (!match) return undefined;
  const { list, parameter, value, end } = match.groups ?? {};
  const hasSlash = end !== undefined;
  if (list === undefined) {
    const root = { list: '', endpoint: undefined, page: undefined, hasSlash };
    return value === undefined ? root : undefined;
  }
  const endpoint = named(list);
  if (!endpoint || listFile(list)) return undefined;
  if (value === undefined) return { list, endpoint, page: undefined, hasSlash };
  const page = pageValue(value);
  const own = parameterOf(endpoint);
  if (page === undefined || own !== parameter) return undefined;
  return { list, endpoint, page: { parameter: own!, value: page }, hasSlash };
}

/** Returns the list or, for `/api/post/?blog=2`, its filter `post/blog/2`. Undefined for an invalid id, or two ids. */
function lookedUp(
  list: string,
  lookups: readonly string[] | undefined,
  query: string,
): string | undefined {
  const asked = new URLSearchParams(query);
  const given = (lookups ?? []).flatMap((by) =>
    asked.getAll(queryOf(by)).map((id) => ({ by, id })),
  );
  const [first, ...others] = given;
  if (!first) return list;
  return others.length === 0 && ID.test(first.id) ? `${list}/${first.by}/${first.id}` : undefined;
}

const ID = /^[1-9]\d{0,15}$/;

/**
 * Returns the page that is named in the path or the query; undefined for the first page. `none` if the query's value is
 * not the number of a page (`?page=x`), is given twice, or differs from the path (`/page/2/?page=3`).
 */
function askedPage({ endpoint, page }: RoutedPage, query: string): PageName | undefined | 'none' {
  const parameter = endpoint && parameterOf(endpoint);
  if (!parameter) return undefined;
  const given = new URLSearchParams(query).getAll(parameter);
  if (given.length === 0) return page;
  const value = pageValue(given[0]!);
  if (given.length > 1 || value === undefined) return 'none';
  if (page) return page.value === value ? page : 'none';
  return parameter === 'page' && value === 1 ? undefined : { parameter, value };
}
