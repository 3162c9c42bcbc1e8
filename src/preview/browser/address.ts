// The place in the page, from the part of the address after `#`, such as `/vacancies?of=regions/53&page=2`. Also asks
// before the reader leaves a form with unsaved text.
import { useEffect, useState } from 'preact/hooks';

/** A place in the page. */
export interface Address {
  /** Empty for the overview; otherwise `changes`, or a collection. */
  readonly section: string;
  /** `new`: the form of a new record. */
  readonly id: number | 'new' | undefined;
  readonly query: URLSearchParams;
}

/** Parses the part after `#`. */
function addressOf(hash: string): Address {
  const [path = '', query] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s);
  const [section = '', last = ''] = path.split('/');
  const id = /^[1-9]\d{0,15}$/.test(last) ? Number(last) : last === 'new' ? 'new' : undefined;
  return { section, id, query: new URLSearchParams(query) };
}

let isUnsaved = false;

/** Notes whether the form on the page has unsaved text. */
export function setUnsaved(is: boolean): void {
  isUnsaved = is;
}

/** Goes to another place of the page without a further entry in the browser's history. */
export function replaceAddress(link: string): void {
  history.replaceState(history.state, '', link);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** Returns the place in the page. `question`: asked before unsaved text is left. */
export function useAddress(question: string): Address {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
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
    // Asks before a link is followed, so that the browser's history stays as it is.
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const isInside = link?.getAttribute('href')?.startsWith('#') === true;
      if (isInside && link?.hash !== shown && !mayLeave()) event.preventDefault();
    };
    const close = (event: BeforeUnloadEvent) => {
      if (isUnsaved) event.preventDefault();
    };
    addEventListener('popstate', follow, { signal });
    addEventListener('click', click, { signal, capture: true });
    addEventListener('beforeunload', close, { signal });
    follow(); // the hash may have changed since the first render
    return () => stop.abort();
  }, [question]);
  return addressOf(hash);
}

type Choices = Iterable<readonly [string, string]>;

/** The link to a list, with what is chosen in it; empty choices are left out. */
export function listLink(section: string, choices: Choices = []): string {
  const given = [...choices].filter(([, value]) => value !== '').map((one) => [...one]);
  const query = new URLSearchParams(given);
  return `#/${section}${query.size === 0 ? '' : `?${query}`}`;
}

/** The link to a record, which is its form; `new`: to the form of a new record, with what is given in it. */
export const recordLink = (collection: string, id: number | 'new', choices: Choices = []): string =>
  listLink(`${collection}/${id}`, choices);

/** A list's query with one value replaced, and without the page number. */
export function chosen(query: URLSearchParams, name: string, value: string): [string, string][] {
  const rest = [...query].filter(([other]) => other !== name && other !== 'page');
  return [...rest, [name, value]];
}
