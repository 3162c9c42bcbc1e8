// Completes the findings of one file with what their messages will say besides: the cause of a syntax error, the
// encoding, or the name and place of another record. May replace several findings by one that explains them. Keeps
// the order.

import {
  type FileBytes,
  isObjectFile,
  readValueAt,
  withFile,
} from '../../files/source/data-file.js';
import { findDefects, withFractions } from '../../files/source/defects.js';
import { nameBelow } from '../../files/source/files.js';
import { isOfRecords } from '../../files/source/merge-conflict.js';
import type { Collection } from '../../model/collection.js';
import { LIMITS } from '../../model/limits.js';
import { memo, once } from '../../model/memo.js';
import type { SyntaxCause } from '../../problems/messages/catalogue.js';
import type { Finding, RecordPlace } from '../../problems/problem.js';
import { type Across, keyOf } from '../link/row-findings.js';
import { innerValues } from '../shard/inner.js';
import { otherFormat, withoutForeign } from './formats.js';
import { remediesOf } from './missing.js';
import type { PlacedRecords } from './records.js';
import { syntaxCause } from './syntax-cause.js';
import { isOfTwo, twinsTeller } from './twins.js';

/** At most this many bytes before and after the place of a finding are looked at. */
const AROUND = 256;

export class Explainer {
  readonly #remedies = once(() => remediesOf(this.across, this.records));
  readonly #tellTwins = once(() => twinsTeller(this.across, this.records, this.folder));
  /** For a record and a reference inside of its lists and objects: the JSON Pointers of all ids of this reference. */
  readonly #inner = new Map<string, readonly string[]>();

  /**
   * `across`: the findings of the checks across records. `folder`: the path with which file names in reports begin.
   * `encoding`: the encoding that older programs used, such as windows-1251.
   */
  constructor(
    private readonly across: Across,
    private readonly records: PlacedRecords,
    private readonly folder: string,
    private readonly encoding: string | undefined,
  ) {}

  /**
   * Adds to the findings of one file what their messages mention. May replace several findings by one that explains
   * them. Keeps the order.
   */
  ofFile(file: string, findings: readonly Finding[]): Finding[] {
    const read = () => this.#bytesOf(file);
    const isUnread = ({ name }: Finding) => name === 'syntax' || name === 'encoding';
    const whole = findings.some(isUnread)
      ? otherFormat(file, around(read(), 0).behind, findings[0]!)
      : undefined;
    if (whole) return [whole];
    const explained = withoutForeign(findings, read).map((finding) => this.#explain(finding));
    return file.endsWith('.ndjson') && findings.some(isUnread)
      ? withoutConflictLines(withoutBrokenLines(explained, read()), read())
      : explained;
  }

  #explain(finding: Finding): Finding {
    const { place, about, missing } = finding;
    const { file } = place;
    if (missing) {
      const path =
        'inner' in place && place.inner ? this.#pathOf(place, place.inner) : finding.path;
      return { ...finding, path, remedy: this.#remedies().get(keyOf(missing)) };
    }
    switch (finding.name) {
      case 'duplicate-id': {
        if (!about || place.kind !== 'record') return finding;
        const twins = this.#tellTwins()(about, place);
        return { ...finding, args: { ...finding.args, ...this.#other(about), twins } };
      }
      case 'inconsistent/address':
        return about ? { ...finding, args: { ...finding.args, ...this.#other(about) } } : finding;
      case 'implausible/same':
        return about ? { ...finding, args: { ...finding.args, ...this.#other(about) } } : finding;
      case 'syntax': {
        if (place.kind !== 'byte') return finding;
        const bytes = this.#bytesOf(file);
        const { before, behind } = around(bytes, place.offset);
        const text = [before.toString('utf8'), behind.toString('utf8')] as const;
        const found = syntaxCause(finding.args.found, ...text, file.endsWith('.ndjson'));
        const path = this.records.pathOf(file);
        const declared = this.records.declaredOf(file);
        const cause =
          found === 'conflict' ? conflictOf(path, bytes, place.offset, declared) : found;
        return { ...finding, args: { ...finding.args, cause } };
      }
      case 'encoding': {
        if (place.kind !== 'byte') return finding;
        const { behind } = around(this.#bytesOf(file), place.offset);
        return { ...finding, args: encodingOf(behind, this.encoding) };
      }
      default:
        return finding;
    }
  }

  /** The JSON Pointer of a reference inside of a list or an object. The record is read from its file. */
  #pathOf({ file, start }: RecordPlace, { which, nth }: NonNullable<RecordPlace['inner']>): string {
    const paths = memo(this.#inner, `${which} ${start} ${file}`, () => {
      const text = withFile(this.records.pathOf(file), (fd) => readValueAt(fd, start));
      const value = withFractions(JSON.parse(text), findDefects(text));
      const { steps } = this.records.tableOf(file).plan.inner[which]!;
      return innerValues(value, steps).map(({ path }) => path);
    });
    return paths[nth] ?? '';
  }

  #other(about: RecordPlace) {
    const { line } = this.records.lineAndColumn(about);
    const name = this.records.nameOf(about);
    return { file: nameBelow(this.folder, about.file), line, name };
  }

  #bytesOf(file: string): FileBytes {
    return this.records.reader.read(this.records.pathOf(file));
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
  if (path.endsWith('.ndjson')) return CONFLICT;
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
