// Reads and sets the view that the page shows. The end of the address names the view: `#/vacancies?of=regions/53`.
// Also asks before the user leaves a form with unsaved text.
import { useEffect, useState } from 'preact/hooks';

/** What the page shows. */
export interface Address {
  /** Empty for the overview; otherwise `changes`, or the name of a collection. */
  readonly section: string;
  /** The id of the shown record; `new` for the form of a new record; undefined for lists and other views. */
  readonly id: number | 'new' | undefined;
  readonly query: URLSearchParams;
}

function addressOf(hash: string): Address {
  const [path = '', query] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s);
  const [section = '', last = ''] = path.split('/');
  const id = /^[1-9]\d{0,15}$/.test(last) ? Number(last) : last === 'new' ? 'new' : undefined;
  return { section, id, query: new URLSearchParams(query) };
}

let isUnsaved = false;

/** Forms call this when they get or lose unsaved text. The user is asked before unsaved text is lost. */
export function setUnsaved(is: boolean): void {
  isUnsaved = is;
}

/** Shows another view, without adding an entry to the browser's history. */
export function replaceAddress(link: string): void {
  history.replaceState(history.state, '', link);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** Returns what the page shows. `question`: what the user is asked before unsaved text is dropped. */
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
    // `popstate`, because it comes before the browser scrolls to where the user was; `hashchange` comes later.
    const follow = () => {
      if (location.hash !== shown && !mayLeave()) history.pushState({}, '', shown || '#/');
      shown = location.hash;
      setHash(shown);
    };
    // Asks before the browser follows a link: later, the browser's history would already have the new entry.
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

/** The link to a list, such as `#/vacancies?of=regions/53`. Parameters with an empty value are left out. */
export function listLink(section: string, choices: Choices = []): string {
  const given = [...choices].filter(([, value]) => value !== '').map((one) => [...one]);
  const query = new URLSearchParams(given);
  return `#/${section}${query.size === 0 ? '' : `?${query}`}`;
}

/** The link to the form of a record. For `new`, the form begins with the values in `choices`. */
export const recordLink = (collection: string, id: number | 'new', choices: Choices = []): string =>
  listLink(`${collection}/${id}`, choices);

/** The query of a list with one parameter replaced. The old page number is dropped: it belongs to the old list. */
export function chosen(query: URLSearchParams, name: string, value: string): [string, string][] {
  const rest = [...query].filter(([other]) => other !== name && other !== 'page');
  return [...rest, [name, value]];
}
