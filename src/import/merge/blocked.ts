// What the data would be after an import → the records whose changes cannot be taken over: to remove them would
// leave references behind, or they would make an error that neither the data nor the origin has.

import { eachReference } from '../../editing/query/references.js';
import { type PortalData, shownName } from '../../editing/workspace/portal-data.js';
import { withoutThese } from '../../editing/workspace/try-out.js';
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
 * The records, by their keys, whose changes cannot be taken over; and the errors that the import would cause. The
 * errors are only looked for once nothing is removed that others refer to.
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
  for (const { key } of caused)
    if (key !== undefined) (touched.has(key) ? found : elsewhere).add(key);
  // A record that did not change itself is at fault because of one that did, such as another one of its tree.
  if (elsewhere.size > 0) {
    eachReference(sides.result, (collection, id, { table, row }) => {
      const [from, to] = [keyOf(table.name, table.ids[row]!), keyOf(collection, id)];
      if (elsewhere.has(from) && touched.has(to)) found.add(to);
      if (elsewhere.has(to) && touched.has(from)) found.add(from);
    });
  }
  return { found, errors: caused.map(({ error }) => error) };
}

/** The removed records that something which stays refers to, unless it does so at the origin, too. */
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
  // What stays keeps what it refers to: a loop over a set visits what it adds, too.
  const targets = new Map<string, string[]>();
  for (const [to, from] of before) for (const one of from) memo(targets, one, () => []).push(to);
  for (const one of stays) for (const to of targets.get(one) ?? []) stays.add(to);
  return stays;
}

/** The errors that an import would cause, by the records at fault. */
function causedErrors(
  settings: Pick<ResolvedSettings, 'cwd' | 'data'>,
  { ours, theirs, result }: ThreeStates,
): { readonly error: PlacedFinding; readonly key: string | undefined }[] {
  const isError = ({ severity }: PlacedFinding) => severity === 'error';
  const news = withoutThese(result.problems.filter(isError), ours.problems);
  const caused = withoutThese(news, theirs.problems, identityOf);
  if (caused.length === 0) return [];
  const wanted = new Set(caused.map(({ file }) => file));
  /** The records of each file with errors, in their order; of the file of a text, its record. */
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
