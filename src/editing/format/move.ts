// Moves the long texts of a record in a file of its own to files beside it, or back. All files change, or none.
import { lstatSync, statSync } from 'node:fs';
import { Window, withFile } from '../../files/source/data-file.js';
import type { DataFile } from '../../files/source/files.js';
import { type RawRecord, scanFile } from '../../files/source/records.js';
import { bytesOfText, readTextFile } from '../../files/source/texts.js';
import { isObject, type JsonObject, type LongField } from '../../model/fields.js';
import { type Change, putFiles } from '../workspace/put.js';
import { withValues } from '../workspace/rewrite.js';
import { type Format, written } from './canonical.js';
import { changedMeanwhile } from './replace.js';
import type { ObjectMember } from './tree.js';

/** Whether texts go into files of their own, or back into their records. */
export type Direction = 'split' | 'join';

/** A text that stays where it is, and why; words.ts explains the reasons. */
export interface KeptText {
  readonly field: string;
  readonly why: 'characters' | 'differs' | 'unreadable';
}

/** What happened to the texts of a file, or would happen when it is written. */
export interface Moved {
  readonly isChanged: boolean;
  readonly kept: readonly KeptText[];
}

/**
 * Moves the texts of a file that holds one record; does nothing for other files. `data`: the data folder to write to;
 * if it is undefined, this only returns what would happen.
 */
export function moveTexts(
  file: DataFile,
  fields: readonly LongField[],
  direction: Direction,
  format: Format,
  data: string | undefined,
): Moved {
  const single = fields.length > 0 ? readSingle(file.path) : undefined;
  if (!single) return { isChanged: false, kept: [] };
  const way =
    direction === 'split' ? split(file, fields, single.record) : join(file, single.record);
  const { members, made, gone, kept } = way;
  const isChanged = members.size > 0 || gone.length > 0;
  if (data === undefined || !isChanged) return { isChanged, kept };
  const changes: Change[] = [...made, ...gone];
  if (members.size > 0) {
    const edit = (all: readonly ObjectMember[]) => withValues(all, members);
    const after = Buffer.from(written(format, single.raw.text, 'expanded', edit));
    changes.push({ file: file.name, before: single.digest, after });
  }
  if (!putFiles({ data }, changes)) throw changedMeanwhile(file.path);
  return { isChanged, kept };
}

interface MoveDirection {
  /** The fields to add to the record, with their texts, or to remove from it (undefined). */
  readonly members: Map<string, string | undefined>;
  readonly made: Change[];
  readonly gone: Change[];
  readonly kept: KeptText[];
}

const nothing = (): MoveDirection => ({ members: new Map(), made: [], gone: [], kept: [] });

function split(file: DataFile, fields: readonly LongField[], record: JsonObject): MoveDirection {
  const way = nothing();
  for (const { field, ending } of fields) {
    const text = record[field];
    if (typeof text !== 'string') continue;
    const beside = (own: string) => own.slice(0, -'.json'.length) + ending;
    const after = bytesOfText(text);
    if (!after) way.kept.push({ field, why: 'characters' });
    else if (!lstatSync(beside(file.path), { throwIfNoEntry: false })) {
      const { mode } = statSync(file.path);
      way.made.push({ file: beside(file.name), before: undefined, after, mode });
    } else if (!saysSo(file, field, text)) {
      way.kept.push({ field, why: 'differs' });
      continue;
    }
    if (after) way.members.set(field, undefined);
  }
  return way;
}

/** Whether the field's own file has the same text already, such as after a split that was killed. */
function saysSo({ texts = [] }: DataFile, field: string, text: string): boolean {
  const own = texts.find((one) => one.field === field);
  const read = own && readTextFile(own.path);
  return read?.kind === 'text' && read.text === text;
}

function join({ texts = [] }: DataFile, record: JsonObject): MoveDirection {
  const way = nothing();
  for (const { field, name, path } of texts) {
    const read = readTextFile(path);
    const goes = { file: name, before: read.hash, after: undefined };
    if (read.kind !== 'text') way.kept.push({ field, why: 'unreadable' });
    else if (!Object.hasOwn(record, field)) {
      way.members.set(field, read.text);
      way.gone.push(goes);
    } else if (record[field] === read.text) way.gone.push(goes);
    else way.kept.push({ field, why: 'differs' });
  }
  return way;
}

/** The one record of a file, if it can be read without loss. */
function readSingle(path: string) {
  if (!path.endsWith('.json')) return undefined;
  return withFile(path, (fd) => {
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
    return { raw, record, digest: window.digest() };
  });
}
