// The tokens of an HTML text, by the tokenizer of the HTML standard (parse5), and a quick test for
// the usual text, which has only plain tags. Tokens, not a tree: a stranger can write markup whose
// tree is quadratic in its length.
import { Tokenizer } from 'parse5';

/** An attribute; entities in its value are decoded. */
export interface Attribute {
  readonly name: string;
  readonly value: string;
}

/** What {@link readMarkup} calls, in order of the text. Tag names are in lower case. */
export interface MarkupReader {
  /** `at`: where it begins, if places are asked for. */
  readonly startTag?: (name: string, attributes: readonly Attribute[], at: number) => void;
  readonly endTag?: (name: string) => void;
  /** Text between tags, entities decoded. */
  readonly characters?: (text: string) => void;
}

/** Reads a text as HTML; linear in its length. Places take a little longer. */
export function readMarkup(html: string, reader: MarkupReader, withPlaces = false): void {
  const characters = (token: { chars: string }) => reader.characters?.(token.chars);
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: withPlaces },
    {
      onComment() {},
      onDoctype() {},
      onEof() {},
      onStartTag: (token) =>
        reader.startTag?.(token.tagName, token.attrs, token.location?.startOffset ?? 0),
      onEndTag: (token) => reader.endTag?.(token.tagName),
      onCharacter: characters,
      onWhitespaceCharacter: characters,
      onNullCharacter: characters,
    },
  );
  tokenizer.write(html, true);
}

/** Where text stands between tags and comments, in order; a tag that does not end is text here. */
export function* textSpans(html: string): Generator<readonly [from: number, to: number]> {
  const ends: number[] = [];
  let at = 0;
  const behind = ({
    location,
  }: {
    location: { startOffset: number; endOffset: number } | null;
  }) => {
    if (!location) return;
    if (location.startOffset > at) ends.push(at, location.startOffset);
    at = location.endOffset;
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onComment: behind,
      onDoctype: behind,
      onStartTag: behind,
      onEndTag: behind,
      onEof() {},
      onCharacter() {},
      onWhitespaceCharacter() {},
      onNullCharacter() {},
    },
  );
  tokenizer.write(html, true);
  if (at < html.length) ends.push(at, html.length);
  for (let i = 0; i < ends.length; i += 2) yield [ends[i]!, ends[i + 1]!];
}

// Elements without effect beyond their own text, and links with nothing encoded in them.
const PLAIN_TAG =
  /<(?:\/?(?:p|br|b|i|em|strong|u|s|ul|ol|li|blockquote|pre|code|h[1-6]|hr|table|thead|tbody|tr|td|th|span|div|sub|sup|small|a)\s*\/?|a href="(?:https?:|mailto:|tel:|\/)[\w\-./?=#%:@+,;~!*'()]*")>/y;

/** Whether every `<` of a text begins a harmless tag: the usual case, decided in one pass. */
export function isPlainMarkup(html: string): boolean {
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', PLAIN_TAG.lastIndex)) {
    PLAIN_TAG.lastIndex = at;
    if (!PLAIN_TAG.test(html)) return false;
  }
  return true;
}
