// What the page knows: the state after each build, what the server answers, and what the reader has
// chosen. What is shown stays until there is something newer, so that no save takes it away.
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { type Address, addressOf } from './address.js';
import type { Language, PreviewState, Said, ToldView, ToldViews } from './told.js';
import { type Words, words } from './words.js';

export type Theme = 'auto' | 'light' | 'dark';

/** What every part of the page may need. */
export interface Around {
  readonly lang: Language;
  readonly words: Words;
  readonly views: ToldViews;
  readonly state: PreviewState;
  /** A text in the reader's language. */
  readonly say: (said: Said) => string;
  readonly viewOf: (collection: string) => ToldView;
}

// The page shows nothing that asks before it gives this.
export const AroundContext = createContext<Around | undefined>(undefined);

export function useAround(): Around {
  const around = useContext(AroundContext);
  if (!around) throw new Error('used outside of the page');
  return around;
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
export interface Answer<T> {
  /** The newest; while a newer one is on its way, the one before. */
  readonly data: T | undefined;
  /** Why there is none. */
  readonly failure: 'missing' | 'none' | undefined;
  readonly isLoading: boolean;
}

interface Kept<T> extends Answer<T> {
  readonly key: string;
}

/** Answers by their paths: a view that the reader goes back to is whole at once, so that the browser finds its place. */
const answers = new Map<string, unknown>();
const MOST_ANSWERS = 50;

/**
 * Asks the server, and again after each build. `key`: answers with the same key may stand for one another
 * until the newer one is there, such as those to two searches in one list.
 */
export function useAnswer<T>(path: string, key: string, version: unknown): Answer<T> {
  const [kept, keep] = useState<Kept<T>>();
  useEffect(() => {
    const stop = new AbortController();
    const ask = async () => {
      try {
        const response = await fetch(`/preview/data/${path}`, { signal: stop.signal });
        const failure = response.ok ? undefined : response.status === 404 ? 'missing' : 'none';
        const data = response.ok ? ((await response.json()) as T) : undefined; // our own server's
        answers.delete(path);
        answers.set(path, data);
        for (const [oldest] of answers) if (answers.size > MOST_ANSWERS) answers.delete(oldest);
        keep((before) => {
          // Without a snapshot there is nothing newer: what was there stays.
          if (failure === 'none' && before?.key === key && before.data) return before;
          return { key, data, failure, isLoading: false };
        });
      } catch {
        if (!stop.signal.aborted) {
          keep((before) =>
            before?.key === key
              ? before
              : { key, data: undefined, failure: 'none', isLoading: false },
          );
        }
      }
    };
    void ask();
    return () => stop.abort();
  }, [path, key, version]);
  if (kept?.key === key) return kept;
  return { data: answers.get(path) as T | undefined, failure: undefined, isLoading: true };
}

/** Where the reader is. */
export function useAddress(): Address {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = () => setHash(location.hash);
    // The first is before the browser scrolls to where the reader was, the second for what changes without a step.
    for (const name of ['popstate', 'hashchange']) addEventListener(name, follow);
    follow(); // it may have changed since it was shown
    return () => {
      for (const name of ['popstate', 'hashchange']) removeEventListener(name, follow);
    };
  }, []);
  return addressOf(hash);
}

/** A choice of the reader that the browser keeps. */
export function useChoice<T extends string>(
  name: string,
  values: readonly T[],
  standard: T,
): readonly [T, (value: T) => void] {
  const [value, setValue] = useState<T>(
    () => values.find((one) => one === localStorage.getItem(name)) ?? standard,
  );
  const choose = (next: T) => {
    localStorage.setItem(name, next);
    setValue(next);
  };
  return [value, choose];
}

/** The language that the browser asks for. */
export const browserLanguage = (): Language => (/^ru\b/i.test(navigator.language) ? 'ru' : 'en');

export const around = (lang: Language, views: ToldViews, state: PreviewState): Around => ({
  lang,
  words: words[lang],
  views,
  state,
  say: (said) => said[lang],
  viewOf: (collection) => views.of[collection]!,
});
