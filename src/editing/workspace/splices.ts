// Edits of ranges of bytes in a file; all other bytes stay.

/** An edit: `text` replaces the bytes `[from, to)`; with `from` equal to `to`, it is inserted there. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Applies splices, which must not overlap. Insertions at the same byte stay in the order in which they are given. */
export function spliced(bytes: Buffer, splices: readonly Splice[]): Buffer {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const { from, to, text } of [...splices].sort((a, b) => a.from - b.from)) {
    pieces.push(bytes.subarray(at, from), Buffer.from(text));
    at = to;
  }
  return Buffer.concat([...pieces, bytes.subarray(at)]);
}
