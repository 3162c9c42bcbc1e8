// Words → the records with all of them in their names or texts. Reads the data files record by record, so
// that an invalid record does not hide others.

import { hearSignals } from '../../files/disk/temporary.js';
import { dataFilesOf } from '../../files/source/files.js';
import { withLines } from '../../files/source/places.js';
import { readRecords, SCHEMA_KEY } from '../../files/source/records.js';
import { type TextFile, withBeside } from '../../files/source/texts.js';
import { recordName } from '../../model/collection.js';
import type { Portal } from '../../model/endpoint.js';
import { type Fields, isId, isObject, type JsonObject, type Type } from '../../model/fields.js';
import { fold } from '../../model/fold.js';
import { plainText } from '../../model/html/plain-text.js';
import { shownName } from '../workspace/portal-data.js';
import type { Holds } from './matching.js';
import { label } from './subject.js';

/** A record that was found. */
export interface FoundRecord {
  readonly collection: string;
  /** Null where the record gives none. */
  readonly id: number | null;
  /** Its name, or how its first text begins; null where it has neither. */
  readonly name: string | null;
  /** Relative to the working folder. If a word is only in a text file of the record, that file. */
  readonly file: string;
  readonly line: number;
}

export interface FindResult {
  /** Records with all words in their names come first; else in order of collections, files and lines. */
  readonly found: readonly FoundRecord[];
  /** The files that could not be read to their ends. */
  readonly unread: readonly string[];
}

/** Finds records. `collection`: the only one to search. */
export async function find(
  { collections }: Portal,
  folders: Parameters<typeof shownName>[0],
  words: readonly Holds[],
  collection?: string,
): Promise<FindResult> {
  const { files } = dataFilesOf(folders.data, collections);
  const named: FoundRecord[] = [];
  const others: FoundRecord[] = [];
  const unread: string[] = [];
  for (const declared of collections) {
    if (collection !== undefined && declared.name !== collection) continue;
    for (const { name, path, texts = [] } of files.filter(
      (file) => file.collection === declared.name,
    )) {
      await hearSignals();
      const file = shownName(folders, name);
      const matches: { start: number; record: JsonObject; isNamed: boolean; inText?: InText }[] =
        [];
      let isWhole = true;
      readRecords(
        path,
        ({ value, start, single }) => {
          if (!isObject(value)) return;
          const { fields } = declared;
          const beside = single ? texts : [];
          const record = withBeside(value, beside, (text) => {
            unread.push(shownName(folders, text.name));
          });
          if (lackedBy(textsOf(record, fields), words).length > 0) return;
          const isNamed = lackedBy([recordName(declared, record) ?? ''], words).length === 0;
          const [only] = beside.length > 0 ? lackedBy(textsOf(value, fields), words) : [];
          const inText = only && placeIn(beside, record, fields, only);
          matches.push({ start, record, isNamed, ...(inText && { inText }) });
        },
        () => {
          isWhole = false;
        },
      );
      if (!isWhole) unread.push(file);
      for (const { record, isNamed, inText, line } of withLines(path, matches)) {
        const id = isId(record['id']) ? record['id'] : null;
        const found = { collection: declared.name, id, name: label(declared, record) ?? null };
        const place = inText
          ? { file: shownName(folders, inText.name), line: inText.line }
          : { file, line };
        (isNamed ? named : others).push({ ...found, ...place });
      }
    }
  }
  return { found: [...named, ...others], unread };
}

/** The words that are in none of the texts. */
function lackedBy(texts: Iterable<string>, words: readonly Holds[]): readonly Holds[] {
  let left = words;
  for (const text of texts) {
    const folded = fold(text);
    left = left.filter((holds) => !holds(folded));
    if (left.length === 0) break;
  }
  return left;
}

/** A line of a file that holds a text. */
interface InText {
  /** Relative to the data folder. */
  readonly name: string;
  readonly line: number;
}

/** Where a word is in the texts beside a record. */
function placeIn(
  texts: readonly TextFile[],
  record: JsonObject,
  fields: Fields,
  word: Holds,
): InText | undefined {
  for (const { field, name } of texts) {
    const text = String(record[field] ?? '');
    const holds = (part: string) =>
      lackedBy(textsOf({ [field]: part }, fields), [word]).length === 0;
    if (!holds(text)) continue;
    // Finds the fewest first lines that hold the word: a line by itself does not show what is markup.
    const lines = text.split('\n');
    let [from, to] = [1, lines.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (holds(lines.slice(0, middle).join('\n'))) to = middle;
      else from = middle + 1;
    }
    return { name, line: to };
  }
  return undefined;
}

/** The texts of a record as people read them: without markup, and without times, dates and choices. */
function* textsOf(record: JsonObject, fields: Fields): Generator<string> {
  const pending: { readonly value: unknown; readonly type: Type | undefined }[] = [];
  const open = (object: JsonObject, among: Fields) => {
    for (const name in object) {
      if (name === SCHEMA_KEY) continue;
      pending.push({
        value: object[name],
        type: Object.hasOwn(among, name) ? among[name]!.type : undefined,
      });
    }
  };
  open(record, fields);
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, type } = next;
    if (typeof value === 'string') {
      if (type === undefined || type.kind === 'any-list') yield value;
      else if (type.kind === 'text') yield type.html ? plainText(value) : value;
    } else if (Array.isArray(value)) {
      for (const element of value) {
        pending.push({ value: element, type: type?.kind === 'list' ? type.of : undefined });
      }
    } else if (isObject(value)) open(value, type?.kind === 'part' ? type.fields : {});
  }
}
