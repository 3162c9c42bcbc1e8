// Sends requests to the server. Each has a token that only this run's page knows.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { RefusedDto } from './dto.js';
import { say, spoken } from './say.js';

const tokenIn = (page: Document): string | undefined =>
  page.querySelector<HTMLMetaElement>('meta[name=token]')?.content;

let token = tokenIn(document);

/** Whether this page may change anything. */
export const canEdit = document.querySelector('meta[name=read-only]') === null;

/** An answer. `missing`: the requested thing does not exist; `none`: the server did not answer, or refused. */
export type Answer<T> =
  | { readonly kind: 'ok'; readonly data: T }
  | { readonly kind: 'missing' | 'none' };

/** Sends a GET or, with a body, a POST. `path`: below `/preview/`, such as `data/list/posts`. */
export async function ask<T>(
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer<T>> {
  const address = `/preview/${path}${path.includes('?') ? '&' : '?'}lang=${spoken()}`;
  const send = () =>
    fetch(address, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'x-token': token ?? '' },
      ...(signal && { signal }),
    }).catch(() => undefined);
  let response = await send();
  // The server was restarted, and its new page has another token.
  if (response?.status === 403 && (await hasNewToken())) response = await send();
  // The JSON comes from our own server, so it is not checked. If reading is aborted, there is no answer.
  const data = response?.ok ? await response.json().catch(() => undefined) : undefined;
  if (data === null || response?.status === 404) return { kind: 'missing' };
  return data === undefined ? { kind: 'none' } : { kind: 'ok', data: data as T };
}

/** Requests a change. If there is no answer, returns a refusal in words. */
export async function askFor<T>(path: string, body: unknown): Promise<T | RefusedDto> {
  const answer = await ask<T | RefusedDto>(path, body);
  if (answer.kind === 'ok') return answer.data;
  const text = say('The preview does not answer. Nothing was saved.');
  return { ok: false, problems: [], text };
}

/**
 * Sends a request a moment after `asked` or a dependency changed; none without a path. Returns the last answer until
 * there is a new one.
 */
export function useLater<T>(
  [path, body]: readonly [path: string | undefined, body?: unknown],
  wait: number,
  on: readonly unknown[],
): T | undefined {
  const [data, setData] = useState<T>();
  useEffect(() => {
    if (path === undefined) return setData(undefined);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await ask<T>(path, body, stop.signal);
      if (!stop.signal.aborted && answer.kind === 'ok') setData(answer.data);
    }, wait);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [path, ...on]);
  return data;
}

async function hasNewToken(): Promise<boolean> {
  const page = await fetch('/').then(
    (response) => response.text(),
    () => '',
  );
  const before = token;
  token = tokenIn(new DOMParser().parseFromString(page, 'text/html')) ?? token;
  return token !== before;
}

/**
 * Wraps a function so that calls do nothing while the last call is running, and tells whether it is: meanwhile, the
 * inputs are locked.
 */
export function useUnlessRunning<A extends readonly unknown[]>(
  work: (...args: A) => Promise<void>,
): readonly [run: (...args: A) => Promise<void>, isRunning: boolean] {
  // The second click of a double click may come before the page is rendered.
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
