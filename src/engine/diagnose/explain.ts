// Completes the findings of one file with what their messages will say besides: the cause of a syntax error, the
// encoding, or the name and place of another record. May replace several findings by one that explains them. Keeps
// the order.

import { closeSync, readFileSync, readSync } from 'node:fs';
import { isObjectFile, openData, readRecordAt } from '../../files/source/data-file.js';
import { nameBelow } from '../../files/source/files.js';
import { isOfRecords } from '../../files/source/merge-conflict.js';
import { placeBytes } from '../../files/source/places.js';
import { type Collection, recordName } from '../../model/collection.js';
import { isObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
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

/** At most this many bytes before and after the place of a finding are read. */
const AROUND = 256;

export class Explainer implements RecordNames {
  readonly #names = new Map<string, string | undefined>();
  /** For each file, the byte offsets of the records whose line numbers {@link lineOf} can return. */
  readonly #starts = new Map<string, number[]>();
  /** For each file, the line numbers of the records in {@link #starts}, by byte offset. */
  readonly #lines = new Map<string, ReadonlyMap<number, number>>();

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
    const isUnread = ({ name }: Finding) => name === 'syntax' || name === 'encoding';
    const fd = findings.some(isUnread) ? openData(path) : undefined;
    try {
      const whole = fd !== undefined && otherFormat(path, around(fd, 0).behind, findings[0]!);
      if (whole) return [whole];
      const own = withoutForeign(findings, path);
      const explained = own.map((finding) => this.#explain(finding, file, fd));
      return fd !== undefined && path.endsWith('.ndjson')
        ? withoutConflictLines(withoutBrokenLines(explained, fd), fd)
        : explained;
    } finally {
      if (fd !== undefined) closeSync(fd);
    }
  }

  #explain(finding: FindingAbout, file: string, fd: number | undefined): Finding {
    const { about, ...plain } = finding;
    const path = this.paths.get(file)!;
    // Messages that mention another record have the arguments `file`, `line` and `name`. TypeScript cannot infer that.
    if (about) return { ...plain, args: { ...plain.args, ...this.#other(about) } } as Finding;
    switch (plain.name) {
      case 'syntax': {
        if (fd === undefined || plain.place.kind !== 'byte') return plain;
        const { before, behind } = around(fd, plain.place.offset);
        const text = [before.toString('utf8'), behind.toString('utf8')] as const;
        const isLines = path.endsWith('.ndjson');
        const cause = syntaxCause(plain.args.found, ...text, isLines);
        if (cause !== 'conflict') return { ...plain, args: { ...plain.args, cause } };
        const kind = isLines ? CONFLICT : conflictOf(path, this.collectionOf(file));
        return { ...plain, args: { ...plain.args, cause: kind } };
      }
      case 'encoding': {
        if (fd === undefined || plain.place.kind !== 'byte') return plain;
        return { ...plain, args: encodingOf(fd, plain.place.offset, this.encoding) };
      }
      default:
        return plain;
    }
  }

  #other({ table, row }: RowOf) {
    const { file } = table.placeOf(row);
    const line = this.lineOf({ table, row });
    return { file: nameBelow(this.folder, file), line, name: this.ofRow(table, row) };
  }

  /** Returns the line on which a record begins. Works only for the records in {@link #starts}. */
  lineOf({ table, row }: RowOf): number {
    const { file, start } = table.placeOf(row);
    // The lines of all these records are found in one pass over the file. One pass for each record could take hours.
    const lines = memo(this.#lines, file, () => {
      const starts = this.#starts.get(file)!;
      const places = placeBytes(this.paths.get(file)!, starts);
      return new Map(starts.map((start, i) => [start, places[i]!.line]));
    });
    return lines.get(start)!;
  }

  /** Returns the name of the record in a row, see {@link recordName}; undefined if it has none. */
  ofRow(table: Table, row: number): string | undefined {
    if (table.plan.declared.named.length === 0) return undefined;
    const { file, start } = table.placeOf(row);
    return memo(this.#names, `${start} ${file}`, () =>
      this.ofValue(table, readRecordAt(this.paths.get(file)!, start)),
    );
  }

  /** Like {@link ofRow}, for a record that is given as a JSON value. */
  ofValue({ plan }: Table, record: unknown): string | undefined {
    return isObject(record) ? recordName(plan.declared, record) : undefined;
  }
}

/** The cause of a syntax error: a merge conflict whose sides are whole records. */
const CONFLICT = 'conflict-records';

/**
 * Returns the kind of a merge conflict: in a file of one record (its two sides may be different records), between
 * records, or inside a record.
 */
function conflictOf(path: string, declared: Collection): SyntaxCause {
  if (isObjectFile(path)) return isOfTwo(path, declared) ? 'conflict-two' : 'conflict';
  return isOfRecords(readFileSync(path, 'utf8')) ? CONFLICT : 'conflict-inside';
}

/**
 * Keeps the finding at the first marker line of each merge conflict, and drops the findings at its other marker lines.
 * If somebody resolved a conflict only halfway, its first marker line may be gone. Then the other findings are kept,
 * because otherwise nothing would say that the file is wrong.
 */
function withoutConflictLines(findings: readonly Finding[], fd: number): Finding[] {
  let isOpen = false;
  return findings.filter((finding) => {
    const { name, args, place } = finding;
    if (name !== 'syntax' || args.cause !== CONFLICT || place.kind !== 'byte') return true;
    const marker = around(fd, place.offset).behind.toString('latin1', 0, 1);
    const isTold = marker === '<' || !isOpen;
    isOpen = marker === '<' || (isOpen && marker !== '>');
    return isTold;
  });
}

/**
 * Finds a line of an `.ndjson` file that is only an opening bracket: the file does not have one record per line.
 * Reports one error for this line, and drops the errors of later lines that probably follow from it.
 */
function withoutBrokenLines(findings: readonly Finding[], fd: number): Finding[] {
  const first = findings.findIndex(({ name, args, place }) => {
    if (name !== 'syntax' || args.found !== '' || place.kind !== 'byte') return false;
    return /(?:^|\n)[\ufeff\s]*[[{]\s*$/.test(around(fd, place.offset).before.toString('utf8'));
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

function around(fd: number, offset: number): { before: Buffer; behind: Buffer } {
  const from = Math.max(0, offset - AROUND);
  const bytes = Buffer.alloc(offset - from + AROUND);
  const read = readSync(fd, bytes, 0, bytes.length, from);
  return {
    before: bytes.subarray(0, Math.min(read, offset - from)),
    behind: bytes.subarray(Math.min(read, offset - from), read),
  };
}

/** Returns the byte that is not valid UTF-8 and, if it can be told, the encoding of the text. */
function encodingOf(fd: number, offset: number, usual: string | undefined) {
  const { behind } = around(fd, offset);
  const byte = `0x${(behind[0] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`;
  if (usual === undefined) return { byte };
  // A word of capital letters, or a word with only small letters after the first letter. In text that is decoded in a
  // wrong encoding, such as KOI8-R read as windows-1251, words mix capital and small letters.
  const word = /^(?:\p{L}\p{Ll}{1,30}|\p{Lu}{2,30})(?!\p{L})/u;
  const [reads] = word.exec(new TextDecoder(usual).decode(behind)) ?? [];
  return reads === undefined ? { byte } : { byte, seems: usual, reads };
}
