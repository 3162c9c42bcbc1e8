// Which records of a list are out of order.

/** The places of the fewest numbers without which the others do not descend. */
export function outOfOrder(ranks: readonly number[]): number[] {
  // By length, the place of the least number that ends a sequence of that length; and what came before each.
  const ends: number[] = [];
  const before = new Int32Array(ranks.length).fill(-1);
  for (const [place, rank] of ranks.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ranks[ends[middle]!]! <= rank) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[place] = ends[low - 1]!;
    ends[low] = place;
  }
  const inOrder = new Set<number>();
  for (let place = ends.at(-1) ?? -1; place >= 0; place = before[place]!) inOrder.add(place);
  return [...ranks.keys()].filter((place) => !inOrder.has(place));
}
