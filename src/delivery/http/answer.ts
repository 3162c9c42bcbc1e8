// An answer of a deployment, as it was sent, and how to read it.
import { quote } from '../../problems/quote.js';

/** A body as it arrives. */
export type Blocks = AsyncIterable<Buffer>;

/** What to ask; GET without further headers by default. */
export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether it may be sent again though it may have arrived; by default where the method changes nothing. */
  readonly mayRepeat?: boolean;
  /** Reads a body of any length as it arrives, to its end; called anew for each attempt. */
  readonly read?: (head: Head, body: Blocks) => Promise<void>;
}

/** An answer before its body. */
export type Head = Pick<Answer, 'url' | 'method' | 'status' | 'headers'>;

export interface Answer {
  readonly url: string;
  readonly method: string;
  /** 0 when no whole answer arrived. */
  readonly status: number;
  /** By name in lower case; those given several times are joined by `, `. */
  readonly headers: ReadonlyMap<string, string>;
  /** Unpacked; only the beginning of a long one; empty if `read` consumed it. */
  readonly body: Buffer;
  /** The length of the whole body as it was sent. */
  readonly bytes: number;
  /** Why no whole answer arrived. */
  readonly failure?: string;
}

/** Asks for an address and gives the answer; never throws for what a server does. */
export type AskFor = (url: string, ask?: Ask) => Promise<Answer>;

/** Stands for an answer that did not arrive. */
export function noAnswer(url: string, method: string, failure: string): Answer {
  return { url, method, status: 0, headers: new Map(), body: Buffer.alloc(0), bytes: 0, failure };
}

/** Whether two kept bodies are the same, however they were sent. */
export const isSameBody = (a: Answer, b: Answer): boolean => a.body.equals(b.body);

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
