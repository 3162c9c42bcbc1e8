// Conflicts → problems at their places: in the record that stays, or else in the list of open conflicts.
import { type PortalData, shownName } from '../../desk/portal-data.js';
import { NO_ROW } from '../../engine/link/table.js';
import { byPlace } from '../../engine/load.js';
import { memo } from '../../memo.js';
import { type PlacedFinding, placed, wholeFile } from '../../problems/placed.js';
import { pointerStep } from '../../problems/problem.js';
import type { ResolvedSettings } from '../../settings/index.js';
import { placeFindings } from '../../source/places.js';
import { CONFLICTS } from './base.js';
import type { Conflict } from './merge.js';

/** The problems that conflicts are; `data`: as it is after the import. */
export function findingsOf(
  settings: Pick<ResolvedSettings, 'cwd' | 'data'>,
  data: PortalData,
  conflicts: readonly Conflict[],
): PlacedFinding[] {
  const list = shownName(settings, CONFLICTS);
  const inList = ({ line }: Conflict) => ({ file: list, line, column: 1, path: '' });
  const found: PlacedFinding[] = [];
  const add = (conflict: Conflict, where: Parameters<typeof placed>[2]) => {
    const { kind, collection, id, origin, line } = conflict;
    const args = { list: `${list}:${line}` };
    const strictness = { strict: false };
    if (kind === 'field')
      found.push(placed('import-conflict/field', { ...args, origin }, where, strictness));
    else if (kind === 'there') found.push(placed('import-conflict/there', args, where, strictness));
    else found.push(placed('import-conflict/here', { ...args, collection, id }, where, strictness));
  };
  const byFile = new Map<string, { conflict: Conflict; start: number; path: string }[]>();
  for (const conflict of conflicts) {
    const { collection, id, field } = conflict;
    const table = data.table(collection);
    const row = table.rowOf(id);
    if (row === NO_ROW) {
      add(conflict, inList(conflict));
      continue;
    }
    const { file, start } = table.placeOf(row);
    const path = field === undefined ? '' : pointerStep(field);
    const text = data.textsOf(file).find((one) => one.field === field);
    if (text) add(conflict, { ...wholeFile(shownName(settings, text.name)), path });
    else memo(byFile, file, () => []).push({ conflict, start, path });
  }
  for (const [file, some] of byFile) {
    const places = placeFindings(
      data.pathOf(file),
      some.map(({ start, path }) => ({ place: { kind: 'record', start }, path })),
    );
    some.forEach(({ conflict, path }, i) => {
      add(conflict, { file: shownName(settings, file), ...places[i]!, path });
    });
  }
  return found.sort(byPlace);
}
