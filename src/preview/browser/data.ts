// What the page knows: the state after each change, the server's answers, and the language. An answer stays on the page
// until there is a newer one.
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { ask } from './ask.js';
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

export interface DataAnswer<T> {
  /** The newest data. While newer data is loading, the previous data. */
  readonly data: T | undefined;
  /** Why there is no data: it does not exist, or there was no answer. */
  readonly failure?: 'missing' | 'none' | undefined;
}

/**
 * Answers by path. With them, a view to which the reader goes back is complete at once, so that the browser can scroll.
 */
const answers = new Map<string, unknown>();
const MOST_ANSWERS = 50;

/**
 * Sends a request, and repeats it after each change; none without a path. `key`: until there is an answer, the last
 * answer with this key is returned, such as that to the previous search in the same list.
 */
export function useAnswer<T>(path: string | undefined, key = path): DataAnswer<T> {
  const context = useContext(Context);
  const [version, lang] = [context?.state.version, context?.lang ?? 'en'];
  const [kept, keep] = useState<DataAnswer<T> & { readonly key: string | undefined }>();
  useEffect(() => {
    if (path === undefined) return;
    const stop = new AbortController();
    const { signal } = stop;
    ask<T>(path, undefined, signal).then((answer) => {
      if (signal.aborted) return;
      const data = answer.kind === 'ok' ? answer.data : undefined;
      const failure = answer.kind === 'ok' ? undefined : answer.kind;
      if (answers.size >= MOST_ANSWERS) answers.clear();
      if (data !== undefined) answers.set(path, data);
      // If there is no answer, the previous data stays.
      const stays = (before: typeof kept) => failure === 'none' && before?.key === key;
      keep((before) => (stays(before) ? before : { key, data, failure }));
    });
    return () => stop.abort();
  }, [path, key, version, lang]);
  if (path !== undefined && kept && kept.key === key) return kept;
  return { data: path === undefined ? undefined : (answers.get(path) as T | undefined) };
}

const LANGUAGE = 'preview-language';

/** Returns the language that the reader has chosen, otherwise that of the browser; and a function that changes it. */
export function useLanguage(): readonly [Language, (language: Language) => void] {
  const [language, setLanguage] = useState<Language>(() =>
    /^ru\b/i.test(chosenLanguage() ?? navigator.language) ? 'ru' : 'en',
  );
  const choose = (next: Language) => {
    setLanguage(next);
    try {
      localStorage.setItem(LANGUAGE, next);
    } catch {
      // The browser allows no storage, so the choice only lasts for this visit.
    }
  };
  return [language, choose];
}

function chosenLanguage(): string | null {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null;
  }
}
