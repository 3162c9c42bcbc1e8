// Finds numbers that look like ids, in text that may not be valid JSON. A broken record may have such an id, so no new
// record may get it.

/** The numbers after `"id":` in a text, in their order. */
export function* idsIn(text: string): Generator<number> {
  for (const [, digits] of text.matchAll(/"id"\s*:\s*"?(\d{1,16})/g)) yield Number(digits);
}
