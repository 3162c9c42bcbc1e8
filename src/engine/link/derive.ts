// Computes values from other records. There is one function for each kind of link (model/links.ts). A column is
// computed once, when it is first needed. Nothing is computed from a withheld record for a record that is published.

import { targetOf } from '../../model/fields.js';
import type { Link } from '../../model/links.js';
import { memo } from '../../model/memo.js';
import { linkOf } from '../plan.js';
import type { InstantColumn } from '../shard/format.js';
import { filled, float64, hasGaps, int32, uint8 } from './columns.js';
import { compareInstants, NO_ROW, type Table } from './table.js';
import { Forest } from './tree.js';

export type Tables = ReadonlyMap<string, Table>;
/** By collection: 1 for each withheld row, 0 for the others. */
export type Withheld = ReadonlyMap<string, Uint8Array>;

/** For each row of a table, the row (of this or another table) from which its text is taken. */
export interface TextSource {
  readonly tables: readonly Table[];
  readonly field: string;
  /** For each row: the index in `tables`, and the row of that table, or {@link NO_ROW} if there is none. */
  readonly which: Uint8Array;
  readonly row: Int32Array;
}

export class Derivation {
  readonly #columns = new Map<string, Float64Array>();
  readonly #rows = new Map<string, Int32Array>();
  readonly #forests = new Map<string, Forest>();
  readonly #newest = new Map<string, Int32Array>();
  readonly #instants = new Map<string, InstantColumn>();

  constructor(
    readonly tables: Tables,
    readonly withheld?: Withheld,
  ) {}

  /** Returns the published number of each row: the written one, otherwise the computed one; NaN if there is neither. */
  numbers(table: Table, field: string): Float64Array {
    return memo(this.#columns, `${table.name}.${field}`, () => {
      const written = table.numbers(field);
      const link = linkOf(table.plan.fields[field]);
      if (!link || !hasGaps(written)) return written;
      const followed = this.follow(table, field, link);
      return filled(float64(table.rows), (row) =>
        Number.isNaN(written[row]) ? followed[row]! : written[row]!,
      );
    });
  }

  /** Returns the computed number of each row, also of rows in which the number is written. */
  follow(table: Table, field: string, link: Link): Float64Array {
    return memo(this.#columns, `${table.name}.${field} followed`, () => {
      switch (link.kind) {
        case 'depth':
          return this.#depths(table, link.parent);
        case 'root':
          return this.#roots(table, link);
        case 'treeId':
          return this.#treeIds(table, field, link.parent);
        case 'walk':
          return this.#edges(table, link);
        case 'through':
          return this.#through(table, link);
        case 'newest':
          return this.#newestIds(table, link);
        case 'newestBelow':
          throw new Error(`${table.name}.${field} is no number`);
      }
    });
  }

  /** For each row, the row to which its written or computed reference leads; {@link NO_ROW} if there is none. */
  rows(table: Table, field: string): Int32Array {
    return memo(this.#rows, `${table.name}.${field}`, () => {
      const target = this.tables.get(targetOf(table.plan.fields[field]!))!;
      const ids = this.numbers(table, field);
      return filled(int32(table.rows), (row) => (ids[row]! > 0 ? target.rowOf(ids[row]!) : NO_ROW));
    });
  }

  /** Returns the trees of a table. Withheld rows are in no tree. */
  forest(table: Table, parent: string): Forest {
    return memo(this.#forests, `${table.name}.${parent}`, () => {
      const gone = this.withheld?.get(table.name);
      const parents = this.rows(table, parent);
      if (!gone) return new Forest(parents, table.ids);
      // A withheld row is made its own parent, so that it is not part of any tree.
      return new Forest(
        parents.map((up, row) => (gone[row] ? row : up)),
        table.ids,
      );
    });
  }

  /**
   * Returns, for each row, the row from which its text for a field is taken. A row whose record has the field does not
   * use that text.
   */
  textSource(table: Table, field: string): TextSource {
    const link = linkOf(table.plan.fields[field])!;
    if (link.kind === 'through') return this.#throughRows(table, link.references, link.field);
    if (link.kind === 'newestBelow') {
      const row = this.#newestBelow(table, link.parent, link.instant);
      return { tables: [table], field: link.instant, which: uint8(table.rows), row };
    }
    if (link.kind !== 'newest') throw new Error(`${table.name}.${field} is no text`);
    const from = this.tables.get(link.of)!;
    const newest = this.#newestRows(table, link);
    if (link.instant !== link.otherwise)
      throw new Error(`${link.of} and ${table.name} differ in ${field}`);
    return {
      tables: [from, table],
      field: link.instant,
      which: filled(uint8(table.rows), (row) => (newest[row] === NO_ROW ? 1 : 0)),
      row: filled(int32(table.rows), (row) => (newest[row] === NO_ROW ? row : newest[row]!)),
    };
  }

  /** Like {@link textSource}. For a field with instants, {@link NO_ROW} for each row whose record has the field. */
  lackingTexts(table: Table, field: string): TextSource {
    if (!table.plan.instants.includes(field)) return this.textSource(table, field);
    const { seconds } = table.instants(field);
    const row = int32(table.rows);
    if (!hasGaps(seconds)) {
      return { tables: [], field, which: uint8(table.rows), row: row.fill(NO_ROW) };
    }
    const source = this.textSource(table, field);
    const from = (own: number) => (Number.isNaN(seconds[own]) ? source.row[own]! : NO_ROW);
    return { ...source, row: filled(row, from) };
  }

  /** Returns the instant that each row publishes in a field: the written or the computed one. */
  instants(table: Table, field: string): InstantColumn {
    return memo(this.#instants, `${table.name}.${field}`, () => {
      const written = table.instants(field);
      if (!linkOf(table.plan.fields[field]) || !hasGaps(written.seconds)) return written;
      const source = this.textSource(table, field);
      const columns = source.tables.map((from) => this.instants(from, source.field));
      const seconds = written.seconds.slice();
      const fraction = written.fraction.slice();
      const rest = new Map(written.rest);
      seconds.forEach((value, row) => {
        const from = source.row[row]!;
        if (!Number.isNaN(value) || from === NO_ROW) return;
        const column = columns[source.which[row]!]!;
        seconds[row] = column.seconds[from]!;
        fraction[row] = column.fraction[from]!;
        const more = column.rest.get(from);
        if (more !== undefined) rest.set(row, more);
      });
      return { seconds, fraction, rest };
    });
  }

  /** Returns, for each row, the first reference that leads to a record: its index, and the row of that record. */
  #throughRows(table: Table, references: readonly string[], field: string): TextSource {
    const which = uint8(table.rows);
    const row = int32(table.rows).fill(NO_ROW);
    references.forEach((reference, index) => {
      this.rows(table, reference).forEach((target, own) => {
        if (row[own] !== NO_ROW) return;
        row[own] = target;
        which[own] = index;
      });
    });
    const tables = references.map((name) => this.tables.get(targetOf(table.plan.fields[name]!))!);
    return { tables, field, which, row };
  }

  #through(table: Table, link: Link & { kind: 'through' }): Float64Array {
    const { tables, which, row } = this.#throughRows(table, link.references, link.field);
    const columns = tables.map((from) => this.numbers(from, link.field));
    return filled(float64(table.rows), (own) => {
      const from = row[own]!;
      // 0 stands for null, which counts as no value here.
      return (from !== NO_ROW && columns[which[own]!]![from]!) || Number.NaN;
    });
  }

  #depths(table: Table, parent: string): Float64Array {
    const depths = float64(table.rows).fill(Number.NaN);
    const forest = this.forest(table, parent);
    for (const row of forest.order) {
      const up = forest.parents[row]!;
      depths[row] = up === NO_ROW ? 0 : depths[up]! + 1;
    }
    return depths;
  }

  #roots(table: Table, link: Link & { kind: 'root' }): Float64Array {
    const target = this.tables.get(targetOf(table.plan.fields[link.reference]!))!;
    const roots = this.#perTree(target, link.parent, (root) => target.ids[root]!);
    const rows = this.rows(table, link.reference);
    return filled(float64(table.rows), (row) =>
      rows[row] === NO_ROW ? Number.NaN : roots[rows[row]!]!,
    );
  }

  #treeIds(table: Table, field: string, parent: string): Float64Array {
    const written = table.numbers(field);
    return this.#perTree(table, parent, (root) =>
      Number.isNaN(written[root]) ? table.ids[root]! : written[root]!,
    );
  }

  #perTree(table: Table, parent: string, value: (root: number) => number): Float64Array {
    const values = float64(table.rows).fill(Number.NaN);
    return this.forest(table, parent).perTree(values, value);
  }

  #edges(table: Table, link: Link & { kind: 'walk' }): Float64Array {
    const edges = float64(table.rows).fill(Number.NaN);
    const forest = this.forest(table, link.parent);
    for (const root of forest.roots) {
      let step = 0;
      const mark = (row: number) => {
        edges[row] = ++step;
      };
      const count = () => void ++step;
      if (link.edge === 'enter') forest.walk(root, mark, count);
      else forest.walk(root, count, mark);
    }
    return edges;
  }

  /**
   * For each row, the row of the newest record that refers to it and is not withheld; {@link NO_ROW} if there is none.
   */
  #newestRows(table: Table, link: Link & { kind: 'newest' }): Int32Array {
    const how = `${table.name} of ${link.of} by ${link.by} at ${link.instant}`;
    return memo(this.#newest, how, () => {
      const from = this.tables.get(link.of)!;
      const gone = this.withheld?.get(link.of);
      const instants = this.instants(from, link.instant);
      const newest = new Int32Array(table.rows).fill(NO_ROW);
      this.rows(from, link.by).forEach((target, row) => {
        if (target === NO_ROW || gone?.[row]) return;
        const best = newest[target]!;
        if (best === NO_ROW || isNewer(instants, from.ids, row, best)) newest[target] = row;
      });
      return newest;
    });
  }

  #newestIds(table: Table, link: Link & { kind: 'newest' }): Float64Array {
    const { ids } = this.tables.get(link.of)!;
    const newest = this.#newestRows(table, link);
    return filled(float64(table.rows), (row) =>
      newest[row] === NO_ROW ? Number(link.otherwise) : ids[newest[row]!]!,
    );
  }

  #newestBelow(table: Table, parent: string, instant: string): Int32Array {
    const instants = this.instants(table, instant);
    const forest = this.forest(table, parent);
    const newest = filled(int32(table.rows), (row) => row);
    for (let i = forest.order.length - 1; i >= 0; i--) {
      const row = forest.order[i]!;
      const up = forest.parents[row]!;
      if (up !== NO_ROW && isNewer(instants, table.ids, newest[row]!, newest[up]!)) {
        newest[up] = newest[row]!;
      }
    }
    return newest;
  }
}

function isNewer(instants: InstantColumn, ids: Float64Array, a: number, b: number): boolean {
  const order = compareInstants(instants, a, b);
  return order > 0 || (order === 0 && ids[a]! > ids[b]!);
}
