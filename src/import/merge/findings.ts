// Conflicts and records with several versions → problems at their places: in the record or, if the data does not have it,
// in the origin's last state.
import { type PortalData, shownName } from '../../editing/workspace/portal-data.js';
import { NO_ROW } from '../../engine/link/table.js';
import { byPlace } from '../../engine/load.js';
import { placeFindings } from '../../files/source/places.js';
import { memo } from '../../model/memo.js';
import { type PlacedFinding, placed, type Where, wholeFile } from '../../problems/placed.js';
import { pointerStep } from '../../problems/problem.js';
import type { ResolvedSettings } from '../../snapshot/settings/index.js';
import type { Versions } from '../split/index.js';
import type { ImportConflict } from './merge.js';
import { STATE } from './state.js';

/** A problem of a record whose place is not known yet. */
interface RecordFinding {
  readonly collection: string;
  readonly id: number;
  readonly field?: string;
  readonly at: (where: Where) => PlacedFinding;
}

/**
 * Returns the problems for conflicts and for records that the origin showed in several versions. `data`: as it is
 * after the import; `state`: what the next import finds as the origin's last state.
 */
export function findingsOf(
  settings: Pick<ResolvedSettings, 'cwd' | 'data'>,
  [data, state]: readonly [data: PortalData, state: PortalData],
  conflicts: readonly ImportConflict[],
  versions: readonly Versions[],
): PlacedFinding[] {
  const told = [
    ...conflicts.map((conflict): RecordFinding => {
      return { ...conflict, at: (where) => conflictAt(conflict, where) };
    }),
    ...versions.map(({ collection, id, fields }): RecordFinding => {
      const args = { fields: fields.join(', ') };
      const at = (where: Where) => placed('import-conflict/versions', args, where, LAX);
      return { collection, id, at };
    }),
  ];
  const shownIn = {
    data: (file: string) => shownName(settings, file),
    state: (file: string) => shownName(settings, `${STATE}/${file}`),
  };
  const isThere = ({ collection, id }: RecordFinding) =>
    data.table(collection).rowOf(id) !== NO_ROW;
  return [
    ...placedIn(data, shownIn.data, told.filter(isThere)),
    ...placedIn(
      state,
      shownIn.state,
      told.filter((one) => !isThere(one)),
    ),
  ].sort(byPlace);
}

/** The problems of the records that the data has. `shown`: its files as reports name them. */
function placedIn(
  data: PortalData,
  shown: (file: string) => string,
  told: readonly RecordFinding[],
): PlacedFinding[] {
  const found: PlacedFinding[] = [];
  const byFile = new Map<string, { one: RecordFinding; start: number; path: string }[]>();
  for (const one of told) {
    const { collection, id, field } = one;
    const table = data.table(collection);
    const row = table.rowOf(id);
    if (row === NO_ROW) continue;
    const { file, start } = table.placeOf(row);
    const path = field === undefined ? '' : pointerStep(field);
    const text = data.textsOf(file).find((own) => own.field === field);
    if (text) found.push(one.at({ ...wholeFile(shown(text.name)), path }));
    else memo(byFile, file, () => []).push({ one, start, path });
  }
  for (const [file, some] of byFile) {
    const places = placeFindings(
      data.pathOf(file),
      some.map(({ start, path }) => ({ place: { kind: 'record', start }, path })),
    );
    some.forEach(({ one, path }, i) => {
      found.push(one.at({ file: shown(file), ...places[i]!, path }));
    });
  }
  return found;
}

const LAX = { strict: false };

function conflictAt({ kind, collection, id, origin }: ImportConflict, where: Where): PlacedFinding {
  switch (kind) {
    case 'field':
      return placed('import-conflict/field', { origin }, where, LAX);
    case 'there':
      return placed('import-conflict/there', undefined, where, LAX);
    case 'here':
      return placed('import-conflict/here', { collection, id }, where, LAX);
  }
}
