// Reads a page of a list from another server. The records of a plain array are read one by one, because the array may
// be very long.
import type { FileBytes } from '../../files/source/data-file.js';
import type { Defect } from '../../files/source/defects.js';
import { excessOf, type JsonBounds } from '../../files/source/foreign-json.js';
import { walkJson } from '../../files/source/json.js';
import { type ScanFault, scanFile } from '../../files/source/records.js';
import { ValueScan } from '../../files/source/value-scan.js';
import { isObject, type JsonObject } from '../../model/fields.js';

/** Thrown if a page cannot be read to its end. The message says why. */
export class UnreadablePage extends Error {}

const OF_RECORDS: JsonBounds = { bytes: 4 * 1024 * 1024, parts: 250_000 };
const OF_PAGES: JsonBounds = { bytes: 32 * 1024 * 1024, parts: 1_000_000 };
/** The most records of an array. The caller may keep something in memory for each. */
const MOST_RECORDS = 1_000_000;

/** Where a record is written: in `text`, from the offset `from` on. */
export interface Written {
  readonly text: string;
  readonly from: number;
}

/**
 * Called with each record of a page. `defect`: a part that JSON.parse would lose, such as a repeated key. `written`
 * takes time for a page with an envelope.
 */
type Visit = (record: unknown, defect: Defect | undefined, written: () => Written) => void;

/** Reads a page, and returns its envelope; undefined if it is a plain array. Throws {@link UnreadablePage}. */
export function readList(page: FileBytes, visit: Visit): JsonObject | undefined {
  const scan = new ValueScan();
  let envelope: JsonObject | undefined;
  let records = 0;
  scanFile(page, false, {
    take(bytes, from, to, { single }) {
      const end = scan.run(bytes, from, to);
      const length = (end < 0 ? to : end) - from;
      const excess = excessOf(scan, length, single ? OF_PAGES : OF_RECORDS);
      if (excess !== undefined) throw new UnreadablePage(excess);
      return -1;
    },
    record({ single, value, text, defects: [defect] }) {
      if (single) envelope = readEnvelope(value, text, defect, visit);
      else if (++records <= MOST_RECORDS) visit(value, defect, () => ({ text, from: 0 }));
      else throw new UnreadablePage(`a list of more than ${MOST_RECORDS} records`);
    },
    fault(fault) {
      throw new UnreadablePage(WHY[fault.kind](fault.offset));
    },
  });
  return envelope;
}

function readEnvelope(
  value: unknown,
  text: string,
  defect: Defect | undefined,
  visit: Visit,
): JsonObject {
  if (!isObject(value)) throw new UnreadablePage('it is neither a list nor an object');
  const { results } = value;
  if (!Array.isArray(results)) {
    throw new UnreadablePage('it is an object without a list "results"');
  }
  const [, number, path = ''] = /^\/results\/(\d+)(.*)$/s.exec(defect?.path ?? '') ?? [];
  if (defect && number === undefined) {
    throw new UnreadablePage(`JSON.parse would lose a part of ${defect.path}`);
  }
  const written = writtenResults(text);
  results.forEach((record: unknown, i) => {
    const own = defect && Number(number) === i ? { ...defect, path } : undefined;
    visit(record, own, () => written(i));
  });
  return value;
}

/** Returns a function that finds the i-th record of `results` in the text of an envelope. */
export function writtenResults(text: string): (i: number) => Written {
  let places: number[] | undefined;
  return (i) => {
    if (!places) {
      const found: number[] = [];
      places = found;
      walkJson(text, 0, {
        value: (at, path) => {
          if (path.depth === 2 && path.step(0) === 'results') found.push(at);
        },
      });
    }
    return { text, from: places[i]! }; // JSON.parse found a record there
  };
}

const WHY: Readonly<Record<ScanFault['kind'], (byte: number) => string>> = {
  nothing: () => 'it is empty',
  syntax: (byte) => `it is not JSON at byte ${byte}`,
  more: (byte) => `it is not JSON: there is more at byte ${byte}`,
  encoding: (byte) => `it is not UTF-8 at byte ${byte}`,
  size: () => 'it has a record that is too long',
  'file size': () => 'it is too long',
};
