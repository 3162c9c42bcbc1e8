// Writes fragments as bytes. A record has a fragment of each kind: one for each distinct shape, and one for each of its
// texts that other records also show. The bytes of a kind are passed on in blocks. shard/format.ts describes their
// form.
import { COUNT_SIZE, HOLE_SIZE } from '../shard/format.js';
import { type ByteRange, copyBytes, withRoom } from '../shard/fragments.js';
import { GrowingColumn } from './column.js';
import type { KnownRows } from './known.js';

const BLOCK = 1 << 20;
/** Collected text is encoded as UTF-8 before another text would make it longer than this many UTF-16 units. */
const LONG = 1 << 20;

/** A function that receives bytes. The buffer is used again after the function returns. */
type Sink = (bytes: Buffer) => void;

/** Writes the fragments of each record, in the order of their kinds. One writer serves one shard after another. */
export class FragmentWriter {
  readonly #kinds: readonly FragmentBytes[];
  /** The index of the kind to which the current fragment belongs. */
  #kind = 0;
  #text = '';
  readonly #holes = new GrowingColumn();

  /** `kinds`: the number of kinds of fragments. */
  constructor(kinds: number) {
    this.#kinds = Array.from({ length: kinds }, () => new FragmentBytes());
  }

  /** Begins a shard. `sinks`: a function for each kind, which receives the bytes of its fragments. */
  begin(sinks: readonly Sink[]): void {
    for (const [k, kind] of this.#kinds.entries()) kind.begin(sinks[k]!);
  }

  write(text: string): void {
    // Text is collected only up to a limit, because several long texts together could exceed the longest possible
    // string.
    if (this.#text.length + text.length > LONG) this.#current();
    this.#text += text;
  }

  copy(from: Buffer, start: number, end: number): void {
    this.#current().copy(from, start, end);
  }

  /**
   * Adds a hole to the current fragment. `number`: the index of the hole in `holesOf`. `id`: the id of the record that
   * fills the hole; NaN if the id is not known yet.
   */
  hole(number: number, id: number): void {
    const holes = this.#holes;
    holes.push(this.#current().length);
    holes.push(number);
    holes.push(id);
  }

  /** Ends a fragment. The next fragment is of the next kind. */
  endFragment(): void {
    const kind = this.#current();
    kind.end(this.#holes);
    this.#holes.clear();
    this.#kind++;
  }

  /** Ends a record. Its fragments that were not written are empty. */
  endRecord(): void {
    for (let kind = this.#kind; kind < this.#kinds.length; kind++) this.#kinds[kind]!.skip();
    this.#kind = 0;
  }

  /** Copies the fragments of records that an earlier run compiled. */
  addKnown({ shard, from, to, fragments }: KnownRows): void {
    for (const [k, kind] of this.#kinds.entries()) {
      kind.addKnown(fragments[k]!, shard.fragments[k]!.offsets, from, to);
    }
  }

  /**
   * Passes on the remaining bytes. Returns the offsets of each kind: where each fragment begins, and where the last one
   * ends. They are valid until the next shard begins.
   */
  close(): Float64Array[] {
    return this.#kinds.map((kind) => kind.close());
  }

  /** Encodes the collected text, and returns the bytes of the current kind. */
  #current(): FragmentBytes {
    const kind = this.#kinds[this.#kind]!;
    if (this.#text !== '') {
      kind.text(this.#text);
      this.#text = '';
    }
    return kind;
  }
}

/** Collects the fragments of one kind in blocks, and keeps the offset at which each fragment begins. */
class FragmentBytes {
  #bytes: Buffer = Buffer.allocUnsafe(BLOCK / 16); // most shards are small
  #base = 0; // how many bytes were passed on before #bytes
  #end = 0;
  /** The place in #bytes at which the current fragment begins. */
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

  /** How many bytes the current fragment has so far. */
  get length(): number {
    return this.#end - this.#begin;
  }

  text(text: string): void {
    // A UTF-16 unit takes at most three bytes in UTF-8, so three bytes are reserved for each. For a long text, the
    // exact length is computed instead, to save memory.
    this.#reserve(text.length > LONG ? Buffer.byteLength(text) : text.length * 3);
    this.#end += this.#bytes.write(text, this.#end, 'utf8');
  }

  copy(from: Buffer, start: number, end: number): void {
    this.#reserve(end - start);
    this.#end = copyBytes(from, start, end, this.#bytes, this.#end);
  }

  /** Ends a fragment. `holes` has three numbers for each hole: its place in the fragment, its index, and an id. */
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

  /** Ends the current fragment here, and begins the next one. */
  skip(): void {
    this.#begin = this.#end;
    this.#offsets.push(this.#base + this.#end);
  }

  /** Copies the fragments of rows `[from, to)` of an earlier run. `offsets`: where the fragments of that run begin. */
  addKnown({ bytes, start }: ByteRange, offsets: Float64Array, from: number, to: number): void {
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
    // After a very large fragment, its memory is freed.
    if (this.#bytes.length > 4 * BLOCK) this.#bytes = Buffer.allocUnsafe(BLOCK);
  }

  #reserve(more: number): void {
    this.#bytes = withRoom(this.#bytes, this.#end, more);
  }
}
