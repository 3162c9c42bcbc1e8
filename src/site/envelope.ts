// The envelope around the records of a page (PROMISES.md §3.1, API.md §2.1).

/** The members of an envelope, without the records. `next` is null on the last page, `previous` on the first page. */
export interface Envelope {
  readonly count?: number;
  readonly next: string | null;
  readonly previous: string | null;
}

/**
 * Returns the JSON before the first record, between two records, and after the last record. Without an envelope, the
 * page is an array: `[`, `,` and `]`.
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
/** An envelope is looked for in this many bytes at the beginning of a page. */
export const LONGEST_ENVELOPE = 1 << 16;

/** Returns how many bytes of a page come before the `[` of its records; 0 if the page has no envelope. */
export const envelopeLength = (begin: string): number => ENVELOPE.exec(begin)?.[0].length ?? 0;
