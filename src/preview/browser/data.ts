// What the page knows: the state after each build, the server's answers, and where the reader is. Answers stay
// on the page until there are newer ones, so that a save with errors does not empty it.
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { type Address, addressOf } from './address.js';
import type { Language, PreviewState, Said, ViewDto, ViewsDto } from './dto.js';
import { keepIn, keptIn } from './kept.js';
import type { PageWords } from './words.js';

/** What every part of the page may need. */
export interface PageContext {
  readonly lang: Language;
  readonly words: PageWords;
  readonly views: ViewsDto;
  readonly state: PreviewState;
  /** A text in the reader's language. */
  readonly say: (said: Said) => string;
  readonly viewOf: (collection: string) => ViewDto;
}

// No part of the page that uses the context is rendered before there is one.
export const Context = createContext<PageContext | undefined>(undefined);

export function usePage(): PageContext {
  const context = useContext(Context);
  if (!context) throw new Error('used outside of the page');
  return context;
}

/** The state after the last build, and whether the server answers. */
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
    // A browser opens six connections to a server at most: hidden pages leave them to the one that is shown.
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

/** An answer of the server. */
export interface DataAnswer<T> {
  /** The newest data; while newer data is loading, the previous. */
  readonly data: T | undefined;
  /** Why there is no data: there is no such thing, or no answer. */
  readonly failure?: 'missing' | 'none' | undefined;
}

/** Answers by path. They make a view that the reader goes back to complete at once, so that the browser can scroll. */
const answers = new Map<string, unknown>();
const MOST_ANSWERS = 50;

/**
 * Asks the server, and again after each build. `key`: until the answer arrives, the last answer with the same key
 * is returned, such as that of the previous search in the same list.
 */
export function useAnswer<T>(path: string, key = path): DataAnswer<T> {
  const version = useContext(Context)?.state;
  const [kept, keep] = useState<DataAnswer<T> & { readonly key: string }>();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const ask = async () => {
      const response = await fetch(`/preview/data/${path}`, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const answer = response?.ok ? ((await response.json()) as T | null) : undefined; // our own server's
      const data = answer ?? undefined;
      const isMissing = answer === null || response?.status === 404;
      const failure = data ? undefined : isMissing ? 'missing' : 'none';
      if (answers.size >= MOST_ANSWERS) answers.clear();
      if (data) answers.set(path, data);
      // If there is no snapshot or no answer, the previous data stays.
      const stays = (before: typeof kept) => failure === 'none' && before?.key === key;
      keep((before) => (stays(before) ? before : { key, data, failure }));
    };
    ask().catch(() => {}); // aborted: the reader has left the view
    return () => stop.abort();
  }, [path, key, version]);
  return kept?.key === key ? kept : { data: answers.get(path) as T | undefined };
}

/** Where the reader is. */
export function useAddress(): Address {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    // `popstate` comes before the browser restores the scroll position.
    const follow = () => setHash(location.hash);
    addEventListener('popstate', follow);
    follow(); // the hash may have changed since the first render
    return () => removeEventListener('popstate', follow);
  }, []);
  return addressOf(hash);
}

const LANGUAGE = 'preview-language';

/** The language that the reader has chosen, or else the browser's; and a function that changes it. */
export function useLanguage(): readonly [Language, (language: Language) => void] {
  const asked = keptIn('localStorage', LANGUAGE) ?? navigator.language;
  const [language, setLanguage] = useState<Language>(/^ru\b/i.test(asked) ? 'ru' : 'en');
  const choose = (next: Language) => {
    keepIn('localStorage', LANGUAGE, next);
    setLanguage(next);
  };
  return [language, choose];
}
