// Parses JSON without its longest texts. JSON with several such texts may be too long for one string, which in V8 has
// at most 2^29 characters.
import type { Json } from '../../model/fields.js';
import { ValueScan } from './value-scan.js';

const QUOTE = 0x22;

/** Parses valid JSON. A text with more than `most` bytes becomes an empty text. */
export function withoutLongTexts(bytes: Buffer, most: number): Json {
  if (bytes.length <= most) return JSON.parse(bytes.toString());
  const scan = new ValueScan();
  const kept: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(QUOTE); at >= 0; at = bytes.indexOf(QUOTE, at)) {
    const end = scan.run(bytes, at, bytes.length);
    if (end - at - 2 > most) {
      kept.push(bytes.subarray(from, at + 1));
      from = end - 1;
    }
    at = end;
  }
  kept.push(bytes.subarray(from));
  return JSON.parse(Buffer.concat(kept).toString());
}
