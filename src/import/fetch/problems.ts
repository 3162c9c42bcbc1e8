// The problems of an origin, each with its address and, if it is about one, its record. They are in English, like those
// of `verify`, because their readers run the portal.
import { quote } from '../../problems/quote.js';

/**
 * What a problem is about. `no-answer`: no answer arrived, or the server is out of order; `status`: the answer is, for
 * example, a redirect or a refusal; `body`: the body is not a page of a list; `record`: a record does not have its
 * shape, or JSON.parse would lose something of it; `link`: `next` leads elsewhere, or back; `limit`: there is more than
 * is read; `count`: the number of records is not `count`; `moving`: a list changed each time it was read.
 * Warnings: `repeated`: a list has records twice; `counter`: values in a list change all the time.
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
  /** The address that the problem is about. */
  readonly url: string;
  /** The id of the record that it is about, as the origin gave it, in JSON. */
  readonly record?: string;
  /** The text that follows the address and the record in reports. */
  readonly message: string;
}

/** A problem that ends the reading of a list. */
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

/** Like `Promise.all`, but waits for all, even if one fails, so that no work continues afterwards. */
export async function allOf<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
