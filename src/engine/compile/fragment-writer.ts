// Writes fragments as bytes. A record has one fragment of each kind (a shape, or a text that other records take);
// the bytes of each kind are passed on in blocks. See shard/format.ts for fragments and their holes.
import { COUNT_SIZE, HOLE_SIZE } from '../shard/format.js';
import { type ByteRange, copyBytes, withRoom } from '../shard/fragments.js';
import { GrowingColumn } from './column.js';
import type { KnownRows } from './known.js';

const BLOCK = 1 << 20;
/** Pending text is encoded when it exceeds this many UTF-16 units. */
const LONG = 1 << 20;

/** Receives bytes that are valid only until it returns. */
type Sink = (bytes: Buffer) => void;

/** Writes the fragments of each record, in the order of their kinds, for one shard after another. */
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
    // Several long texts together can exceed the maximum length of a string.
    if (this.#text.length + text.length > LONG) this.#current();
    this.#text += text;
  }

  /** Copies bytes that are JSON already. */
  copy(from: Buffer, start: number, end: number): void {
    this.#current().copy(from, start, end);
  }

  /** Adds a hole. `number`: its index in the fragment; `id`: the record that fills it, NaN if it is not known. */
  hole(number: number, id: number): void {
    const holes = this.#holes;
    holes.push(this.#current().length);
    holes.push(number);
    holes.push(id);
  }

  /** Ends a fragment. The fragment of the next kind follows. */
  endFragment(): void {
    const kind = this.#current();
    kind.end(this.#holes);
    this.#holes.clear();
    this.#kind++;
  }

  /** Ends a record. It gets empty fragments of the kinds that were not written. */
  endRecord(): void {
    for (let kind = this.#kind; kind < this.#kinds.length; kind++) this.#kinds[kind]!.skip();
    this.#kind = 0;
  }

  /** Copies the fragments of records that an earlier run compiled. */
  again({ shard, from, to, fragments }: KnownRows): void {
    for (const [k, kind] of this.#kinds.entries()) {
      kind.again(fragments[k]!, shard.fragments[k]!.offsets, from, to);
    }
  }

  /**
   * Passes on the remaining bytes. Returns for each kind where its fragments begin and where the last one ends; valid
   * until the next shard begins.
   */
  close(): Float64Array[] {
    return this.#kinds.map((kind) => kind.close());
  }

  /** The bytes of the current kind, after adding the pending text to them. */
  #current(): FragmentBytes {
    const kind = this.#kinds[this.#kind]!;
    if (this.#text !== '') {
      kind.text(this.#text);
      this.#text = '';
    }
    return kind;
  }
}

/** The fragments of one kind: gathers them into blocks, and notes where each fragment begins. */
class FragmentBytes {
  #bytes: Buffer = Buffer.allocUnsafe(BLOCK / 16); // most shards are small
  #base = 0; // how many bytes were passed on before #bytes
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

  /** How many bytes the current fragment has so far. */
  get length(): number {
    return this.#end - this.#begin;
  }

  text(text: string): void {
    // A UTF-16 unit takes at most three bytes in UTF-8. For a long text, reserving three each would waste memory.
    this.#reserve(text.length > LONG ? Buffer.byteLength(text) : text.length * 3);
    this.#end += this.#bytes.write(text, this.#end, 'utf8');
  }

  copy(from: Buffer, start: number, end: number): void {
    this.#reserve(end - start);
    this.#end = copyBytes(from, start, end, this.#bytes, this.#end);
  }

  /** Ends a fragment. `holes` has three numbers for each hole: its place, its index, and an id. */
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

  /** Starts the next fragment here. If no bytes follow, it is empty. */
  skip(): void {
    this.#begin = this.#end;
    this.#offsets.push(this.#base + this.#end);
  }

  /** Copies the fragments of some rows, which lie side by side. `offsets`: where they began in the earlier shard. */
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
    // The large memory of a very large fragment is freed.
    if (this.#bytes.length > 4 * BLOCK) this.#bytes = Buffer.allocUnsafe(BLOCK);
  }

  #reserve(more: number): void {
    this.#bytes = withRoom(this.#bytes, this.#end, more);
  }
}
