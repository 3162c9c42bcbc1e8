// Writes new versions of the data files that a merge changes into another folder. A changed record is written as
// `fmt` does; all other bytes stay the same.
import { LINES, LIST, SINGLE } from '../../editing/format/file-edit.js';
import { recordText } from '../../editing/format/record-text.js';
import { withoutTexts } from '../../editing/new/place.js';
import { type AddedRecord, editsOf } from '../../editing/workspace/edits.js';
import { inFolder, type Overlay } from '../../editing/workspace/portal-data.js';
import { laidIn } from '../../editing/workspace/try-out.js';
import type { ResolvedSettings } from '../../snapshot/settings/index.js';
import { FileWriter } from '../split/lay.js';
import { Homes } from './homes.js';
import type { CollectionMerge, Merged, Sides } from './merge.js';

/** Writes the new versions of files into a folder. In the result, undefined means that the file is to be deleted. */
export function stage(
  settings: Pick<ResolvedSettings, 'data'>,
  sides: Pick<Sides, 'mine' | 'theirs'>,
  { collections }: Merged,
  folder: string,
): Overlay {
  const overlay = new Map<string, string | undefined>();
  const homes = new Homes(settings, sides.mine, sides.theirs);
  for (const merge of collections) {
    const { plan, changed, removed } = merge;
    const table = sides.mine.table(plan.declared.name);
    const files = new FileWriter(folder);
    const added = addNew(merge, sides, homes, (file, text) => {
      files.add(file, text);
      overlay.set(file, inFolder({ data: folder }, file));
    });
    files.flush();
    const old = [
      ...[...changed].map(([id, values]) => {
        return { table, row: table.rowOf(id), values };
      }),
      ...removed.map((id) => ({ table, row: table.rowOf(id), values: undefined })),
    ];
    const edits = editsOf(sides.mine, old, added);
    for (const [file, path] of laidIn(folder, edits)) overlay.set(file, path);
  }
  return overlay;
}

/** Adds new records to new files, by calling `put`. Returns the records for existing files. */
function addNew(
  { plan, added }: CollectionMerge,
  { mine, theirs }: Pick<Sides, 'mine' | 'theirs'>,
  homes: Homes,
  put: (file: string, text: string) => void,
): AddedRecord[] {
  const { name } = plan.declared;
  const there = new Set(mine.filesOf(name));
  const intoThese: AddedRecord[] = [];
  const begun = new Map<string, string>();
  for (const id of added) {
    const record = theirs.record(name, id)!; // it is new, so that they have it
    const { file, isAlone, texts } = homes.of(plan, id, record);
    for (const own of texts) put(own.file, own.text);
    const form = isAlone ? SINGLE : file.endsWith('.ndjson') ? LINES : LIST;
    const text = recordText(withoutTexts(record, texts), plan.fields, form.layout);
    if (there.has(file)) {
      intoThese.push({ plan, file, id, text });
      continue;
    }
    put(file, (begun.has(file) ? form.between : form.open) + text);
    begun.set(file, form.close);
  }
  for (const [file, close] of begun) put(file, close);
  return intoThese;
}
