// Finds the records that are withheld from the public (PROMISES.md §3): records that a rule of their collection
// withholds, and those that refer to a withheld record, directly or through other records. In case of doubt, a record
// is withheld.
import type { WithheldCount } from '../../problems/report.js';
import { sentence, type Text } from '../../problems/say.js';
import type { Tables, Withheld } from './derive.js';
import { NO_ROW } from './table.js';

export interface WithheldRecords {
  /** Undefined when nothing is withheld. */
  readonly rows: Withheld | undefined;
  readonly counts: readonly WithheldCount[];
}

const refersTo = (collection: string): Text =>
  sentence('it refers to a withheld record of {collection}', { collection });

interface Edge {
  readonly from: number;
  readonly fromRow: number;
}

/** Finds the records to withhold, and counts them by reason. */
export function withhold(tables: Tables): WithheldRecords {
  const all = [...tables.values()];
  const counts = new Map<string, WithheldCount>();
  const count = (table: number, reason: Text) => {
    const collection = all[table]!.name;
    const key = JSON.stringify([collection, reason]);
    counts.set(key, { collection, reason, records: (counts.get(key)?.records ?? 0) + 1 });
  };
  const pending: { table: number; row: number }[] = [];
  all.forEach((table, index) => {
    table.reasons.forEach((reason, row) => {
      if (reason === 0) return;
      count(index, { text: table.plan.declared.withheld[reason - 1]!.reason });
      pending.push({ table: index, row });
    });
  });
  if (pending.length === 0) return { rows: undefined, counts: [] };
  const gone = all.map((table) => table.reasons.map((reason) => (reason === 0 ? 0 : 1)));
  const referrers = new Referrers(tables);
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const { from, fromRow } of referrers.of(next.table, next.row)) {
      if (gone[from]![fromRow]) continue;
      gone[from]![fromRow] = 1;
      count(from, refersTo(all[next.table]!.name));
      pending.push({ table: from, row: fromRow });
    }
  }
  return {
    rows: new Map(all.map((table, index) => [table.name, gone[index]!])),
    counts: [...counts.values()],
  };
}

/**
 * For each row, the rows that refer to it. For a collection, the lists of all rows are stored one after another, in
 * `#from` (tables) and `#fromRow` (rows). `#starts` has the place in these arrays at which each list begins.
 */
class Referrers {
  readonly #starts: Uint32Array[];
  readonly #from: Uint8Array[];
  readonly #fromRow: Uint32Array[];

  constructor(tables: Tables) {
    const all = [...tables.values()];
    const place = new Map(all.map((table, index) => [table.name, index]));
    const each = (visit: (target: number, row: number, from: number, fromRow: number) => void) => {
      all.forEach((table, from) => {
        for (const { field, reference } of table.plan.references) {
          const target = tables.get(reference.collection)!;
          const index = place.get(reference.collection)!;
          table.numbers(field).forEach((id, fromRow) => {
            const row = id > 0 ? target.rowOf(id) : NO_ROW;
            if (row !== NO_ROW) visit(index, row, from, fromRow);
          });
        }
        const { which, row: innerRow, id } = table.inner;
        for (let i = 0; i < id.length; i++) {
          const { collection } = table.plan.inner[which[i]!]!.reference;
          const row = tables.get(collection)!.rowOf(id[i]!);
          if (row !== NO_ROW) visit(place.get(collection)!, row, from, innerRow[i]!);
        }
      });
    };
    this.#starts = all.map((table) => new Uint32Array(table.rows + 2));
    each((target, row) => {
      this.#starts[target]![row + 2]!++;
    });
    for (const starts of this.#starts) {
      for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
    }
    this.#from = this.#starts.map((starts) => new Uint8Array(starts.at(-1)!));
    this.#fromRow = this.#starts.map((starts) => new Uint32Array(starts.at(-1)!));
    // While the lists are filled, starts[row + 1] is the next free place in the list of `row`. In the end, it is the
    // place at which that list ends.
    each((target, row, from, fromRow) => {
      const at = this.#starts[target]![row + 1]!++;
      this.#from[target]![at] = from;
      this.#fromRow[target]![at] = fromRow;
    });
  }

  *of(target: number, row: number): Generator<Edge> {
    const starts = this.#starts[target]!;
    for (let at = starts[row]!; at < starts[row + 1]!; at++) {
      yield { from: this.#from[target]![at]!, fromRow: this.#fromRow[target]![at]! };
    }
  }
}
