// What only all records together can tell: ids, references, rings, trees, values that must agree.
// In: the tables. Out: findings by row; nothing is changed.
import { type Reference, referenceOf, targetOf } from '../model/fields.js';
import type { Arguments, MessageName } from '../problems/messages.js';
import { nearestId } from '../problems/nearest.js';
import { checkTrees } from './check-trees.js';
import type { Derivation } from './derive.js';
import { memo } from './memo.js';
import { linkOf } from './plan.js';
import { NO_ROW, type Table } from './table.js';
import { findRings } from './tree.js';

/** A finding about a row; its place in the file is looked up later. */
export interface RowFinding<N extends MessageName = MessageName> {
  readonly table: Table;
  readonly row: number;
  readonly name: N;
  readonly args: Arguments<N>;
  /** JSON Pointer, or which of the references inside lists and parts it is. */
  readonly path: string | { readonly which: number; readonly nth: number };
  /** Another record that the message speaks of. */
  readonly about?: RowOf | undefined;
}

/** A row of a table. */
export interface RowOf {
  readonly table: Table;
  readonly row: number;
}

/** Ids that records which are not read seem to have, by collection. */
export type PossibleIds = ReadonlyMap<string, ReadonlySet<number>>;

/** Where the checks put what they find. */
export type Report = <N extends MessageName>(
  table: Table,
  row: number,
  path: RowFinding['path'],
  name: N,
  args: Arguments<N>,
  about?: RowOf,
) => void;

/**
 * All findings across records. `derivation` must see all of them, withheld or not; a reference to
 * one of the `elsewhere` is not at fault.
 */
export function checkAcross(derivation: Derivation, elsewhere: PossibleIds): RowFinding[] {
  const findings: RowFinding[] = [];
  const report: Report = (table, row, path, name, args, about) =>
    void findings.push({ table, row, path, name, args, about } as RowFinding);
  const targets = new Targets(derivation, elsewhere);
  for (const table of derivation.tables.values()) {
    checkIds(table, report);
    checkReferences(table, targets, report);
    checkInnerReferences(table, targets, report);
    checkRings(table, derivation, report);
    checkAgreements(table, derivation, report);
    checkTaken(table, derivation, targets, report);
    checkTrees(table, derivation, report);
  }
  return findings;
}

function checkIds(table: Table, report: Report): void {
  const holders = new Map<number, number[]>();
  table.ids.forEach((id, row) => {
    const first = table.rowOf(id);
    if (first !== row) memo(holders, id, () => [first]).push(row);
  });
  for (const [id, rows] of holders) {
    const [first, ...later] = rows
      .map((row) => ({ row, ...table.placeOf(row) }))
      .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.start - b.start));
    const about = { table, row: first!.row };
    for (const { row } of later) report(table, row, '/id', 'duplicate-id', { id }, about);
  }
}

/** What references lead to. */
class Targets {
  readonly #missing = new Map<string, Missing>();

  constructor(
    private readonly derivation: Derivation,
    private readonly elsewhere: PossibleIds,
  ) {}

  /** What is missing where a reference leads nowhere; many may lead to the same nowhere. */
  missing({ collection, shape }: Reference, id: number): Missing | undefined {
    const table = this.derivation.tables.get(collection)!;
    if (!Number.isSafeInteger(id) || id <= 0 || table.rowOf(id) !== NO_ROW) return undefined;
    if (table.mayHold(id) || this.elsewhere.get(collection)?.has(id)) return undefined;
    const name = shape === undefined ? 'unknown-id' : 'dangling-reference';
    return memo(this.#missing, `${name} ${collection} ${id}`, () => {
      const nearest = nearestId(id, (guess) => table.rowOf(guess) !== NO_ROW);
      const about = nearest === undefined ? undefined : { table, row: table.rowOf(nearest) };
      return { name, args: { collection, id, nearest }, about };
    });
  }
}

interface Missing {
  readonly name: 'unknown-id' | 'dangling-reference';
  readonly args: Arguments<'unknown-id'>;
  readonly about: RowOf | undefined;
}

function checkReferences(table: Table, targets: Targets, report: Report): void {
  for (const { field, reference } of table.plan.references) {
    if (table.plan.fields[field]!.computed) continue; // it must agree with one that exists
    table.numbers(field).forEach((id, row) => {
      const missing = targets.missing(reference, id);
      if (missing) report(table, row, `/${field}`, missing.name, missing.args, missing.about);
    });
  }
}

function checkInnerReferences(table: Table, targets: Targets, report: Report): void {
  const { which, row, id } = table.inner;
  let nth = 0;
  for (let i = 0; i < id.length; i++) {
    nth = i > 0 && which[i] === which[i - 1] && row[i] === row[i - 1] ? nth + 1 : 0;
    const place = { which: which[i]!, nth };
    const missing = targets.missing(table.plan.inner[which[i]!]!.reference, id[i]!);
    if (missing) report(table, row[i]!, place, missing.name, missing.args, missing.about);
  }
}

function checkRings(table: Table, derivation: Derivation, report: Report): void {
  const { parent } = table.plan.declared;
  if (parent === undefined) return;
  for (const ring of findRings(derivation.rows(table, parent), table.ids)) {
    const ids = ring.slice(0, 10).map((row) => table.ids[row]!);
    report(table, ring[0]!, `/${parent}`, 'cycle', { ids: [...ids, table.ids[ring[0]!]!] });
  }
}

function checkAgreements(table: Table, derivation: Derivation, report: Report): void {
  for (const { reference, field } of table.plan.declared.agreements) {
    const other = derivation.tables.get(targetOf(table.plan.fields[reference]!))!;
    const own = table.numbers(field);
    const others = other.numbers(field);
    derivation.rows(table, reference).forEach((target, row) => {
      if (target === NO_ROW || own[row] === others[target]) return;
      if (Number.isNaN(own[row]) || Number.isNaN(others[target])) return;
      report(table, row, `/${reference}`, 'inconsistent/agreement', {
        field,
        own: own[row]!,
        other: others[target]!,
        reference,
        id: other.ids[target]!,
      });
    });
  }
}

/** Fields that are taken from another record: it must have them, and ids must lead somewhere. */
function checkTaken(table: Table, derivation: Derivation, targets: Targets, report: Report): void {
  for (const [name, field] of Object.entries(table.plan.fields)) {
    const link = linkOf(field);
    const reference = referenceOf(field.type);
    if (link?.kind !== 'through' || !reference) continue;
    const written = table.numbers(name);
    const followed = derivation.follow(table, name, link);
    const sources = link.references.map((by) => ({
      rows: derivation.rows(table, by),
      table: derivation.tables.get(targetOf(table.plan.fields[by]!))!,
    }));
    written.forEach((given, row) => {
      const id = followed[row]!;
      const source = sources.find(({ rows }) => rows[row] !== NO_ROW);
      if (!source || source.table.bad[source.rows[row]!] || table.bad[row]) return;
      if (!Number.isNaN(given)) {
        if (field.computed && !Number.isNaN(id) && given !== id) {
          report(table, row, `/${name}`, 'disagrees', { field: name, given, computed: id });
        }
      } else if (Number.isNaN(id)) {
        report(table, row, `/${name}`, 'missing-field/source', { field: name });
      } else if (reference.shape !== undefined && targets.missing(reference, id)) {
        const { collection } = reference;
        const args = { collection, id, field: name };
        report(table, row, `/${name}`, 'dangling-reference/taken', args);
      }
    });
  }
}
