// Overrides: values that a build would compute from other records, and that the origin publishes otherwise, so that
// the data file has to give them. A value that is given can change what is computed for other records, so the caller
// repeats this until there are no new ones.
import type { Derivation, TextSource } from '../../engine/link/derive.js';
import { NO_ROW, type Table } from '../../engine/link/table.js';
import type { Forest } from '../../engine/link/tree.js';
import { linkOf, type Plan } from '../../engine/plan.js';
import { isText, type Json } from '../../model/fields.js';
import type { Link } from '../../model/links.js';
import { memo } from '../../model/memo.js';
import type { FieldCounts, Known } from './known.js';

/** Which records give a field that a build would compute from other records. */
export class Overrides {
  readonly #ids = new Map<string, Set<number>>();

  has(collection: string, id: number, field: string): boolean {
    return this.#ids.get(`${collection}.${field}`)?.has(id) === true;
  }

  add(collection: string, id: number, field: string): void {
    memo(this.#ids, `${collection}.${field}`, () => new Set<number>()).add(id);
  }

  /** How many there are, by `collection.field`. */
  get counts(): FieldCounts {
    return Object.fromEntries([...this.#ids].map(([name, ids]) => [name, ids.size]));
  }
}

/** A field that a build computes from other records. */
interface Linked {
  readonly field: string;
  readonly link: Link;
  /** Where its text comes from, if it is one. */
  readonly source: TextSource | undefined;
}

/** Adds the overrides that are still missing; returns the collections that got any. `derivation`: what a build computes. */
export function findOverrides(
  { collections }: Plan,
  known: Known,
  derivation: Derivation,
  overrides: Overrides,
): Set<string> {
  const changed = new Set<string>();
  for (const { declared, fields } of collections) {
    const { name } = declared;
    const table = derivation.tables.get(name)!;
    const linked = Object.entries(fields).flatMap(([field, declaration]): Linked[] => {
      const link = linkOf(declaration);
      // A field that must agree with the records cannot be overridden: the proof tells that it differs.
      const isFixed = declaration.computed && link?.kind !== 'walk' && link?.kind !== 'treeId';
      if (!link || isFixed) return [];
      const source = isText(declaration.type) ? derivation.textSource(table, field) : undefined;
      return [{ field, link, source }];
    });
    if (linked.length === 0) continue;
    const trees = new Trees(known, derivation, table);
    for (const id of known.ids(name)) {
      const row = table.rowOf(id);
      if (row === NO_ROW) continue;
      const record = known.record(name, id);
      for (const { field, link, source } of linked) {
        const value = record[field];
        if (value === undefined || overrides.has(name, id, field)) continue;
        const follows = source
          ? textAt(source, row, known)
          : numberAt(derivation.numbers(table, field)[row]!, value);
        if (value === follows) continue;
        const rows = trees.together(link, row, field);
        if (rows.length > 0) changed.add(name);
        const alike = link.kind === 'walk' ? linked.filter((one) => one.link.kind === 'walk') : [];
        for (const one of rows) {
          overrides.add(name, table.ids[one]!, field);
          for (const other of alike) overrides.add(name, table.ids[one]!, other.field);
        }
      }
    }
  }
  return changed;
}

function textAt(source: TextSource, row: number, known: Known): string | undefined {
  const from = source.row[row]!;
  if (from === NO_ROW) return undefined;
  const table = source.tables[source.which[row]!]!;
  return known.text(table.name, table.ids[from]!, source.field);
}

/** A number of a column as JSON: 0 stands for null where null may stand. */
function numberAt(number: number, value: Json): Json | undefined {
  if (Number.isNaN(number)) return undefined;
  return number === 0 && value === null ? null : number;
}

/** Finds the records of a tree that have to give a number together. */
class Trees {
  #roots: Int32Array | undefined;
  /** The roots of trees of which not all numbers are known. */
  readonly #partial = new Set<number>();

  constructor(
    private readonly known: Known,
    private readonly derivation: Derivation,
    private readonly table: Table,
  ) {}

  together(link: Link, row: number, field: string): readonly number[] {
    if (link.kind !== 'walk' && link.kind !== 'treeId') return [row];
    const forest = this.derivation.forest(this.table, link.parent);
    const root = this.#rootOf(forest, row);
    if (root === NO_ROW) return [];
    if (link.kind === 'treeId') {
      // Where the root has the number, no other record of the tree needs it.
      const isRootKnown =
        this.known.record(this.table.name, this.table.ids[root]!)[field] !== undefined;
      return row === root || !isRootKnown ? [row] : [];
    }
    // A tree gives the nested-set numbers of all of its records, or none.
    if (this.#partial.has(root)) return [];
    const rows: number[] = [];
    let isWhole = true;
    const numbers = Object.entries(this.table.plan.fields).filter(
      ([, declaration]) => linkOf(declaration)?.kind === 'walk',
    );
    forest.walk(root, (one) => {
      rows.push(one);
      if (!isWhole) return;
      const record = this.known.record(this.table.name, this.table.ids[one]!);
      isWhole = numbers.every(([name]) => record[name] !== undefined);
    });
    if (isWhole) return rows;
    this.#partial.add(root);
    return [];
  }

  #rootOf(forest: Forest, row: number): number {
    this.#roots ??= forest.perTree(new Int32Array(this.table.rows).fill(NO_ROW), (root) => root);
    return this.#roots[row]!;
  }
}
