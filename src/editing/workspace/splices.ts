// Edits of a file by its bytes, or of a text: everything else in it stays.

/** An edit: the bytes, or the characters of a text, from `from` up to `to` become `text`. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The bytes of a file after splices, which must not overlap. What comes at one place comes in the order given. */
export function spliced(bytes: Buffer, splices: readonly Splice[]): Buffer {
  const pieces = piecesOf(splices, (from, to) => bytes.subarray(from, to));
  return Buffer.concat(
    pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)),
  );
}

/** A text after splices. */
export const splicedText = (text: string, splices: readonly Splice[]): string =>
  piecesOf(splices, (from, to) => text.slice(from, to)).join('');

function piecesOf<T>(
  splices: readonly Splice[],
  cut: (from: number, to?: number) => T,
): (T | string)[] {
  const pieces: (T | string)[] = [];
  let at = 0;
  for (const { from, to, text } of [...splices].sort((a, b) => a.from - b.from)) {
    pieces.push(cut(at, from), text);
    at = to;
  }
  return [...pieces, cut(at)];
}
