// The envelope around the records of a page (PROMISES.md §3.1, API.md §2.1).

/** The members of an envelope, without the records. `next` is null on the last page, `previous` on the first. */
export interface Envelope {
  readonly count?: number;
  readonly next: string | null;
  readonly previous: string | null;
}

/**
 * The JSON before the first record, between two records, and after the last record. Without an envelope, these are
 * the brackets and commas of an array.
 */
export function envelope(around: Envelope | undefined): {
  readonly head: string;
  readonly separator: string;
  readonly tail: string;
} {
  if (!around) return { head: '[', separator: ',', tail: ']' };
  const { count, next, previous } = around;
  const members = JSON.stringify({ count, next, previous });
  return { head: `${members.slice(0, -1)},"results":[`, separator: ',', tail: ']}' };
}

const ENVELOPE =
  /^\{(?:"count":\d+,)?"next":(?:null|"[^"]*"),"previous":(?:null|"[^"]*"),"results":(?=\[)/;
/** The most bytes that an envelope has before its records. */
export const LONGEST_ENVELOPE = 1 << 16;

/** How many bytes of a page come before the bracket of its records; 0 if the page has no envelope. */
export const envelopeLength = (begin: string): number => ENVELOPE.exec(begin)?.[0].length ?? 0;
