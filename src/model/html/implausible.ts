// Finds what is safe in HTML but probably wrong: a `<` or `&` that is not markup (`a < b`, `R&D`), and texts without
// visible content. Takes linear time.
import { isPlainMarkup, readMarkup, textSpans } from './markup.js';

// The most frequent character references, such as `&nbsp;`. This pattern is faster than the tokenizer.
const USUAL_REFERENCE =
  /&(?:(?:nbsp|amp|lt|gt|quot|laquo|raquo|mdash|ndash|hellip|shy);|#\d|#[xX][\da-fA-F])/y;
/** A text that may be a character reference. The longest name of one has fewer than 40 characters. */
const REFERENCE = /&[\da-zA-Z]{0,40};?/y;

/**
 * Returns the offset of the first `<` or `&` that is not markup, or of a tag that does not end; -1 if there is none.
 * `plain`: the result of {@link isPlainMarkup}, if it is known.
 */
export function findBare(html: string, plain = isPlainMarkup(html)): number {
  const reference = bareReference(html);
  if (plain || (reference < 0 && !mayHoldBareTag(html))) return reference;
  // Only the text between tags is searched: inside a tag, `<` and `&` are harmless.
  for (const [from, to] of textSpans(html)) {
    const text = html.slice(from, to);
    const bare = [text.indexOf('<'), bareReference(text)].filter((at) => at >= 0);
    if (bare.length > 0) return from + Math.min(...bare);
  }
  return -1;
}

function mayHoldBareTag(html: string): boolean {
  return /<(?![a-zA-Z/!?])/.test(html) || html.lastIndexOf('<') > html.lastIndexOf('>');
}

/** The offset of the first `&` that does not begin a character reference; -1 for none. */
function bareReference(html: string): number {
  for (let at = html.indexOf('&'); at >= 0; at = html.indexOf('&', at + 1)) {
    USUAL_REFERENCE.lastIndex = at;
    if (!USUAL_REFERENCE.test(html) && !isReference(html, at)) return at;
  }
  return -1;
}

/** Whether the `&` at this offset begins a character reference. If it does, the tokenizer returns a different text. */
function isReference(html: string, at: number): boolean {
  REFERENCE.lastIndex = at;
  const [written = '&'] = REFERENCE.exec(html) ?? [];
  let read = '';
  readMarkup(written, { characters: (text) => (read += text) });
  return read !== written;
}

// Markup without visible content: white space, `&nbsp;`, and tags such as `<p>` and `<br>`.
const NOTHING = /[\s\u200b\u2060]+|&(?:nbsp|#160|#xa0);|<\/?(?:p|br|div|span)\s*\/?>/iy;

/** Whether a text is not empty, but has no visible content. */
export function isBlank(text: string, isMarkup: boolean): boolean {
  if (!isMarkup) return text !== '' && !/[^\s\u200b\u2060]/.test(text);
  let at = 0;
  while (at < text.length) {
    NOTHING.lastIndex = at;
    if (!NOTHING.test(text)) return false;
    at = NOTHING.lastIndex;
  }
  return at > 0;
}
