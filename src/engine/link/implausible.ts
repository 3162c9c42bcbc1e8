// Finds what is valid but implausible beside other records: a date far ahead of all others, and what breaks the rules
// that collections declare in `implausible`. Reads the tables and reports warnings by row.

import type { Suspicion } from '../../model/collection.js';
import { targetOf } from '../../model/fields.js';
import { LIMITS } from '../../model/limits.js';
import { memo } from '../../model/memo.js';
import { END_OF_YEARS } from '../../model/time.js';
import type { Derivation } from './derive.js';
import type { AddFinding } from './row-findings.js';
import { NO_ROW, type Table } from './table.js';

type Same = Suspicion & { readonly kind: 'same' };
type Outside = Suspicion & { readonly kind: 'outside' };
type Alone = Suspicion & { readonly kind: 'companions' };

const YEAR = 365 * 24 * 3600;
/** From here on dates are not compared: years from 2100 on are reported anyway. (East of UTC, 2100 begins earlier.) */
const END = Date.UTC(END_OF_YEARS - 1, 11, 31) / 1000;

/** Reports what is implausible across records. `lost`: the collections of which records are missing or hidden. */
export function findImplausible(
  derivation: Derivation,
  lost: ReadonlySet<string>,
  report: AddFinding,
): void {
  findAhead(derivation, report);
  for (const table of derivation.tables.values()) {
    for (const rule of table.plan.declared.implausible) {
      const some = limited(report);
      if (rule.kind === 'same') findSame(table, rule, some);
      if (rule.kind === 'outside') findOutside(table, rule, derivation, some);
      if (rule.kind === 'companions') findAlone(table, rule, derivation, lost, some);
    }
  }
}

/** Reports the first {@link LIMITS.ruleWarnings} findings, and no more. */
function limited(report: AddFinding): AddFinding {
  let left = LIMITS.ruleWarnings;
  return (...finding) => {
    if (left-- > 0) report(...finding);
  };
}

/**
 * Reports the newest date, if all other dates are at least a year older. Equal dates count as one: records that are
 * made together have the same date.
 */
function findAhead({ tables }: Derivation, report: AddFinding): void {
  const columns = [...tables.values()].flatMap((table) =>
    table.plan.instants.map((field) => ({ table, field, ...table.instants(field) })),
  );
  const newestBefore = (end: number) => {
    let newest = Number.NEGATIVE_INFINITY;
    for (const { seconds } of columns) {
      for (const instant of seconds) if (instant > newest && instant < end) newest = instant;
    }
    return newest;
  };
  const last = newestBefore(END);
  const next = newestBefore(last);
  if (!Number.isFinite(next) || last - next < YEAR) return;
  const args = { found: dayOf(last), newest: dayOf(next) };
  for (const { table, field, seconds } of columns) {
    const some = limited(report);
    for (let row = seconds.indexOf(last); row >= 0; row = seconds.indexOf(last, row + 1))
      some(table, row, `/${field}`, 'implausible/date-ahead', args);
  }
}

/** The day of an instant in UTC, such as `2026-03-05`. */
const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

function findSame(table: Table, { name, field, within }: Same, report: AddFinding): void {
  const texts = table.collated(field);
  const ids = table.numbers(within);
  const holders = new Map<string, number[]>();
  texts.forEach((text, row) => {
    // A record with the id of an earlier one is reported as a duplicate id, not for its fields.
    if (text !== '' && ids[row]! > 0 && !table.isCopy(row))
      memo(holders, `${ids[row]} ${text}`, () => []).push(row);
  });
  for (const rows of holders.values()) {
    if (rows.length === 1) continue;
    const [first, ...later] = table.inPlace(rows);
    for (const row of later) {
      const args = { field, found: texts[row]!, within, id: ids[row]! };
      const about = { table, row: first! };
      report(table, row, `/${field}`, `implausible/${name}`, args, { about });
    }
  }
}

function findOutside(
  table: Table,
  { name, reference, of, among }: Outside,
  derivation: Derivation,
  report: AddFinding,
): void {
  const target = derivation.tables.get(targetOf(table.plan.fields[reference]!))!;
  const values = target.numbers(of);
  const others = derivation.rows(target, of);
  const list = table.plan.inner.findIndex(({ steps }) => steps.join() === `${among},*`);
  const { which, row: owners, id } = table.inner;
  const named = new Map<number, Set<number>>();
  owners.forEach((owner, i) => {
    if (which[i] === list) memo(named, owner, () => new Set()).add(id[i]!);
  });
  derivation.rows(table, reference).forEach((row, own) => {
    // An empty list restricts nothing, and missing records are reported elsewhere.
    const some = named.get(own);
    if (row === NO_ROW || others[row] === NO_ROW || !some) return;
    const value = values[row]!;
    if (some.has(value)) return;
    const args = { field: reference, id: target.ids[row]!, of, value, among };
    report(table, own, `/${reference}`, `implausible/${name}`, args);
  });
}

/**
 * Reports records without a companion (a record that `new` makes together with them). Skips a collection of companions
 * that has no records at all, or of which some are unreadable or missing: the companion may be among these.
 */
function findAlone(
  table: Table,
  { name }: Alone,
  { tables }: Derivation,
  lost: ReadonlySet<string>,
  report: AddFinding,
): void {
  const { companions, singular } = table.plan.declared;
  const known = companions.flatMap(({ collection, by }) => {
    const other = tables.get(collection)!;
    const isAll = other.rows > 0 && other.isWhole && !lost.has(collection);
    return isAll ? [{ collection, ids: new Set(other.numbers(by)) }] : [];
  });
  table.ids.forEach((id, row) => {
    const lacking = known.filter(({ ids }) => !ids.has(id)).map(({ collection }) => collection);
    if (lacking.length > 0)
      report(table, row, '', `implausible/${name}`, { singular, id, lacking });
  });
}
