// Decompresses a body while it arrives. Refuses a body that is too large, or that gets so much larger by
// decompression that it must be an attack.
import { createHash } from 'node:crypto';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Answer, Blocks } from './answer.js';

/**
 * The most bytes of a body after decompression, unless {@link Ask.most} is set. (All events of a portal with 100,000
 * comments take a quarter of this.)
 */
export const MAX_BODY = 4 * 1024 * 1024 * 1024;
/** The most decompressed bytes that are kept of a body, unless {@link Ask.most} is set. The rest is dropped. */
export const MAX_KEPT = 4 * 1024 * 1024;
/** A body that gets more than 500 times as large by decompression counts as an attack. Usual pages stay below 100. */
const MAX_RATIO = 500;
/** The ratio does not matter for a body that has at most 16 MiB after decompression. */
const HARMLESS = 16 * 1024 * 1024;

/** Thrown to stop the reading of a body. The message says why. */
export class Refused extends Error {}

const unpackers = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
]);

/** The Content-Encoding of an answer, such as `gzip`; `identity` if the header is absent. */
export const packingOf = ({ headers }: Pick<Answer, 'headers'>): string =>
  (headers.get('content-encoding') ?? 'identity').trim().toLowerCase();

/**
 * Yields the decompressed blocks of a body. Throws {@link Refused} if it cannot be decompressed, has more than `most`
 * bytes, or has more than 16 MiB and more than `ratio` times its compressed size. A body without compression is passed
 * on without limits.
 */
export async function* unpackedBlocks(
  blocks: Blocks,
  encoding: string,
  most = MAX_BODY,
  ratio = MAX_RATIO,
): AsyncGenerator<Buffer> {
  if (encoding === 'identity' || encoding === '') return yield* blocks;
  const unpacker = unpackers.get(encoding);
  if (!unpacker) throw new Refused(UNKNOWN);
  let packed = 0;
  let length = 0;
  let lost: unknown;
  const counted = async function* () {
    try {
      for await (const block of blocks) {
        packed += block.length;
        yield block;
      }
    } catch (error) {
      lost = error;
      throw error;
    }
  };
  // This callback can ignore errors, because the loop that reads the stream gets them, too.
  const stream = pipeline(Readable.from(counted()), unpacker(), () => {});
  try {
    for await (const block of stream as AsyncIterable<Buffer>) {
      length += block.length;
      if (length > most) throw new Refused(`a body of more than ${most} bytes`);
      if (length > HARMLESS && length > packed * ratio) {
        throw new Refused(`a body that unpacks to more than ${ratio} times its size`);
      }
      yield block;
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
    // An answer to HEAD may name an encoding, but has no body. This is no error.
    if (packed === 0 && !lost) return;
    throw lost ?? new Refused(UNKNOWN);
  }
}

const UNKNOWN = 'its Content-Encoding cannot be undone';

/** Reads a body to its end and returns its SHA-256 in hexadecimal. */
export async function hashOfBody(blocks: Blocks): Promise<string> {
  const hash = createHash('sha256');
  for await (const block of blocks) hash.update(block);
  return hash.digest('hex');
}

/** Keeps the beginning of a body in one buffer that grows, so that many small blocks do not become many objects. */
export class Growing {
  #bytes = Buffer.alloc(0);
  #length = 0;

  /** `most`: the most bytes that are kept. */
  constructor(private readonly most: number) {}

  async take(blocks: Blocks): Promise<void> {
    for await (const block of blocks) this.#append(block.subarray(0, this.most - this.#length));
  }

  #append(block: Buffer): void {
    const length = this.#length + block.length;
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    block.copy(this.#bytes, this.#length);
    this.#length = length;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}
