// Makes the checks that need all records: duplicate ids, references, cycles of parents, trees, and values that must
// agree.

import { referenceOf, targetOf } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import type { MissingId } from '../../problems/messages/catalogue.js';
import { linkOf } from '../plan.js';
import { checkAddresses } from './addresses.js';
import { checkTrees } from './check-trees.js';
import type { Derivation } from './derive.js';
import { findImplausible } from './implausible.js';
import { type Across, AcrossCheck, nameOfMissing } from './row-findings.js';
import { NO_ROW, type Table } from './table.js';
import { findRings } from './tree.js';

/**
 * Makes all checks across records. `derivation` must contain all records, also the withheld ones. `unread`: collections
 * of which some records could not be read. A missing record of such a collection is not reported.
 */
export function checkAcross(derivation: Derivation, unread: ReadonlySet<string>): Across {
  const check = new AcrossCheck(derivation, unread);
  for (const table of derivation.tables.values()) {
    checkIds(check, table);
    checkAddresses(check, table);
    checkReferences(check, table);
    checkInnerReferences(check, table);
    checkRings(check, table);
    checkAgreements(check, table);
    checkTaken(check, table);
    checkTrees(check, table);
  }
  findImplausible(check);
  return check;
}

function checkIds(check: AcrossCheck, table: Table): void {
  const holders = new Map<number, number[]>();
  table.ids.forEach((id, row) => {
    const first = table.rowOf(id);
    if (first !== row) memo(holders, id, () => [first]).push(row);
  });
  for (const [id, rows] of holders) {
    const [first, ...later] = table.inPlace(rows);
    const about = table.placeOf(first!);
    for (const row of later) check.report(table, row, '/id', 'duplicate-id', { id }, { about });
  }
}

function checkReferences(check: AcrossCheck, table: Table): void {
  for (const { field, reference } of table.plan.references) {
    if (table.plan.fields[field]!.computed) continue; // other checks compare the field with its computed value
    table.numbers(field).forEach((id, row) => {
      const missing = check.missing(reference, id);
      if (!missing) return;
      check.report(table, row, `/${field}`, nameOfMissing(reference), missing, { missing });
    });
  }
}

function checkInnerReferences(check: AcrossCheck, table: Table): void {
  const { which, row, id } = table.inner;
  let nth = 0;
  for (let i = 0; i < id.length; i++) {
    nth = which[i] === which[i - 1] && row[i] === row[i - 1] ? nth + 1 : 0;
    const place = { which: which[i]!, nth };
    const { reference } = table.plan.inner[which[i]!]!;
    const missing = check.missing(reference, id[i]!);
    if (missing)
      check.report(table, row[i]!, place, nameOfMissing(reference), missing, { missing });
  }
}

function checkRings(check: AcrossCheck, table: Table): void {
  const { parent } = table.plan.declared;
  if (parent === undefined) return;
  for (const ring of findRings(check.derivation.rows(table, parent), table.ids)) {
    const [first, ...others] = ring.map((row) => table.ids[row]!);
    const shown = others.length < 10 ? others : [...others.slice(0, 9), '…' as const];
    check.report(table, ring[0]!, `/${parent}`, 'cycle', {
      ring: [first, ...shown, first].join(' → '),
    });
  }
}

function checkAgreements(check: AcrossCheck, table: Table): void {
  const { derivation } = check;
  for (const { reference, field } of table.plan.declared.agreements) {
    const other = derivation.tables.get(targetOf(table.plan.fields[reference]!))!;
    const own = table.numbers(field);
    const others = other.numbers(field);
    derivation.rows(table, reference).forEach((target, row) => {
      if (target === NO_ROW || own[row] === others[target]) return;
      if (Number.isNaN(own[row]) || Number.isNaN(others[target])) return;
      check.report(table, row, `/${reference}`, 'inconsistent/agreement', {
        field,
        own: own[row]!,
        other: others[target]!,
        reference,
        id: other.ids[target]!,
      });
    });
  }
}

/**
 * Checks fields whose reference is taken from another record. The other record must have a value. If a field embeds the
 * record to which the value refers, that record must exist.
 */
function checkTaken(check: AcrossCheck, table: Table): void {
  const { derivation } = check;
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
      const isGiven = !Number.isNaN(given);
      if (isGiven && (!field.computed || Number.isNaN(id) || given === id)) return;
      const source = sources.find(({ rows }) => rows[row] !== NO_ROW);
      if (!source || source.table.bad[source.rows[row]!] || table.bad[row]) return;
      if (isGiven) {
        check.report(table, row, `/${name}`, 'disagrees', { field: name, given, computed: id });
      } else if (Number.isNaN(id)) {
        const lack = lackOf(derivation, source.table, source.rows[row]!, link.field);
        if (!lack) check.report(table, row, `/${name}`, 'missing-field/source', { field: name });
        else if (lack !== 'bad') check.follows(lack);
      } else if (reference.shape !== undefined) {
        const missing = check.missing(reference, id);
        if (!missing) return;
        // If the other record embeds the missing record, the missing record is already reported for the other record.
        const { shape } = referenceOf(source.table.plan.fields[link.field]!.type)!;
        if (shape !== undefined) check.follows(missing);
        else {
          const { singular } = source.table.plan.declared;
          const of = source.table.ids[source.rows[row]!]!;
          const args = { ...missing, field: name, singular, of, from: link.field };
          check.report(table, row, `/${name}`, 'dangling-reference/taken', args, { missing });
        }
      }
    });
  }
}

/**
 * Returns why a record lacks a value that is itself taken from another record: `bad` if a record on the way has errors,
 * or the missing record that is the cause. Otherwise undefined.
 */
function lackOf(
  derivation: Derivation,
  table: Table,
  row: number,
  field: string,
): MissingId | 'bad' | undefined {
  const link = linkOf(table.plan.fields[field]);
  if (link?.kind !== 'through') return undefined;
  for (const by of link.references) {
    const { collection, shape } = referenceOf(table.plan.fields[by]!.type)!;
    const id = derivation.numbers(table, by)[row]!;
    if (!(id > 0)) continue;
    const target = derivation.tables.get(collection)!;
    const at = target.rowOf(id);
    // If a reference is published as an id, a missing record is only a warning.
    if (at === NO_ROW) return shape === undefined ? undefined : { collection, id };
    return target.bad[at] ? 'bad' : lackOf(derivation, target, at, link.field);
  }
  return undefined;
}
