// The pieces of records as bytes: those of one record are put together side by side and hashed as one,
// then each goes to the bytes of its kind, which are handed on in blocks. See unit/format.ts for what
// a piece is.
import { hash } from 'node:crypto';
import { HASH_WORDS, PLACEHOLDER_SIZE } from '../unit/format.js';
import type { Bytes } from '../unit/pieces.js';
import type { KnownRows } from './known.js';

const BLOCK = 1 << 20;
/** Before each piece of a record stands its length: without them, two records could have one hash. */
const LENGTH_SIZE = 4;

/** Fewer bytes are sooner copied one by one than by a call. */
const WORTH_CALLING = 64;

/** Receives bytes, which are valid until it returns. */
type Sink = (bytes: Buffer) => void;

/** Writes all pieces of a record, kind after kind, and one record after another. */
export class PieceWriter {
  /** The record that is being written. */
  #bytes: Buffer = Buffer.allocUnsafe(BLOCK / 16);
  #end = 0;
  #text = '';
  /** Where the piece that is being written begins. */
  #begin = LENGTH_SIZE;
  readonly #placeholders: number[] = [];
  readonly #hashes: number[] = [];
  readonly #kinds: readonly PieceBytes[];

  /** `sinks`: one for each kind of piece. */
  constructor(sinks: readonly Sink[]) {
    this.#kinds = sinks.map((sink) => new PieceBytes(sink));
    this.#end = LENGTH_SIZE;
  }

  write(text: string): void {
    this.#text += text;
  }

  /** Writes bytes that are JSON already. */
  copy(from: Buffer, start: number, end: number): void {
    this.#encode();
    this.#reserve(end - start);
    if (end - start >= WORTH_CALLING) {
      this.#end += from.copy(this.#bytes, this.#end, start, end);
      return;
    }
    const bytes = this.#bytes;
    let to = this.#end;
    for (let at = start; at < end; at++) bytes[to++] = from[at]!;
    this.#end = to;
  }

  placeholder(slot: number, id: number): void {
    this.#encode();
    this.#placeholders.push(this.#end - this.#begin, slot, id);
  }

  /** Ends a piece, which is empty if nothing was written; the next kind follows. */
  endPiece(): void {
    this.#encode();
    if (this.#end > this.#begin) this.#finishPlaceholders();
    this.#reserve(LENGTH_SIZE);
    this.#bytes.writeUInt32LE(this.#end - this.#begin, this.#begin - LENGTH_SIZE);
    this.#end += LENGTH_SIZE;
    this.#begin = this.#end;
  }

  /** Ends a record; kinds of which nothing was written are empty. */
  endRecord(): void {
    const all = this.#bytes.subarray(0, this.#end - LENGTH_SIZE);
    // The digest as text: making a buffer for each record would take longer than hashing it.
    const digest = hash('sha256', all, 'binary');
    for (let at = 0; at < HASH_WORDS * 4; at += 4) this.#hashes.push(wordAt(digest, at));
    let at = 0;
    for (const kind of this.#kinds) {
      const length = at < all.length ? all.readUInt32LE(at) : 0;
      kind.add(all, at + LENGTH_SIZE, at + LENGTH_SIZE + length);
      at += LENGTH_SIZE + length;
    }
    this.#begin = LENGTH_SIZE;
    this.#end = LENGTH_SIZE;
  }

  /** Writes the pieces of records that were written before. */
  again({ unit, from, to, pieces }: KnownRows): void {
    for (let at = from * HASH_WORDS; at < to * HASH_WORDS; at++)
      this.#hashes.push(unit.hashes[at]!);
    for (const [k, kind] of this.#kinds.entries()) {
      kind.again(pieces[k]!, unit.pieces[k]!.offsets, from, to);
    }
  }

  /** Hands on the rest; the writer is done. */
  close(): { readonly offsets: readonly Float64Array[]; readonly hashes: Uint32Array } {
    return {
      offsets: this.#kinds.map((kind) => kind.close()),
      hashes: Uint32Array.from(this.#hashes),
    };
  }

  #finishPlaceholders(): void {
    this.#reserve(2 + (this.#placeholders.length / 3) * PLACEHOLDER_SIZE);
    for (let i = 0; i < this.#placeholders.length; i += 3) {
      this.#bytes.writeUInt32LE(this.#placeholders[i]!, this.#end);
      this.#bytes.writeUInt16LE(this.#placeholders[i + 1]!, this.#end + 4);
      this.#end = this.#bytes.writeDoubleLE(this.#placeholders[i + 2]!, this.#end + 6);
    }
    this.#end = this.#bytes.writeUInt16LE(this.#placeholders.length / 3, this.#end);
    this.#placeholders.length = 0;
  }

  #encode(): void {
    if (this.#text === '') return;
    // A UTF-16 unit is at most three bytes of UTF-8.
    this.#reserve(this.#text.length * 3);
    this.#end += this.#bytes.write(this.#text, this.#end, 'utf8');
    this.#text = '';
  }

  #reserve(more: number): void {
    this.#bytes = withRoom(this.#bytes, this.#end, more);
  }
}

/** The pieces of one kind: gathers them into blocks, and notes where each begins. */
class PieceBytes {
  #bytes: Buffer = Buffer.allocUnsafe(BLOCK / 16); // most units are small
  #base = 0; // where #bytes begins among all bytes
  #end = 0;
  readonly #offsets: number[] = [0];

  constructor(private readonly sink: Sink) {}

  add(from: Buffer, start: number, end: number): void {
    this.#gather(from, start, end);
    this.#offsets.push(this.#base + this.#end);
  }

  /** Adds the pieces of some rows as they were: side by side. `offsets`: where they began then. */
  again({ bytes, start }: Bytes, offsets: Float64Array, from: number, to: number): void {
    const first = offsets[from]!;
    const shift = this.#base + this.#end - first;
    for (let row = from + 1; row <= to; row++) this.#offsets.push(offsets[row]! + shift);
    this.#gather(bytes, start, start + offsets[to]! - first);
  }

  #gather(from: Buffer, start: number, end: number): void {
    if (end - start >= BLOCK) {
      // Too large to be gathered with others.
      this.#handOn();
      this.sink(from.subarray(start, end));
      this.#base += end - start;
    } else if (end > start) {
      this.#bytes = withRoom(this.#bytes, this.#end, end - start);
      this.#end += from.copy(this.#bytes, this.#end, start, end);
    }
    if (this.#end >= BLOCK / 2) this.#handOn();
  }

  /** Hands on the rest, and gives the places of all pieces. */
  close(): Float64Array {
    this.#handOn();
    return Float64Array.from(this.#offsets);
  }

  #handOn(): void {
    this.sink(this.#bytes.subarray(0, this.#end));
    this.#base += this.#end;
    this.#end = 0;
  }
}

/** The bytes, or a larger copy of them that has room for `more` after the first `end`. */
function withRoom(bytes: Buffer, end: number, more: number): Buffer {
  const needed = end + more;
  if (needed <= bytes.length) return bytes;
  const larger = Buffer.allocUnsafe(Math.max(needed, bytes.length * 2));
  bytes.copy(larger, 0, 0, end);
  return larger;
}

/** Four characters of a digest as a number. */
function wordAt(digest: string, at: number): number {
  const low = digest.charCodeAt(at) | (digest.charCodeAt(at + 1) << 8);
  const high = digest.charCodeAt(at + 2) | (digest.charCodeAt(at + 3) << 8);
  return (low | (high << 16)) >>> 0;
}
