// A column of numbers in a typed array. A full array is replaced by a larger one.

/** A Float64Array that grows. {@link clear} keeps the memory for the next shard. */
export class GrowingColumn {
  #numbers = new Float64Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Empties the column. Numbers that are added later may overwrite the array that {@link numbers} returned. */
  clear(): void {
    this.#length = 0;
  }

  at(place: number): number {
    return this.#numbers[place]!;
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) this.#grow(1);
    this.#numbers[this.#length++] = value;
  }

  /** Adds the elements `[start, end)` of an array. */
  add(from: ArrayLike<number>, start: number, end: number): void {
    this.#grow(end - start);
    for (let at = start; at < end; at++) this.#numbers[this.#length++] = from[at]!;
  }

  /** A view of all numbers, valid until the column changes. */
  get numbers(): Float64Array {
    return this.#numbers.subarray(0, this.#length);
  }

  #grow(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#numbers.length) return;
    const larger = new Float64Array(Math.max(needed, this.#numbers.length * 2));
    larger.set(this.numbers);
    this.#numbers = larger;
  }
}
