// Compressed siblings: copies beside the files, for clients that accept compressed answers.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { withPath } from '../../problems/failure.js';
import type { Compression } from '../../site/address.js';
import { type FileThere, isOther, type NewFile } from './new-file.js';

/** A file that a small window of brotli sees whole: the window is 2 to this power, but for 16 bytes. */
const SMALL_WINDOW = 16;

/** Makes the sibling of a file, in other threads; it is staged unless the old one is the same. */
export async function compressFile(
  source: string,
  bytes: number,
  { encoding, level }: Compression,
  staged: string,
  old: FileThere | undefined,
): Promise<NewFile> {
  mkdirSync(dirname(staged), { recursive: true });
  const digest = createHash('sha256');
  let length = 0;
  await pipeline(
    createReadStream(source),
    encoding === 'gzip'
      ? createGzip({ level })
      : createBrotliCompress({
          params: {
            [constants.BROTLI_PARAM_QUALITY]: level,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
            // Else brotli clears tables of 32 MB for each file: a hundred times the work, for no smaller bytes.
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
