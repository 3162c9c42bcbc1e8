// Values as bytes, as V8 writes them, but for columns of numbers: their bytes come after all else, so that
// reading gives views of what was read, and copies nothing.
import { DefaultDeserializer, DefaultSerializer } from 'node:v8';

/** The columns that a value may hold. */
const KINDS = [Uint8Array, Uint32Array, Int32Array, Float64Array] as const;
/** Each column begins at a multiple of so many bytes. */
const ALIGNED = 8;

const aligned = (bytes: number) => Math.ceil(bytes / ALIGNED) * ALIGNED;

class Writer extends DefaultSerializer {
  /** Those written so far, the first one to stand last. */
  readonly columns: InstanceType<(typeof KINDS)[number]>[] = [];
  /** The bytes that they take. */
  bytes = 0;

  /** Called by V8 for each column. */
  _writeHostObject(column: InstanceType<(typeof KINDS)[number]>): void {
    this.columns.push(column);
    this.bytes += aligned(column.byteLength);
    this.writeUint32(KINDS.findIndex((kind) => column instanceof kind));
    this.writeUint32(column.length);
    this.writeDouble(this.bytes); // from the end of all
  }
}

class Reader extends DefaultDeserializer {
  constructor(private readonly bytes: Buffer<ArrayBuffer>) {
    super(bytes);
  }

  _readHostObject(): unknown {
    const kind = KINDS[this.readUint32()]!;
    const length = this.readUint32();
    const { buffer, byteOffset, byteLength } = this.bytes;
    return new kind(buffer, byteOffset + byteLength - this.readDouble(), length);
  }
}

/** A value as bytes, after `before` bytes that are left to the caller: multiples of 8, both. */
export function toBytes(value: unknown, before: number): Buffer<ArrayBuffer> {
  const writer = new Writer();
  writer.writeHeader();
  writer.writeValue(value);
  const rest = writer.releaseBuffer();
  const bytes = Buffer.alloc(before + aligned(rest.length) + writer.bytes);
  rest.copy(bytes, before);
  let end = bytes.length;
  for (const { buffer, byteOffset, byteLength } of writer.columns) {
    end -= aligned(byteLength);
    Buffer.from(buffer, byteOffset, byteLength).copy(bytes, end);
  }
  return bytes;
}

/** The value of bytes that {@link toBytes} gave: its columns are views of them. */
export function fromBytes(bytes: Buffer<ArrayBuffer>): unknown {
  const reader = new Reader(bytes);
  reader.readHeader();
  return reader.readValue();
}
