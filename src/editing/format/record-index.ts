// Where the records of a file begin, in canonical order. Holds two numbers for each record, outside
// JavaScript's heap, since a file may have millions of records.

const CHUNK = 1 << 16;

/** A list of numbers that grows without being copied. */
class Column {
  length = 0;
  readonly #chunks: Float64Array[] = [];

  push(value: number): void {
    const place = this.length++ % CHUNK;
    if (place === 0) this.#chunks.push(new Float64Array(CHUNK));
    this.#chunks.at(-1)![place] = value;
  }

  at(index: number): number {
    return this.#chunks[Math.floor(index / CHUNK)]![index % CHUNK]!;
  }
}

/** The records of a file, added in the order in which they stand there. */
export class RecordIndex {
  /** Whether the records are in order of id, with those without an id last. */
  isOrdered = true;
  readonly #ids = new Column();
  readonly #starts = new Column();
  #last = 0;

  /** Adds the record that begins at the byte `start`; its id is NaN if it has none. */
  add(id: number, start: number): void {
    const place = Number.isNaN(id) ? Number.POSITIVE_INFINITY : id;
    if (place < this.#last) this.isOrdered = false;
    this.#last = place;
    this.#ids.push(place);
    this.#starts.push(start);
  }

  /** The bytes at which records begin, by id; records with the same id, or none, keep their order. */
  *starts(): Generator<number> {
    const order = this.#order();
    for (let at = 0; at < this.#starts.length; at++) yield this.#starts.at(order ? order[at]! : at);
  }

  #order(): Uint32Array | undefined {
    if (this.isOrdered) return undefined;
    const order = new Uint32Array(this.#ids.length).map((_, at) => at);
    // Infinity - Infinity is NaN, which is falsy like 0, so the order in the file decides.
    return order.sort((a, b) => this.#ids.at(a) - this.#ids.at(b) || a - b);
  }
}
