// What stands around the records of a list (contract §3.1, spec.md §2.1): written here, and known again.

/** What an envelope says besides its records; a link is null where the list ends. */
export interface Around {
  readonly count?: number;
  readonly next: string | null;
  readonly previous: string | null;
}

/** What stands before the first record and behind the last one; without an envelope, of an array. */
export function envelope(around: Around | undefined): {
  readonly head: string;
  readonly tail: string;
} {
  if (!around) return { head: '[', tail: ']' };
  const { count, next, previous } = around;
  const members = JSON.stringify({ ...(count !== undefined && { count }), next, previous });
  return { head: `${members.slice(0, -1)},"results":[`, tail: ']}' };
}

const ENVELOPE =
  /^\{(?:"count":\d+,)?"next":(?:null|"[^"]*"),"previous":(?:null|"[^"]*"),"results":(?=\[)/;
/** Bytes that are enough to hold any envelope's beginning. */
export const LONGEST_ENVELOPE = 1 << 16;

/** How long the envelope is that a page begins with, up to the bracket of its records; 0 for none. */
export const envelopeLength = (begin: string): number => ENVELOPE.exec(begin)?.[0].length ?? 0;
