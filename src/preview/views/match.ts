// Whether a record has the words that someone looks for, as `find` does, and where. Pure.
import { fold } from '../../model/fold.js';
import type { HitDto, Json } from '../browser/dto.js';

/** How much of a text is shown before and after what was found. */
const AROUND = 70;

/** The texts and numbers in a value, without tags. */
function textsIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value.replaceAll(/<[^<>]*>/g, ' ')];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Whether each word is somewhere in a value. */
export function matches(value: Json, words: readonly RegExp[]): boolean {
  if (words.length === 0) return true;
  const all = fold(textsIn(value).join('\n'));
  return words.every((word) => word.test(all));
}

/** The first word in the first text that has it, and what stands around it there. */
export function excerptOf(value: Json, [word]: readonly RegExp[]): HitDto['excerpt'] {
  for (const text of textsIn(value)) {
    const flat = text.normalize('NFKC').replaceAll('\u00ad', '').replaceAll(/\s+/g, ' ').trim();
    const found = word?.exec(fold(flat));
    if (!found || /^\d+$/.test(flat)) continue;
    const [at, end] = [found.index, found.index + found[0].length];
    const from = at <= AROUND ? 0 : flat.lastIndexOf(' ', at - AROUND) + 1 || at - AROUND;
    const after = flat.slice(end, end + 2 * AROUND);
    return [
      `${from > 0 ? '…' : ''}${flat.slice(from, at)}`,
      flat.slice(at, end),
      `${after}${flat.length > end + after.length ? '…' : ''}`,
    ];
  }
  return ['', '', ''];
}
