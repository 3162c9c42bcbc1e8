// Words → the records with all of them in their names or texts. Reads the files as they are, record by
// record: what is wrong with one hides no other.
import { closeSync } from 'node:fs';
import { shownName } from '../desk/portal-data.js';
import { hearSignals } from '../disk/temporary.js';
import { plainText } from '../html/plain-text.js';
import { nameOf } from '../model/collection.js';
import type { Portal } from '../model/endpoint.js';
import { type Fields, isId, isObject, type JsonObject, type Type } from '../model/fields.js';
import { openData, Window } from '../source/data-file.js';
import { findFiles } from '../source/files.js';
import { placeBytes } from '../source/places.js';
import { SCHEMA_KEY, scanFile } from '../source/records.js';
import { label } from './label.js';
import { fold, type Holds } from './matching.js';

/** A record that was found. */
export interface Found {
  readonly collection: string;
  /** Null where it gives none. */
  readonly id: number | null;
  /** Its name, or how its first text begins; null where it has neither. */
  readonly name: string | null;
  /** Relative to the working folder. */
  readonly file: string;
  readonly line: number;
}

export interface Findings {
  /** Those with all words in their names come first; else in order of collections, files and lines. */
  readonly found: readonly Found[];
  /** The files that could not be read to their ends. */
  readonly unread: readonly string[];
}

/** Finds records. `collection`: look there alone. */
export async function find(
  { collections }: Portal,
  folders: Parameters<typeof shownName>[0],
  words: readonly Holds[],
  collection?: string,
): Promise<Findings> {
  const { files } = findFiles(
    folders.data,
    collections.map(({ name }) => name),
  );
  const named: Found[] = [];
  const others: Found[] = [];
  const unread: string[] = [];
  for (const declared of collections) {
    if (collection !== undefined && declared.name !== collection) continue;
    for (const { name, path } of files.filter((file) => file.collection === declared.name)) {
      await hearSignals();
      const file = shownName(folders, name);
      const held: { start: number; record: JsonObject; isNamed: boolean }[] = [];
      let isWhole = true;
      const fd = openData(path);
      try {
        scanFile(new Window(fd), name.endsWith('.ndjson'), {
          fault: () => {
            isWhole = false;
          },
          record({ value, start }) {
            if (!isObject(value) || !holdsAll(textsOf(value, declared.fields), words)) return;
            const isNamed = holdsAll([nameOf(declared, value) ?? ''], words);
            held.push({ start, record: value, isNamed });
          },
        });
      } finally {
        closeSync(fd);
      }
      if (!isWhole) unread.push(file);
      const places = placeBytes(
        path,
        held.map(({ start }) => start),
      );
      held.forEach(({ record, isNamed }, i) => {
        const id = isId(record['id']) ? record['id'] : null;
        const found = { collection: declared.name, id, name: label(declared, record) ?? null };
        (isNamed ? named : others).push({ ...found, file, line: places[i]!.line });
      });
    }
  }
  return { found: [...named, ...others], unread };
}

/** Whether each word is in one of the texts. */
function holdsAll(texts: Iterable<string>, words: readonly Holds[]): boolean {
  let left = words;
  for (const text of texts) {
    const folded = fold(text);
    left = left.filter((holds) => !holds(folded));
    if (left.length === 0) return true;
  }
  return false;
}

/** The texts of a record, as people read them: markup is none, and neither are times and choices. */
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
