// Sends requests to an origin. Each body is stored as it arrives. Throws {@link Broken} for an answer that cannot be
// used.
import { type AskFor, type Blocks, mediaType, shownStatus } from '../../delivery/http/answer.js';
import { Refused } from '../../delivery/http/body.js';
import { LIMITS } from '../../model/limits.js';
import { quote } from '../../problems/quote.js';
import { Broken } from './problems.js';
import type { BodyStore, NewBody } from './store.js';

export interface OriginSettings {
  readonly ask: AskFor;
  readonly store: BodyStore;
  /** The most bytes of all bodies, uncompressed. */
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** An answer with status 200 and the value read from its body, or one with status 404 and no value. */
export interface Got<T> {
  readonly status: number;
  readonly value: T | undefined;
}

/** The most bytes of a document that is kept in memory. */
const MAX_DOCUMENT = 32 * 1024 * 1024;

export class Origin {
  /** The beginning of all addresses of the origin, without a slash at the end; set when it is known. */
  base = '';
  #bytes = 0;

  constructor(private readonly settings: OriginSettings) {}

  get store(): BodyStore {
    return this.settings.store;
  }

  get signal(): AbortSignal | undefined {
    return this.settings.signal;
  }

  /**
   * Requests an address. `read` gets the body and its SHA-256. Throws {@link Broken}, also if the body has more than
   * `most` bytes.
   */
  async get<T>(
    url: string,
    read: (bytes: Buffer, sha: string) => T,
    most: number = LIMITS.fileBytes,
  ): Promise<Got<T>> {
    const { store, signal } = this.settings;
    signal?.throwIfAborted();
    let value: T | undefined;
    const answer = await this.settings.ask(url, {
      headers: { 'accept-encoding': 'gzip' },
      read: async (head, blocks) => {
        if (head.status !== 200) return;
        const type = mediaType(head);
        if (type !== 'application/json') {
          throw new Broken('body', url, `its Content-Type is ${quote(type)}, and no JSON`);
        }
        const file = store.begin();
        try {
          await this.#keep(url, blocks, file, most);
          const { bytes, sha } = file.read();
          value = read(bytes, sha);
        } catch (error) {
          throw error instanceof Refused ? new Broken('limit', url, error.message) : error;
        } finally {
          file.discard();
        }
      },
    });
    signal?.throwIfAborted();
    if (answer.failure !== undefined) throw new Broken('no-answer', url, answer.failure);
    const { status } = answer;
    if (status !== 200 && status !== 404) throw refusal(url, answer);
    return { status, value: status === 200 ? value : undefined };
  }

  /**
   * Requests a document that may not exist. An unusable answer counts as 404. Throws {@link Broken} if there is no
   * answer.
   */
  readonly ask: AskFor = async (url) => {
    const answer = { url, method: 'GET', headers: new Map(), bytes: 0 };
    try {
      const { status, value } = await this.get(url, (bytes) => bytes, MAX_DOCUMENT);
      return { ...answer, status, body: value ?? Buffer.alloc(0) };
    } catch (error) {
      // Hosts answer in many ways if a document does not exist.
      if (!(error instanceof Broken) || error.code === 'no-answer') throw error;
      return { ...answer, status: 404, body: Buffer.alloc(0) };
    }
  };

  async #keep(url: string, blocks: Blocks, file: NewBody, most: number): Promise<void> {
    const { maxBytes } = this.settings;
    for await (const block of blocks) {
      this.#bytes += block.length;
      if (this.#bytes > maxBytes) {
        throw new Broken('limit', url, `all bodies have more than ${maxBytes} bytes by now`);
      }
      file.append(block);
      if (file.length > most) throw new Broken('body', url, `it has more than ${most} bytes`);
    }
  }
}

function refusal(
  url: string,
  answer: { readonly status: number; readonly headers: ReadonlyMap<string, string> },
): Broken {
  const { status, headers } = answer;
  const said = shownStatus(answer);
  if (status === 429 || status >= 500) return new Broken('no-answer', url, said);
  if (status >= 300 && status < 400) {
    const to = quote(headers.get('location') ?? '');
    return new Broken('status', url, `${said}: it redirects to ${to}, which is not asked`);
  }
  const isClosed = status === 401 || status === 403;
  return new Broken('status', url, isClosed ? `${said}: it wants to know who asks` : said);
}
