// Elements in a row, some of which stay, change, come or go: what stood between two that stay stays
// between them. The same for the members of a record and for the records of a file.

/** From one place to another of what is there. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A stretch of what is there, or a new text, which is made only when it is written. */
export type Piece = Span | (() => string);

/** An element as it will be. */
export interface Element {
  /** Its place among those that are there; undefined for one that comes. */
  readonly at?: number;
  /** Its new text; undefined for one that stays as it is. */
  readonly text?: () => string;
}

/** The pieces of a row of elements. `between`: what separates two where nothing did. */
export function relaid(all: readonly Span[], next: readonly Element[], between: string): Piece[] {
  const behind = (at: number | undefined): Span | undefined =>
    at !== undefined && at >= 0 && at + 1 < all.length
      ? { from: all[at]!.to, to: all[at + 1]!.from }
      : undefined;
  const before = (at: number | undefined) => (at === undefined ? undefined : behind(at - 1));
  return next.flatMap(({ at, text }, i) => {
    const own = text ?? all[at!]!;
    const follower = next[i + 1];
    if (!follower) return [own];
    return [own, behind(at) ?? before(follower.at) ?? (() => between)];
  });
}
