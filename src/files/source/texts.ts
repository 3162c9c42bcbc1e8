// Long texts in files of their own. `0044-slug.text.html` has the field `text` of the record in `0044-slug.json`,
// which must be the only record of that file. A byte-order mark and one line break at the end are not part of the
// text.
import { isUtf8 } from 'node:buffer';
import { fstatSync, readFileSync } from 'node:fs';
import { LIMITS } from '../../model/limits.js';
import { ChunkHash } from './chunk-hash.js';
import { withFile } from './data-file.js';
import { firstInvalid } from './records.js';

/** A file with the text of one field; the record is in the file beside it. */
export interface TextFile {
  readonly field: string;
  /** Relative to the data folder, with `/` between its parts. */
  readonly name: string;
  readonly path: string;
}

/** The content of a text file, or why it cannot be read. */
export type ReadText = { readonly hash: string } & (
  | {
      readonly kind: 'text';
      readonly text: string;
      /** The byte at which the text begins. */
      readonly start: number;
    }
  | { readonly kind: 'encoding' | 'size'; readonly offset: number }
);

/** Stands for the hash of a file that is too large to be read. */
export const TOO_LARGE = 'too large';

export const isTooLarge = (bytes: number): boolean => bytes > LIMITS.textBytes;

/** Reads a text file. The `hash` is that of its bytes. */
export function readTextFile(path: string): ReadText {
  return withFile(path, (fd) => {
    if (isTooLarge(fstatSync(fd).size)) return { kind: 'size', offset: 0, hash: TOO_LARGE };
    const bytes = readFileSync(fd);
    const chunks = new ChunkHash();
    chunks.update(bytes);
    const hash = chunks.digest();
    if (!isUtf8(bytes)) return { kind: 'encoding', offset: firstInvalid(bytes), hash };
    return { kind: 'text', ...decodeText(bytes), hash };
  });
}

/**
 * Adds the texts of text files to a record, for fields that the record does not have. Calls `unread` for a text that
 * cannot be read.
 */
export function withBeside<T extends object>(
  record: T,
  texts: readonly TextFile[],
  unread: (text: TextFile) => void = () => {},
): T {
  if (texts.length === 0) return record;
  const beside: [string, string][] = [];
  for (const text of texts) {
    if (Object.hasOwn(record, text.field)) continue;
    const read = readTextFile(text.path);
    if (read.kind === 'text') beside.push([text.field, read.text]);
    else unread(text);
  }
  return { ...Object.fromEntries(beside), ...record };
}

/** Returns the text in the bytes of a text file: without a byte-order mark, and without one line break at the end. */
export function decodeText(bytes: Buffer): { readonly text: string; readonly start: number } {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return { text: bytes.toString('utf8', start).replace(/\r?\n$/, ''), start };
}

/**
 * Returns the bytes of a text file for a text. Undefined if the text should stay in its record: it is too large, or
 * editors and git may change it, because it has unusual line breaks or invisible characters.
 */
export function bytesOfText(text: string): Buffer | undefined {
  if (/^\ufeff|[\0-\x08\x0b-\x1f\x7f]|\p{Surrogate}/u.test(text)) return undefined;
  const bytes = Buffer.from(`${text}\n`);
  return isTooLarge(bytes.length) ? undefined : bytes;
}
