// Reads the lists, records and extras of any portal, of which it knows nothing but their addresses. portal.ts, which is
// generated, has the addresses and types of one portal. If the address of an extra is missing, finds out whether the
// deployment publishes it.
import { PortalError } from './errors.js';
import { type Filter, type Filtered, parseFilter } from './filters.js';
import { type CallOptions, listOf, type NumberedList } from './list.js';
import type { How, Requests } from './requests.js';
import type { SearchedNames, SearchOptionsOf, SearchResultsOf } from './search.js';
import { objectIn } from './snapshot.js';

export type { Filtered } from './filters.js';
export type { CallOptions, List, NumberedList } from './list.js';
export type { SearchOptionsOf, SearchResultOf, SearchResultsOf } from './search.js';

export type Readers = ReturnType<typeof readersOf>;

/** Makes the functions that read lists and records of a deployment. None checks that the answers are a `T`. */
export function readersOf(requests: Requests) {
  const demand = demandOf(requests);

  const list = <T>(name: string) => listOf<T>(requests, name);

  const listAt = <T>(template: string, id?: number) => {
    const name = pageName(template, id);
    return listOf<T>(requests, name, async (url, how) => {
      await demand(template, url, how);
      // If there is an id, this list is a filter, and no record refers to the id: the list is empty.
      return id !== undefined;
    });
  };
  const extraList = <T>(name: string) => listAt<T>(`/api/${name}/`);

  /** Adds `where` to the list `name`. `keys`: its filters. */
  const filtered = <T, Keys extends string>(
    name: string,
    list: NumberedList<T>,
    keys: readonly Keys[],
  ): Filtered<Keys, NumberedList<T>> =>
    Object.assign(list, {
      where(filter: Filter<Keys>) {
        const [by, id] = parseFilter(filter, keys);
        return listAt<T>(`/api/${name}/${by}/{id}/`, id);
      },
    });

  /** Reads an address such as `/api/blog/2/` or `/api/book/emma/`; undefined if only this one is missing. */
  const read = async <T>(
    template: string,
    id: number | string,
    how: CallOptions = {},
  ): Promise<T | undefined> => {
    const name = pageName(template, id);
    const { status, url, value } = await requests.folder(`/api/${name}/`, how);
    if (status === 200) return value as T;
    await demand(template, url, how);
    return undefined;
  };
  const record =
    <T>(name: string) =>
    (id: number, how?: CallOptions) =>
      read<T>(`/api/${name}/{id}/`, id, how);
  /** For records with a text in their addresses. `template`: such as `book/{slug}`. */
  const recordBy =
    <T>(template: string) =>
    (text: string, how?: CallOptions) =>
      read<T>(`/api/${template}/`, text, how);

  const searching =
    <Names extends SearchedNames>(names: Names) =>
    async (query: string, how?: SearchOptionsOf<Names>): Promise<SearchResultsOf<Names>> => {
      const { search } = await import('./search.js');
      // The cast is right, because an index has only the kinds that its portal declares.
      return (await search(requests, names, query, how)) as SearchResultsOf<Names>;
    };

  return { list, extraList, filtered, read, record, recordBy, searching };
}

/** Puts an id or a text into a template, and returns the name: `/api/blog/{id}/` and 2 → `blog/2`. */
function pageName(template: string, id: number | string | undefined): string {
  const name = template.slice('/api/'.length, -1);
  const [variable] = /\{\w+\}/.exec(name) ?? [];
  if (id === undefined && variable === undefined) return name;
  // A text might come from the address of a web page, and with `..` in it another address would be requested.
  if (variable === '{id}' ? !Number.isSafeInteger(id) : !/^[\w-]+$/.test(String(id)))
    throw new TypeError(
      variable === '{id}' ? `an id is a whole number, not ${id}` : `no address has the text ${id}`,
    );
  return name.replace(/\{\w+\}/, String(id));
}

/**
 * Returns a function to be called when an address does not exist. That function throws unless openapi.json says that
 * the deployment publishes the template of the address.
 */
function demandOf(requests: Requests) {
  let known: ReadonlySet<string> | undefined;
  return async (template: string, url: string, how: How): Promise<void> => {
    // Calls do not share this request, because aborting one call would then abort the others.
    if (!known?.has(template)) known = await templatesOf(requests, how);
    if (known?.has(template)) return;
    const whether = known
      ? `this deployment does not publish ${template}`
      : `no /api/openapi.json says whether ${template} is published`;
    const why =
      `is not there, and ${whether} ` +
      `(the setting "extras" switches it on: npx portal-snapshot build --extra '${template}')`;
    throw new PortalError(url, why, 404);
  };
}

/** The templates that a deployment publishes, read from openapi.json; undefined if this file does not exist. */
async function templatesOf(requests: Requests, how: How): Promise<ReadonlySet<string> | undefined> {
  const { status, value } = await requests.get(`${requests.base}/api/openapi.json`, how);
  const { paths: described } = objectIn(value);
  if (status !== 200 || !described) return undefined;
  const paths = Object.keys(objectIn(described));
  // On some hosts, the paths end in `index.json`: `/api/blog/{id}/index.json`.
  return new Set(paths.map((path) => path.replace(/index\.json$/, '')));
}
