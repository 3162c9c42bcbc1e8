// A polite and wary HTTP client: few connections, kept open; retries that wait; limits on time,
// headers and bodies. It follows no redirect, and never asks another origin than the one it is for.
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Ask, MAX_BODY, noAnswer } from './answer.js';
import { type BareHead, bareHead } from './bare-head.js';
import { Meter } from './meter.js';

export interface ClientOptions {
  /** Such as `https://api.example.org`. */
  readonly origin: string;
  /** The most requests at once. */
  readonly concurrency: number;
  /** Milliseconds for one whole answer. */
  readonly timeout: number;
  /** Milliseconds before the first retry; each further one waits twice as long. */
  readonly backoff?: number;
  /** The most milliseconds that a busy server is waited for, whatever it asks; 30,000 by default. */
  readonly maxWait?: number;
  /** The most bytes of a body. */
  readonly maxBody?: number;
}

const ATTEMPTS = 4;
const BACKOFF = 250;
const MAX_WAIT = 30_000;
const MAX_HEADERS = 64 * 1024;
/** So many requests in vain, one after another: nobody should wait for each further one to fail. */
const PATIENCE = 12;
/** Told by a server, or by what stands before it, that may do better in a moment. */
const BUSY = new Set([429, 502, 503, 504]);
/** What may be asked twice without harm. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

export class Client {
  readonly meter = new Meter();
  readonly #agent: HttpAgent;
  readonly #waiting: (() => void)[] = [];
  #free: number;
  /** Requests in vain since the last that was not, by method: what is in between may let some through. */
  readonly #inVain = new Map<string, number>();

  constructor(private readonly options: ClientOptions) {
    const settings = {
      keepAlive: true,
      maxSockets: options.concurrency,
      scheduling: 'lifo',
    } as const;
    this.#agent = this.#isSecure ? new HttpsAgent(settings) : new HttpAgent(settings);
    this.#free = options.concurrency;
  }

  /** Asks for an address; a failure is an answer with status 0. */
  readonly ask = (url: string, { method = 'GET', headers = {} }: Ask = {}): Promise<Answer> => {
    if (new URL(url).origin !== this.options.origin) throw new Error(`${url} is elsewhere`);
    return this.#inTurn(async () => {
      const inVain = () => this.#inVain.get(method) ?? 0;
      if (inVain() >= PATIENCE) {
        return noAnswer(url, method, `not asked, since ${PATIENCE} before it were in vain`);
      }
      const answer = await this.#repeat(url, method, headers);
      const isAnswer = answer.failure === undefined && !BUSY.has(answer.status);
      this.#inVain.set(method, isAnswer ? 0 : inVain() + 1);
      return answer;
    });
  };

  /** Asks until there is an answer, a few times at most. */
  async #repeat(
    url: string,
    method: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const { answer, isLost } = await this.#once(url, method, headers);
      const isBusy = BUSY.has(answer.status);
      if (attempt === ATTEMPTS || !(isBusy || (isLost && SAFE.has(method)))) return answer;
      this.meter.retries++;
      await sleep(this.#waitBefore(attempt, answer));
    }
  }

  /** HEAD on a connection of its own, where a body that should not be there is seen. */
  bareHead(url: string): Promise<BareHead> {
    return this.#inTurn(() => bareHead(new URL(url), this.options.timeout, MAX_HEADERS));
  }

  close(): void {
    this.#agent.destroy();
  }

  get #isSecure(): boolean {
    return this.options.origin.startsWith('https:');
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }

  /** Grows twofold, by chance up to half as much again, so that clients do not come back at once. */
  #waitBefore(attempt: number, answer: Answer): number {
    const { backoff = BACKOFF, maxWait = MAX_WAIT } = this.options;
    const own = backoff * 2 ** (attempt - 1) * (1 + Math.random() / 2);
    return Math.min(maxWait, Math.max(own, askedWait(answer)));
  }

  #once(
    url: string,
    method: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<{ answer: Answer; isLost: boolean }> {
    const start = performance.now();
    const send = this.#isSecure ? httpsRequest : httpRequest;
    return new Promise((resolve) => {
      const request = send(url, {
        method,
        // What may not be asked twice must not meet a kept connection that is just being closed.
        agent: SAFE.has(method) ? this.#agent : false,
        maxHeaderSize: MAX_HEADERS,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          'user-agent': 'portal-snapshot-verify',
          ...headers,
        },
      });
      let reason: string | undefined;
      const stop = (why: string) => {
        reason ??= why;
        request.destroy();
      };
      const { timeout, maxBody = MAX_BODY } = this.options;
      const timer = setTimeout(() => stop(`none within ${timeout / 1000} s`), timeout);
      let isEnded = false;
      const end = (answer: Answer, isLost: boolean) => {
        if (isEnded) return;
        isEnded = true;
        clearTimeout(timer);
        this.meter.count(answer, performance.now() - start);
        resolve({ answer, isLost });
      };
      const fail = (error: Error) => {
        const { code } = error as NodeJS.ErrnoException;
        const why = reason ?? failureOf(code, error.message);
        end(noAnswer(url, method, why), reason === undefined && !code?.startsWith('HPE_'));
      };
      request.on('error', fail);
      // An upgrade that nobody asked for ends a request without a word.
      request.on('close', () => fail(new Error('the connection was closed')));
      request.on('response', (response) => {
        this.meter.meet(response);
        const blocks: Buffer[] = [];
        let length = 0;
        response.on('data', (block: Buffer) => {
          length += block.length;
          if (length > maxBody) stop(`a body of more than ${maxBody} bytes`);
          else blocks.push(block);
        });
        response.on('error', fail);
        response.on('end', () => {
          // What is too long may have come all at once.
          if (reason !== undefined) return fail(new Error(reason));
          const body = Buffer.concat(blocks);
          const status = response.statusCode ?? 0;
          end({ url, method, status, headers: headersOf(response), body }, false);
        });
      });
      request.end();
    });
  }
}

function headersOf({ rawHeaders }: IncomingMessage): Map<string, string> {
  const headers = new Map<string, string>();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    const known = headers.get(name);
    headers.set(name, known === undefined ? rawHeaders[i + 1]! : `${known}, ${rawHeaders[i + 1]}`);
  }
  return headers;
}

function failureOf(code: string | undefined, message: string): string {
  if (code === 'HPE_HEADER_OVERFLOW') return `headers of more than ${MAX_HEADERS} bytes`;
  // Of several addresses that were tried in vain, only the code tells.
  return message || code || 'the connection failed';
}

/** Milliseconds that a busy server asks to wait: seconds, or a date. */
function askedWait({ headers }: Answer): number {
  const text = headers.get('retry-after');
  if (text === undefined) return 0;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const until = Date.parse(text);
  return Number.isNaN(until) ? 0 : Math.max(0, until - Date.now());
}
