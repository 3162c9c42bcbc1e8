// Sets of ids as short texts: `1-20,34`. A manifest holds one for each page, so that what a page shows is
// known without reading it again.

/** Returns a set of ids as a text, such as `1-20,34`. */
export function idsText(ids: Iterable<number>): string {
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let at = 0; at < sorted.length; ) {
    const first = sorted[at]!;
    let last = first;
    while (sorted[++at] === last + 1) last += 1;
    parts.push(first === last ? String(first) : `${first}-${last}`);
  }
  return parts.join(',');
}

/** Returns the ranges of a text: `1-20,34` → `[[1, 20], [34, 34]]`. */
export function rangesOf(text: string): (readonly [first: number, last: number])[] {
  if (text === '') return [];
  return text.split(',').map((part) => {
    const [first, last = first] = part.split('-').map(Number) as [number, number?];
    return [first, last] as const;
  });
}

/** How many ids a text has. */
export const countOf = (text: string): number =>
  rangesOf(text).reduce((sum, [first, last]) => sum + last - first + 1, 0);

/** The union of many sets of ids. */
export class Ids {
  readonly #ranges: (readonly [number, number])[] = [];
  #isSorted = true;

  add(text: string): void {
    for (const range of rangesOf(text)) this.#ranges.push(range);
    this.#isSorted = false;
  }

  /** Whether all ids of a text are in the set. */
  hasAll(text: string): boolean {
    this.#sort();
    return rangesOf(text).every(([first, last]) => this.#covers(first, last));
  }

  #covers(first: number, last: number): boolean {
    // The last range that begins at `first` or before.
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ranges[middle]![0] <= first) low = middle + 1;
      else high = middle;
    }
    const range = this.#ranges[low - 1];
    return range !== undefined && range[1] >= last;
  }

  /** Sorts the ranges, and joins those that touch. */
  #sort(): void {
    if (this.#isSorted) return;
    const sorted = this.#ranges.splice(0).sort((a, b) => a[0] - b[0]);
    for (const [first, last] of sorted) {
      const before = this.#ranges.at(-1);
      if (before && first <= before[1] + 1) {
        this.#ranges[this.#ranges.length - 1] = [before[0], Math.max(before[1], last)];
      } else this.#ranges.push([first, last]);
    }
    this.#isSorted = true;
  }
}
