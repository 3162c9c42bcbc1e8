// Choices that follow from a seed alone, so that fast-check can repeat and shrink them.

/** A sequence of choices; the same seed gives the same ones. */
export class Choices {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 up to, and without, `bound` (mulberry32). */
  below(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * bound);
  }

  /** True once in `n` times. */
  once(n: number): boolean {
    return this.below(n) === 0;
  }

  /** One of a list that is not empty. */
  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  /** Up to `most` of a list, one and the same more than once perhaps; none of an empty one. */
  some<T>(list: readonly T[], most: number): T[] {
    if (list.length === 0) return [];
    return Array.from({ length: this.below(most + 1) }, () => this.of(list));
  }

  /** The list in another order. */
  shuffled<T>(list: readonly T[]): T[] {
    const left = [...list];
    return list.map(() => left.splice(this.below(left.length), 1)[0]!);
  }
}
