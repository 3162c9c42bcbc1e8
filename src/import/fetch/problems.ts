// The problems with the answers of a portal, each with its address and perhaps a record. They are in English, because
// operators read them.
import { quote } from '../../problems/quote.js';

/**
 * The kinds of problems. Errors: `no-answer`: no answer arrived, or the server failed; `status`: the answer is, for
 * example, a redirect; `body`: the body is not, for example, a page of a list; `record`: a record is wrong, such as one
 * that lacks a key; `link`: `next` is wrong, such as a link back; `limit`: there is more than may be read; `count`: the
 * number of records is not `count`, or `count` differs between pages; `moving`: a list changed each time it was read.
 * Warnings: `repeated`: a list has records twice; `counter`: values change all the time.
 */
export type FetchCode =
  | 'no-answer'
  | 'status'
  | 'body'
  | 'record'
  | 'link'
  | 'limit'
  | 'count'
  | 'moving'
  | 'repeated'
  | 'counter';

export interface FetchProblem {
  readonly severity: 'error' | 'warning';
  readonly code: FetchCode;
  readonly url: string;
  /** The id of the record as the portal sent it, quoted for a message: as JSON, but cut if it is long. */
  readonly record?: string;
  /** The text that follows the address and the record in reports. */
  readonly message: string;
}

/** A problem after which the list cannot be read further. */
export class Broken extends Error {
  constructor(
    readonly code: FetchCode,
    readonly url: string,
    message: string,
    readonly record?: unknown,
  ) {
    super(message);
  }

  get problem(): FetchProblem {
    return problemOf('error', this.code, this.url, this.message, this.record);
  }
}

export const problemOf = (
  severity: FetchProblem['severity'],
  code: FetchCode,
  url: string,
  message: string,
  record?: unknown,
): FetchProblem => ({
  severity,
  code,
  url,
  ...(record !== undefined && { record: quote(record) }),
  message,
});
