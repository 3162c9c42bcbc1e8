// Finds what looks like ids in a text that need not be valid JSON. Such records count as existing,
// although they cannot be read, so that references to them are not reported.
import { readText, withFile } from './data-file.js';

/** The ids in a text, in their order. */
export function* idsIn(text: string): Generator<number> {
  for (const [, digits] of text.matchAll(/"id"\s*:\s*"?(\d{1,16})/g)) yield Number(digits);
}

/** The ids in a file, each once. */
export function idsOf(path: string): Set<number> {
  const ids = new Set<number>();
  withFile(path, (fd) => {
    readText(fd, (text) => {
      for (const id of idsIn(text)) ids.add(id);
    });
  });
  return ids;
}
