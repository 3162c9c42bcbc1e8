// Makes texts from the data safe to print on a terminal and in the log of a CI service, and measures how wide they are
// on a terminal.
import { charactersOf } from '../say.js';

/**
 * Shows dangerous characters as escapes. Data may come from strangers, and some characters move the cursor, change
 * colours, or reverse the direction of writing. (`\p{Cs}` is half of a surrogate pair without the other half.) CI
 * services also run commands that they find in a log: GitHub those in lines that begin with `::`, and, as Azure and
 * TeamCity, `##[add-mask]` or `##vso[…]` anywhere in a line. Of these, the first character is shown as an escape.
 */
export function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|(?<=^\s*):(?=:)|#(?=#\w*\[)/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Like {@link visible}, but keeps line breaks. */
export const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n');

/** A value as {@link visible} JSON. It can be parsed to the same value, because the escapes are those of JSON. */
export const visibleJson = (value: unknown): string => visible(JSON.stringify(value));

/** How many columns a {@link visible} text takes on a terminal. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e\u0400-\u045f]*$/.test(text)) return text.length; // nearly all data
  let width = 0;
  for (const { segment } of charactersOf(text)) {
    if (WIDE.test(segment)) width += 2;
    else if (!UNSEEN.test(segment)) width += 1;
  }
  return width;
}

/** Characters two columns wide (Unicode, East Asian Width), and emoji. */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{RI}\p{RI}|\p{Emoji}\ufe0f)/u;
/** Combining marks and format characters, which have no width. */
const UNSEEN = /^[\p{M}\p{Cf}]+$/u;
