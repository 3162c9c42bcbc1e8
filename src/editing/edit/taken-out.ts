// Deletes records from their files: a line, an element of a list with its comma, or the whole file with its
// text files. Every other byte stays, so a file in canonical form remains canonical.
import { readFileSync } from 'node:fs';
import type { RowOf } from '../../engine/link/row-findings.js';
import { memo } from '../../model/memo.js';
import { refused } from '../../problems/problem.js';
import { readEntries } from '../new/entries.js';
import type { PortalData } from '../workspace/portal-data.js';
import type { EditOfOld } from '../workspace/rewrite.js';
import { type Splice, spliced } from '../workspace/splices.js';

/** Returns the edits that delete records. Throws a {@link UsageError} for a list that cannot be read. */
export function editsWithout(data: PortalData, gone: readonly RowOf[]): EditOfOld[] {
  const byFile = new Map<string, Set<number>>();
  for (const { table, row } of gone) {
    const { file, start } = table.placeOf(row);
    memo(byFile, file, () => new Set()).add(start);
  }
  return [...byFile].flatMap(([file, starts]): EditOfOld[] => {
    const path = data.pathOf(file);
    const before = readFileSync(path);
    const entries = readEntries(file, path);
    if (entries === 'single') {
      const texts = data.textsOf(file).map(({ name, path }) => ({ file: name, path }));
      return [{ file, path }, ...texts].map((gone) => {
        return { file: gone.file, before: readFileSync(gone.path), after: undefined };
      });
    }
    const isLines = file.endsWith('.ndjson');
    if (entries === 'unreadable' && !isLines) throw refused('data/unread', { file });
    const all = entries === 'unreadable' ? [] : entries.records;
    const splices = isLines ? linesOut(before, starts) : elementsOut(before, all, starts);
    return [{ file, before, after: spliced(before, splices) }];
  });
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const NEWLINE = 0x0a;

/** Deletes the lines of the records that begin at `starts`, each with its line break. */
export function linesOut(bytes: Buffer, starts: ReadonlySet<number>): Splice[] {
  return [...starts].map((start) => {
    const before = start === 0 ? -1 : bytes.lastIndexOf(NEWLINE, start - 1);
    const end = bytes.indexOf(NEWLINE, start);
    // A byte-order mark, which may stand before the record in the first line, stays.
    const from = before < 0 ? start : before + 1;
    return { from, to: end < 0 ? bytes.length : end + 1, text: '' };
  });
}

/** Deletes elements of a list, each with the comma after it; at the end of the list, with the comma before it. */
export function elementsOut(
  bytes: Buffer,
  all: readonly Span[],
  starts: ReadonlySet<number>,
): Splice[] {
  const lastKept = all.findLastIndex(({ start }) => !starts.has(start));
  if (lastKept < 0) {
    return [{ from: bytes.indexOf('[') + 1, to: bytes.lastIndexOf(']'), text: '' }];
  }
  const splices = all.slice(0, lastKept).flatMap(({ start }, i): Splice[] => {
    return starts.has(start) ? [{ from: start, to: all[i + 1]!.start, text: '' }] : [];
  });
  const [kept, last] = [all[lastKept]!, all.at(-1)!];
  return kept === last ? splices : [...splices, { from: kept.end, to: last.end, text: '' }];
}
