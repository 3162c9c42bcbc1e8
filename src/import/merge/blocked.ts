// The data as it would be after an import → the records whose changes cannot be applied: a removed record that is
// still referred to, or a changed one that would cause an error that neither the data nor the origin has.

import { eachReference } from '../../editing/query/references.js';
import { type PortalData, shownName } from '../../editing/workspace/portal-data.js';
import { withoutThese } from '../../editing/workspace/try-out.js';
import { rootRows } from '../../engine/link/check-trees.js';
import { NO_ROW } from '../../engine/link/table.js';
import type { LineAndColumn } from '../../files/source/lines.js';
import { placeBytes } from '../../files/source/places.js';
import { memo } from '../../model/memo.js';
import { identityOf } from '../../problems/identity.js';
import type { PlacedFinding } from '../../problems/placed.js';
import type { ResolvedSettings } from '../../snapshot/settings/index.js';

import { keyOf, type Merged } from './merge.js';

/** The data before and after an import, and as the origin has it. */
interface ThreeStates {
  readonly ours: PortalData;
  readonly theirs: PortalData;
  readonly result: PortalData;
}

/**
 * Returns the keys of records whose changes cannot be applied, and the errors that the import would cause. Errors
 * are only searched for if no removed record is still referred to.
 */
export function cannotBe(
  settings: Pick<ResolvedSettings, 'cwd' | 'data'>,
  sides: ThreeStates,
  merged: Merged,
): { readonly found: ReadonlySet<string>; readonly errors: readonly PlacedFinding[] } {
  const referred = stillReferred(sides, merged);
  if (referred.size > 0) return { found: referred, errors: [] };
  const caused = causedErrors(settings, sides);
  const touched = new Set(
    merged.collections.flatMap(({ ours, theirs, changed, added }) => [
      ...changed.map(({ id }) => keyOf(ours.name, id)),
      ...added.map((row) => keyOf(ours.name, theirs.ids[row]!)),
    ]),
  );
  const found = new Set<string>();
  const elsewhere = new Set<string>();
  const inTrees = new Set<string>();
  for (const { key, error } of caused) {
    if (key === undefined) continue;
    (touched.has(key) ? found : elsewhere).add(key);
    if (error.code === 'broken-tree') inTrees.add(key);
  }
  for (const key of allInTrees(sides.result, inTrees)) if (touched.has(key)) found.add(key);
  // An error in an unchanged record is caused by a changed one that refers to it, or to which it refers.
  if (elsewhere.size > 0) {
    eachReference(sides.result, (collection, id, { table, row }) => {
      const [from, to] = [keyOf(table.name, table.ids[row]!), keyOf(collection, id)];
      if (elsewhere.has(from) && touched.has(to)) found.add(to);
      if (elsewhere.has(to) && touched.has(from)) found.add(from);
    });
  }
  return { found, errors: caused.map(({ error }) => error) };
}

/**
 * The keys of all records in the trees of some records. Of a tree that is broken only one record may be told at a time,
 * and without that one the next, so that a long discussion would take more rounds than there are.
 */
function* allInTrees({ derivation }: PortalData, some: ReadonlySet<string>): Generator<string> {
  for (const table of some.size > 0 ? derivation.tables.values() : []) {
    const { parent } = table.plan.declared;
    if (parent === undefined) continue;
    const roots = rootRows(table, derivation, parent);
    const keys = [...table.ids].map((id) => keyOf(table.name, id));
    const trees = new Set(roots.filter((_, row) => some.has(keys[row]!)));
    yield* keys.filter((_, row) => roots[row] !== NO_ROW && trees.has(roots[row]!));
  }
}

/** The removed records to which a remaining record refers, unless it does so at the origin, too. */
function stillReferred(
  { ours, theirs, result }: ThreeStates,
  { collections }: Merged,
): Set<string> {
  const removed = new Set(
    collections.flatMap(({ ours, removed }) =>
      removed.map((row) => keyOf(ours.name, ours.ids[row]!)),
    ),
  );
  const stays = new Set<string>();
  if (removed.size === 0) return stays;
  const edges = (data: PortalData) => {
    const found = new Map<string, Set<string>>();
    eachReference(data, (collection, id, { table, row }) => {
      const to = keyOf(collection, id);
      if (removed.has(to)) memo(found, to, () => new Set()).add(keyOf(table.name, table.ids[row]!));
    });
    return found;
  };
  const [before, after, there] = [edges(ours), edges(result), edges(theirs)];
  for (const [to, from] of after) {
    if ([...from].some((one) => !there.get(to)?.has(one))) stays.add(to);
  }
  // A record that stays also keeps those to which it refers. A loop over a set visits what it adds, too.
  const targets = new Map<string, string[]>();
  for (const [to, from] of before) for (const one of from) memo(targets, one, () => []).push(to);
  for (const one of stays) for (const to of targets.get(one) ?? []) stays.add(to);
  return stays;
}

/** The errors that an import would cause, with the keys of the records that have them. */
function causedErrors(
  settings: Pick<ResolvedSettings, 'cwd' | 'data'>,
  { ours, theirs, result }: ThreeStates,
): { readonly error: PlacedFinding; readonly key: string | undefined }[] {
  const isError = ({ severity }: PlacedFinding) => severity === 'error';
  const news = withoutThese(result.problems.filter(isError), ours.problems);
  const caused = withoutThese(news, theirs.problems, identityOf);
  if (caused.length === 0) return [];
  const wanted = new Set(caused.map(({ file }) => file));
  /** By file with errors: its records in their order; for a file with a record's text, that record. */
  const records = new Map<string, { key: string; start: number; path: string }[]>();
  for (const table of result.derivation.tables.values()) {
    for (let row = 0; row < table.rows; row++) {
      const { file, start } = table.placeOf(row);
      const one = { key: keyOf(table.name, table.ids[row]!), start, path: result.pathOf(file) };
      for (const name of [file, ...result.textsOf(file).map((text) => text.name)]) {
        const shown = shownName(settings, name);
        if (wanted.has(shown)) memo(records, shown, () => []).push(one);
      }
    }
  }
  const places = new Map<string, readonly LineAndColumn[]>();
  for (const [name, some] of records) {
    some.sort((a, b) => a.start - b.start);
    const starts = some.map(({ start }) => start);
    places.set(name, placeBytes(some[0]!.path, starts));
  }
  return caused.map((error) => {
    const { file, line, column } = error;
    const isBefore = (place: LineAndColumn) =>
      place.line < line || (place.line === line && place.column <= column);
    const at = places.get(file)?.findLastIndex(isBefore) ?? 0;
    return { error, key: records.get(file)?.[at]?.key };
  });
}
