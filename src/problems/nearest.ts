// For hints such as "did you mean regions?": finds the known name that is most similar to a misspelt name, or the
// existing ids that are similar to an id.
import { distance } from 'fastest-levenshtein';
import { sentence, type Text } from './say.js';

/** Returns the known name that is most similar to the written one; undefined if none is similar enough. */
export function nearest(written: string, known: readonly string[]): string | undefined {
  if (written.length > 64) return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(written.length / 3)) + 1;
  for (const name of known) {
    const far = slips(written.toLowerCase(), name.toLowerCase(), least);
    if (far < least) {
      least = far;
      best = name;
    }
  }
  return best;
}

/** The end of a message about an unknown name: `did you mean …?`; empty if no known name is similar. */
export function orNearest(written: string, known: readonly string[]): Text | '' {
  const name = nearest(written, known);
  return name === undefined ? '' : sentence('; did you mean {name}?', { name });
}

/**
 * The number of edits from one word to another. Returns `least - 1` instead of `least` if one of the edits can be a
 * swap of two neighbouring letters.
 */
function slips(a: string, b: string, least: number): number {
  const far = distance(a, b);
  // `distance` counts a swap as two edits. Counted as one, it makes one edit less.
  if (far !== least) return far;
  for (let at = 1; at < a.length; at++) {
    const swapped = a.slice(0, at - 1) + a[at] + a[at - 1] + a.slice(at + 1);
    if (distance(swapped, b) + 1 < least) return least - 1;
  }
  return far;
}

/** An unknown id may be a typing error if at most this many records refer to it. */
export const FEW = 2;
/** If more ids than this are similar, none is suggested: among the ids 1 to 900, each is similar to many others. */
const MOST_NEAR = 3;

/**
 * The existing ids that differ by one typing error: a wrong, missing or additional digit, or two swapped ones. Returns
 * none if there are too many. In an id of one digit, a wrong digit does not count.
 */
export function nearIds(written: number, exists: (id: number) => boolean): number[] {
  const digits = String(written);
  const guesses = new Set<string>();
  for (let at = 0; at <= digits.length; at++) {
    const [before, behind] = [digits.slice(0, at), digits.slice(at)];
    for (let digit = 0; digit < 10; digit++) {
      guesses.add(before + digit + behind);
      if (behind && digits.length > 1) guesses.add(before + digit + behind.slice(1));
    }
    if (behind) guesses.add(before + behind.slice(1));
    if (behind.length > 1) guesses.add(before + behind[1] + behind[0] + behind.slice(2));
  }
  const near = [...guesses]
    .filter((guess) => /^[1-9]/.test(guess) && guess !== digits)
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && exists(id));
  return near.length > MOST_NEAR ? [] : near.sort((a, b) => a - b);
}
