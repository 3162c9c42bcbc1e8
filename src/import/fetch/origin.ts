// Sends requests to the live portal. Throws {@link Broken} if an answer cannot be used.
import { type Answer, type AskFor, mediaType, shownStatus } from '../../delivery/http/answer.js';
import { LIMITS } from '../../model/limits.js';
import { quote } from '../../problems/quote.js';
import { Broken } from './problems.js';

export interface OriginSettings {
  readonly ask: AskFor;
  /** The most bytes of all bodies after decompression. */
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** The most bytes of `/api/` or of the OpenAPI document. */
const MAX_DOCUMENT = 32 * 1024 * 1024;

export class Origin {
  /** The base URL of the portal, without a slash at the end; empty until it is known. */
  base = '';
  #bytes = 0;

  constructor(private readonly settings: OriginSettings) {}

  /** Requests an address, and returns the body; undefined for a 404. Throws {@link Broken}. */
  async get(url: string, longest: number = LIMITS.fileBytes): Promise<Buffer | undefined> {
    const { ask, maxBytes, signal } = this.settings;
    signal?.throwIfAborted();
    const most = Math.min(longest, maxBytes - this.#bytes);
    const answer = await ask(url, { headers: { 'accept-encoding': 'gzip' }, most });
    signal?.throwIfAborted();
    const { status, body, failure, isRefused } = answer;
    if (isRefused && most < longest) {
      throw new Broken('limit', url, `all bodies have more than ${maxBytes} bytes by now`);
    }
    if (failure !== undefined) throw new Broken(isRefused ? 'limit' : 'no-answer', url, failure);
    if (status === 404) return undefined;
    if (status !== 200) throw refusal(answer);
    this.#bytes += body.length;
    const type = mediaType(answer);
    if (type === 'application/json') return body;
    throw new Broken('body', url, `its Content-Type is ${quote(type)}, and no JSON`);
  }

  /**
   * Requests a document that may not exist. Returns status 404 for any answer that cannot be used. Throws
   * {@link Broken} if there is no answer, or if the server failed.
   */
  readonly ask: AskFor = async (url) => {
    const body = await this.get(url, MAX_DOCUMENT).catch((error) => {
      // Not every server answers with 404 if a document does not exist. Some answer with a web page.
      if (!(error instanceof Broken) || error.code === 'no-answer') throw error;
      return undefined;
    });
    const status = body ? 200 : 404;
    return { url, method: 'GET', headers: new Map(), bytes: 0, status, body: body ?? Buffer.of() };
  };
}

function refusal(answer: Answer): Broken {
  const { url, status, headers } = answer;
  const said = shownStatus(answer);
  if (status === 429 || status >= 500) return new Broken('no-answer', url, said);
  if (status >= 300 && status < 400) {
    const to = quote(headers.get('location') ?? '');
    return new Broken('status', url, `${said}: it redirects to ${to}, which is not asked`);
  }
  const isClosed = status === 401 || status === 403;
  return new Broken('status', url, isClosed ? `${said}: it wants to know who asks` : said);
}
