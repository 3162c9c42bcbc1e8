// Divides the work of a build among several machines.

/** Share `number`, counted from 1, of `of` shares: `{ number: 2, of: 4 }` is the second of four. */
export interface Share {
  readonly number: number;
  readonly of: number;
}

/**
 * Returns the items of one share. Every machine divides the same items in the same way, so no item is in two shares.
 * The items are dealt from the largest to the smallest, each to the share with the smallest sum so far.
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
