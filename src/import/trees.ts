// The trees of a collection whose records have parents, such as discussions. A union-find structure of ids. What is
// known about one record, such as its post, is true for its whole tree.
import { memo } from '../model/memo.js';

export class Trees {
  readonly #up = new Map<number, number>();
  /** For each thing that is known, such as `post`: its value for each tree. */
  readonly #told = new Map<string, Map<number, number>>();

  /** Joins the trees of two records. */
  join(a: number, b: number): void {
    const [top, other] = [this.of(b), this.of(a)];
    if (top === other) return;
    this.#up.set(other, top);
    for (const [what, values] of this.#told) {
      const value = values.get(other);
      if (value !== undefined) this.tell(what, top, value);
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

  /** Remembers something about the tree of a record. The first value counts. */
  tell(what: string, id: number, value: number): void {
    const values = memo(this.#told, what, () => new Map<number, number>());
    const top = this.of(id);
    if (!values.has(top)) values.set(top, value);
  }

  told(what: string, id: number): number | undefined {
    return this.#told.get(what)?.get(this.of(id));
  }
}
