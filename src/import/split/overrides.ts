// Finds overrides: fields that a build would compute from other records, but for which the origin publishes other
// values, so that the data files have to give them. A given value can change what is computed for other records, so
// the caller repeats this until no override is added.
import type { Derivation, TextSource } from '../../engine/link/derive.js';
import { NO_ROW, type Table } from '../../engine/link/table.js';
import type { Forest } from '../../engine/link/tree.js';
import { linkOf, type Plan } from '../../engine/plan.js';
import { isText, type Json, targetOf } from '../../model/fields.js';
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

  /** The number of overrides, by `collection.field`. */
  get counts(): FieldCounts {
    return Object.fromEntries([...this.#ids].map(([name, ids]) => [name, ids.size]));
  }
}

/** A field that a build computes from other records. */
interface Linked {
  readonly field: string;
  readonly link: Link;
  /** If its values are texts: from which records they are computed. */
  readonly source: TextSource | undefined;
}

/**
 * Adds missing overrides, and returns the collections that got any. `derivation`: the values that a build computes.
 */
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
      if (!link) return [];
      // Where a given value must equal the computed one, it cannot override that: the proof reports the difference.
      if (declaration.computed && link.kind === 'through') return [];
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
        // The proof reports such a difference, unless it may be due to an ancestor whose place only the data tells.
        if (isByAncestors(link)) {
          if (trees.isBelowOurs(link, row)) known.noteUnknown(name, id, field);
          continue;
        }
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

/** A link whose value follows from the ancestors of a record. It cannot be overridden either. */
type ByAncestors = Link & { kind: 'depth' | 'root' };

const isByAncestors = (link: Link): link is ByAncestors =>
  link.kind === 'depth' || link.kind === 'root';

function textAt(source: TextSource, row: number, known: Known): string | undefined {
  const from = source.row[row]!;
  if (from === NO_ROW) return undefined;
  const table = source.tables[source.which[row]!]!;
  return known.text(table.name, table.ids[from]!, source.field);
}

/** A number of a column as JSON: 0 becomes null if the origin publishes null. */
function numberAt(number: number, value: Json): Json | undefined {
  if (Number.isNaN(number)) return undefined;
  return number === 0 && value === null ? null : number;
}

/** What the trees of a table tell about numbers that differ from those of the origin. */
class Trees {
  #roots: Int32Array | undefined;
  /** By link: {@link belowOurs} of the trees that it follows. */
  readonly #belowOurs = new Map<Link, Uint8Array>();
  /** The roots of trees in which some nested-set numbers are not known. */
  readonly #partial = new Set<number>();

  constructor(
    private readonly known: Known,
    private readonly derivation: Derivation,
    private readonly table: Table,
  ) {}

  /** Whether a value follows from an ancestor whose parent the origin does not tell. */
  isBelowOurs(link: ByAncestors, row: number): boolean {
    const { known, derivation, table } = this;
    const [trees, from] =
      link.kind === 'depth'
        ? [table, row]
        : [
            derivation.tables.get(targetOf(table.plan.fields[link.reference]!))!,
            derivation.rows(table, link.reference)[row]!,
          ];
    const below = memo(this.#belowOurs, link, () => {
      return belowOurs(known, trees, derivation.forest(trees, link.parent), link.parent);
    });
    return below[from] === 1;
  }

  /** The records of a tree that must give a number if one of them gives it. */
  together(link: Link, row: number, field: string): readonly number[] {
    if (link.kind !== 'walk' && link.kind !== 'treeId') return [row];
    const forest = this.derivation.forest(this.table, link.parent);
    const root = this.#rootOf(forest, row);
    if (root === NO_ROW) return [];
    if (link.kind === 'treeId') {
      // If the root gives the number of the tree, no other record needs to.
      const isRootKnown =
        this.known.record(this.table.name, this.table.ids[root]!)[field] !== undefined;
      return row === root || !isRootKnown ? [row] : [];
    }
    // Either all records of a tree give their nested-set numbers, or none does.
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

/** For each row of a tree: 1 if its parent, or that of an ancestor, is not from the origin. */
function belowOurs(
  known: Known,
  { name, ids, rows }: Table,
  { order, parents }: Forest,
  parent: string,
): Uint8Array {
  const below = new Uint8Array(rows);
  for (const row of order) {
    const up = parents[row]!;
    const isAbove = up !== NO_ROW && below[up] === 1;
    if (isAbove || !known.isFromOrigin(name, ids[row]!, parent)) below[row] = 1;
  }
  return below;
}
