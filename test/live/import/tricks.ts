// The ways of the proxy: flaky, moving, endless.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Trick } from './proxy.js';

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
