// Makes problems of conflicts, and of records that the portal showed in several versions. A problem is placed at the
// record in the data. If the data does not have the record, the problem is placed in the kept state of the portal.
import type { Conflict } from '../../editing/merge/merge.js';
import { type PortalData, shownName } from '../../editing/workspace/portal-data.js';
import { byPlace, problemsIn } from '../../engine/diagnose/problems.js';
import { NO_ROW } from '../../engine/link/table.js';
import { memo } from '../../model/memo.js';
import type { Arguments } from '../../problems/messages/catalogue.js';
import type { PlacedFinding } from '../../problems/placed.js';
import { type Finding, type Place, pointerStep } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import type { ResolvedSettings } from '../../snapshot/settings/index.js';
import { STATE } from './state.js';

/** A problem with a record, before its place is known. */
export type RecordFinding = {
  readonly collection: string;
  readonly id: number;
  readonly field?: string;
} & { [N in ConflictName]: { readonly name: N; readonly args: Arguments<N> } }[ConflictName];

/**
 * `field`: an editor and the portal changed the same field. `there`: the portal removed a record that an editor
 * changed. `here`: an editor removed a record that the portal changed. `versions`: the portal showed several versions.
 */
type ConflictName = `import-conflict/${'field' | 'there' | 'here' | 'versions'}`;

export function findingOf({ collection, id, field, theirs }: Conflict): RecordFinding {
  if (field !== undefined) {
    const args = { origin: theirs === undefined ? undefined : quote(theirs) };
    return { collection, id, field, name: 'import-conflict/field', args };
  }
  return theirs
    ? { collection, id, name: 'import-conflict/here', args: { collection, id } }
    : { collection, id, name: 'import-conflict/there', args: undefined };
}

/**
 * Finds the places of problems. `data`: the data after the import; `state`: the state of the portal that is kept for
 * the next import.
 */
export function findingsOf(
  settings: Pick<ResolvedSettings, 'cwd' | 'data'>,
  [data, state]: readonly [data: PortalData, state: PortalData],
  findings: readonly RecordFinding[],
): PlacedFinding[] {
  const isThere = ({ collection, id }: RecordFinding) =>
    data.table(collection).rowOf(id) !== NO_ROW;
  const gone = findings.filter((one) => !isThere(one));
  const shown = (file: string) => shownName(settings, file);
  return [
    ...placedIn(data, shown, findings.filter(isThere)),
    ...placedIn(state, (file) => shown(`${STATE}/${file}`), gone),
  ].sort(byPlace);
}

/** Returns the problems with records in `data`. `shown`: returns the name of a file in reports. */
function placedIn(
  data: PortalData,
  shown: (file: string) => string,
  findings: readonly RecordFinding[],
): PlacedFinding[] {
  const files = new Map<string, { readonly path: string; readonly findings: Finding[] }>();
  for (const { collection, id, field, ...about } of findings) {
    const table = data.table(collection);
    const row = table.rowOf(id);
    if (row === NO_ROW) continue;
    const record = table.placeOf(row);
    const text = data.textsOf(record.file).find((own) => own.field === field);
    const { name, path } = text ?? { name: record.file, path: data.pathOf(record.file) };
    const place: Place = text ? { kind: 'file', file: name } : record;
    const finding = { ...about, place, path: field === undefined ? '' : pointerStep(field) };
    memo(files, name, () => ({ path, findings: [] })).findings.push(finding);
  }
  return [...files].flatMap(([name, { path, findings }]) =>
    problemsIn(findings, { path, name: shown(name) }, { strict: false }),
  );
}
