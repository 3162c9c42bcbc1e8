// Groups of records that refer to each other, such as the comments of a tree: a disjoint-set forest of ids.

export class Groups {
  readonly #up = new Map<number, number>();

  join(a: number, b: number): void {
    const [top, other] = [this.of(b), this.of(a)];
    if (top !== other) this.#up.set(other, top);
  }

  /** The record that represents a record's group; the record itself if it is alone. */
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
}
