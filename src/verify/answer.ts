// An answer of a deployment, as it came, and how to read it.
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { quote } from '../problems/messages.js';

/** What to ask; GET without further headers by default. */
export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly url: string;
  readonly method: string;
  /** 0 when no whole answer came. */
  readonly status: number;
  /** By name in lower case; those given several times are joined by `, `. */
  readonly headers: ReadonlyMap<string, string>;
  /** As it came: perhaps compressed. */
  readonly body: Buffer;
  /** Why no whole answer came. */
  readonly failure?: string;
}

/** The most bytes of a body, also once it is unpacked: five times those of 100,000 comments. */
export const MAX_BODY = 1024 * 1024 * 1024;

/** Asks for an address and gives the answer; never throws for what a server does. */
export type AskFor = (url: string, ask?: Ask) => Promise<Answer>;

/** An answer that did not come. */
export function noAnswer(url: string, method: string, failure: string): Answer {
  return { url, method, status: 0, headers: new Map(), body: Buffer.alloc(0), failure };
}

/** The body without its Content-Encoding; undefined for one that cannot be unpacked. */
export function unpacked({ headers, body }: Answer): Buffer | undefined {
  const encoding = (headers.get('content-encoding') ?? 'identity').trim().toLowerCase();
  const limit = { maxOutputLength: MAX_BODY };
  try {
    if (encoding === 'identity' || encoding === '') return body;
    if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(body, limit);
    if (encoding === 'br') return brotliDecompressSync(body, limit);
    return encoding === 'deflate' ? inflateSync(body, limit) : undefined;
  } catch {
    return undefined;
  }
}

/** The words of a header that is a list, such as Vary or Allow, in lower case. */
export function wordsOf(answer: Pick<Answer, 'headers'>, name: string): string[] {
  return (answer.headers.get(name) ?? '')
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');
}

/** A header as it stands in a message. */
export function shownHeader(answer: Pick<Answer, 'headers'>, name: string): string {
  const value = answer.headers.get(name);
  return value === undefined ? `no ${name}` : `${name}: ${value}`;
}

/** The media type of an answer, without its parameters. */
export function mediaType(answer: Pick<Answer, 'headers'>): string {
  return (answer.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** The status of an answer, or why there is none, as it stands in a message. */
export function shownStatus({ status, failure }: Pick<Answer, 'status' | 'failure'>): string {
  return failure === undefined ? `status ${status}` : `no answer: ${failure}`;
}

/** The beginning of a body as it stands in a message. */
export function shownBody(body: Buffer): string {
  return body.length === 0 ? 'an empty body' : `the body ${quote(body.toString('utf8', 0, 200))}`;
}
