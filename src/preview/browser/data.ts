// What the page knows: the state after each build, what the server answers, and where the reader is. What
// is shown stays until there is something newer, so that no save takes it away.
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { type Address, addressOf } from './address.js';
import type { Language, PreviewState, Said, ViewDto, ViewsDto } from './dto.js';
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

// The page shows nothing that asks before it gives this.
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
    const events = new EventSource('/preview/events');
    events.onmessage = ({ data }) => {
      setState(JSON.parse(data) as PreviewState); // the server is our own
      setLost(false);
    };
    events.onerror = () => setLost(true);
    return () => events.close();
  }, []);
  return { state, isLost };
}

/** An answer of the server. */
export interface DataAnswer<T> {
  /** The newest; while a newer one is on its way, the one before. */
  readonly data: T | undefined;
  /** Why there is none. */
  readonly failure?: 'missing' | 'none' | undefined;
}

/** Answers by their paths: a view that the reader goes back to is whole at once, so that the browser finds its place. */
const answers = new Map<string, unknown>();
const MOST_ANSWERS = 50;

/**
 * Asks the server, and again after each build. `key`: answers with the same key may stand for one another
 * until the newer one is there, such as those to two searches in one list.
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
      // Without a snapshot there is nothing newer: what was there stays.
      const stays = (before: typeof kept) => failure === 'none' && before?.key === key;
      keep((before) => (stays(before) ? before : { key, data, failure }));
    };
    ask().catch(() => {}); // the reader has gone on
    return () => stop.abort();
  }, [path, key, version]);
  return kept?.key === key ? kept : { data: answers.get(path) as T | undefined };
}

/** Where the reader is. */
export function useAddress(): Address {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    // Comes before the browser scrolls to where the reader was.
    const follow = () => setHash(location.hash);
    addEventListener('popstate', follow);
    follow(); // it may have changed since it was shown
    return () => removeEventListener('popstate', follow);
  }, []);
  return addressOf(hash);
}

const LANGUAGE = 'preview-language';

/** The language that the reader has chosen, or else that the browser asks for. */
export function useLanguage(): readonly [Language, (language: Language) => void] {
  const asked = localStorage.getItem(LANGUAGE) ?? navigator.language;
  const [language, setLanguage] = useState<Language>(/^ru\b/i.test(asked) ? 'ru' : 'en');
  const choose = (next: Language) => {
    localStorage.setItem(LANGUAGE, next);
    setLanguage(next);
  };
  return [language, choose];
}
