// What the forms ask of the server, with the token that this page alone has; without one nothing can be changed here.
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../data.js';
import type { Language } from '../dto.js';
import type { EditWords } from './words.js';

const token = document.querySelector<HTMLMetaElement>('meta[name=token]')?.content;

/** Whether the preview lets this page change anything. */
export const canEdit = token !== undefined;

/** An event: the server has been started anew, and answers this page no more before it is loaded again. */
export const STALE = 'stale';
let isStale = false;

/** Whether {@link STALE} has come. */
export const isStalePage = (): boolean => isStale;

/** An answer. */
export type EditAnswer<T> =
  | { readonly kind: 'ok'; readonly data: T }
  | { readonly kind: 'missing' | 'none' };

/** Asks, or with a body sends. */
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
  // What is our own server's is as it says; who has gone on reads none of it.
  const data = response?.ok ? await response.json().catch(() => undefined) : undefined;
  if (data === null) return { kind: 'missing' };
  return data === undefined ? { kind: 'none' } : { kind: 'ok', data: data as T };
}

/** What to say when nothing was done for want of an answer. */
export const whyNone = ({ lost, stale }: EditWords): string => (isStale ? stale : lost);

/** What the server answers, asked again after each build. */
export function useEdit<T>(path: string | undefined): EditAnswer<T> | undefined {
  const { lang, state } = usePage();
  const [answer, setAnswer] = useState<{ path: string; answer: EditAnswer<T> }>();
  useEffect(() => {
    if (path === undefined || !canEdit) return;
    const stop = new AbortController();
    askEdit<T>(path, lang, undefined, stop.signal).then((next) => {
      // What is shown, and typed, stays when there is no newer answer.
      if (!stop.signal.aborted && next.kind !== 'none') setAnswer({ path, answer: next });
    });
    return () => stop.abort();
  }, [path, lang, state]);
  return answer && answer.path === path ? answer.answer : undefined;
}
