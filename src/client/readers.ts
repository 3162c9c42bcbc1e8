// Reads lists and extras. If the address of an extra is missing, finds out whether the deployment publishes it.
import { PortalError } from './errors.js';
import { type Filter, type Filtered, type FilterKeys, parseFilter } from './filters.js';
import { type CallOptions, listOf, type NumberedList } from './list.js';
import type { How, Requests } from './requests.js';
import { objectIn } from './snapshot.js';
import type { Extras, Lists } from './types.js';

/** `ListName`: the names of extras that are lists. `NameById`: the names of extras with an address for each id. */
type ListName<Template = keyof Extras> = Template extends `/api/${string}{id}/`
  ? never
  : Template extends `/api/${infer Name}/`
    ? Name
    : never;
type NameById<Template = keyof Extras> = Template extends `/api/${infer Name}/{id}/` ? Name : never;

/** Makes the functions that read lists and records of a deployment. */
export function readersOf(requests: Requests) {
  const demand = demandOf(requests);

  const list = <K extends keyof Lists>(name: K) => listOf<Lists[K]>(requests, name);

  const listAt = <T>(template: string, id?: number) => {
    const name = pageName(template, id);
    return listOf<T>(requests, name, async (url, how) => {
      await demand(template, url, how);
      // If there is an id, this list is a filter, and no record refers to the id: the list is empty.
      return id !== undefined;
    });
  };
  const extraList = <Name extends ListName>(name: Name) =>
    listAt<Extras[`/api/${Name}/`]>(`/api/${name}/`);

  const filtered = <Name extends string, T>(
    name: Name,
    listNamed: (name: Name) => NumberedList<T>,
    keys: FilterKeys<Name>,
  ): Filtered<Name, NumberedList<T>> =>
    Object.assign(listNamed(name), {
      where(filter: Filter<Name>) {
        const [by, id] = parseFilter(filter, keys);
        return listAt<T>(`/api/${name}/${by}/{id}/`, id);
      },
    });

  /**
   * Reads an address such as `/api/blog/2/`; undefined if only this id is missing. Does not check that the answer is a
   * `T`.
   */
  const read = async <T>(
    template: string,
    id: number,
    how: CallOptions = {},
  ): Promise<T | undefined> => {
    const name = pageName(template, id);
    const { status, url, value } = await requests.folder(`/api/${name}/`, how);
    if (status === 200) return value as T;
    await demand(template, url, how);
    return undefined;
  };
  const record =
    <Name extends NameById>(name: Name) =>
    (id: number, how?: CallOptions) =>
      read<Extras[`/api/${Name}/{id}/`]>(`/api/${name}/{id}/`, id, how);

  return { list, extraList, filtered, read, record };
}

/** Puts an id into a template, and returns the name: `/api/blog/{id}/` and 2 → `blog/2`. */
function pageName(template: string, id: number | undefined): string {
  const name = template.slice('/api/'.length, -1);
  if (id === undefined && !name.includes('{id}')) return name;
  // Only a number is accepted, because a text might come from the address of a web page, and with `..` in it another
  // address would be requested.
  if (!Number.isSafeInteger(id)) throw new TypeError(`an id is a whole number, not ${id}`);
  return name.replace('{id}', String(id));
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
