// Divides the work of a build among several machines. A share is, for example, the second of four.

/** One of several shares, counted from 1. */
export interface Share {
  readonly number: number;
  readonly of: number;
}

/**
 * Returns the items of one share. Each machine computes its own share, and no item is in two shares. The largest
 * items come first; each goes to the share with the least work so far.
 */
export function dealt<T>(
  all: readonly T[],
  sizeOf: (one: T) => number,
  { number, of }: Share,
): T[] {
  const sums = new Float64Array(of);
  const own: T[] = [];
  for (const one of [...all].sort((a, b) => sizeOf(b) - sizeOf(a))) {
    const least = sums.indexOf(Math.min(...sums));
    sums[least]! += sizeOf(one);
    if (least === number - 1) own.push(one);
  }
  return own;
}
