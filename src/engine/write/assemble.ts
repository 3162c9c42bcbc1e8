// Makes the bytes of a page. Parts that did not change are copied from the old page. The JSON of all other records is
// copied from their fragments, and the holes of the fragments are filled as templates.ts says. No JSON is parsed or
// serialised.
import { NO_ROW, type Records, rowIn } from '../link/records.js';
import { COUNT_SIZE, HOLE_SIZE } from '../shard/format.js';
import { copyBytes, withRoom } from '../shard/fragments.js';
import type { Segment } from './page-keys.js';
import type { PagePlan } from './pages.js';
import type { Template } from './templates.js';

/** Bytes are passed on in blocks of at least this many bytes, except the last block of a page. */
const BLOCK = 1 << 20;

/** The next bytes of a page. They are valid until the next block is requested. */
export interface Block {
  readonly bytes: Buffer;
  readonly isLast: boolean;
}

export interface OldSegments {
  /** Returns where the old file has the segment with this key; undefined if it does not have it. */
  readonly find: (key: string) => KnownSegment | undefined;
  /** Fills `into` with the bytes of the old file from offset `from` on. */
  readonly read: (into: Buffer, from: number) => void;
}

/** A segment of a page, and where its records are in the file of the page: the bytes `[from, to)`. */
export interface KnownSegment {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

class Gatherer {
  #bytes: Buffer = Buffer.allocUnsafe(BLOCK / 4);
  #end = 0;
  #before = 0;

  begin(): void {
    this.#end = 0;
    this.#before = 0;
  }

  get isFull(): boolean {
    return this.#end >= BLOCK;
  }

  /** How many bytes of the page have been collected so far, in all blocks. */
  get place(): number {
    return this.#before + this.#end;
  }

  copy(from: Buffer, start: number, end: number): void {
    this.#reserve(end - start);
    this.#end = copyBytes(from, start, end, this.#bytes, this.#end);
  }

  /** Writes a short text, such as a comma or a number. */
  text(text: string): void {
    this.#reserve(text.length * 3);
    this.#end += this.#bytes.write(text, this.#end);
  }

  /** Makes room for `length` bytes, and lets `fill` write them. */
  space(length: number, fill: (bytes: Buffer) => void): void {
    this.#reserve(length);
    fill(this.#bytes.subarray(this.#end, this.#end + length));
    this.#end += length;
  }

  /** Returns the collected bytes as a block, and starts the next block. */
  next(isLast = false): Block {
    const bytes = this.#bytes.subarray(0, this.#end);
    this.#before = this.place;
    this.#end = 0;
    return { bytes, isLast };
  }

  #reserve(more: number): void {
    this.#bytes = withRoom(this.#bytes, this.#end, more);
  }
}

/** Makes pages one at a time. */
export class Assembler {
  readonly #out = new Gatherer();

  /** `records`: the records of each table, in the order of the portal's collections. */
  constructor(private readonly records: readonly Records[]) {}

  /**
   * Yields the bytes of a page in blocks. Segments that are also in the old file are copied from it; all other rows are
   * made from fragments. Calls `made` with the place of each segment in the new file.
   */
  *blocks(
    { head, separator, rows, tail, template }: PagePlan,
    segments: readonly Segment[],
    old: OldSegments | undefined,
    made: (segment: KnownSegment) => void,
  ): Generator<Block> {
    const out = this.#out;
    out.begin();
    out.text(head);
    for (const { key, start, end } of segments) {
      if (start > 0) out.text(separator);
      const from = out.place;
      const there = old?.find(key);
      if (there) {
        for (let at = there.from; at < there.to; ) {
          const length = Math.min(BLOCK, there.to - at);
          out.space(length, (bytes) => old!.read(bytes, at));
          at += length;
          if (out.isFull) yield out.next();
        }
      } else {
        for (let i = start; i < end; i++) {
          if (i > start) out.text(separator);
          append(this.records, template!, rows[i]!, out);
          if (out.isFull) yield out.next();
        }
      }
      made({ key, from, to: out.place });
    }
    out.text(tail);
    yield out.next(true);
  }

  /** Returns the bytes of a page that is only one record, without an envelope. */
  record(page: PagePlan): Buffer {
    const only = [{ key: '', start: 0, end: 1 }];
    // The bytes are copied, because the next block overwrites them.
    const blocks = Array.from(
      this.blocks(page, only, undefined, () => {}),
      ({ bytes }) => Buffer.from(bytes),
    );
    return Buffer.concat(blocks);
  }
}

/** Writes the fragment of a row, and fills its holes. */
function append(
  all: readonly Records[],
  { table, fragment, sources }: Template,
  row: number,
  out: Gatherer,
): void {
  const records = all[table]!;
  if (row === NO_ROW) throw new Error(`a record of ${records.name} is wanted that is not there`);
  const found = records.fragment(fragment, row);
  const { start, end, isCopy } = found;
  let { bytes } = found;
  const count = end - COUNT_SIZE;
  const body = count - bytes.readUInt32LE(count) * HOLE_SIZE;
  let copied = start;
  for (let hole = body; hole < count; hole += HOLE_SIZE) {
    const place = start + bytes.readUInt32LE(hole);
    out.copy(bytes, copied, place);
    copied = place;
    const source = sources[bytes.readUInt32LE(hole + 4)]!;
    switch (source.kind) {
      case 'number':
        out.text(String(source.numbers[row]!));
        break;
      case 'row':
        append(all, source.templates[source.which?.[row] ?? 0]!, source.rows[row]!, out);
        // Reading another fragment may have overwritten the bytes of this one, unless they are a copy. (Long fragments
        // are copies, because reading a long fragment again for each of its holes would take quadratic time.)
        if (!isCopy) bytes = records.fragment(fragment, row).bytes;
        break;
      case 'inner': {
        const id = bytes.readDoubleLE(hole + 8);
        append(all, source.template, rowIn(source.index, id), out);
        if (!isCopy) bytes = records.fragment(fragment, row).bytes;
        break;
      }
    }
  }
  out.copy(bytes, copied, body);
}
