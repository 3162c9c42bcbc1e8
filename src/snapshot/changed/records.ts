// Compares two versions of a list, and finds the records that were added, changed and removed. Returns ids and names of
// fields, never values. Of old records, keeps only the hashes and places in memory.
import { hash } from 'node:crypto';
import { hearSignals } from '../../files/disk/temporary.js';
import { readFile, readRecordAt } from '../../files/source/data-file.js';
import { type ScanHandler, scanFile } from '../../files/source/records.js';
import { OPEN_BRACKET } from '../../files/source/value-scan.js';
import { refused } from '../../problems/problem.js';
import { envelopeLength, LONGEST_ENVELOPE } from '../../site/envelope.js';
import { type ChangedFields, OTHER } from './fields.js';

/** The records that were added, removed and changed in a list, by ascending id. */
export interface RecordsDiff {
  readonly added: readonly number[];
  readonly removed: readonly number[];
  readonly changed: readonly ChangedRecord[];
}

export interface ChangedRecord {
  readonly id: number;
  /** The names of the changed fields; `profile.city` for a field of an inner object. */
  readonly fields: readonly string[];
}

export interface SnapshotFile {
  readonly path: string;
  readonly bytes: number;
}

/** A file of two snapshots. `old` or `now` is undefined if that snapshot does not have the file. */
export interface FileDiff {
  readonly name: string;
  readonly old: SnapshotFile | undefined;
  readonly now: SnapshotFile | undefined;
  readonly same: boolean;
}

/** A record of the old snapshot: the hash of its JSON, its file, and its byte offset there. */
interface OldRecord {
  readonly hash: string;
  readonly path: string;
  readonly start: number;
}

/**
 * Finds the changed records of a list. Pages that are the same in both snapshots are not read: a list has each record
 * once, so the records of such a page are unchanged. (The list of a filter may show a record on several pages. If the
 * record changed, these pages all differ.)
 */
export async function compareRecords(
  files: readonly FileDiff[],
  isRecord: boolean,
  changedFields: ChangedFields,
): Promise<RecordsDiff> {
  const gone = new Map<number, OldRecord>();
  for (const { old, same } of files) {
    if (!old || same) continue;
    const { path } = old;
    readPage(path, isRecord, ({ id, text, start }) =>
      gone.set(id, { hash: hashOf(text), path, start }),
    );
    await hearSignals();
  }
  const met = new Set<number>();
  const added: number[] = [];
  const changed: ChangedRecord[] = [];
  for (const { now, same } of files) {
    if (!now || same) continue;
    readPage(now.path, isRecord, ({ id, text }) => {
      if (met.size === met.add(id).size) return;
      const old = gone.get(id);
      if (!old) added.push(id);
      else if (old.hash !== hashOf(text)) {
        const fields = changedFields(readRecordAt(old.path, old.start), JSON.parse(text));
        changed.push({ id, fields: fields.length > 0 ? fields : [OTHER] });
      }
    });
    await hearSignals();
  }
  return {
    added: added.sort((a, b) => a - b),
    removed: [...gone.keys()].filter((id) => !met.has(id)).sort((a, b) => a - b),
    changed: changed.sort((a, b) => a.id - b.id),
  };
}

const hashOf = (text: string) => hash('sha256', text, 'base64');

/** A record as a page shows it. */
export interface PageRecord {
  readonly id: number;
  /** The JSON text of the record. */
  readonly text: string;
  /** The byte offset of the record in the file. */
  readonly start: number;
}

/**
 * Calls `visit` for each record of a page. With `isRecord`, the whole file is one record. A file that is neither a
 * record nor a list, such as `/api/index.json`, has no records.
 */
export function readPage(
  path: string,
  isRecord: boolean,
  visit: (record: PageRecord) => void,
): void {
  const file = readFile(path);
  const { bytes, end } = file;
  const envelope = envelopeLength(bytes.toString('latin1', 0, Math.min(end, LONGEST_ENVELOPE)));
  if (!isRecord && envelope === 0 && bytes[0] !== OPEN_BRACKET) return;
  const wrong = () => refused('{path} is no page of a snapshot', { path });
  const visited: ScanHandler = {
    record({ value, text, start }) {
      const id = (value as { readonly id?: unknown } | null)?.id;
      if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw wrong();
      visit({ id, text, start });
    },
    fault({ offset }) {
      // The scan begins inside the envelope, so it stops at the brace that ends the envelope. This is no fault.
      if (envelope === 0 || offset !== end - 1) throw wrong();
    },
  };
  scanFile(file, false, visited, envelope);
}
