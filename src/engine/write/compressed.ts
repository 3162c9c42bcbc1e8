// Compressed siblings: copies beside the files, for clients that accept compressed answers.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { withPath } from '../../problems/failure.js';
import type { Encoding } from '../../site/address.js';
import { type FileThere, isOther, type NewFile } from './new-file.js';

/** The level of both encodings: above 9, brotli saves a tenth more and takes thirty times as long. */
const LEVEL = 9;
/** The exponent of a small window of brotli, which spans 2 ** 16 - 16 bytes. */
const SMALL_WINDOW = 16;

/** Compresses `source` to `staged`, in other threads. Removes the result if the old sibling has the same bytes. */
export async function compressFile(
  source: string,
  bytes: number,
  encoding: Encoding,
  staged: string,
  old: FileThere | undefined,
): Promise<NewFile> {
  mkdirSync(dirname(staged), { recursive: true });
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
            // With its default window brotli clears 32 MB of tables for each file: a hundred times the work, no gain.
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
    createWriteStream(staged, { flags: 'wx' }),
  ).catch((error: unknown) => {
    throw withPath(staged, error);
  });
  const hash = digest.digest('hex');
  const isNew = await isOther(old, length, hash);
  if (!isNew) rmSync(staged);
  return { hash, bytes: length, isNew };
}
