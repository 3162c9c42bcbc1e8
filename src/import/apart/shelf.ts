// Records on disk, with an index in memory: all of them may not fit there. One file, to which texts are
// only added, in the order in which they came.
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';

const BLOCK = 1 << 20;
/** Of each entry: where its text begins, how many bytes it has, and a mark that the caller gives it. */
const PARTS = 3;

/** Keeps the last record that was put for each key and id. */
export class Shelf {
  readonly #fd: number;
  /** By key and id: the number of an entry. */
  readonly #numbers = new Map<string, Map<number, number>>();
  /** Numbers alone, since there may be a million entries. */
  #entries = new Float64Array(PARTS * 1024);
  #count = 0;
  #waiting = Buffer.allocUnsafe(BLOCK);
  #waits = 0;
  #written = 0;
  #read = Buffer.allocUnsafe(1 << 16);

  constructor(path: string) {
    this.#fd = openSync(path, 'wx+', 0o600);
  }

  put(key: string, id: number, text: string, mark = 0): void {
    const numbers = memo(this.#numbers, key, () => new Map<number, number>());
    const known = numbers.get(id);
    const number = known ?? this.#count++;
    if (known === undefined) numbers.set(id, number);
    const length = this.#write(text);
    if (PARTS * this.#count > this.#entries.length) {
      const larger = new Float64Array(this.#entries.length * 2);
      larger.set(this.#entries);
      this.#entries = larger;
    }
    const start = this.#written + this.#waits - length;
    this.#entries.set([start, length, mark], PARTS * number);
  }

  /** The record of a key and an id, and where it stands among all that were put. */
  get(
    key: string,
    id: number,
  ): { readonly record: JsonObject; readonly start: number } | undefined {
    const number = this.#numbers.get(key)?.get(id);
    if (number === undefined) return undefined;
    const start = this.#entries[PARTS * number]!;
    const length = this.#entries[PARTS * number + 1]!;
    if (start + length > this.#written) this.#flush();
    if (length > this.#read.length) this.#read = Buffer.allocUnsafe(length * 2);
    readSync(this.#fd, this.#read, 0, length, start);
    return { record: JSON.parse(this.#read.toString('utf8', 0, length)) as JsonObject, start };
  }

  /** The mark of what was put last for a key and an id. */
  mark(key: string, id: number): number | undefined {
    const number = this.#numbers.get(key)?.get(id);
    return number === undefined ? undefined : this.#entries[PARTS * number + 2];
  }

  ids(key: string): Iterable<number> {
    return this.#numbers.get(key)?.keys() ?? [];
  }

  close(): void {
    closeSync(this.#fd);
  }

  /** Gives the number of bytes. */
  #write(text: string): number {
    const length = Buffer.byteLength(text);
    if (this.#waits + length > this.#waiting.length) this.#flush();
    if (length > this.#waiting.length) this.#waiting = Buffer.allocUnsafe(length * 2);
    this.#waits += this.#waiting.write(text, this.#waits);
    return length;
  }

  #flush(): void {
    for (let done = 0; done < this.#waits; ) {
      const left = this.#waits - done;
      done += writeSync(this.#fd, this.#waiting, done, left, this.#written + done);
    }
    this.#written += this.#waits;
    this.#waits = 0;
  }
}
