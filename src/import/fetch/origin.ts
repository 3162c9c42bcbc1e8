// An origin that is asked by way of the store: each answer is kept as it arrives, and what was answered before is
// not asked for again. What is no answer to what was asked is {@link Broken}.
import { type AskFor, type Blocks, mediaType, shownStatus } from '../../delivery/http/answer.js';
import { Growing, Refused } from '../../delivery/http/body.js';
import { quote } from '../../problems/quote.js';
import { Broken } from './problems.js';
import type { AnswerStore, Kept, NewBody } from './store.js';

export interface OriginSettings {
  readonly ask: AskFor;
  readonly store: AnswerStore;
  /** The most bytes of all bodies, unpacked. */
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** An answer with status 200 and what was read of it, or one with status 404 and nothing. */
export interface Got<T> extends Kept {
  readonly value: T | undefined;
}

/** The most bytes of a document that is read as a whole. */
const MAX_DOCUMENT = 32 * 1024 * 1024;

export class Origin {
  /** What all its addresses begin with, without a slash at its end; set once it is known. */
  base = '';
  #bytes = 0;

  constructor(private readonly settings: OriginSettings) {}

  get store(): AnswerStore {
    return this.settings.store;
  }

  get signal(): AbortSignal | undefined {
    return this.settings.signal;
  }

  /**
   * Asks for an address, unless that was answered before. `when`: which of several times that it is asked for.
   * `read` gets the body as it arrives, anew for each attempt. Throws {@link Broken}.
   */
  async get<T>(url: string, when: string, read: (blocks: Blocks) => Promise<T>): Promise<Got<T>> {
    const { store, signal } = this.settings;
    signal?.throwIfAborted();
    const question = `${when} ${url}`;
    const kept = store.find(question);
    if (kept) {
      const value = kept.body === '' ? undefined : await read(store.blocks(kept.body));
      return { ...kept, value };
    }
    let [body, value, wrong]: [string, T | undefined, unknown] = ['', undefined, undefined];
    const answer = await this.settings.ask(url, {
      headers: { 'accept-encoding': 'gzip' },
      read: async (head, blocks) => {
        if (head.status !== 200) return;
        const lost: { error?: unknown } = {};
        let file: NewBody | undefined;
        try {
          const type = mediaType(head);
          if (type !== 'application/json') {
            throw new Broken('body', url, `its Content-Type is ${quote(type)}, and no JSON`);
          }
          file = store.begin();
          value = await read(this.#kept(url, blocks, file, lost));
          body = file.finish();
        } catch (error) {
          // What the connection is at fault for, the client knows, and asks again.
          if (error === lost.error && !(error instanceof Refused)) throw error;
          wrong = error instanceof Refused ? new Broken('limit', url, error.message) : error;
          throw new Refused(''); // ends the connection, and is not tried again
        } finally {
          file?.discard();
        }
      },
    });
    signal?.throwIfAborted();
    if (wrong) throw wrong;
    if (answer.failure !== undefined) throw new Broken('no-answer', url, answer.failure);
    const { status } = answer;
    if (status !== 200 && status !== 404) throw refusal(url, answer);
    const got = status === 200 ? { status, body, value } : { status, body: '', value: undefined };
    store.keep(question, got);
    return got;
  }

  /** A document that is there, or perhaps not, for what reads answers. Throws {@link Broken} where none arrives. */
  readonly ask: AskFor = async (url) => {
    const answer = { url, method: 'GET', headers: new Map(), bytes: 0 };
    try {
      const { status, value } = await this.get(url, 'once', (body) => wholeOf(url, body));
      return { ...answer, status, body: value ?? Buffer.alloc(0) };
    } catch (error) {
      // Where there is no document, hosts answer in many ways.
      if (!(error instanceof Broken) || error.code === 'no-answer') throw error;
      return { ...answer, status: 404, body: Buffer.alloc(0) };
    }
  };

  /** The blocks of a body on their way into the store; `lost`: why no more of them arrive. */
  async *#kept(url: string, blocks: Blocks, file: NewBody, lost: { error?: unknown }) {
    const { maxBytes } = this.settings;
    const each = blocks[Symbol.asyncIterator]();
    for (;;) {
      const next = await each.next().catch((error: unknown) => {
        lost.error = error;
        throw error;
      });
      if (next.done) return;
      this.#bytes += next.value.length;
      if (this.#bytes > maxBytes) {
        throw new Broken('limit', url, `all bodies have more than ${maxBytes} bytes by now`);
      }
      file.append(next.value);
      yield next.value;
    }
  }
}

async function wholeOf(url: string, blocks: Blocks): Promise<Buffer> {
  const body = new Growing();
  for await (const block of blocks) {
    if (body.length + block.length > MAX_DOCUMENT) throw new Broken('body', url, 'it is too long');
    body.append(block);
  }
  return body.bytes;
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
