// The answer of a server to one request, and functions that read it.
import { readValue } from '../../files/source/foreign-json.js';
import { isObject, type JsonObject } from '../../model/fields.js';
import { quote } from '../../problems/quote.js';

/** The body of an answer, in blocks as they arrive. */
export type Blocks = AsyncIterable<Buffer>;

/** A request; by default a GET without additional headers. */
export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The most bytes of the answer's body after decompression; 4 GiB by default. A longer body is refused. */
  readonly most?: number;
  /**
   * Reads the body while it arrives. If the request is repeated, `read` may be called again. If `read` throws
   * `Refused`, the answer has status 0.
   */
  readonly read?: (head: Head, body: Blocks) => Promise<void>;
}

/** What is known about an answer before its body arrives. */
export type Head = Pick<Answer, 'url' | 'method' | 'status' | 'headers'>;

export interface Answer {
  readonly url: string;
  readonly method: string;
  /** 0 if no complete answer arrived. */
  readonly status: number;
  /** Values by header name in lower case. If a header is repeated, its values are joined by `, `. */
  readonly headers: ReadonlyMap<string, string>;
  /** The decompressed body; without {@link Ask.most}, at most its first 4 MiB. Empty if {@link Ask.read} took it. */
  readonly body: Buffer;
  /** The number of bytes of the body as it was sent, before decompression. */
  readonly bytes: number;
  /** Why no complete answer arrived. */
  readonly failure?: string;
  /** Whether the client refused the body, because it is too long or cannot be decompressed, for example. */
  readonly isRefused?: boolean;
}

/** Sends a request and returns its answer. It does not throw if the server or the connection fails. */
export type AskFor = (url: string, ask?: Ask) => Promise<Answer>;

/** Returns an answer with status 0, for a request without a complete answer. */
export function noAnswer(url: string, method: string, failure: string): Answer {
  return { url, method, status: 0, headers: new Map(), body: Buffer.alloc(0), bytes: 0, failure };
}

/** The words in a comma-separated header, such as Vary or Allow, in lower case. */
export function wordsOf(answer: Pick<Answer, 'headers'>, name: string): string[] {
  return (answer.headers.get(name) ?? '')
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');
}

/** Shows a header in a message: `vary: Accept`, or `no vary`. */
export function shownHeader(answer: Pick<Answer, 'headers'>, name: string): string {
  const value = answer.headers.get(name);
  return value === undefined ? `no ${name}` : `${name}: ${value}`;
}

/** The media type of an answer, without its parameters. */
export function mediaType(answer: Pick<Answer, 'headers'>): string {
  return (answer.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** Whether an answer says that its body has this media type and, if it names a charset, that the charset is UTF-8. */
export function isSentAs(answer: Pick<Answer, 'headers'>, type: string): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(answer.headers.get('content-type') ?? '');
  return mediaType(answer) === type && /^utf-?8$/i.test(charset?.[1] ?? 'utf-8');
}

/** Shows the status of an answer, or why there is none, in a message. */
export function shownStatus({ status, failure }: Pick<Answer, 'status' | 'failure'>): string {
  return failure === undefined ? `status ${status}` : `no answer: ${failure}`;
}

/** Shows the beginning of a body in a message. */
export function shownBody(body: Buffer): string {
  return body.length === 0 ? 'an empty body' : `the body ${quote(body.toString('utf8', 0, 200))}`;
}

/** The JSON object in an answer with status 200; otherwise undefined. */
export function objectIn({
  status,
  body,
}: Pick<Answer, 'status' | 'body'>): JsonObject | undefined {
  const read = status === 200 ? readValue(body) : { fault: '' };
  return 'value' in read && isObject(read.value) ? read.value : undefined;
}
