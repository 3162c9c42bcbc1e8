// A column of numbers in the making: it grows in memory that holds numbers alone, and is used again.

/** Numbers, one after another. */
export class GrowingColumn {
  #numbers = new Float64Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Begins anew: what {@link numbers} gave is written over. */
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

  /** Adds some elements of an array. */
  add(from: ArrayLike<number>, start: number, end: number): void {
    this.#grow(end - start);
    for (let at = start; at < end; at++) this.#numbers[this.#length++] = from[at]!;
  }

  /** All of them, until one is added or all begins anew. */
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
