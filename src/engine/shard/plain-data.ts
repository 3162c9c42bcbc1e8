// Plain data with columns (typed arrays) of any size, in a store: the memory of the columns is a file of bytes, and
// the rest a value. Columns that share memory when they are written share it again when they are read, and threads
// share it, too.
import { DefaultDeserializer, DefaultSerializer } from 'node:v8';
import { BLOCK, type BytesWriter } from './bytes.js';
import { fragmentsName } from './format.js';
import { Fragments } from './fragments.js';
import { DamagedCache, type Store } from './store.js';

const KINDS: readonly KindOfColumn[] = [Float64Array, Int32Array, Uint32Array, Uint8Array];

type KindOfColumn = new (
  buffer: ArrayBufferLike,
  from: number,
  length: number,
) => Float64Array | Int32Array | Uint32Array | Uint8Array;

/** The value in the store: the data without the memory of its columns. */
interface KeptData {
  readonly data: Uint8Array;
  /** How many bytes each buffer has, in their order. */
  readonly lengths: readonly number[];
  /** The CRC-32 of each block of the file with the buffers. */
  readonly sums: Uint32Array;
}

/** Writes plain data. The same data give the same bytes. */
export function writeData(store: Store, name: string, data: unknown): void {
  const bytes = store.begin(fragmentsName(name, 0));
  try {
    const writer = new DataWriter(bytes);
    writer.writeHeader();
    writer.writeValue(data);
    const kept: KeptData = {
      data: writer.releaseBuffer(),
      lengths: [...writer.buffers.keys()].map(({ byteLength }) => byteLength),
      sums: bytes.finish(),
    };
    store.write(name, kept);
  } finally {
    store.abandon();
  }
}

/** Reads plain data, its columns into memory that threads share; undefined if there is none, or it is damaged. */
export function readData(store: Store, name: string): unknown {
  const kept = store.read(name) as KeptData | undefined; // only writeData writes there
  if (!kept) return undefined;
  const { data, lengths, sums } = kept;
  const fragments = new Fragments(0);
  const file = { number: 0, path: store.path(fragmentsName(name, 0)), sums };
  try {
    let from = 0;
    const buffers = lengths.map((length) => {
      const column = new Uint8Array(new SharedArrayBuffer(length));
      for (let at = 0; at < length; ) {
        const to = Math.min(from + length, from + at + BLOCK - ((from + at) % BLOCK));
        const { bytes, start, end } = fragments.read(file, from + at, to);
        column.set(bytes.subarray(start, end), at);
        at += end - start;
      }
      from += length;
      return column.buffer;
    });
    const reader = new DataReader(data, buffers);
    reader.readHeader();
    return reader.readValue();
  } catch (error) {
    if (error instanceof DamagedCache) return undefined;
    throw error;
  } finally {
    fragments.close();
  }
}

/** Node calls a hook for each typed array: https://nodejs.org/api/v8.html#serializer_writehostobjectobject */
class DataWriter extends DefaultSerializer {
  /** The buffers that were written, each with its index. */
  readonly buffers = new Map<ArrayBufferLike, number>();

  constructor(private readonly out: BytesWriter) {
    super();
  }

  _writeHostObject(column: Uint8Array): void {
    const { buffer, byteOffset, length } = column;
    let place = this.buffers.get(buffer);
    if (place === undefined) {
      place = this.buffers.size;
      this.buffers.set(buffer, place);
      this.out.write(Buffer.from(buffer));
    }
    this.writeUint32(KINDS.findIndex((kind) => column instanceof kind));
    this.writeUint32(place);
    this.writeDouble(byteOffset);
    this.writeDouble(length);
  }
}

class DataReader extends DefaultDeserializer {
  constructor(
    data: Uint8Array,
    private readonly shared: readonly ArrayBufferLike[],
  ) {
    super(data);
  }

  _readHostObject(): unknown {
    const kind = KINDS[this.readUint32()]!;
    const buffer = this.shared[this.readUint32()]!;
    const from = this.readDouble();
    return new kind(buffer, from, this.readDouble());
  }
}
