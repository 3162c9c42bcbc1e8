// What is wrong with an origin, each with its address and, where one is at fault, its record. In English: it is
// told to whoever runs the import, as what `verify` finds is.
import { quote } from '../../problems/quote.js';

/**
 * What a problem is about. `no-answer`: none arrived, or the server is out of order; `status`: an answer, but not
 * to what was asked (a redirect, a refusal); `body`: no page of a list; `record`: a record that is not of its
 * shape, or that JSON.parse would not keep; `link`: a next that leads astray or in a ring; `limit`: more than is
 * read; `count`: records that do not make up the count; `moving`: a list that does not come to rest.
 * Warnings: `repeated`: a list with records that are there
 * twice; `counter`: a list whose values change all the time; `unmet`: a feed that goes back to no known entry.
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
  | 'counter'
  | 'unmet';

export interface FetchProblem {
  readonly severity: 'error' | 'warning';
  readonly code: FetchCode;
  /** The address at fault. */
  readonly url: string;
  /** The id of the record at fault, as the origin gave it, in JSON. */
  readonly record?: string;
  /** In words that follow the address and the record. */
  readonly message: string;
}

/** What ends the reading of a list. */
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

/** Waits for all, also where one fails: nothing goes on behind the back of whom it is for. */
export async function allOf<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
