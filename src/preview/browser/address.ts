// Where the reader is: the part of the address after `#`, such as `/vacancies?work_regions=53&page=2`.

/** A place in the page. */
export interface Address {
  /** Empty for the overview; `search`, `changes`, or a collection. */
  readonly section: string;
  readonly id: number | undefined;
  /** `new` or `edit`, for a form. */
  readonly action: 'new' | 'edit' | undefined;
  readonly query: URLSearchParams;
}

/** The address that a hash means. */
export function addressOf(hash: string): Address {
  const text = hash.replace(/^#?\/?/, '');
  const cut = text.indexOf('?');
  const [section = '', id = '', last] = (cut < 0 ? text : text.slice(0, cut)).split('/');
  return {
    section,
    id: /^[1-9]\d{0,15}$/.test(id) ? Number(id) : undefined,
    action: id === 'new' ? 'new' : last === 'edit' ? 'edit' : undefined,
    query: new URLSearchParams(cut < 0 ? '' : text.slice(cut + 1)),
  };
}

/** The link to a list, with what is chosen in it; empty choices are left out. */
export function listLink(
  section: string,
  choices: Iterable<readonly [string, string]> = [],
): string {
  const query = new URLSearchParams(
    [...choices].filter(([, value]) => value !== '').map(([name, value]) => [name, value]),
  ).toString();
  return `#/${section}${query === '' ? '' : `?${query}`}`;
}

/** The link to a record. */
export const recordLink = (collection: string, id: number): string => `#/${collection}/${id}`;

/** The link to a comment in the discussion of another record. */
export const commentLink = (above: string, on: number, collection: string, id: number): string =>
  `${recordLink(above, on)}?${collection}=${id}`;

/** A list's query with one value replaced, and without the page number. */
export function chosen(query: URLSearchParams, name: string, value: string): [string, string][] {
  const rest = [...query].filter(([other]) => other !== name && other !== 'page');
  return [...rest, [name, value]];
}

/** The link that opens a record's place in the editor: the server redirects to the editor's own address. */
export const editorLink = (collection: string, id: number): string =>
  `/preview/data/open/${collection}/${id}`;
