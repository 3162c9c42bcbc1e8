// Records that belong together because one refers to another, as those of a tree: a disjoint-set forest.

export class Groups {
  readonly #up = new Map<number, number>();

  join(a: number, b: number): void {
    const [top, other] = [this.of(b), this.of(a)];
    if (top !== other) this.#up.set(other, top);
  }

  /** The record that stands for all of its group; one that was joined with none, for itself. */
  of(id: number): number {
    let top = id;
    for (let up = this.#up.get(top); up !== undefined; up = this.#up.get(top)) top = up;
    for (let at = id; at !== top; ) {
      const next = this.#up.get(at)!;
      this.#up.set(at, top); // shortens the way
      at = next;
    }
    return top;
  }
}
