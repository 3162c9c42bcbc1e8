// Hooks for the parts of the page: the state of the data, the server's answers, and the language.
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { type Answer, ask, isRefused } from './ask.js';
import type { CollectionDto, Language, NamedDto, PortalDto, PreviewState } from './dto.js';

/** What {@link usePage} gives to the parts of the page. */
export interface PageContext {
  readonly lang: Language;
  readonly portal: PortalDto;
  readonly state: PreviewState;
  readonly viewOf: (collection: string) => CollectionDto;
  /** The name of a record; if it has no name, its kind and id: `Vacancy 200`. */
  readonly titleOf: (record: NamedDto) => string;
}

// Undefined until the server has sent what the context needs. Until then, no part that calls `usePage` is rendered.
export const Context = createContext<PageContext | undefined>(undefined);

export function usePage(): PageContext {
  const context = useContext(Context);
  if (!context) throw new Error('used outside of the page');
  return context;
}

/** Returns the last state that the server has sent, and whether the connection to the server is lost. */
export function useBuilds(): {
  readonly state: PreviewState | undefined;
  readonly isLost: boolean;
} {
  const [state, setState] = useState<PreviewState>();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    let events: EventSource;
    const open = () => {
      events = new EventSource('/preview/events');
      events.onmessage = ({ data }) => {
        setState(JSON.parse(data) as PreviewState); // our own server sends it, so it is not checked
        setLost(false);
        if (document.hidden) events.close(); // a tab that is opened hidden only needs the first state
      };
      events.onerror = () => setLost(true);
    };
    // A hidden tab closes its connection: browsers allow only six connections to a server, and other tabs need them.
    const follow = () => {
      events.close();
      if (!document.hidden) open();
    };
    open();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      events.close();
    };
  }, []);
  return { state, isLost };
}

/**
 * Earlier answers, by path. After going back, the page shows the old answer at once, so that the browser can restore
 * the scroll position.
 */
const answers = new Map<string, unknown>();
const MOST_ANSWERS = 50;

interface Asking {
  /** Until the answer arrives, the last answer with the same key is shown: a list does not vanish during a search. */
  readonly key?: string | undefined;
  /** The body, if the request is a POST. */
  readonly body?: object;
  /** How many milliseconds to wait before sending. If the request changes in the meantime, the wait begins again. */
  readonly wait?: number;
}

/**
 * Sends a request, and again after each change of the data or the language. Returns the last answer, or undefined if
 * there is none yet. Without a path, sends nothing.
 */
export function useAnswer<T>(
  path: string | undefined,
  { key = path, body, wait = 0 }: Asking = {},
): Answer<T> | undefined {
  const context = useContext(Context);
  const [version, lang] = [context?.state.version, context?.lang ?? 'en'];
  const [kept, keep] = useState<{ readonly key: string | undefined; readonly answer: Answer<T> }>();
  useEffect(() => {
    if (path === undefined) return keep(undefined);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await ask<T>(path, body, stop.signal);
      if (stop.signal.aborted) return;
      if (answers.size >= MOST_ANSWERS) answers.clear();
      if (!body && !isRefused(answer)) answers.set(path, answer);
      // If the server cannot be reached, the last answer with the same key stays on the page.
      const stays = (before: typeof kept) =>
        isRefused(answer) && answer.isLost && before?.key === key;
      keep((before) => (stays(before) ? before : { key, answer }));
    }, wait);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [path, JSON.stringify(body), key, version, lang]);
  if (path === undefined) return undefined;
  return kept?.key === key ? kept?.answer : (answers.get(path) as T | undefined); // stored by path, so it has the type of this path
}

const LANGUAGE = 'preview-language';

/** Undefined if the browser blocks storage. Then the choice of a language is lost when the page is loaded again. */
function storage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/**
 * Returns the language of the page, and a function that changes it. Until the user chooses a language, it is Russian
 * in a Russian browser, otherwise English.
 */
export function useLanguage(): readonly [Language, (language: Language) => void] {
  const [language, setLanguage] = useState<Language>(() =>
    /^ru\b/i.test(storage()?.getItem(LANGUAGE) ?? navigator.language) ? 'ru' : 'en',
  );
  useEffect(() => storage()?.setItem(LANGUAGE, language), [language]);
  return [language, setLanguage];
}
