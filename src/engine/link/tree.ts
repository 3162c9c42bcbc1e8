// The trees that records form through their parents. Trees are walked without recursion, because a chain of parents may
// be as long as the collection. Rows in a cycle of parents, or below a cycle, belong to no tree.
import { type Column, rowNumbers } from './columns.js';
import { NO_ROW } from './table.js';

export class Forest {
  readonly #firstChild: Int32Array;
  readonly #nextSibling: Int32Array;
  /** The rows that have no parent, or whose parent is missing. They are sorted by id. */
  readonly roots: number[] = [];
  /** The rows of all trees, one tree after another. A parent comes before its children. */
  readonly order: Uint32Array;

  /** `parents`: for each row, the row of its parent. `ids`: siblings are sorted by id. */
  constructor(
    readonly parents: Int32Array,
    ids: Float64Array,
  ) {
    const rows = parents.length;
    const byId = rowNumbers(rows);
    if (!isAscending(ids)) byId.sort((a, b) => ids[a]! - ids[b]!);
    this.#firstChild = new Int32Array(rows).fill(NO_ROW);
    this.#nextSibling = new Int32Array(rows).fill(NO_ROW);
    const lastChild = new Int32Array(rows).fill(NO_ROW);
    for (const row of byId) {
      const parent = parents[row]!;
      if (parent === NO_ROW) this.roots.push(row);
      else if (lastChild[parent] === NO_ROW) this.#firstChild[parent] = row;
      else this.#nextSibling[lastChild[parent]!] = row;
      if (parent !== NO_ROW) lastChild[parent] = row;
    }
    const order = new Uint32Array(rows);
    let entered = 0;
    for (const root of this.roots) {
      this.walk(root, (row) => {
        order[entered++] = row;
      });
    }
    this.order = order.subarray(0, entered);
  }

  /** Sets each row of a column to the value of its root, and returns the column. Rows in no tree keep their value. */
  perTree<A extends Column>(column: A, value: (root: number) => number): A {
    for (const row of this.order) {
      const up = this.parents[row]!;
      column[row] = up === NO_ROW ? value(row) : column[up]!;
    }
    return column;
  }

  /** Walks a tree, beginning with its root: enters a row, walks its children, and leaves the row. */
  walk(root: number, enter: (row: number) => void, leave?: (row: number) => void): void {
    let row = root;
    for (;;) {
      enter(row);
      if (this.#firstChild[row] !== NO_ROW) {
        row = this.#firstChild[row]!;
        continue;
      }
      for (;;) {
        leave?.(row);
        if (row === root) return;
        if (this.#nextSibling[row] !== NO_ROW) {
          row = this.#nextSibling[row]!;
          break;
        }
        row = this.parents[row]!;
      }
    }
  }

  /** Yields the children of a row, sorted by id. */
  *children(row: number): Generator<number> {
    for (let child = this.#firstChild[row]!; child !== NO_ROW; child = this.#nextSibling[child]!) {
      yield child;
    }
  }
}

function isAscending(ids: Float64Array): boolean {
  for (let row = 1; row < ids.length; row++) if (ids[row - 1]! > ids[row]!) return false;
  return true;
}

/**
 * Returns the cycles of parents as lists of rows. In each list, every row is followed by its parent, and the first row
 * is that with the smallest id.
 */
export function findRings(parents: Int32Array, ids: Float64Array): number[][] {
  const state = new Uint8Array(parents.length); // 0 unseen, 1 on the current path, 2 done
  const rings: number[][] = [];
  for (let start = 0; start < parents.length; start++) {
    let row = start;
    while (row !== NO_ROW && state[row] === 0) {
      state[row] = 1;
      row = parents[row]!;
    }
    if (row !== NO_ROW && state[row] === 1) {
      const ring = [row];
      for (let next = parents[row]!; next !== row; next = parents[next]!) ring.push(next);
      const least = ring.reduce((best, at, i) => (ids[at]! < ids[ring[best]!]! ? i : best), 0);
      rings.push([...ring.slice(least), ...ring.slice(0, least)]);
    }
    for (let done = start; done !== NO_ROW && state[done] === 1; done = parents[done]!)
      state[done] = 2;
  }
  return rings;
}
