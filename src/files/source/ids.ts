// Finds numbers that look like ids, in text that may not be valid JSON. A broken record may have such an id, so no new
// record may get it.
import type { FileBytes } from './data-file.js';

/** The numbers after `"id":` in a text, in their order. */
export function* idsIn(text: string): Generator<number> {
  for (const [, digits] of text.matchAll(/"id"\s*:\s*"?(\d{1,16})/g)) yield Number(digits);
}

const BLOCK = 1 << 20;
/** Blocks overlap by this many bytes, so that no id is divided. */
const OVERLAP = 64;

/** As {@link idsIn}, in a file. Zero bytes are left out, so that the digits of a file in UTF-16 are found, too. */
export function* idsInFile({ bytes, end }: FileBytes): Generator<number> {
  for (let at = 0; at < end; at += BLOCK - OVERLAP) {
    yield* idsIn(bytes.toString('latin1', at, Math.min(end, at + BLOCK)).replaceAll('\0', ''));
  }
}
