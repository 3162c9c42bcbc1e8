// Long texts of the record in a file of its own ↔ files beside it. Whenever this is killed, each text is in
// one of them, or in both, which `check` tells and the same command mends.
import {
  closeSync,
  fstatSync,
  linkSync,
  lstatSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { asideOf } from '../disk/temporary.js';
import { isObject, type JsonObject, type LongField } from '../model/fields.js';
import { writing } from '../problems/failure.js';
import { openData, Window } from '../source/data-file.js';
import type { DataFile } from '../source/files.js';
import { type RawRecord, scanFile } from '../source/records.js';
import { bytesOfText, readTextFile } from '../source/texts.js';
import type { Format } from './canonical.js';
import { changedMeanwhile, replaceFile } from './replace.js';
import type { Member } from './tree.js';

/** Whether texts go into files of their own, or back into their records. */
export type Direction = 'split' | 'join';

/** A text that stays where it is, and why: see the words. */
export interface KeptText {
  readonly field: string;
  readonly why: 'characters' | 'differs' | 'unreadable';
}

/** What happened to the texts of a file, or would happen when it is written. */
export interface Moved {
  readonly isChanged: boolean;
  readonly kept: readonly KeptText[];
}

/** Moves the texts of a file that holds one record; of other files, none. */
export function moveTexts(
  file: DataFile,
  fields: readonly LongField[],
  direction: Direction,
  format: Format,
  write: boolean,
): Moved {
  const single = fields.length > 0 ? readSingle(file.path) : undefined;
  if (!single) return { isChanged: false, kept: [] };
  const way =
    direction === 'split' ? split(file, fields, single.record) : join(file, single.record);
  const isChanged = way.members.size > 0 || way.gone.length > 0;
  if (!write || !isChanged) return { isChanged, kept: way.kept };
  const made: string[] = [];
  try {
    for (const { path, bytes } of way.made) {
      create(path, bytes, single.stat);
      made.push(path);
    }
    if (way.members.size > 0) {
      replaceFile({ path: file.path, ...single }, (writeBytes) => {
        const edit = (members: readonly Member[]) => edited(members, way.members);
        let text = '';
        const put = (piece: string) => {
          text += piece;
        };
        format(single.raw.text, 'expanded', put, () => {}, edit);
        writeBytes(Buffer.from(`${text}\n`));
      });
    }
  } catch (error) {
    for (const path of made) rmSync(path, { force: true });
    throw error;
  }
  // Now that the record has them.
  for (const { path, hash } of way.gone) {
    if (readTextFile(path).hash !== hash) throw changedMeanwhile(path);
    rmSync(path);
  }
  return { isChanged, kept: way.kept };
}

interface Way {
  /** The record's fields that come, or go (undefined). */
  readonly members: Map<string, string | undefined>;
  readonly made: { readonly path: string; readonly bytes: Buffer }[];
  readonly gone: { readonly path: string; readonly hash: string }[];
  readonly kept: KeptText[];
}

const nothing = (): Way => ({ members: new Map(), made: [], gone: [], kept: [] });

function split(file: DataFile, fields: readonly LongField[], record: JsonObject): Way {
  const way = nothing();
  for (const { field, ending } of fields) {
    const text = record[field];
    if (typeof text !== 'string') continue;
    const path = `${file.path.slice(0, -'.json'.length)}${ending}`;
    const bytes = bytesOfText(text);
    if (!bytes) way.kept.push({ field, why: 'characters' });
    else if (!lstatSync(path, { throwIfNoEntry: false })) way.made.push({ path, bytes });
    else if (!saysSo(file, field, text)) {
      way.kept.push({ field, why: 'differs' });
      continue;
    }
    if (bytes) way.members.set(field, undefined);
  }
  return way;
}

/** Whether a text is in a file of its own already, such as after a split that was killed. */
function saysSo({ texts = [] }: DataFile, field: string, text: string): boolean {
  const own = texts.find((one) => one.field === field);
  const read = own && readTextFile(own.path);
  return read?.kind === 'text' && read.text === text;
}

function join({ texts = [] }: DataFile, record: JsonObject): Way {
  const way = nothing();
  for (const { field, path } of texts) {
    const read = readTextFile(path);
    const { hash } = read;
    if (read.kind !== 'text') way.kept.push({ field, why: 'unreadable' });
    else if (!Object.hasOwn(record, field)) {
      way.members.set(field, read.text);
      way.gone.push({ path, hash });
    } else if (record[field] === read.text) way.gone.push({ path, hash });
    else way.kept.push({ field, why: 'differs' });
  }
  return way;
}

function edited(members: readonly Member[], news: Way['members']): Member[] {
  const left = members.filter(({ name }) => !news.has(name));
  const come = [...news].flatMap(([name, text]) =>
    text === undefined ? [] : [{ name, key: JSON.stringify(name), value: JSON.stringify(text) }],
  );
  return [...left, ...come];
}

/** The one record of a file, if it can be read without loss. */
function readSingle(path: string) {
  if (!path.endsWith('.json')) return undefined;
  const fd = openData(path);
  try {
    const stat = fstatSync(fd);
    const window = new Window(fd);
    let raw: RawRecord | undefined;
    let isWhole = true;
    scanFile(window, false, {
      record(found) {
        if (found.single && found.defects.length === 0) raw = found;
      },
      fault() {
        isWhole = false;
      },
    });
    const record = raw?.value;
    if (!raw || !isWhole || !isObject(record)) return undefined;
    return { raw, record, stat, digest: window.digest() };
  } finally {
    closeSync(fd);
  }
}

/** Creates a file, complete from the first moment, where there is none. */
function create(path: string, bytes: Buffer, { mode }: Stats): void {
  asideOf(path, (aside) => {
    writing(path, () => writeFileSync(aside, bytes, { flag: 'wx', mode: mode & 0o777 }));
    linkSync(aside, path);
  });
}
