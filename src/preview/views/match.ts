// Whether a record has the words that someone looks for, and where. Case, ё and е, and tags make no
// difference. Pure.
import { fold } from '../../model/fold.js';
import type { Json } from '../browser/told.js';

/** How much of a text is shown before and after what was found. */
const AROUND = 70;

/** The words of a query, as they are compared. */
export const wordsOf = (query: string): string[] => fold(query).split(/\s+/).filter(Boolean);

/** The texts and numbers in a value, without tags. */
export function textsIn(value: Json): string[] {
  const texts: string[] = [];
  const pending: Json[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') texts.push(next.replaceAll(/<[^<>]*>/g, ' '));
    else if (typeof next === 'number') texts.push(String(next));
    else if (Array.isArray(next)) pending.push(...[...next].reverse());
    else if (typeof next === 'object' && next !== null) {
      for (const member of Object.values(next).reverse())
        if (member !== undefined) pending.push(member);
    }
  }
  return texts;
}

/** Whether each word is somewhere in a value. */
export function matches(value: Json, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const all = fold(textsIn(value).join('\n'));
  return words.every((word) => all.includes(word));
}

/** What stands around the first word in the first text that has it. */
export function excerptOf(value: Json, words: readonly string[]): string {
  for (const text of textsIn(value)) {
    const flat = text.replaceAll(/\s+/g, ' ').trim();
    const at = words.length === 0 ? -1 : fold(flat).indexOf(words[0]!);
    // Folding makes a text longer by so little, at few letters, that the word stays in what is shown.
    if (at < 0 || /^\d+$/.test(flat)) continue;
    const from = at <= AROUND ? 0 : flat.lastIndexOf(' ', at - AROUND) + 1 || at - AROUND;
    const to = Math.min(flat.length, at + AROUND * 2);
    return `${from > 0 ? '…' : ''}${flat.slice(from, to)}${to < flat.length ? '…' : ''}`;
  }
  return '';
}
