// Sends requests to the preview server. They have the token of this page, which other web sites cannot read.
import { useRef, useState } from 'preact/hooks';
import type { OutcomeDto, RefusedDto } from './dto.js';
import { say, spoken } from './say.js';

const tokenIn = (page: Document): string | undefined =>
  page.querySelector<HTMLMetaElement>('meta[name=token]')?.content;

let token = tokenIn(document);

/** Whether this page may change data. */
export const canEdit = document.querySelector('meta[name=read-only]') === null;

/** The server's answer, or a refusal with its reason; null if the server answers 404. */
export type Answer<T> = T | RefusedDto | null;

export const isRefused = (answer: unknown): answer is RefusedDto =>
  answer instanceof Object && 'ok' in answer && answer.ok === false;

/** The messages of a refused change, one on each line. */
export const messagesOf = ({ text, problems }: OutcomeDto): string =>
  [text, ...problems.map(({ message }) => message)].filter(Boolean).join('\n');

/**
 * Sends a GET or, with a body, a POST to `/preview/` and `path`. If this fails, the answer is a refusal or, after a
 * 404, null.
 */
export async function ask<T>(
  path: string,
  body?: object,
  signal?: AbortSignal,
): Promise<Answer<T>> {
  const address = `/preview/${path}${path.includes('?') ? '&' : '?'}lang=${spoken()}`;
  const send = () =>
    fetch(address, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'x-token': token ?? '' },
      ...(signal && { signal }),
    });
  try {
    let response = await send();
    // A server that was restarted has a new token. The new token is in the page that it now serves.
    if (response.status === 403 && (await hasNewToken())) response = await send();
    if (response.status === 404) return null;
    const answer = await response.json();
    if (response.ok) return answer; // it comes from our own server, so it is not checked
    return { ok: false, problems: [], text: answer.detail };
  } catch {
    const text = say('The preview does not answer. Nothing was saved.');
    return { ok: false, problems: [], text, isLost: true };
  }
}

async function hasNewToken(): Promise<boolean> {
  const page = await (await fetch('/')).text();
  const before = token;
  token = tokenIn(new DOMParser().parseFromString(page, 'text/html')) ?? token;
  return token !== before;
}

/** Wraps a function so that a call does nothing while an earlier one runs. Also returns whether a call is running. */
export function useUnlessRunning<A extends readonly unknown[]>(
  work: (...args: A) => Promise<void>,
): readonly [run: (...args: A) => Promise<void>, isRunning: boolean] {
  // A ref, not a state: a second click can come before the page is rendered again, and would still see the old state.
  const running = useRef(false);
  const [isRunning, setRunning] = useState(false);
  const run = async (...args: A) => {
    if (running.current) return;
    running.current = true;
    setRunning(true);
    await work(...args).finally(() => {
      running.current = false;
      setRunning(false);
    });
  };
  return [run, isRunning];
}
