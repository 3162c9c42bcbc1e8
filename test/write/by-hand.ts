// Records and pages by hand.
import { hash } from 'node:crypto';
import type { RecordData } from '../../src/engine/link/records.js';
import { COUNT_SIZE, HASH_WORDS, HOLE_SIZE } from '../../src/engine/shard/format.js';
import type { FragmentFile } from '../../src/engine/shard/fragments.js';
import type { PagePlan } from '../../src/engine/write/pages.js';
import type { Source, Template } from '../../src/engine/write/templates.js';

type Hole = readonly [at: number, source: number, id?: number];

/** The bytes of records by hand, and the table of them: the text of each, and its holes. The hash of each follows from its text. */
export function byHand(
  rows: readonly (readonly [text: string, ...holes: Hole[]])[],
  inner: readonly (readonly [row: number, id: number])[] = [],
) {
  const parts = rows.map(([text, ...holes]) => {
    const end = Buffer.alloc(holes.length * HOLE_SIZE + COUNT_SIZE);
    holes.forEach(([at, source, id = 0], i) => {
      end.writeUInt32LE(at, i * HOLE_SIZE);
      end.writeUInt32LE(source, i * HOLE_SIZE + 4);
      end.writeDoubleLE(id, i * HOLE_SIZE + 8);
    });
    end.writeUInt32LE(holes.length, holes.length * HOLE_SIZE);
    return Buffer.concat([Buffer.from(text), end]);
  });
  const offsets = new Float64Array(rows.length + 1);
  parts.forEach((part, i) => {
    offsets[i + 1] = offsets[i]! + part.length;
  });
  const hashes = new Uint32Array(rows.length * HASH_WORDS);
  rows.forEach(([text], i) => {
    const digest = hash('sha256', text, 'buffer');
    for (let word = 0; word < HASH_WORDS; word++)
      hashes[i * HASH_WORDS + word] = digest.readUInt32LE(word * 4);
  });
  const table = (name: string, file: FragmentFile): RecordData => ({
    ...{ name, rows: rows.length, hashes },
    shards: [{ firstRow: 0, fragments: [{ file, offsets }] }],
    inner: {
      which: new Uint32Array(inner.length),
      row: Uint32Array.from(inner, ([row]) => row),
      id: Float64Array.from(inner, ([, id]) => id),
    },
  });
  return { bytes: Buffer.concat(parts), table };
}

export const plain = (table: number, sources: Source[] = []): Template => ({
  table,
  fragment: 0,
  sources,
});

export const numbers = (length: number) => Uint32Array.from({ length }, (_, i) => i);
const MANY = numbers(3_000_000);

/** Pages of so many rows each. */
export const pagesOf = (...lengths: number[]): PagePlan[] =>
  lengths.map((length, i) => ({
    ...{ file: `api/${i}/index.json`, shape: '', template: undefined, isHead: false },
    ...{ head: `[${i}`, separator: ',', tail: ']', rows: MANY.subarray(0, length) },
  }));
