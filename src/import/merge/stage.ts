// The changes of a merge → new versions of the data files, made in another folder. A changed record is written in the
// format of `fmt`; every byte of the others stays as it is.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { NewValues } from '../../editing/edit/change.js';
import { edited, type FileEdits, LINES, LIST, recordsIn } from '../../editing/format/file-edit.js';
import { recordText, type TextLayout, valueTexts } from '../../editing/format/record-text.js';
import { withoutTexts } from '../../editing/new/place.js';
import { newText } from '../../editing/workspace/edits.js';
import { inFolder, type Overlay } from '../../editing/workspace/portal-data.js';
import { isObjectFile } from '../../files/source/data-file.js';
import { bytesOfText } from '../../files/source/texts.js';
import type { Fields } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { writing } from '../../problems/failure.js';
import type { ResolvedSettings } from '../../snapshot/settings/index.js';
import { FileWriter } from '../split/lay.js';
import { Homes } from './homes.js';
import type { Changed, CollectionMerge, Merged, Sides } from './merge.js';
import type { Reader } from './reader.js';

/** The changes to the records of one file. */
interface FileChange {
  /** By the offset in bytes at which the record begins, as in `removed`. */
  readonly changed: Map<number, Changed>;
  readonly removed: Set<number>;
  readonly added: { readonly id: number; readonly line: () => string }[];
}

/** Makes the new versions of files in a folder. In the result, a file to delete is undefined. */
export function stage(
  settings: Pick<ResolvedSettings, 'data'>,
  { mine, theirs }: Pick<Sides, 'mine' | 'theirs'>,
  { collections }: Merged,
  folder: string,
): Overlay {
  const stage = new MergeStage(settings, [mine, theirs], folder);
  for (const merge of collections) stage.take(merge);
  return stage.end();
}

class MergeStage {
  readonly #overlay = new Map<string, string | undefined>();
  readonly #ours: Reader;
  readonly #theirs: Reader;
  readonly #homes: Homes;
  readonly #texts: FileWriter;

  constructor(
    settings: Pick<ResolvedSettings, 'data'>,
    [ours, theirs]: readonly [Reader, Reader],
    private readonly folder: string,
  ) {
    [this.#ours, this.#theirs] = [ours, theirs];
    this.#homes = new Homes(settings, ours.data, theirs.data);
    this.#texts = new FileWriter(folder);
  }

  end(): Overlay {
    this.#texts.flush();
    return this.#overlay;
  }

  /** Makes the files of a collection. */
  take(merge: CollectionMerge): void {
    const { data } = this.#ours;
    const known = new Set(data.filesOf(merge.mine.name));
    for (const [file, change] of this.#byFile(merge)) {
      if (!known.has(file)) this.#writeNew(file, change);
      else if (file.endsWith('.json') && isObjectFile(data.pathOf(file))) {
        this.#amendAlone(file, merge, change);
      } else this.#amendShared(file, merge, change);
    }
  }

  /** Groups the changes by file. A new file with one record is not in the result, but written at once. */
  #byFile(merge: CollectionMerge): ReadonlyMap<string, FileChange> {
    const { mine, theirs } = merge;
    const files = new Map<string, FileChange>();
    const inFile = (file: string) =>
      memo(files, file, (): FileChange => ({ changed: new Map(), removed: new Set(), added: [] }));
    for (const one of merge.changed) {
      const { file, start } = mine.placeOf(one.row);
      inFile(file).changed.set(start, one);
    }
    for (const row of merge.removed) {
      const { file, start } = mine.placeOf(row);
      inFile(file).removed.add(start);
    }
    const { plan } = mine;
    for (const row of merge.added) {
      const id = theirs.ids[row]!;
      const record = () => this.#theirs.record(theirs, row);
      const { file, isAlone, texts } = this.#homes.of(plan, id, record, theirs.placeOf(row).file);
      if (isAlone) {
        for (const own of texts) this.#put(own.file, own.text);
        this.#put(file, `${newText(withoutTexts(record(), texts), plan, 'expanded')}\n`);
        continue;
      }
      const line = () => {
        // The origin's data is in the format of `fmt`, so that a record on one line can be copied.
        const own = this.#theirs.text(theirs, row);
        return own.includes('\n') ? newText(record(), plan, 'line') : own;
      };
      inFile(file).added.push({ id, line });
    }
    return files;
  }

  /** Writes a new file of several records, in the format of `fmt`. */
  #writeNew(file: string, { added }: FileChange): void {
    const { open, between, close } = file.endsWith('.ndjson') ? LINES : LIST;
    added
      .sort((a, b) => a.id - b.id)
      .forEach(({ line }, i) => {
        this.#put(file, i === 0 ? open : between);
        this.#put(file, line());
      });
    this.#put(file, close);
  }

  /** Changes or deletes the only record of a file, with its texts in files of their own. */
  #amendAlone(file: string, merge: CollectionMerge, { changed, removed }: FileChange): void {
    const texts = this.#ours.data.textsOf(file);
    if (removed.size > 0) {
      for (const name of [file, ...texts.map(({ name }) => name)]) {
        this.#overlay.set(name, undefined);
      }
      return;
    }
    const [[start, one] = []] = changed;
    const own = this.#ours.text(merge.mine, one!.row);
    const members = new Map(one!.values);
    for (const { field, name } of texts) {
      if (!members.has(field) || Object.hasOwn(JSON.parse(own), field)) continue;
      const text = members.get(field);
      if (typeof text === 'string' && bytesOfText(text)) {
        this.#put(name, `${text}\n`);
        members.delete(field);
      } else this.#overlay.set(name, undefined);
    }
    if (members.size === 0) return;
    const text = withFields(own, members, merge.mine.plan.fields, 'expanded');
    this.#edit(file, { changed: new Map([[start!, text]]) });
  }

  #amendShared(file: string, merge: CollectionMerge, change: FileChange): void {
    const { fields } = merge.mine.plan;
    const changed = new Map<number, string | undefined>();
    for (const [start, { row, values }] of change.changed) {
      const own = this.#ours.text(merge.mine, row);
      changed.set(start, withFields(own, values, fields, 'line'));
    }
    for (const start of change.removed) changed.set(start, undefined);
    const added = change.added.map(({ id, line }) => ({ id, text: line() }));
    this.#edit(file, { changed, added });
  }

  #edit(file: string, edits: FileEdits): void {
    this.#replace(file, edited(file, recordsIn(this.#ours.data.pathOf(file)), edits)!);
  }

  #put(file: string, text: string): void {
    this.#texts.add(file, text);
    this.#overlay.set(file, inFolder({ data: this.folder }, file));
  }

  /** Writes a new version of an existing file, whose mode it gets where it is put in place. */
  #replace(file: string, bytes: Buffer): void {
    const path = inFolder({ data: this.folder }, file);
    mkdirSync(dirname(path), { recursive: true });
    writing(path, () => writeFileSync(path, bytes));
    this.#overlay.set(file, path);
  }
}

/** The text of a record with some fields changed or, if undefined, deleted. Other values keep every digit. */
const withFields = (text: string, changes: NewValues, fields: Fields, layout: TextLayout): string =>
  recordText(text, fields, layout, { values: valueTexts(changes) });
