// Completes the findings of one file with what their messages will say besides: the cause of a syntax error, the
// encoding, or the name and place of another record. May replace several findings by one that explains them. Keeps
// the order.

import {
  type FileBytes,
  FileReader,
  isObjectFile,
  readRecordAt,
} from '../../files/source/data-file.js';
import { nameBelow } from '../../files/source/files.js';
import type { LineAndColumn } from '../../files/source/lines.js';
import { isOfRecords } from '../../files/source/merge-conflict.js';
import { placeBytes } from '../../files/source/places.js';
import { type Collection, recordName } from '../../model/collection.js';
import { isObject } from '../../model/fields.js';
import { LIMITS } from '../../model/limits.js';
import { memo, once } from '../../model/memo.js';
import type { SyntaxCause } from '../../problems/messages/catalogue.js';
import type { Finding } from '../../problems/problem.js';
import type { RowFinding, RowOf } from '../link/row-findings.js';
import type { Table } from '../link/table.js';
import { otherFormat, withoutForeign } from './formats.js';
import type { RecordNames } from './missing.js';
import { syntaxCause } from './syntax-cause.js';
import { isOfTwo } from './twins.js';

/** A finding in a file. `about`: the other record that the message mentions. */
export type FindingAbout = Finding & { readonly about?: RowOf | undefined };

/** At most this many bytes before and after the place of a finding are looked at. */
const AROUND = 256;

export class Explainer implements RecordNames {
  /** Reads the files that have findings, and those with records that findings mention. */
  readonly reader = new FileReader();
  readonly #names = new Map<string, string>();
  /** For each file, the byte offsets of the records whose places {@link lineAndColumn} can return. */
  readonly #starts = new Map<string, number[]>();
  /**
   * For each file, the places of the records in {@link #starts}, by byte offset. They are found in one pass over each
   * file. One pass for each record could take hours.
   */
  readonly #places = once(
    () =>
      new Map(
        [...this.#starts].map(([file, starts]) => {
          const found = placeBytes(this.paths.get(file)!, starts, this.reader.read);
          return [file, new Map(starts.map((start, i) => [start, found[i]!]))] as const;
        }),
      ),
  );

  /**
   * `paths`: the path of each data file and text file, by its name. `folder`: the path with which file names in reports
   * begin. `findings`: the findings that may mention other records. `collectionOf`: returns the collection of a file.
   * `encoding`: the encoding that older programs used, such as windows-1251.
   */
  constructor(
    private readonly paths: ReadonlyMap<string, string>,
    private readonly folder: string,
    findings: readonly RowFinding[],
    private readonly collectionOf: (file: string) => Collection,
    private readonly encoding: string | undefined,
  ) {
    for (const { about, table, row } of findings) {
      if (!about) continue;
      for (const one of [about, { table, row }]) {
        const { file, start } = one.table.placeOf(one.row);
        memo(this.#starts, file, () => []).push(start);
      }
    }
  }

  /**
   * Adds to the findings of one file what their messages mention. May replace several findings by one that explains
   * them. Keeps the order.
   */
  ofFile(file: string, findings: readonly FindingAbout[]): Finding[] {
    const path = this.paths.get(file)!;
    const read = () => this.reader.read(path);
    const isUnread = ({ name }: Finding) => name === 'syntax' || name === 'encoding';
    if (!findings.some(isUnread))
      return withoutForeign(findings, read).map((finding) => this.#explain(finding, file));
    const whole = otherFormat(path, around(read(), 0).behind, findings[0]!);
    if (whole) return [whole];
    const own = withoutForeign(findings, read);
    const explained = own.map((finding) => this.#explain(finding, file));
    return path.endsWith('.ndjson')
      ? withoutConflictLines(withoutBrokenLines(explained, read()), read())
      : explained;
  }

  #explain(finding: FindingAbout, file: string): Finding {
    const { about, ...plain } = finding;
    const path = this.paths.get(file)!;
    // Messages that mention another record have the arguments `file`, `line` and `name`. TypeScript cannot infer that.
    if (about) return { ...plain, args: { ...plain.args, ...this.#other(about) } } as Finding;
    switch (plain.name) {
      case 'syntax': {
        if (plain.place.kind !== 'byte') return plain;
        const { offset } = plain.place;
        const { before, behind } = around(this.reader.read(path), offset);
        const text = [before.toString('utf8'), behind.toString('utf8')] as const;
        const isLines = path.endsWith('.ndjson');
        const cause = syntaxCause(plain.args.found, ...text, isLines);
        if (cause !== 'conflict') return { ...plain, args: { ...plain.args, cause } };
        const kind = isLines
          ? CONFLICT
          : conflictOf(path, this.reader.read(path), offset, this.collectionOf(file));
        return { ...plain, args: { ...plain.args, cause: kind } };
      }
      case 'encoding': {
        if (plain.place.kind !== 'byte') return plain;
        const { behind } = around(this.reader.read(path), plain.place.offset);
        return { ...plain, args: encodingOf(behind, this.encoding) };
      }
      default:
        return plain;
    }
  }

  #other({ table, row }: RowOf) {
    const { file } = table.placeOf(row);
    const { line } = this.lineAndColumn({ table, row });
    return { file: nameBelow(this.folder, file), line, name: this.ofRow(table, row) };
  }

  /** Returns where a record begins. Works only for the records in {@link #starts}. */
  lineAndColumn({ table, row }: RowOf): LineAndColumn {
    const { file, start } = table.placeOf(row);
    return this.#places().get(file)!.get(start)!;
  }

  /** Returns the name of the record in a row, see {@link recordName}; undefined if it has none. */
  ofRow(table: Table, row: number): string | undefined {
    if (table.plan.declared.named.length === 0) return undefined;
    const { file, start } = table.placeOf(row);
    const name = memo(
      this.#names,
      `${start} ${file}`,
      () => this.ofValue(table, readRecordAt(this.paths.get(file)!, start)) ?? '', // `memo` would not keep undefined
    );
    return name || undefined;
  }

  /** Like {@link ofRow}, for a record that is given as a JSON value. */
  ofValue({ plan }: Table, record: unknown): string | undefined {
    return isObject(record) ? recordName(plan.declared, record) : undefined;
  }
}

/** The cause of a syntax error: a merge conflict whose sides are whole records. */
const CONFLICT = 'conflict-records';

/**
 * Returns the kind of a merge conflict whose first marker line is at an offset: in a file of one record (its two sides
 * may be different records), between records, or inside a record. A conflict that is too long to be parsed is only
 * called a conflict.
 */
function conflictOf(
  path: string,
  { bytes, end }: FileBytes,
  offset: number,
  declared: Collection,
): SyntaxCause {
  const isSingle = isObjectFile(path);
  const last = bytes.indexOf('\n>>>>>>>', offset);
  const isWhole = last >= 0 && last < end;
  const from = isSingle ? 0 : offset;
  const to = isSingle || !isWhole ? end : Math.min(end, last + AROUND);
  if (to - from > LIMITS.recordBytes) return 'conflict';
  const text = bytes.toString('utf8', from, to);
  if (isSingle) return isOfTwo(text, declared) ? 'conflict-two' : 'conflict';
  return isOfRecords(text) ? CONFLICT : 'conflict-inside';
}

/**
 * Keeps the finding at the first marker line of each merge conflict, and drops the findings at its other marker lines.
 * If somebody resolved a conflict only halfway, its first marker line may be gone. Then the other findings are kept,
 * because otherwise nothing would say that the file is wrong.
 */
function withoutConflictLines(findings: readonly Finding[], file: FileBytes): Finding[] {
  let isOpen = false;
  return findings.filter((finding) => {
    const { name, args, place } = finding;
    if (name !== 'syntax' || args.cause !== CONFLICT || place.kind !== 'byte') return true;
    const marker = around(file, place.offset).behind.toString('latin1', 0, 1);
    const isTold = marker === '<' || !isOpen;
    isOpen = marker === '<' || (isOpen && marker !== '>');
    return isTold;
  });
}

/**
 * Finds a line of an `.ndjson` file that is only an opening bracket: the file does not have one record per line.
 * Reports one error for this line, and drops the errors of later lines that probably follow from it.
 */
function withoutBrokenLines(findings: readonly Finding[], file: FileBytes): Finding[] {
  const first = findings.findIndex(({ name, args, place }) => {
    if (name !== 'syntax' || args.found !== '' || place.kind !== 'byte') return false;
    return /(?:^|\n)[\ufeff\s]*[[{]\s*$/.test(around(file, place.offset).before.toString('utf8'));
  });
  const begins = findings[first];
  if (!begins) return [...findings];
  const { place, path } = begins;
  return [
    ...findings.slice(0, first),
    { name: 'syntax/over-lines', args: undefined, place, path },
    ...findings.slice(first + 1).filter(({ name, path }) => {
      return name !== 'syntax' && !(name === 'wrong-type' && path === '');
    }),
  ];
}

function around({ bytes, end }: FileBytes, offset: number): { before: Buffer; behind: Buffer } {
  const middle = Math.min(offset, end);
  return {
    before: bytes.subarray(Math.max(0, middle - AROUND), middle),
    behind: bytes.subarray(middle, Math.min(end, middle + AROUND)),
  };
}

/** Returns the byte that is not valid UTF-8 and, if it can be told, the encoding of the text that begins with it. */
function encodingOf(behind: Buffer, usual: string | undefined) {
  const byte = `0x${(behind[0] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`;
  if (usual === undefined) return { byte };
  // A word of capital letters, or a word with only small letters after the first letter. In text that is decoded in a
  // wrong encoding, such as KOI8-R read as windows-1251, words mix capital and small letters.
  const word = /^(?:\p{L}\p{Ll}{1,30}|\p{Lu}{2,30})(?!\p{L})/u;
  const [reads] = word.exec(new TextDecoder(usual).decode(behind)) ?? [];
  return reads === undefined ? { byte } : { byte, seems: usual, reads };
}
