// The lists and extras of a deployment, by their names; of an extra that is not there, whether it is published at all.
import { PortalError } from './errors.js';
import { askedBy, type Filter, type Filtered } from './filters.js';
import { type CallOptions, listOf, type NumberedList, thrice } from './list.js';
import type { How, Requests } from './requests.js';
import { changed, digestsOf, objectIn, ofSnapshot } from './snapshot.js';
import type { Extras, Lists } from './types.js';

/** The names by which extras are asked for: that of a list, and that of what is there for each id. */
type ListName<Template = keyof Extras> = Template extends `/api/${string}{id}/`
  ? never
  : Template extends `/api/${infer Name}/`
    ? Name
    : never;
type NameById<Template = keyof Extras> = Template extends `/api/${infer Name}/{id}/` ? Name : never;

/** What reads each kind of address of a deployment. */
export function readersOf(requests: Requests) {
  const demand = demandOf(requests);

  const list = <K extends keyof Lists>(name: K) => listOf<Lists[K]>(requests, name);

  const listAt = <T>(template: string, id?: number) => {
    const name = nameOf(template, id);
    return listOf<T>(requests, name, async (url, how) => {
      await demand(template, url, how);
      if (id === undefined) return false;
      // What names a blog that is not there is none. With a key that has to be signed.
      if (requests.keys && (await digestsOf(requests, name, how))?.size)
        throw changed(url, 'is not there');
      return true;
    });
  };
  const extraList = <Name extends ListName>(name: Name) =>
    listAt<Extras[`/api/${Name}/`]>(`/api/${name}/`);

  const filtered = <Name extends string, T>(
    name: Name,
    listNamed: (name: Name) => NumberedList<T>,
  ): Filtered<Name, NumberedList<T>> =>
    Object.assign(listNamed(name), {
      where(filter: Filter<Name>) {
        const [by, id] = askedBy(filter);
        return listAt<T>(`/api/${name}/${by}/{id}/`, id);
      },
    });

  /** What is at the address of a template is what the API promises there; undefined if nothing is. */
  const read = async <T>(
    template: string,
    id: number,
    how: CallOptions = {},
  ): Promise<T | undefined> => {
    const name = nameOf(template, id);
    const fresh = { ...how, fresh: true };
    const signed = async () => {
      const digest = (await digestsOf(requests, name, fresh))?.get('');
      if (digest === undefined) return undefined;
      const answer = await requests.folder(`/api/${name}/`, how);
      return (await ofSnapshot(requests, answer, digest, fresh)).value as T;
    };
    if (requests.keys) return thrice(requests, how.signal, signed);
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

/** What is at a template is called so: its address below `/api/`, without the slash at its end. */
function nameOf(template: string, id: number | undefined): string {
  const name = template.slice('/api/'.length, -1);
  if (id === undefined && !name.includes('{id}')) return name;
  // From the address of a page an id comes as a text, and `..` would lead elsewhere.
  if (!Number.isSafeInteger(id)) throw new TypeError(`an id is a whole number, not ${id}`);
  return name.replace('{id}', String(id));
}

/** Makes what throws, of an address that is not there, if its template is not published. */
function demandOf(requests: Requests) {
  let known: ReadonlySet<string> | undefined;
  return async (template: string, url: string, how: How): Promise<void> => {
    // What is on its way is shared with no other caller, whose signal would end it for this one as well.
    known ??= await templatesOf(requests, how);
    if (known?.has(template)) return;
    const whether = known
      ? `this deployment does not publish ${template}`
      : `there is no /api/openapi.json to say whether ${template} is published`;
    const remedy = `the setting "extras" switches it on: portal-snapshot build --extra '${template}'`;
    throw new PortalError(url, `is not there, and ${whether} (${remedy})`, 404);
  };
}

/** The templates that a deployment says it publishes; undefined where it does not say. */
async function templatesOf(requests: Requests, how: How): Promise<ReadonlySet<string> | undefined> {
  const { status, value } = await requests.get(`${requests.base}/api/openapi.json`, how);
  if (status !== 200) return undefined;
  const paths = Object.keys(objectIn(objectIn(value)['paths']));
  // Where links name files, so do the paths.
  return new Set(paths.map((path) => path.replace(/index\.json$/, '')));
}
