// Sends the forms' requests to the server, with a token that only this page has; in a read-only preview it has none.
import { useEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '../data.js';
import type { Language } from '../dto.js';
import type { EditWords } from './words.js';

const token = document.querySelector<HTMLMetaElement>('meta[name=token]')?.content;

/** Whether the preview lets this page change anything. */
export const canEdit = token !== undefined;

/** An event: the server was restarted, and rejects this page's requests until the page is loaded again. */
export const STALE = 'stale';
let isStale = false;

/** Whether {@link STALE} was dispatched. */
export const isStalePage = (): boolean => isStale;

/** An answer. `missing`: there is no such record; `none`: the server did not answer, or refused. */
export type EditAnswer<T> =
  | { readonly kind: 'ok'; readonly data: T }
  | { readonly kind: 'missing' | 'none' };

/** Sends a GET, or with a body a POST. */
export async function askEdit<T>(
  path: string,
  lang: Language,
  body?: unknown,
  signal?: AbortSignal,
): Promise<EditAnswer<T>> {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const headers = { 'x-token': token ?? '' };
  const address = `/preview/edit/${path}${path.includes('?') ? '&' : '?'}lang=${lang}`;
  const response = await fetch(address, { ...sent, headers, ...(signal && { signal }) }).catch(
    () => undefined,
  );
  if (response?.status === 403 && !isStale) {
    isStale = true;
    dispatchEvent(new Event(STALE));
  }
  // The server is our own: its JSON is not checked. An abort while it is read counts as no answer.
  const data = response?.ok ? await response.json().catch(() => undefined) : undefined;
  if (data === null) return { kind: 'missing' };
  return data === undefined ? { kind: 'none' } : { kind: 'ok', data: data as T };
}

/** The message when nothing was done because there was no answer. */
export const whyNone = ({ lost, stale }: EditWords): string => (isStale ? stale : lost);

/** The same function, but it does nothing while its last call is running; and whether it is: what it sends is locked then. */
export function useUnlessRunning<A extends readonly unknown[]>(
  work: (...args: A) => Promise<void>,
): readonly [run: (...args: A) => Promise<void>, isRunning: boolean] {
  // The second click of two may come before the page is rendered.
  const running = useRef(false);
  const [isRunning, setRunning] = useState(false);
  const mark = (isNow: boolean) => {
    running.current = isNow;
    setRunning(isNow);
  };
  const run = async (...args: A) => {
    if (running.current) return;
    mark(true);
    try {
      await work(...args);
    } finally {
      mark(false);
    }
  };
  return [run, isRunning];
}

/** The answer to a GET, which is sent again after each build. */
export function useEdit<T>(path: string | undefined): EditAnswer<T> | undefined {
  const { lang, state } = usePage();
  const [answer, setAnswer] = useState<{ path: string; answer: EditAnswer<T> }>();
  useEffect(() => {
    if (path === undefined || !canEdit) return;
    const stop = new AbortController();
    askEdit<T>(path, lang, undefined, stop.signal).then((next) => {
      // Without a new answer, the old one stays, and with it what is shown and typed.
      if (!stop.signal.aborted && next.kind !== 'none') setAnswer({ path, answer: next });
    });
    return () => stop.abort();
  }, [path, lang, state]);
  return answer && answer.path === path ? answer.answer : undefined;
}
