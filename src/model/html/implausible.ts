// Markup that is safe, and surely not meant: a `<` or `&` that is shown as it stands (`a < b`, `R&D`),
// and texts that show nothing. In: an HTML text. Out: where, or whether; linear in its length.
import { isPlainMarkup, readMarkup, textSpans } from './markup.js';

// What most character references are; the tokenizer knows the others.
const USUAL_REFERENCE =
  /&(?:(?:nbsp|amp|lt|gt|quot|laquo|raquo|mdash|ndash|hellip|shy);|#\d|#[xX][\da-fA-F])/y;
/** The longest name of a character has fewer letters. */
const REFERENCE = /&[\da-zA-Z]{0,40};?/y;

/**
 * The first `<` or `&` that begins no markup, or the beginning of a tag that does not end; -1 for none.
 * `plain`: whether all tags are known to be plain ones.
 */
export function findBare(html: string, plain = isPlainMarkup(html)): number {
  const reference = bareReference(html);
  if (plain || (reference < 0 && !mayHoldBareTag(html))) return reference;
  // Inside tags neither means anything.
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

/** The first `&` that begins no character reference. */
function bareReference(html: string): number {
  for (let at = html.indexOf('&'); at >= 0; at = html.indexOf('&', at + 1)) {
    USUAL_REFERENCE.lastIndex = at;
    if (!USUAL_REFERENCE.test(html) && !isReference(html, at)) return at;
  }
  return -1;
}

/** Whether what begins here is read as another text than it is. */
function isReference(html: string, at: number): boolean {
  REFERENCE.lastIndex = at;
  const [written = '&'] = REFERENCE.exec(html) ?? [];
  let read = '';
  readMarkup(written, { characters: (text) => (read += text) });
  return read !== written;
}

// What shows nothing: white space, its names, and elements for paragraphs and lines.
const NOTHING = /[\s\u200b\u2060]+|&(?:nbsp|#160|#xa0);|<\/?(?:p|br|div|span)\s*\/?>/iy;

/** Whether a text is there and shows nothing but blanks. */
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
