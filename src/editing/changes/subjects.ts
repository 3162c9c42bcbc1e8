// What problems are about. Input: a data file and places in it. Output: for each place the record there
// (named by collection and id) or else the file, with a hash of its content. Moving or reformatting a
// record does not change its hash.

import { hash } from 'node:crypto';
import { inWriting } from '../../engine/compile/written.js';
import { type FileBytes, hashFile, readFile } from '../../files/source/data-file.js';
import type { DataFile } from '../../files/source/files.js';
import { walkJson } from '../../files/source/json.js';
import { type LineAndColumn, LineWalker } from '../../files/source/lines.js';
import { type RawRecord, readRecords } from '../../files/source/records.js';
import { readTextFile } from '../../files/source/texts.js';
import { canonical } from '../../model/canonical.js';
import { isObject, type Json } from '../../model/fields.js';

/** A record or a file that has a problem. */
export interface ProblemSubject {
  /** Such as `regions 5`; the same before and after a change. */
  readonly name: string;
  /** SHA-256 of its content. */
  readonly content: string;
}

const NEWLINE = 0x0a;

/** The subjects of problems in one data file, in the order of their places. */
export async function subjectsIn(
  file: DataFile,
  places: readonly LineAndColumn[],
): Promise<ProblemSubject[]> {
  const subjects: (ProblemSubject | undefined)[] = places.map(() => undefined);
  const bytes = readFile(file.path);
  const found = findBytes(bytes, places);
  const order = inOrder(found, (a, b) => a.at - b.at);
  let next = 0;
  // A place with a syntax error is in no record.
  readRecords(file.path, (raw) => {
    if (next === order.length) return;
    const end = raw.start + Buffer.byteLength(raw.text);
    let subject: ProblemSubject | undefined;
    for (; next < order.length && found[order[next]!]!.at < end; next++) {
      if (found[order[next]!]!.at < raw.start) continue; // between two records
      subject ??= ofRecord(file, raw);
      subjects[order[next]!] = subject;
    }
  });
  if (file.name.endsWith('.ndjson')) {
    // A line of NDJSON that cannot be read counts as a record without an id.
    found.forEach(({ lineStart }, i) => {
      subjects[i] ??= withoutId(file, hash('sha256', lineAt(bytes, lineStart), 'hex'));
    });
  }
  const whole = subjects.includes(undefined) ? await hashFile(file.path) : '';
  return subjects.map((subject) => subject ?? { name: `file ${file.name}`, content: whole });
}

/** The single record of a file, with the texts beside it; for a file that has none, the file. */
export async function subjectOf(file: DataFile): Promise<ProblemSubject> {
  let subject: ProblemSubject | undefined;
  readRecords(file.path, (raw) => {
    if (raw.single) subject = ofRecord(file, raw);
  });
  return subject ?? { name: `file ${file.name}`, content: await hashFile(file.path) };
}

/** The records of a file whose names, such as `regions 5`, are among `names`. */
export function subjectsNamed(file: DataFile, names: ReadonlySet<string>): ProblemSubject[] {
  const found: ProblemSubject[] = [];
  readRecords(file.path, (raw) => {
    const name = nameOf(file, raw);
    if (name !== undefined && names.has(name)) found.push(ofRecord(file, raw));
  });
  return found;
}

function ofRecord(file: DataFile, raw: RawRecord): ProblemSubject {
  const name = nameOf(file, raw);
  const content = hash('sha256', saidBy(raw, file), 'hex');
  return name === undefined ? withoutId(file, content) : { name, content };
}

/** A record without an id is named by its content. */
function withoutId({ collection }: DataFile, content: string): ProblemSubject {
  return { name: `${collection} ${content}`, content };
}

function nameOf({ collection }: DataFile, { value }: RawRecord): string | undefined {
  const id = isObject(value) ? value['id'] : undefined;
  return Number.isSafeInteger(id) ? `${collection} ${id}` : undefined;
}

/** The content of a record as text: the same for the same keys and values, however they are written, but for those whose writing was noted. */
export function saidBy(
  { value, text, single, defects }: RawRecord,
  { texts = [] }: DataFile,
): string {
  if (defects.length > 0) return tokensOf(text); // JSON.parse lost something
  if (!single || !isObject(value)) return canonical(inWriting(value as Json)); // what JSON.parse returned
  const { $schema: _, ...record } = value; // helps text editors; it is no data
  const beside = texts.map(({ field, path }) => {
    const read = readTextFile(path);
    return [field, read.kind === 'text' ? read.text : { unreadable: read.hash }] as const;
  });
  // A text counts the same in the record's own file as in a file beside it.
  return canonical(inWriting({ ...record, ...Object.fromEntries(beside) }));
}

/** The tokens of a JSON text, without the white space between them. */
function tokensOf(text: string): string {
  const tokens: (string | number)[] = [];
  walkJson(text, 0, {
    value: (at, path) => void tokens.push(path.depth, text[at]!),
    key: (at, end) => void tokens.push(text.slice(at, end)),
    scalar: (at, end) => void tokens.push(text.slice(at, end)),
  });
  return JSON.stringify(tokens);
}

/** A place in a file, in bytes. */
interface FoundPlace {
  readonly at: number;
  readonly lineStart: number;
}

/** Finds the byte offsets of places, in one pass over the file. */
function findBytes(file: FileBytes, places: readonly LineAndColumn[]): FoundPlace[] {
  const found: FoundPlace[] = places.map(() => ({ at: 0, lineStart: 0 }));
  const walker = new LineWalker(file);
  for (const index of inOrder(places, (a, b) => a.line - b.line || a.column - b.column)) {
    walker.toPlace(places[index]!);
    const { offset, lineStart } = walker;
    found[index] = { at: offset, lineStart };
  }
  return found;
}

/** The bytes of the line that begins at a byte. */
function lineAt({ bytes, end }: FileBytes, start: number): Buffer {
  const rest = bytes.subarray(start, end);
  const newline = rest.indexOf(NEWLINE);
  return newline < 0 ? rest : rest.subarray(0, newline);
}

/** The indexes of elements in the order that `compare` gives. */
function inOrder<T>(all: readonly T[], compare: (a: T, b: T) => number): number[] {
  return all.map((_, i) => i).sort((a, b) => compare(all[a]!, all[b]!));
}
