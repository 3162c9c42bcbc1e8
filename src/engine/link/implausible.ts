// Finds values that are valid but unlikely in view of other records, by the rules in `implausible` of each collection.
// Reports warnings by row.

import type { Suspicion } from '../../model/collection.js';
import { LIMITS } from '../../model/limits.js';
import { memo } from '../../model/memo.js';
import type { Derivation } from './derive.js';
import type { AddFinding } from './row-findings.js';
import type { Table } from './table.js';

type Same = Suspicion & { readonly kind: 'same' };
type Alone = Suspicion & { readonly kind: 'companions' };

/** Reports unlikely values. `lost`: collections of which some records are missing or could not be read. */
export function findImplausible(
  derivation: Derivation,
  lost: ReadonlySet<string>,
  report: AddFinding,
): void {
  for (const table of derivation.tables.values()) {
    for (const rule of table.plan.declared.implausible) {
      const some = limited(report);
      if (rule.kind === 'same') findSame(table, rule, some);
      if (rule.kind === 'companions') findAlone(table, rule, derivation, lost, some);
    }
  }
}

/** Returns a function that passes on at most {@link LIMITS.ruleWarnings} findings to `report`. */
function limited(report: AddFinding): AddFinding {
  let left = LIMITS.ruleWarnings;
  return (...finding) => {
    if (left-- > 0) report(...finding);
  };
}

function findSame(table: Table, { name: rule, field, within }: Same, report: AddFinding): void {
  const texts = table.collated(field);
  const ids = table.numbers(within);
  const holders = new Map<string, number[]>();
  texts.forEach((text, row) => {
    // A copy (a later record with the same id) is reported by another check, and is not compared here.
    if (text !== '' && ids[row]! > 0 && !table.isCopy(row))
      memo(holders, `${ids[row]} ${text}`, () => []).push(row);
  });
  for (const rows of holders.values()) {
    if (rows.length === 1) continue;
    const [first, ...later] = table.inPlace(rows);
    for (const row of later) {
      const args = { rule, field, found: texts[row]!, within, id: ids[row]! };
      const about = table.placeOf(first!);
      report(table, row, `/${field}`, 'implausible/same', args, { about });
    }
  }
}

/**
 * Reports records without a companion: a record that `new` writes together with them, such as the event of a comment.
 * Does not look for companions in a collection that is empty, or of which some records are missing or could not be
 * read.
 */
function findAlone(
  table: Table,
  { name: rule }: Alone,
  { tables }: Derivation,
  lost: ReadonlySet<string>,
  report: AddFinding,
): void {
  const { companions, singular } = table.plan.declared;
  const known = companions.flatMap(({ collection, by }) => {
    const other = tables.get(collection)!;
    const isAll = other.rows > 0 && !lost.has(collection);
    return isAll ? [{ collection, ids: new Set(other.numbers(by)) }] : [];
  });
  table.ids.forEach((id, row) => {
    const lacking = known.filter(({ ids }) => !ids.has(id)).map(({ collection }) => collection);
    if (lacking.length > 0)
      report(table, row, '', 'implausible/companions', { rule, singular, id, lacking });
  });
}
