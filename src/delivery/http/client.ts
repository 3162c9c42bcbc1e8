// A careful HTTP client: it opens few connections and keeps them open, repeats some failed requests after a pause, and
// limits time, headers and bodies. It follows no redirect, and sends requests to one origin only.

import { setMaxListeners } from 'node:events';
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../../problems/problem.js';
import { type Answer, type Ask, type Head, noAnswer } from './answer.js';
import { Growing, MAX_BODY, MAX_KEPT, packingOf, Refused, unpackedBlocks } from './body.js';

export interface HttpClientOptions {
  /** The origin of all requests, such as `https://api.example.org`. */
  readonly origin: string;
  readonly userAgent?: string;
  /** The most requests at once; 64 at most. */
  readonly concurrency: number;
  /** The most milliseconds for one complete answer, including the time that the caller takes to process the body. */
  readonly timeout: number;
  /** If aborted, all requests end, and no further one is sent. */
  readonly signal?: AbortSignal | undefined;
  /** About how many milliseconds to wait before the second attempt. The wait doubles with each further attempt. */
  readonly backoff?: number | undefined;
  /** The longest wait between two attempts, in milliseconds, even if `Retry-After` says more; 30,000 by default. */
  readonly maxWait?: number;
}

/** The limit exists because each request may take a few megabytes of memory. */
const MAX_CONCURRENCY = 64;
const USER_AGENT = 'portal-snapshot';
const ATTEMPTS = 4;
const BACKOFF = 250;
const MAX_WAIT = 30_000;
const MAX_HEADERS = 64 * 1024;
/**
 * After this many failed requests in a row with the same method, no more requests with this method are sent: each
 * might wait for its whole time limit.
 */
const PATIENCE = 12;
/** Whether the same request may succeed a moment later. */
const isBusy = (status: number): boolean => status === 429 || (status >= 500 && status !== 501);
/** Methods that change nothing on the server. So if the connection breaks, the request can be sent again. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

export class HttpClient {
  readonly meter = new Meter();
  readonly #agent: HttpAgent;
  readonly #waiting: (() => void)[] = [];
  #free: number;
  /**
   * For each method, the number of failed requests in a row. Methods are counted separately, because a proxy may accept
   * only some of them.
   */
  readonly #inVain = new Map<string, number>();

  /** Throws a {@link UsageError} if `concurrency` is too large. */
  constructor(private readonly options: HttpClientOptions) {
    const { concurrency } = options;
    if (concurrency > MAX_CONCURRENCY) {
      throw new UsageError(`at most ${MAX_CONCURRENCY} requests go at once, not ${concurrency}`);
    }
    const settings = {
      keepAlive: true,
      maxSockets: concurrency,
      scheduling: 'lifo',
    } as const;
    this.#agent = this.#isSecure ? new HttpsAgent(settings) : new HttpAgent(settings);
    this.#free = concurrency;
    if (options.signal) setMaxListeners(0, options.signal);
  }

  /** If no complete answer arrives, the status is 0. Throws errors of `read`, except {@link Refused}. */
  readonly ask = (url: string, asked: Ask = {}): Promise<Answer> => {
    const { method = 'GET' } = asked;
    if (new URL(url).origin !== this.options.origin) throw new Error(`${url} is elsewhere`);
    return this.#inTurn(async () => {
      if (this.#isOver) return noAnswer(url, method, OVER);
      const inVain = () => this.#inVain.get(method) ?? 0;
      if (inVain() >= PATIENCE) {
        return noAnswer(url, method, `not asked, since ${PATIENCE} before it were in vain`);
      }
      const answer = await this.#repeat(url, asked);
      const isAnswer = answer.failure === undefined && !isBusy(answer.status);
      this.#inVain.set(method, isAnswer ? 0 : inVain() + 1);
      return answer;
    });
  };

  /** Sends a request, and repeats it if that may help; at most four attempts. */
  async #repeat(url: string, asked: Ask): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const { answer, isLost } = await this.#once(url, asked);
      const isWorthIt = isBusy(answer.status) || (isLost && SAFE.has(answer.method));
      if (attempt === ATTEMPTS || !isWorthIt || this.#isOver) return answer;
      this.meter.retries++;
      const { signal } = this.options;
      // If the signal is aborted, the wait ends, and the next attempt fails at once.
      await sleep(this.#waitBefore(attempt, answer), null, signal && { signal }).catch(() => {});
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  get #isOver(): boolean {
    return this.options.signal?.aborted === true;
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

  /**
   * Milliseconds to wait after an attempt. The wait doubles with each attempt. Up to half of it is added at random, so
   * that many clients do not come back at the same time. `Retry-After` may ask for more. No wait exceeds `maxWait`.
   */
  #waitBefore(attempt: number, answer: Answer): number {
    const { backoff = BACKOFF, maxWait = MAX_WAIT } = this.options;
    const own = backoff * 2 ** (attempt - 1) * (1 + Math.random() / 2);
    return Math.min(maxWait, Math.max(own, askedWait(answer)));
  }

  /** Sends a request once. `isLost`: whether no complete answer arrived, but another attempt may succeed. */
  async #once(url: string, asked: Ask): Promise<{ answer: Answer; isLost: boolean }> {
    const { method = 'GET' } = asked;
    const request = this.#send(url, asked);
    let reason: string | undefined;
    const endWatch = this.#watch((why) => {
      reason ??= why;
      request.destroy();
    });
    try {
      const response = await responseTo(request, asked.body);
      const status = response.statusCode ?? 0;
      const head = { url, method, status, headers: headersOf(response) };
      return { answer: await this.#take(head, response, asked), isLost: false };
    } catch (error) {
      request.destroy();
      if (error instanceof Refused) {
        const answer = { ...noAnswer(url, method, error.message), isRefused: true };
        return { answer, isLost: false };
      }
      if (!(error instanceof Lost)) throw error;
      const isLost = reason === undefined && error.mayPass;
      return { answer: noAnswer(url, method, reason ?? error.message), isLost };
    } finally {
      endWatch();
      this.meter.requests++;
    }
  }

  #send(url: string, { method = 'GET', headers = {} }: Ask): ClientRequest {
    const { userAgent = USER_AGENT } = this.options;
    const send = this.#isSecure ? httpsRequest : httpRequest;
    return send(url, {
      method,
      // A POST, for example, is not repeated if its connection breaks. So it gets a new connection: the server may be
      // about to close an old one.
      agent: SAFE.has(method) ? this.#agent : false,
      maxHeaderSize: MAX_HEADERS,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': userAgent,
        ...headers,
      },
    });
  }

  /** Calls `stop` at the time limit, or when the signal is aborted. The returned function ends this watch. */
  #watch(stop: (why: string) => void): () => void {
    const { timeout, signal } = this.options;
    const timer = setTimeout(() => stop(`none within ${timeout / 1000} s`), timeout);
    const abort = () => stop(OVER);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    return () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
  }

  /** Receives a body: passes it to its reader, or keeps it if there is no reader. */
  async #take(head: Head, response: IncomingMessage, { read, most }: Ask): Promise<Answer> {
    const longest = most ?? MAX_BODY;
    const kept = new Growing(most ?? MAX_KEPT);
    let bytes = 0;
    const come = async function* (this: HttpClient) {
      for await (const block of received(response)) {
        bytes += block.length;
        this.meter.bytes += block.length;
        if (bytes > longest) throw new Refused(`a body of more than ${longest} bytes`);
        yield block;
      }
    }.call(this);
    const blocks = unpackedBlocks(come, packingOf(head), longest);
    await (read ? read(head, blocks) : kept.take(blocks));
    for await (const _ of come);
    return { ...head, bytes, body: kept.bytes };
  }
}

/** Thrown if no complete answer arrived: because the connection broke, for example, or the answer is not HTTP. */
class Lost extends Error {
  readonly mayPass: boolean;

  constructor({ code, message }: NodeJS.ErrnoException) {
    // If several IP addresses fail, Node's error has a code but no message.
    const isTooLong = code === 'HPE_HEADER_OVERFLOW';
    const why = isTooLong ? `headers of more than ${MAX_HEADERS} bytes` : message || code;
    super(why || 'the connection failed');
    // Codes that begin with HPE_ come from Node's HTTP parser, which would refuse the answer again.
    this.mayPass = !code?.startsWith('HPE_');
  }
}

/** Sends a request and waits for the beginning of its answer. Throws {@link Lost}. */
const responseTo = (request: ClientRequest, body: string | undefined): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.on('error', (error) => reject(new Lost(error)));
    // If the server switches to another protocol, `close` is the only event.
    const closed = () => reject(new Lost(new Error('the connection was closed')));
    request.on('close', closed);
    request.on('response', (response) => {
      request.off('close', closed); // an error with its stack, made for each answer, would take time
      response.on('error', () => {}); // the reader of the body gets the error
      resolve(response);
    });
    request.end(body);
  });

/** Yields the blocks of a body. Throws {@link Lost} if the connection breaks. */
async function* received(response: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* response as AsyncIterable<Buffer>;
  } catch (error) {
    throw new Lost(error as Error);
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

/** The error of requests after the signal is aborted, usually by the time limit of the whole run. */
const OVER = 'no time is left';

/** The wait in the header `Retry-After` (seconds, or a date), in milliseconds; 0 if there is no usable header. */
function askedWait({ headers }: Answer): number {
  const text = headers.get('retry-after');
  if (text === undefined) return 0;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const until = Date.parse(text);
  return Number.isNaN(until) ? 0 : Math.max(0, until - Date.now());
}

export class Meter {
  requests = 0;
  retries = 0;
  /** The bytes of all bodies, as they were sent. */
  bytes = 0;
}
