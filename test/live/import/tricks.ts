// The ways of the proxy: flaky, moving, endless, dishonest.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fields } from '../../support/portal.js';
import type { Answer, Asked, Trick } from './proxy.js';

/** Each address fails once, each in another way, and then answers. */
export function flaky(): Trick {
  let failed = 0;
  const busy = (status: number, after: string): Answer => ({
    status,
    headers: { 'retry-after': after },
    body: Buffer.from('<h1>Busy</h1>'),
  });
  return async ({ time }, pass) => {
    if (time > 1) return pass();
    failed += 1;
    if (failed % 6 === 0) return busy(503, '1');
    if (failed % 6 === 1) return busy(429, '0');
    if (failed % 6 === 2) return 'cut';
    if (failed % 6 === 3) return busy(502, new Date(Date.now()).toUTCString());
    const { body, ...rest } = await pass();
    return { ...rest, body: failed % 6 === 4 ? cutInTheMiddle(body) : slowly(body) };
  };
}

async function* cutInTheMiddle(body: Buffer): AsyncGenerator<Buffer> {
  yield body.subarray(0, body.length >> 1);
  await sleep(20);
  throw new Error('cut');
}

async function* slowly(body: Buffer): AsyncGenerator<Buffer> {
  const size = Math.ceil(body.length / 50);
  for (let at = 0; at < body.length; at += size) {
    yield body.subarray(at, at + size);
    await sleep(5);
  }
}

/** Something changes before each page after the first of a list, so many times. */
export function moving(change: (turn: number) => Promise<void>, times: number): Trick {
  let turn = 0;
  return async ({ path }, pass) => {
    if (isLaterPage(path) && turn < times) {
      turn += 1;
      await change(turn);
    }
    return pass();
  };
}

const isLaterPage = (path: string) => /[?&](?:page|cursor)=/.test(path);

/** What is in a page, as far as tricks change it. */
export interface Page {
  readonly count?: number;
  readonly next: string | null;
  readonly results: readonly Fields[];
}

/** One list's pages, other than the portal has them. */
export function told(list: string, change: (page: Page, asked: Asked) => Page): Trick {
  return async (asked, pass) => {
    const answer = await pass();
    if (!asked.path.startsWith(`/api/${list}/`)) return answer;
    const page = change(JSON.parse(answer.body.toString()) as Page, asked);
    return { ...answer, body: Buffer.from(JSON.stringify(page)) };
  };
}

/** The answer to one address, made up. */
export function instead(path: string, answer: Answer): Trick {
  return async (asked, pass) => (asked.path === path ? answer : pass());
}

/** A second page that leads back to the first one. */
export const ring = told('region', (page, { path }) =>
  isLaterPage(path) ? { ...page, next: page.next?.replace(/\?.*/, '') ?? null } : page,
);

/** Pages that never end, each with records that nobody saw before. */
export function everNew(list: string): Trick {
  let id = 1_000_000;
  return async ({ path, headers }, pass) => {
    if (!path.startsWith(`/api/${list}/`)) return pass();
    const results = Array.from({ length: 20 }, () => {
      id += 1;
      return { id, full_name: `Эксперт ${id}`, created_at: '2026-01-01T00:00:00+03:00' };
    });
    const next = `http://${headers.host}/api/${list}/?cursor=c${id}`;
    const body = Buffer.from(JSON.stringify({ count: 72, next, previous: null, results }));
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  };
}

/** A body of a list that goes on for ever; what was sent of it is counted. */
export function endless(path: string, chunk: string): { trick: Trick; sent: () => number } {
  let sent = 0;
  const piece = Buffer.from(chunk.repeat(Math.ceil(65_536 / chunk.length)));
  async function* body(): AsyncGenerator<Buffer> {
    yield Buffer.from('[');
    for (;;) {
      sent += piece.length;
      yield piece;
    }
  }
  const trick: Trick = async (asked, pass) =>
    asked.path === path
      ? { status: 200, headers: { 'content-type': 'application/json' }, body: body() }
      : pass();
  return { trick, sent: () => sent };
}

/** What the portal says of itself, with another origin in the place of its own in each link. */
export function linksTo(elsewhere: string): Trick {
  return async (asked, pass) => {
    const answer = await pass();
    const text = answer.body.toString().replaceAll(`http://${asked.headers.host}`, elsewhere);
    return { ...answer, body: Buffer.from(text) };
  };
}
