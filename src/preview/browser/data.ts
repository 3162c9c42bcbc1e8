// What the page knows: the state after each change, the server's answers, and the language. An answer stays on the page
// until there is a newer one.
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { type Answer, ask, isRefused } from './ask.js';
import type { CollectionDto, Language, NamedDto, PortalDto, PreviewState } from './dto.js';

/** What every part of the page may need. */
export interface PageContext {
  readonly lang: Language;
  readonly portal: PortalDto;
  readonly state: PreviewState;
  readonly viewOf: (collection: string) => CollectionDto;
  /** The name of a record; without a name, such as `Vacancy 200`. */
  readonly titleOf: (record: NamedDto) => string;
}

// Parts of the page that use the context are only rendered when it has a value.
export const Context = createContext<PageContext | undefined>(undefined);

export function usePage(): PageContext {
  const context = useContext(Context);
  if (!context) throw new Error('used outside of the page');
  return context;
}

/** Returns the state after the last change, and whether the server answers. */
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
        setState(JSON.parse(data) as PreviewState); // the server is our own
        setLost(false);
        if (document.hidden) events.close(); // the page was opened in the background
      };
      events.onerror = () => setLost(true);
    };
    // A browser opens at most six connections to a server, so hidden pages close theirs.
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
 * Answers by path. With them, a view to which the reader goes back is complete at once, so that the browser can scroll.
 */
const answers = new Map<string, unknown>();
const MOST_ANSWERS = 50;

interface Asking {
  /** Until there is an answer, the last answer with this key is returned, such as to the last search in this list. */
  readonly key?: string | undefined;
  /** What is sent with a POST. */
  readonly body?: object;
  /** How long nothing must have changed before the request is sent. */
  readonly wait?: number;
}

/**
 * Sends a request, and repeats it after each change; none without a path. Returns the newest answer, and undefined before
 * there is one.
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
      // If the server does not answer, the previous data stays.
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
  return kept?.key === key ? kept?.answer : (answers.get(path) as T | undefined); // it was the answer to this path
}

const LANGUAGE = 'preview-language';

/** Undefined if the browser allows no storage. Then the choice of a language only lasts for this visit. */
function storage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/** Returns the language that the reader has chosen, otherwise that of the browser; and a function that changes it. */
export function useLanguage(): readonly [Language, (language: Language) => void] {
  const [language, setLanguage] = useState<Language>(() =>
    /^ru\b/i.test(storage()?.getItem(LANGUAGE) ?? navigator.language) ? 'ru' : 'en',
  );
  useEffect(() => storage()?.setItem(LANGUAGE, language), [language]);
  return [language, setLanguage];
}
