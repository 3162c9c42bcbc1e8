// Finds values that are valid but unlikely in view of other records, by the rules in `implausible` of each collection.
// Reports warnings by row.

import type { ImplausibleRule } from '../../model/collection.js';
import { LIMITS } from '../../model/limits.js';
import { memo } from '../../model/memo.js';
import type { AcrossCheck } from './row-findings.js';
import type { Table } from './table.js';

type Same = ImplausibleRule & { readonly kind: 'same' };
type Alone = ImplausibleRule & { readonly kind: 'companions' };

/** Reports unlikely values. Of the warnings of one rule, at most {@link LIMITS.ruleWarnings} are reported. */
export function findImplausible(check: AcrossCheck): void {
  const missing = check.findings.flatMap(({ missing }) => missing?.collection ?? []);
  const lost = new Set([...check.unread, ...missing]);
  for (const table of check.derivation.tables.values()) {
    for (const rule of table.plan.declared.implausible) {
      if (rule.kind === 'same') findSame(check, table, rule);
      if (rule.kind === 'companions') findAlone(check, table, rule, lost);
    }
  }
}

function findSame(check: AcrossCheck, table: Table, { name: rule, field, within }: Same): void {
  let left = LIMITS.ruleWarnings;
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
      if (left-- > 0) check.report(table, row, `/${field}`, 'implausible/same', args, { about });
    }
  }
}

/**
 * Reports records without a companion: a record that `new` writes together with them, such as the event of a comment.
 * Does not look for companions in a collection that is empty, or of which some records are `lost`: missing, or not read.
 */
function findAlone(
  check: AcrossCheck,
  table: Table,
  { name: rule }: Alone,
  lost: ReadonlySet<string>,
): void {
  let left = LIMITS.ruleWarnings;
  const { companions, singular } = table.plan.declared;
  const known = companions.flatMap(({ collection, by }) => {
    const other = check.derivation.tables.get(collection)!;
    const isAll = other.rows > 0 && !lost.has(collection);
    return isAll ? [{ collection, ids: new Set(other.numbers(by)) }] : [];
  });
  table.ids.forEach((id, row) => {
    const lacking = known.filter(({ ids }) => !ids.has(id)).map(({ collection }) => collection);
    if (lacking.length > 0 && left-- > 0)
      check.report(table, row, '', 'implausible/companions', { rule, singular, id, lacking });
  });
}
