// Conflicts and records with several versions → problems at their places: in the record, or else in conflicts.ndjson.
import { type PortalData, shownName } from '../../editing/workspace/portal-data.js';
import { NO_ROW } from '../../engine/link/table.js';
import { byPlace } from '../../engine/load.js';
import { placeFindings } from '../../files/source/places.js';
import { memo } from '../../model/memo.js';
import { type PlacedFinding, placed, type Where, wholeFile } from '../../problems/placed.js';
import { pointerStep } from '../../problems/problem.js';
import type { ResolvedSettings } from '../../snapshot/settings/index.js';
import type { Versions } from '../split/index.js';
import { CONFLICTS, type Disputed } from './base.js';
import type { ImportConflict } from './merge.js';

/** A problem of a record whose place is not known yet. */
interface RecordFinding extends Disputed {
  readonly at: (where: Where) => PlacedFinding;
  /** Its place if the data does not have the record; undefined: it is then not reported. */
  readonly otherwise?: Where;
}

/**
 * Returns the problems for conflicts and for records that the origin showed in several versions. `data`: as it is
 * after the import.
 */
export function findingsOf(
  settings: Pick<ResolvedSettings, 'cwd' | 'data'>,
  data: PortalData,
  conflicts: readonly ImportConflict[],
  versions: readonly Versions[],
): PlacedFinding[] {
  const list = shownName(settings, CONFLICTS);
  const told = [
    ...conflicts.map((conflict): RecordFinding => {
      const { line } = conflict;
      const otherwise = { file: list, line, column: 1, path: '' };
      return {
        ...conflict,
        at: (where) => conflictAt(conflict, `${list}:${line}`, where),
        otherwise,
      };
    }),
    ...versions.map(({ collection, id, fields }): RecordFinding => {
      const args = { fields: fields.join(', ') };
      const at = (where: Where) => placed('import-conflict/versions', args, where, LAX);
      return { collection, id, at };
    }),
  ];
  const found: PlacedFinding[] = [];
  const byFile = new Map<string, { one: RecordFinding; start: number; path: string }[]>();
  for (const one of told) {
    const { collection, id, field, otherwise } = one;
    const table = data.table(collection);
    const row = table.rowOf(id);
    if (row === NO_ROW) {
      if (otherwise) found.push(one.at(otherwise));
      continue;
    }
    const { file, start } = table.placeOf(row);
    const path = field === undefined ? '' : pointerStep(field);
    const text = data.textsOf(file).find((own) => own.field === field);
    if (text) found.push(one.at({ ...wholeFile(shownName(settings, text.name)), path }));
    else memo(byFile, file, () => []).push({ one, start, path });
  }
  for (const [file, some] of byFile) {
    const places = placeFindings(
      data.pathOf(file),
      some.map(({ start, path }) => ({ place: { kind: 'record', start }, path })),
    );
    some.forEach(({ one, path }, i) => {
      found.push(one.at({ file: shownName(settings, file), ...places[i]!, path }));
    });
  }
  return found.sort(byPlace);
}

const LAX = { strict: false };

function conflictAt(
  { kind, collection, id, origin }: ImportConflict,
  list: string,
  where: Where,
): PlacedFinding {
  switch (kind) {
    case 'field':
      return placed('import-conflict/field', { list, origin }, where, LAX);
    case 'there':
      return placed('import-conflict/there', { list }, where, LAX);
    case 'here':
      return placed('import-conflict/here', { list, collection, id }, where, LAX);
  }
}
