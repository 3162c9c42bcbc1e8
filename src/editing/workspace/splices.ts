// Edits of a file by its bytes: everything else in it stays.

/** An edit: the bytes from `from` up to `to` become `text`. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The bytes of a file after splices, which must not overlap. What comes at one place comes in the order given. */
export function spliced(bytes: Buffer, splices: readonly Splice[]): Buffer {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const { from, to, text } of [...splices].sort((a, b) => a.from - b.from)) {
    pieces.push(bytes.subarray(at, from), Buffer.from(text));
    at = to;
  }
  return Buffer.concat([...pieces, bytes.subarray(at)]);
}
