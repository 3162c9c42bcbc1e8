// "Did you mean": the nearest known name, or the nearest id that exists.
import { distance } from 'fastest-levenshtein';

/** The known name that differs least from what was written, if it is near enough to be meant. */
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

/** The slips of the hand between two words, if fewer than `least`; letters that changed places are one. */
function slips(a: string, b: string, least: number): number {
  const far = distance(a, b);
  if (far !== least) return far; // a change of places saves one
  for (let at = 1; at < a.length; at++) {
    const swapped = a.slice(0, at - 1) + a[at] + a[at - 1] + a.slice(at + 1);
    if (distance(swapped, b) + 1 < least) return least - 1;
  }
  return far;
}

/** An existing id that is one slip of a digit away, the closest in value first; or a neighbour. */
export function nearestId(written: number, exists: (id: number) => boolean): number | undefined {
  const digits = String(written);
  const guesses = new Set<number>();
  for (let at = 0; at <= digits.length; at++) {
    const [before, behind] = [digits.slice(0, at), digits.slice(at)];
    if (behind) guesses.add(Number(before + behind.slice(1)));
    if (behind.length > 1) guesses.add(Number(before + behind[1] + behind[0] + behind.slice(2)));
    for (let digit = 0; digit < 10; digit++) {
      guesses.add(Number(before + digit + behind));
      if (behind) guesses.add(Number(before + digit + behind.slice(1)));
    }
  }
  guesses.add(written - 1).add(written + 1);
  let best: number | undefined;
  const far = (id: number) => Math.abs(id - written);
  for (const id of guesses) {
    if (best !== undefined && (far(id) > far(best) || (far(id) === far(best) && id > best)))
      continue;
    if (Number.isSafeInteger(id) && id > 0 && exists(id)) best = id;
  }
  return best;
}
