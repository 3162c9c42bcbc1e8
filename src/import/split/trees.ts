// The trees of a collection whose records have parents, such as discussions: a union-find structure of ids. A value
// that is known for one record, such as its post, is also known for all other records of its tree.
import { memo } from '../../model/memo.js';

export class Trees {
  readonly #up = new Map<number, number>();
  /** By the kind of value, such as `post`: the value of each tree, by the id that stands for the tree. */
  readonly #values = new Map<string, Map<number, number>>();

  /** Joins the trees of two records. */
  join(a: number, b: number): void {
    const [top, other] = [this.of(b), this.of(a)];
    if (top === other) return;
    this.#up.set(other, top);
    for (const [kind, values] of this.#values) {
      const value = values.get(other);
      if (value !== undefined) this.note(kind, top, value);
    }
  }

  /** The id that stands for the tree of a record; the id itself if the record is alone. */
  of(id: number): number {
    let top = id;
    for (let up = this.#up.get(top); up !== undefined; up = this.#up.get(top)) top = up;
    for (let at = id; at !== top; ) {
      const next = this.#up.get(at)!;
      this.#up.set(at, top); // path compression
      at = next;
    }
    return top;
  }

  /** Remembers a value for the tree of a record, unless one is known. `kind`: such as `post`. */
  note(kind: string, id: number, value: number): void {
    const values = memo(this.#values, kind, () => new Map<number, number>());
    const top = this.of(id);
    if (!values.has(top)) values.set(top, value);
  }

  /** The value that was noted for the tree of a record. */
  valueOf(kind: string, id: number): number | undefined {
    return this.#values.get(kind)?.get(this.of(id));
  }
}
