// Finds numbers that look like ids, in text that may not be valid JSON. A new record must not get one of these ids,
// because a record that cannot be read yet may have it.

/** The ids in a text, in their order. */
export function* idsIn(text: string): Generator<number> {
  for (const [, digits] of text.matchAll(/"id"\s*:\s*"?(\d{1,16})/g)) yield Number(digits);
}
