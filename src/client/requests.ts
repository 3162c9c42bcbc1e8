// Requests addresses below a base URL, and parses their JSON. Repeats a request after a temporary failure (429, 5xx, no
// answer). Follows no redirect, so that no other server is asked. 403 and 404 are normal answers.
import { PortalError } from './errors.js';

/** An answer, as an {@link AnswerCache} keeps it. */
export interface CachedAnswer {
  readonly etag: string;
  readonly body: string;
}

/** Keeps answers between requests, by address, for example a `Map`. Errors of its methods are ignored. */
export interface AnswerCache {
  get(url: string): CachedAnswer | undefined | Promise<CachedAnswer | undefined>;
  set(url: string, answer: CachedAnswer): unknown;
}

/** The options of {@link createClient}. */
export interface ClientOptions {
  /**
   * The address above `/api/`: `https://api.example.org` if the regions are at `https://api.example.org/api/region/`.
   * In a browser it may be a path, such as `/portal`, on the server of the page. One exception: if the regions are at
   * `https://x.org/api/api/region/`, give `https://x.org/api/api`.
   */
  readonly baseUrl: string;
  /** Used instead of the platform's `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /**
   * Aborts the requests of this client, also during a pause before the next attempt. A call with a signal of its own is
   * aborted only by that signal.
   */
  readonly signal?: AbortSignal;
  /**
   * How often a request is repeated, at most, after a temporary failure (429, 5xx, no answer). By default 4 times; the
   * pauses then usually take about eight seconds. With 0, the first failure is thrown.
   */
  readonly retries?: number;
  /**
   * Keeps answers, so that the server only has to confirm that they have not changed (`If-None-Match`, 304). Not needed
   * in browsers, which have a cache of their own.
   */
  readonly cache?: AnswerCache;
}

/** How one request is made. */
export interface How {
  /** Aborts the request. Used instead of the signal of the client. */
  readonly signal?: AbortSignal | undefined;
  /** Whether to ask the server even if the browser's cache has an answer. */
  readonly fresh?: boolean;
}

/** The answer of an address. */
export interface ApiAnswer {
  readonly url: string;
  /** 200, 403 or 404. */
  readonly status: number;
  readonly text: string;
  /** The parsed body; undefined unless the status is 200. */
  readonly value: unknown;
}

const RETRIES = 4;
/** The longest pause between two attempts, in milliseconds, even if `Retry-After` asks for more. */
const LONGEST_WAIT = 30_000;
/** The longest string of the JavaScript engine V8, in UTF-16 units. */
const LONGEST_BODY = 2 ** 29 - 24;

export class Requests {
  /** The base URL without a slash at its end. */
  readonly base: string;
  /** The names of lists that changed while they were read. These lists are then read past the browser's cache. */
  readonly changed = new Set<string>();
  readonly #options: ClientOptions;
  /** Set if the host serves `/api/region/index.json`, but not `/api/region/`. */
  #namesFiles = false;

  constructor(options: ClientOptions) {
    this.base = baseOf(options.baseUrl);
    this.#options = options;
  }

  /** Requests the address of a folder, such as `/api/region/`. If that fails, requests `/api/region/index.json`. */
  async folder(path: string, how: How): Promise<ApiAnswer> {
    if (this.#namesFiles) return this.get(`${this.base}${path}index.json`, how);
    const answer = await this.get(this.base + path, how);
    if (answer.status === 200) return answer;
    const file = await this.get(`${this.base}${path}index.json`, how);
    if (file.status !== 200) return answer;
    this.#namesFiles = true;
    return file;
  }

  /** Requests an address. Repeats the request after a temporary failure. */
  async get(url: string, { signal: given, fresh }: How): Promise<ApiAnswer> {
    const { cache, retries = RETRIES, fetch = globalThis.fetch } = this.#options;
    const signal = this.#signal(given);
    // If the cache has only a part of a body, parsing it fails, and the cached answer is not used.
    const cached = await unlessItFails(async () => {
      const kept = await cache?.get(url);
      return kept && { ...answered(url, 200, kept.body), etag: kept.etag };
    });
    for (let failed = 1; ; failed++) {
      signal?.throwIfAborted();
      const isLast = () => !(failed <= retries) || isOffline();
      // Only the first attempt has `If-None-Match`: because of this header, browsers first send a preflight request,
      // which some hosts do not answer.
      const known = failed === 1 ? cached : undefined;
      let late = '';
      try {
        const response = await fetch(url, {
          redirect: 'manual',
          ...(signal && { signal }),
          ...(fresh && { cache: 'no-cache' }),
          ...(known && { headers: { 'If-None-Match': known.etag } }),
        });
        const { status } = response;
        if (status === 304 && known) return known;
        if (status === 200) {
          const answer = answered(url, 200, await textOf(url, response));
          const etag = response.headers.get('etag');
          if (etag) await unlessItFails(async () => cache?.set(url, { etag, body: answer.text }));
          return answer;
        }
        // Frees the connection. It does not matter if this fails.
        response.body?.cancel().catch(() => {});
        if (status === 403 || status === 404) return answered(url, status, '');
        const isBusy = status === 429 || status >= 500;
        if (!isBusy || isLast()) throw new PortalError(url, refusal(response), status);
        late = response.headers.get('retry-after') ?? '';
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof PortalError) throw error;
        if (isLast()) throw new PortalError(url, silence(url, failed), undefined, { cause: error });
      }
      await wait(waitOf(late, failed), signal);
    }
  }

  /** Waits before the next attempt: longer, the more attempts have failed. */
  wait(failed: number, signal: AbortSignal | undefined): Promise<void> {
    return wait(backoff(failed), this.#signal(signal));
  }

  /**
   * Makes a new signal for each request, which follows `given` or the signal of the client. If all requests used one
   * signal, each would add a listener to it, and Node would warn of too many.
   */
  #signal(given = this.#options.signal): AbortSignal | undefined {
    // Browsers before 2024 lack `AbortSignal.any`. They can use one signal for all requests, because only Node warns.
    return given && (AbortSignal.any?.([given]) ?? given);
  }
}

/** The result of `work`; undefined if it fails. */
const unlessItFails = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  work().catch(() => undefined);

/** Parts of the global object of browsers. */
const browser = globalThis as {
  readonly location?: { readonly href: string; readonly origin: string };
  readonly navigator?: { readonly onLine?: boolean };
};

/** The base URL without a slash at its end. */
function baseOf(given: string): string {
  const page = browser.location?.href;
  // A path must begin with a slash. Another text, such as an empty one, is probably a mistake.
  const isMeant = /^https?:\/\/./i.test(given) || (page && /^\//.test(given));
  const url = isMeant ? new URL(given, page) : undefined;
  const path = url?.pathname.replace(/\/+$/, '') ?? '';
  // An address that ends in /api is probably a mistake. The exception is /api/api: see `ClientOptions.baseUrl`.
  const isAbove = !path.endsWith('/api') || path.endsWith('/api/api');
  if (url && isAbove) return url.origin + path.replace(/\/api$/, '');
  const why = url
    ? 'ends in /api: give the address above /api/; if that ends in /api, add /api'
    : 'is no full http address, such as https://api.example.org';
  throw new TypeError(`baseUrl ${JSON.stringify(given)} ${why}`);
}

/** Whether the browser says that this device is offline. */
const isOffline = (): boolean => browser.navigator?.onLine === false;

/** The message if there is no answer. Browsers hide the reason, so the message names the likely one. */
function silence(url: string, times: number): string {
  const origin = browser.location?.origin;
  const why = isOffline()
    ? ': this device is offline'
    : origin && !url.startsWith(`${origin}/`)
      ? `: it cannot be reached, or lets no pages of ${origin} read it (CORS)`
      : '';
  return `gave no answer${times > 1 ? `, ${times} times` : ''}${why}`;
}

function answered(url: string, said: number, text: string): ApiAnswer {
  // Servers of web apps answer every unknown address with a web page. For snapshot.json, this counts as 404.
  const status = url.endsWith('/snapshot.json') && isMarkup(text) ? 404 : said;
  try {
    return { url, status, text, value: status === 200 ? JSON.parse(text) : undefined };
  } catch (cause) {
    throw new PortalError(url, `answers with what is not JSON: ${looksOf(text)}`, status, {
      cause,
    });
  }
}

/** How a text that is not JSON begins, and what it probably is. */
function looksOf(text: string): string {
  const begin = JSON.stringify(text.slice(0, 60));
  if (text.trim() === '') return `${begin}, an empty answer`;
  if (isMarkup(text)) {
    return `${begin}, a web page of the host, of a proxy, or of a network that asks to sign in`;
  }
  if (!/^\s*[[{]/.test(text)) return begin;
  return `${begin}, which was cut off or damaged on the way, and ends in ${JSON.stringify(text.slice(-20))}`;
}

const isMarkup = (text: string): boolean => /^\s*</.test(text);

/** The message for a redirect, or for an answer with the status of an error. */
function refusal({ type, status, headers }: Response): string {
  const isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304);
  if (!isRedirect) return `answers ${status}`;
  const target = headers.get('location');
  return `redirects${target ? ` to ${target}` : ''}; name in baseUrl where the API is, or sign in if your network asks for it`;
}

/** The body as a text. Throws if it is not UTF-8: otherwise wrong characters would be taken for the record's. */
async function textOf(url: string, { body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const refused = (why: string, options?: { readonly cause: unknown }) => {
    reader?.cancel().catch(() => {});
    return new PortalError(url, `answers with ${why}`, 200, options);
  };
  let text = '';
  for (;;) {
    const part = await reader?.read();
    const bytes = part?.value;
    let more: string;
    try {
      more = decoder.decode(bytes, { stream: bytes !== undefined });
    } catch (cause) {
      throw refused(charsetOf(text === '' ? bytes : undefined), { cause });
    }
    if (text.length + more.length > LONGEST_BODY) throw refused('more than a text can hold');
    text += more;
    if (!bytes) return text;
  }
}

/** What bytes that are not UTF-8 probably are. `begin`: the first of them, if the answer begins with them. */
function charsetOf(begin: Uint8Array | undefined): string {
  // The first two bytes of each gzip file.
  const isGzip = begin?.[0] === 0x1f && begin[1] === 0x8b;
  return isGzip
    ? 'what is not JSON, but still compressed (gzip): compressed twice, or without the header Content-Encoding'
    : 'what is not UTF-8: damaged, cut off inside a character, or changed to another charset on the way';
}

/**
 * How many milliseconds to wait. `header`: the value of `Retry-After`, in seconds or as a date. If it is neither,
 * {@link backoff} decides.
 */
function waitOf(header: string, failed: number): number {
  const asked = Number(header) * 1000 || Date.parse(header) - Date.now();
  return Number.isNaN(asked) ? backoff(failed) : asked;
}

/**
 * Milliseconds to wait: twice as long after each attempt. A random part prevents many clients from coming back at the
 * same moment.
 */
const backoff = (failed: number): number => 2 ** failed * (200 + Math.random() * 100);

/** Waits, at most {@link LONGEST_WAIT}. If the signal is aborted, rejects with its reason. */
function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, Math.min(Math.max(milliseconds, 0), LONGEST_WAIT));
    signal?.addEventListener('abort', end);
  });
}
