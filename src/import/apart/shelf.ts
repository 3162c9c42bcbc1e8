// Records on disk, with an index in memory: all of them may not fit there. One file, to which texts are
// only added, in the order in which they came.
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { memo } from '../../memo.js';
import type { JsonObject } from '../../model/fields.js';

/** Where a text stands. */
interface Entry {
  readonly start: number;
  readonly length: number;
}

const BLOCK = 1 << 20;

/** Keeps the last record that was put for each key and id. */
export class Shelf {
  readonly #fd: number;
  readonly #entries = new Map<string, Map<number, Entry>>();
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #written = 0;

  constructor(path: string) {
    this.#fd = openSync(path, 'wx+', 0o600);
  }

  put(key: string, id: number, text: string): void {
    const bytes = Buffer.from(text);
    const start = this.#written + this.#waitingBytes;
    memo(this.#entries, key, () => new Map<number, Entry>()).set(id, {
      start,
      length: bytes.length,
    });
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= BLOCK) this.#flush();
  }

  /** The record of a key and an id, and its place among all that were put. */
  get(
    key: string,
    id: number,
  ): { readonly record: JsonObject; readonly start: number } | undefined {
    const entry = this.#entries.get(key)?.get(id);
    if (entry === undefined) return undefined;
    if (entry.start + entry.length > this.#written) this.#flush();
    const bytes = Buffer.allocUnsafe(entry.length);
    readSync(this.#fd, bytes, 0, entry.length, entry.start);
    return { record: JSON.parse(bytes.toString()) as JsonObject, start: entry.start };
  }

  ids(key: string): Iterable<number> {
    return this.#entries.get(key)?.keys() ?? [];
  }

  close(): void {
    closeSync(this.#fd);
  }

  #flush(): void {
    const all = Buffer.concat(this.#waiting);
    for (let done = 0; done < all.length; ) {
      done += writeSync(this.#fd, all, done, all.length - done, this.#written + done);
    }
    this.#written += all.length;
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}
