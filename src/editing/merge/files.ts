// Writes the new versions of the data files that a merge changes, into a folder of their own. A changed record is written
// in the form of `fmt`; the other records of the file keep their bytes.
import type { ResolvedSettings } from '../../snapshot/settings/index.js';
import { DataWriter } from '../format/data-writer.js';
import { recordText } from '../format/record-text.js';
import { nameTaken, Places, withoutTexts } from '../new/place.js';
import { type AddedRecord, editsOf } from '../workspace/edits.js';
import { inFolder, type Overlay } from '../workspace/portal-data.js';
import { laidIn } from '../workspace/try-out.js';
import type { CollectionMerge, Merged, States } from './merge.js';

/** Writes the new versions of changed files. Returns, by file, the path of its new version; undefined to delete it. */
export function writeMerged(
  settings: Pick<ResolvedSettings, 'data'>,
  states: Pick<States, 'mine' | 'theirs'>,
  { collections }: Merged,
  folder: string,
): Overlay {
  const overlay = new Map<string, string | undefined>();
  const places = new Places(settings, states.mine);
  for (const merge of collections) {
    const { plan, changed, removed } = merge;
    const table = states.mine.table(plan.declared.name);
    const files = new DataWriter(folder);
    const added = addNew(merge, states, places, files);
    for (const file of files.names) overlay.set(file, inFolder({ data: folder }, file));
    const old = [
      ...[...changed].map(([id, values]) => {
        return { table, row: table.rowOf(id), values };
      }),
      ...[...removed].map((id) => ({ table, row: table.rowOf(id), values: undefined })),
    ];
    const edits = editsOf(states.mine, old, added);
    for (const [file, path] of laidIn(folder, edits)) overlay.set(file, path);
  }
  return overlay;
}

/** Writes new records that need new files. Returns the new records that belong into existing files. */
function addNew(
  { plan, added }: CollectionMerge,
  { mine, theirs }: Pick<States, 'mine' | 'theirs'>,
  places: Places,
  files: DataWriter,
): AddedRecord[] {
  const { name } = plan.declared;
  const table = theirs.table(name);
  const intoThese: AddedRecord[] = [];
  for (const id of added) {
    const row = table.rowOf(id);
    const record = theirs.recordOf({ table, row }); // all new records come from `theirs`
    const { file } = table.placeOf(row);
    const place = places.of(plan, record, { file, isAlone: theirs.isAlone(file) });
    if (!place) throw nameTaken(`the file of record ${id} of ${name}`);
    for (const own of place.texts) files.add(own.file, own.text);
    const own = withoutTexts(record, place.texts);
    if (mine.hasFile(place.file)) {
      const text = recordText(own, plan.fields, place.isAlone ? 'expanded' : 'line');
      intoThese.push({ ...place, plan, id, text });
    } else files.addRecord(place, plan.fields, own);
  }
  files.end();
  return intoThese;
}
