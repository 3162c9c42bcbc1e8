// Records as texts, by key and id: parsed only when they are asked for, since as objects they take several times
// the memory.
import type { JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';

/** A record as it was put last. */
interface Entry {
  /** The n-th of all that were put. */
  readonly order: number;
  /** Bytes, which do not count towards the limit of the heap. */
  readonly bytes: Buffer;
  /** What the caller knows it by. */
  readonly mark: number;
}

/** Keeps the last record that was put for each key and id. */
export class Shelf {
  readonly #entries = new Map<string, Map<number, Entry>>();
  #count = 0;

  put(key: string, id: number, text: string, mark = 0): void {
    const entry = { order: this.#count++, bytes: Buffer.from(text), mark };
    memo(this.#entries, key, () => new Map<number, Entry>()).set(id, entry);
  }

  /** The record of a key and an id, and where it stands among all that were put. */
  get(
    key: string,
    id: number,
  ): { readonly record: JsonObject; readonly order: number } | undefined {
    const entry = this.#entries.get(key)?.get(id);
    return entry && { record: JSON.parse(entry.bytes.toString()), order: entry.order };
  }

  /** The mark of what was put last for a key and an id. */
  mark(key: string, id: number): number | undefined {
    return this.#entries.get(key)?.get(id)?.mark;
  }

  ids(key: string): Iterable<number> {
    return this.#entries.get(key)?.keys() ?? [];
  }
}
