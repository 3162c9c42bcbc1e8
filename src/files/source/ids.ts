// Finds what looks like ids in a text that need not be valid JSON, so that no new record gets one of them.

/** The ids in a text, in their order. */
export function* idsIn(text: string): Generator<number> {
  for (const [, digits] of text.matchAll(/"id"\s*:\s*"?(\d{1,16})/g)) yield Number(digits);
}
