// Changes, adds and removes records in the text of a data file, without changing its other bytes. A record is
// identified by the byte at which it begins.
import { type FileBytes, isObjectFile, readFile, valueAt } from '../../files/source/data-file.js';
import { isLossIn } from '../../files/source/defects.js';
import { scanFile } from '../../files/source/records.js';
import type { Collection } from '../../model/collection.js';
import { isId, isObject, recordType } from '../../model/fields.js';
import type { TextLayout } from './record-text.js';

/** How a file is written as a whole: the text before, between and after its records, and the layout of each record. */
export interface Form {
  readonly layout: TextLayout;
  readonly open: string;
  readonly between: string;
  readonly close: string;
  /** The text of a file without records. */
  readonly none: string;
}

export const SINGLE: Form = { layout: 'expanded', open: '', between: '', close: '\n', none: '' };
export const LIST: Form = {
  layout: 'line',
  open: '[\n  ',
  between: ',\n  ',
  close: '\n]\n',
  none: '[]\n',
};
export const LINES: Form = { layout: 'line', open: '', between: '\n', close: '\n', none: '' };

/** The file of a record. */
export interface Home {
  readonly file: string;
  /** Whether the file contains this record alone, without a list around it. */
  readonly isAlone: boolean;
}

/** The form of a new file. */
export function formOf({ file, isAlone }: Home): Form {
  if (isAlone) return SINGLE;
  return file.endsWith('.ndjson') ? LINES : LIST;
}

/** Where a record is in its file, as byte offsets. */
interface Place {
  /** The id; Infinity for a record without an id, so that this record is sorted last. */
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

/** A file that was read, and its records in the order of the file. */
export interface FileRecords {
  /** The content of the file; empty if the file is too large. */
  readonly bytes: Buffer;
  readonly records: readonly Place[];
  /** Whether the file is one record, not a list. */
  readonly isSingle: boolean;
  /** False if some part of the file cannot be read, for example because of a syntax error. */
  readonly isWhole: boolean;
  /** Where records begin that must not be rewritten, because of a defect such as a key that is given twice. */
  readonly lossy: ReadonlySet<number>;
}

/** Reads a file of a collection, and finds its records. */
export function recordsIn(path: string, collection: Collection): FileRecords {
  const file = readFile(path);
  const bytes = file.bytes.subarray(0, file.end);
  return { bytes, ...scanned(file, path.endsWith('.ndjson'), collection) };
}

/** As {@link recordsIn}, but finds only the records that begin at the bytes `starts`. Finds no errors elsewhere. */
export function recordsAt(
  path: string,
  collection: Collection,
  starts: readonly number[],
): FileRecords {
  const { bytes, end } = readFile(path);
  const lossy = new Set<number>();
  const places = starts
    .toSorted((a, b) => a - b)
    .map((start): Place => {
      const own = Buffer.from(valueAt({ bytes, end }, start));
      const file = { bytes: own, end: own.length, isTooLarge: false };
      const found = scanned(file, false, collection);
      if (!found.isWhole || found.lossy.size > 0) lossy.add(start);
      return { id: found.records[0]?.id ?? placeOf(undefined), start, end: start + own.length };
    });
  const isSingle = !path.endsWith('.ndjson') && isObjectFile(path);
  return { bytes: bytes.subarray(0, end), records: places, isSingle, isWhole: true, lossy };
}

function scanned(file: FileBytes, isLines: boolean, collection: Collection) {
  const type = recordType(collection);
  const records: Place[] = [];
  const lossy = new Set<number>();
  let isSingle = false;
  let isWhole = true;
  scanFile(file, isLines, {
    record: ({ start, text, value, single, defects }) => {
      isSingle ||= single;
      if (defects.some((defect) => isLossIn(type, defect))) lossy.add(start);
      records.push({ id: placeOf(value), start, end: start + Buffer.byteLength(text) });
    },
    fault: () => {
      isWhole = false;
    },
  });
  return { records, isSingle, isWhole, lossy };
}

/** The id by which a record is sorted. A record without an id comes last. */
export const placeOf = (value: unknown): number =>
  isObject(value) && isId(value['id']) ? value['id'] : Number.POSITIVE_INFINITY;

/** The changes in one file. */
export interface FileEdits {
  /** The new texts of records, by the byte at which each begins. A record whose text is undefined is removed. */
  readonly changed?: ReadonlyMap<number, string | undefined>;
  /** New records. Each is put before the first record with a greater id. */
  readonly added?: readonly { readonly id: number; readonly text: string }[];
}

/** Whether all parts of a file that the changes concern can be read. */
export function isEditable(
  file: string,
  { records, isWhole, lossy }: FileRecords,
  { changed = new Map(), added = [] }: FileEdits,
): boolean {
  const known = new Set(records.map(({ start }) => start));
  const isLost = ([start, text]: [number, string | undefined]) =>
    !known.has(start) || (text !== undefined && lossy.has(start));
  const isRead = isWhole || (file.endsWith('.ndjson') && added.length === 0);
  return isRead && ![...changed].some(isLost);
}

/**
 * Returns the content of the file `file` after the changes; undefined if the file was one record, not a list, and this
 * was removed. The changes must be {@link isEditable possible}.
 */
export function edited(
  file: string,
  { bytes, records, isSingle }: FileRecords,
  { changed = new Map(), added = [] }: FileEdits,
): Buffer | undefined {
  const isLines = file.endsWith('.ndjson');
  const [only] = records;
  if (isSingle && only) {
    const text = changed.get(only.start);
    if (text === undefined) return undefined;
    return joined([bytes.subarray(0, only.start), text, bytes.subarray(only.end)]);
  }
  const sorted = [...added].sort((a, b) => a.id - b.id);
  return joined((isLines ? inLines : inList)(bytes, records, changed, sorted));
}

type Parts = (Buffer | string)[];
type NewRecord = NonNullable<FileEdits['added']>[number];
/** Returns the parts that make up the new file. `news`: new records, sorted by id. */
type Rewrite = (
  bytes: Buffer,
  records: readonly Place[],
  changed: NonNullable<FileEdits['changed']>,
  news: NewRecord[],
) => Parts;

/** Removes from `news` the records with smaller ids than `id`, and returns them. */
function takeBefore(id: number, news: NewRecord[]): NewRecord[] {
  const count = news.findIndex((one) => one.id >= id);
  return news.splice(0, count < 0 ? news.length : count);
}

/** For .ndjson. The whole line of a removed record is removed. All other lines stay, even if they cannot be read. */
const inLines: Rewrite = (bytes, records, changed, news) => {
  const lineEnd = lineEndOf(bytes);
  const parts: Parts = [];
  let at = 0;
  const copyTo = (to: number) => {
    parts.push(bytes.subarray(at, to));
    at = to;
  };
  for (const { id, start, end } of records) {
    const newline = start === 0 ? -1 : bytes.lastIndexOf(NEWLINE, start - 1);
    // A byte-order mark before the first record stays.
    copyTo(newline < 0 ? start : newline + 1);
    for (const { text } of takeBefore(id, news)) parts.push(text, lineEnd);
    if (!changed.has(start)) continue;
    const text = changed.get(start);
    if (text === undefined) {
      const next = bytes.indexOf(NEWLINE, end);
      at = next < 0 ? bytes.length : next + 1;
    } else {
      copyTo(start);
      parts.push(text);
      at = end;
    }
  }
  const last = records.at(-1)?.start;
  const isLastGone = last === undefined || (changed.has(last) && changed.get(last) === undefined);
  const isEnded = isLastGone || bytes.at(-1) === NEWLINE;
  copyTo(bytes.length);
  if (!isEnded && news.length > 0) parts.push(lineEnd);
  for (const { text } of news) parts.push(text, lineEnd);
  return parts;
};

/** For a list. The comma and the white space after a record belong to the record. */
const inList: Rewrite = (bytes, records, changed, news) => {
  const lineEnd = lineEndOf(bytes);
  const between = `,${lineEnd}  `;
  const entries: { readonly text: Buffer | string; readonly gap: Buffer | string }[] = [];
  const add = ({ text }: NewRecord) => void entries.push({ text, gap: between });
  let isAnew = true;
  records.forEach(({ id, start, end }, i) => {
    takeBefore(id, news).forEach(add);
    const text = changed.has(start) ? changed.get(start) : bytes.subarray(start, end);
    if (text === undefined) return;
    isAnew = false;
    const next = records[i + 1];
    entries.push({ text, gap: next ? bytes.subarray(end, next.start) : between });
  });
  news.forEach(add);
  const parts = entries.flatMap(({ text, gap }, i) =>
    i === entries.length - 1 ? [text] : [text, gap],
  );
  if (!isAnew) {
    return [bytes.subarray(0, records[0]!.start), ...parts, bytes.subarray(records.at(-1)!.end)];
  }
  const [open, close] = [bytes.indexOf('[') + 1, bytes.lastIndexOf(']')];
  const inside = entries.length > 0 ? [`${lineEnd}  `, ...parts, lineEnd] : [];
  return [bytes.subarray(0, open), ...inside, bytes.subarray(close)];
};

const joined = (parts: readonly (Buffer | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** The line break of the first line. New lines get the same. */
const lineEndOf = (bytes: Buffer): '\r\n' | '\n' =>
  bytes[bytes.indexOf(NEWLINE) - 1] === RETURN ? '\r\n' : '\n';
