// The shares into which several machines divide the work of a build, such as the second of four.

/** One of several shares, from 1 on. */
export interface Share {
  readonly number: number;
  readonly of: number;
}

/**
 * Returns the things in one share: each machine computes its own share, and no thing is in two shares. The largest
 * things are dealt first, each to the share with the least so far.
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
