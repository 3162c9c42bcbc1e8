// Makes the compressed copy of a file, for clients that accept compressed answers.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Encoding } from '../../site/address.js';
import type { Digest } from './output-file.js';

/** The level for gzip and brotli. Above 9, brotli saves a tenth more bytes, but takes thirty times as long. */
const LEVEL = 9;
/** With this exponent, brotli looks back 2 ** 16 - 16 bytes, which is enough for smaller files. */
const SMALL_WINDOW = 16;

/** Compresses `source`, a file of `bytes` bytes, into the file `to`. Node does this in threads of its own. */
export async function compressFile(
  source: string,
  bytes: number,
  encoding: Encoding,
  to: string,
): Promise<Digest> {
  const digest = createHash('sha256');
  let length = 0;
  await pipeline(
    createReadStream(source),
    encoding === 'gzip'
      ? createGzip({ level: LEVEL })
      : createBrotliCompress({
          params: {
            [constants.BROTLI_PARAM_QUALITY]: LEVEL,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
            // With its default window, brotli clears 32 MB of memory for each file, which makes small files take a
            // hundred times as long.
            ...(bytes <= 2 ** SMALL_WINDOW - 16 && {
              [constants.BROTLI_PARAM_LGWIN]: SMALL_WINDOW,
            }),
          },
        }),
    async function* (blocks: AsyncIterable<Buffer>) {
      for await (const block of blocks) {
        digest.update(block);
        length += block.length;
        yield block;
      }
    },
    createWriteStream(to, { flags: 'wx' }),
  );
  return { hash: digest.digest('hex'), bytes: length };
}
