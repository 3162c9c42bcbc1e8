// The records on a page of a snapshot. Reads the file in blocks and passes on one record at a time, so
// that a whole list, however long, is never in memory.
import { fstatSync } from 'node:fs';
import { Window, withFile } from '../../files/source/data-file.js';
import { scanFile } from '../../files/source/records.js';
import { OPEN_BRACKET } from '../../files/source/value-scan.js';
import { refused } from '../../problems/problem.js';
import { envelopeLength, LONGEST_ENVELOPE } from '../../site/envelope.js';

/** A record as a page shows it. */
export interface PageRecord {
  readonly id: number;
  /** Its JSON. */
  readonly text: string;
  /** The byte of the file at which it begins. */
  readonly start: number;
}

/**
 * Visits the records on a page, or the one that a file holds by itself (`isRecord`); a document that is no
 * list, such as the root index, has none.
 */
export function readPage(
  path: string,
  isRecord: boolean,
  visit: (record: PageRecord) => void,
): void {
  withFile(path, (fd) => {
    const window = new Window(fd);
    const { size } = fstatSync(fd);
    const begin = window.bytes.toString('latin1', 0, Math.min(window.end, LONGEST_ENVELOPE));
    const envelope = envelopeLength(begin);
    if (!isRecord && envelope === 0 && window.bytes[0] !== OPEN_BRACKET) return;
    window.fill(envelope);
    const wrong = () => refused('diff/no-page', { path });
    scanFile(window, false, {
      record({ value, text, start }) {
        const id = (value as { readonly id?: unknown } | null)?.id;
        if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw wrong();
        visit({ id, text, start });
      },
      fault({ offset }) {
        // The one "fault" allowed is the last byte: the brace after the list that closes the envelope.
        if (envelope === 0 || offset !== size - 1) throw wrong();
      },
    });
  });
}
