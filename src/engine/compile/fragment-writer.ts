// The fragments of records as bytes: those of one record kind after kind, and each to the bytes of its kind,
// which are handed on in blocks. See shard/format.ts for what a fragment is.
import { COUNT_SIZE, HOLE_SIZE } from '../shard/format.js';
import { type ByteRange, copyBytes, withRoom } from '../shard/fragments.js';
import { GrowingColumn } from './column.js';
import type { KnownRows } from './known.js';

const BLOCK = 1 << 20;
/** Texts of fewer UTF-16 units are gathered before they become bytes. */
const LONG = 1 << 20;

/** Receives bytes, which are valid until it returns. */
type Sink = (bytes: Buffer) => void;

/** Writes all fragments of a record, kind after kind; one record after another, shard after shard. */
export class FragmentWriter {
  readonly #kinds: readonly FragmentBytes[];
  /** The kind of the fragment that is being written. */
  #kind = 0;
  #text = '';
  readonly #holes = new GrowingColumn();

  /** `kinds`: how many kinds of fragments there are. */
  constructor(kinds: number) {
    this.#kinds = Array.from({ length: kinds }, () => new FragmentBytes());
  }

  /** Begins a shard. `sinks`: one for each kind of fragment. */
  begin(sinks: readonly Sink[]): void {
    for (const [k, kind] of this.#kinds.entries()) kind.begin(sinks[k]!);
  }

  write(text: string): void {
    // Several long texts of one record can be more than a string may have.
    if (this.#text.length + text.length > LONG) this.#current();
    this.#text += text;
  }

  /** Writes bytes that are JSON already. */
  copy(from: Buffer, start: number, end: number): void {
    this.#current().copy(from, start, end);
  }

  /** Leaves a hole. `number`: which one of its fragment; `id`: of the record that fills it, if this record gives one. */
  hole(number: number, id: number): void {
    const holes = this.#holes;
    holes.push(this.#current().length);
    holes.push(number);
    holes.push(id);
  }

  /** Ends a fragment; the next kind follows. */
  endFragment(): void {
    const kind = this.#current();
    kind.end(this.#holes);
    this.#holes.clear();
    this.#kind++;
  }

  /** Ends a record; kinds of which nothing was written are empty. */
  endRecord(): void {
    for (let kind = this.#kind; kind < this.#kinds.length; kind++) this.#kinds[kind]!.skip();
    this.#kind = 0;
  }

  /** Writes the fragments of records that were written before. */
  again({ shard, from, to, fragments }: KnownRows): void {
    for (const [k, kind] of this.#kinds.entries()) {
      kind.again(fragments[k]!, shard.fragments[k]!.offsets, from, to);
    }
  }

  /**
   * Hands on the rest of a shard. For each kind, until the next shard begins: where its fragments begin, and the
   * last one ends.
   */
  close(): Float64Array[] {
    return this.#kinds.map((kind) => kind.close());
  }

  /** The bytes of the kind that is being written, with all that was written so far. */
  #current(): FragmentBytes {
    const kind = this.#kinds[this.#kind]!;
    if (this.#text !== '') {
      kind.text(this.#text);
      this.#text = '';
    }
    return kind;
  }
}

/** The fragments of one kind: gathers them into blocks, and notes where each begins. */
class FragmentBytes {
  #bytes: Buffer = Buffer.allocUnsafe(BLOCK / 16); // most shards are small
  #base = 0; // where #bytes begins among all bytes
  #end = 0;
  /** Where the fragment that is being written begins in #bytes. */
  #begin = 0;
  readonly #offsets = new GrowingColumn();
  #sink: Sink = () => {};

  begin(sink: Sink): void {
    this.#sink = sink;
    this.#base = 0;
    this.#end = 0;
    this.#offsets.clear();
    this.skip();
  }

  /** How many bytes the fragment has so far. */
  get length(): number {
    return this.#end - this.#begin;
  }

  text(text: string): void {
    // A UTF-16 unit is at most three bytes of UTF-8. Of a long text, that much more memory would be much.
    this.#reserve(text.length > LONG ? Buffer.byteLength(text) : text.length * 3);
    this.#end += this.#bytes.write(text, this.#end, 'utf8');
  }

  copy(from: Buffer, start: number, end: number): void {
    this.#reserve(end - start);
    this.#end = copyBytes(from, start, end, this.#bytes, this.#end);
  }

  /** Ends a fragment with its holes: of each its place, its number, and an id. */
  end(holes: GrowingColumn): void {
    this.#reserve(COUNT_SIZE + (holes.length / 3) * HOLE_SIZE);
    const bytes = this.#bytes;
    let to = this.#end;
    for (let i = 0; i < holes.length; i += 3) {
      bytes.writeUInt32LE(holes.at(i), to);
      bytes.writeUInt32LE(holes.at(i + 1), to + 4);
      to = bytes.writeDoubleLE(holes.at(i + 2), to + 8);
    }
    this.#end = bytes.writeUInt32LE(holes.length / 3, to);
    this.skip();
    if (this.#end >= BLOCK) this.#handOn();
  }

  /** Of a record there is no more than what was written; mostly nothing. */
  skip(): void {
    this.#begin = this.#end;
    this.#offsets.push(this.#base + this.#end);
  }

  /** Adds the fragments of some rows as they were: side by side. `offsets`: where they began then. */
  again({ bytes, start }: ByteRange, offsets: Float64Array, from: number, to: number): void {
    const first = offsets[from]!;
    const shift = this.#base + this.#end - first;
    for (let row = from + 1; row <= to; row++) this.#offsets.push(offsets[row]! + shift);
    this.copy(bytes, start, start + offsets[to]! - first);
    this.#begin = this.#end;
    if (this.#end >= BLOCK) this.#handOn();
  }

  close(): Float64Array {
    this.#handOn();
    return this.#offsets.numbers;
  }

  #handOn(): void {
    this.#sink(this.#bytes.subarray(0, this.#end));
    this.#base += this.#end;
    this.#begin = 0;
    this.#end = 0;
    // What one large fragment took is not kept for the others.
    if (this.#bytes.length > 4 * BLOCK) this.#bytes = Buffer.allocUnsafe(BLOCK);
  }

  #reserve(more: number): void {
    this.#bytes = withRoom(this.#bytes, this.#end, more);
  }
}
