// Makes text from the data safe to print on a terminal, and measures the width of text there.

/**
 * Data comes from strangers: characters that move the cursor, colour the terminal or reverse the direction of text are
 * shown as escapes. `\p{Cs}` is half of a surrogate pair.
 */
export function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A text made {@link visible} line by line; its line breaks stay. */
export const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n');

/** A value as {@link visible} JSON; the escapes are those of JSON, so that it parses to the same value. */
export const visibleJson = (value: unknown): string => visible(JSON.stringify(value));

/** How many columns a {@link visible} text takes on a terminal. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e\u0400-\u045f]*$/.test(text)) return text.length; // nearly all data
  let width = 0;
  segmenter ??= new Intl.Segmenter('en');
  for (const { segment } of segmenter.segment(text)) {
    if (WIDE.test(segment)) width += 2;
    else if (!UNSEEN.test(segment)) width += 1;
  }
  return width;
}

let segmenter: Intl.Segmenter | undefined; // made at the first text that is not simple letters

/** Characters two columns wide (Unicode, East Asian Width), and emoji. */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{RI}\p{RI}|\p{Emoji}\ufe0f)/u;
/** Combining marks and format characters, which take no column. */
const UNSEEN = /^[\p{M}\p{Cf}]+$/u;
