// The envelope around the records of a page (PROMISES.md §3.1, API.md §2.1).

/** The members of an envelope besides its records; a link is null at the end of the list. */
export interface Envelope {
  readonly count?: number;
  readonly next: string | null;
  readonly previous: string | null;
}

/**
 * The text before the first record, between records, and after the last one. Without an envelope, only the brackets and
 * commas of an array.
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
/** No envelope has more bytes before its records. */
export const LONGEST_ENVELOPE = 1 << 16;

/** The length of a page's envelope up to the bracket of its records; 0 if the page has no envelope. */
export const envelopeLength = (begin: string): number => ENVELOPE.exec(begin)?.[0].length ?? 0;
