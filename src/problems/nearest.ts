// For "did you mean": finds the known name that is nearest to the written one, or the existing ids that are near an id.
import { distance } from 'fastest-levenshtein';
import { sentence, type Text } from './say.js';

/** Returns the known name that differs least from the written one, if it is likely to be meant. */
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

/** The end of a message about an unknown name: the known name that was probably meant; empty if there is none. */
export function orNearest(written: string, known: readonly string[]): Text | '' {
  const name = nearest(written, known);
  return name === undefined ? '' : sentence('; did you mean {name}?', { name });
}

/** How many edits lead from one word to another, if fewer than `least`. A swap of neighbouring letters is one edit. */
function slips(a: string, b: string, least: number): number {
  const far = distance(a, b);
  if (far !== least) return far; // with `distance` a swap counts as two edits, so it could be `least - 1`
  for (let at = 1; at < a.length; at++) {
    const swapped = a.slice(0, at - 1) + a[at] + a[at - 1] + a.slice(at + 1);
    if (distance(swapped, b) + 1 < least) return least - 1;
  }
  return far;
}

/** An unknown id in at most this many records may be a typing error. In more records it is not an accident. */
export const FEW = 2;
/** If more ids than these are near, none is suggested: among ids such as 1 to 900, each is near many others. */
const MOST_NEAR = 3;

/**
 * The existing ids that are one typing error away: a wrong digit, a missing or extra one, or two
 * swapped; none if there are too many. A single digit is never replaced by another digit.
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
