// Where the reader is: the part of the address after `#`, such as `/vacancies?of=regions/53&page=2`; and what is asked before
// a form with unsaved text is left.
import { useEffect, useState } from 'preact/hooks';

/** A place in the page. */
export interface Address {
  /** Empty for the overview; `search`, `changes`, or a collection. */
  readonly section: string;
  /** `new`: the form of a new record. */
  readonly id: number | 'new' | undefined;
  readonly query: URLSearchParams;
}

/** The address that a hash means. */
function addressOf(hash: string): Address {
  const text = hash.replace(/^#?\/?/, '');
  const cut = text.indexOf('?');
  const [section = '', last = ''] = (cut < 0 ? text : text.slice(0, cut)).split('/');
  const id = /^[1-9]\d{0,15}$/.test(last) ? Number(last) : last === 'new' ? 'new' : undefined;
  return { section, id, query: new URLSearchParams(cut < 0 ? '' : text.slice(cut + 1)) };
}

let isUnsaved = false;

/** Tells whether the form that is shown has text that is not saved. */
export function setUnsaved(is: boolean): void {
  isUnsaved = is;
}

/** Where the reader is. `question`: asked before unsaved text is left. */
export function useAddress(question: string): Address {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    let shown = location.hash;
    const mayLeave = () => {
      if (isUnsaved && !confirm(question)) return false;
      isUnsaved = false;
      return true;
    };
    // `popstate` comes before the browser restores the scroll position.
    const follow = () => {
      if (location.hash !== shown && !mayLeave()) history.pushState({}, '', shown || '#/');
      shown = location.hash;
      setHash(shown);
    };
    // Asked before a link is followed, so that the browser's history stays as it is.
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const isInside = link?.getAttribute('href')?.startsWith('#') === true;
      if (isInside && link?.hash !== shown && !mayLeave()) event.preventDefault();
    };
    const close = (event: BeforeUnloadEvent) => {
      if (isUnsaved) event.preventDefault();
    };
    addEventListener('popstate', follow);
    addEventListener('click', click, true);
    addEventListener('beforeunload', close);
    follow(); // the hash may have changed since the first render
    return () => {
      removeEventListener('popstate', follow);
      removeEventListener('click', click, true);
      removeEventListener('beforeunload', close);
    };
  }, [question]);
  return addressOf(hash);
}

type Choices = Iterable<readonly [string, string]>;

/** The link to a list, with what is chosen in it; empty choices are left out. */
export const listLink = (section: string, choices: Choices = []): string =>
  withQuery(`#/${section}`, choices);

/** The link to a record, which is its form. */
export const recordLink = (collection: string, id: number, choices: Choices = []): string =>
  withQuery(`#/${collection}/${id}`, choices);

/** The link to the form of a new record, with what is given in it. */
export const newLink = (collection: string, begin: Choices = []): string =>
  withQuery(`#/${collection}/new`, begin);

function withQuery(link: string, choices: Choices): string {
  const query = new URLSearchParams(
    [...choices].filter(([, value]) => value !== '').map((one) => [...one]),
  );
  return query.size === 0 ? link : `${link}?${query}`;
}

/** A list's query with one value replaced, and without the page number. */
export function chosen(query: URLSearchParams, name: string, value: string): [string, string][] {
  const rest = [...query].filter(([other]) => other !== name && other !== 'page');
  return [...rest, [name, value]];
}
