// Long texts in files of their own. The file `0044-slug.text.html` contains the field `text` of the record in
// `0044-slug.json`, which must contain only this record. Neither a byte-order mark at the beginning nor one line break
// at the end is part of the text.
import { isUtf8 } from 'node:buffer';
import { fstatSync, readFileSync } from 'node:fs';
import { LIMITS } from '../../model/limits.js';
import { hashOf } from './chunk-hash.js';
import { withFile } from './data-file.js';
import { firstInvalid } from './records.js';

/** A file with the text of one field of a record. The record is in a data file in the same folder. */
export interface TextFile {
  readonly field: string;
  /** Relative to the data folder, with `/` between its parts. */
  readonly name: string;
  readonly path: string;
}

/** The content of a text file, or why the file cannot be read. `offset`: the first byte that is not UTF-8, or 0. */
export type ReadText = { readonly hash: string } & (
  | {
      readonly kind: 'text';
      readonly text: string;
      /** The byte offset of the text: 3 after a byte-order mark, otherwise 0. */
      readonly start: number;
    }
  | { readonly kind: 'encoding' | 'size'; readonly offset: number }
);

/** Used in place of the hash of a file that is too large to be read. */
export const TOO_LARGE = 'too large';

export const isTooLarge = (bytes: number): boolean => bytes > LIMITS.textBytes;

/** Reads a text file. `hash`: the hash of its bytes (chunk-hash.ts). */
export function readTextFile(path: string): ReadText {
  return withFile(path, (fd) => {
    if (isTooLarge(fstatSync(fd).size)) return { kind: 'size', offset: 0, hash: TOO_LARGE };
    const bytes = readFileSync(fd);
    const hash = hashOf(bytes);
    if (!isUtf8(bytes)) return { kind: 'encoding', offset: firstInvalid(bytes), hash };
    return { kind: 'text', ...decodeText(bytes), hash };
  });
}

/**
 * Returns a record with the texts of its text files, for fields that are not in the record itself. Calls `unread` for a
 * file that cannot be read.
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

/** Decodes the bytes of a text file, without a byte-order mark at the beginning and one line break at the end. */
export function decodeText(bytes: Buffer): { readonly text: string; readonly start: number } {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return { text: bytes.toString('utf8', start).replace(/\r?\n$/, ''), start };
}

/**
 * Returns the bytes of a text file with this text. Returns undefined if the text must stay in its record: because it is
 * too long, or has characters that editors or git could change, such as a carriage return.
 */
export function bytesOfText(text: string): Buffer | undefined {
  if (/^\ufeff|[\0-\x08\x0b-\x1f\x7f]|\p{Surrogate}/u.test(text)) return undefined;
  const bytes = Buffer.from(`${text}\n`);
  return isTooLarge(bytes.length) ? undefined : bytes;
}
