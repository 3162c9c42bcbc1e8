// A data file with many records, and the splices that add records to it: each at its place by id, on
// one line as `fmt` writes it. Every other byte of the file stays, and new lines end as those of the file do.
import { readRecords } from '../../files/source/records.js';
import { isId, type Json } from '../../model/fields.js';
import type { Splice } from '../workspace/splices.js';

/** A file with many records. */
export interface Entries {
  /** Its name in the data folder. */
  readonly file: string;
  readonly isLines: boolean;
  /** In the order of the file. */
  readonly records: readonly {
    readonly id: number;
    readonly start: number;
    readonly end: number;
  }[];
}

/** Finds the records of a file; returns `single` for a file of one record, `unreadable` for a damaged one. */
export function readEntries(file: string, path: string): Entries | 'single' | 'unreadable' {
  const isLines = file.endsWith('.ndjson');
  const records: { id: number; start: number; end: number }[] = [];
  let isReadable = true;
  let isSingle = false;
  readRecords(
    path,
    ({ start, text, value, single }) => {
      isSingle ||= single;
      const given = (value as { readonly id?: Json } | null)?.id;
      const id = isId(given) ? given : Number.POSITIVE_INFINITY; // records without an id stand last
      records.push({ id, start, end: start + Buffer.byteLength(text) });
    },
    () => {
      isReadable = false;
    },
  );
  if (!isReadable) return 'unreadable';
  return isSingle ? 'single' : { file, isLines, records };
}

/** The splices that add records, each on a line of its own, to a file of these bytes. */
export function addEntries(
  { isLines, records }: Pick<Entries, 'isLines' | 'records'>,
  bytes: Buffer,
  added: readonly { readonly id: number; readonly line: string }[],
): Splice[] {
  const sorted = [...added].sort((a, b) => a.id - b.id);
  const insert = (at: number, text: string): Splice => ({ from: at, to: at, text });
  const last = records.at(-1);
  const end = endOfLines(bytes);
  if (!isLines && !last) {
    const lines = sorted.map(({ line }) => `${end}  ${line}`).join(',');
    return [{ from: bytes.indexOf('[') + 1, to: bytes.lastIndexOf(']'), text: `${lines}${end}` }];
  }
  let isEnded = last === undefined || bytes.at(-1) === NEWLINE;
  let at = 0;
  return sorted.map(({ id, line }) => {
    while (at < records.length && records[at]!.id <= id) at++;
    const next = records[at];
    if (next) return insert(next.start, isLines ? line + end : `${line},${end}  `);
    if (!isLines) return insert(last!.end, `,${end}  ${line}`);
    const splice = insert(bytes.length, `${isEnded ? '' : end}${line}${end}`);
    isEnded = true;
    return splice;
  });
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** The line end of a file, which is that of its first line. */
function endOfLines(bytes: Buffer): '\r\n' | '\n' {
  return bytes[bytes.indexOf(NEWLINE) - 1] === RETURN ? '\r\n' : '\n';
}
