// The tokens of an HTML text, by the tokenizer of the HTML standard (parse5), and a quick test for
// the usual text, which has only plain tags. Tokens, not a tree: a stranger can write markup whose
// tree is quadratic in its length.
import { Tokenizer } from 'parse5';

/** An attribute; entities in its value are decoded. */
export interface Attribute {
  readonly name: string;
  readonly value: string;
}

/** What {@link readMarkup} calls, in the order of the text. Tag names are in lower case. */
export interface MarkupReader {
  /** `at`: where it begins, if places are asked for. */
  readonly startTag?: (name: string, attributes: readonly Attribute[], at: number) => void;
  readonly endTag?: (name: string, at: number) => void;
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
      onEndTag: (token) => reader.endTag?.(token.tagName, token.location?.startOffset ?? 0),
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

// A tag without attributes, of an element that only formats text; or a link whose address has no `&`.
const PLAIN_TAG =
  /<(?:\/?(?:p|br|b|i|em|strong|u|s|ul|ol|li|blockquote|pre|code|h[1-6]|hr|table|thead|tbody|tr|td|th|span|div|sub|sup|small|a)\s*\/?|a href="(?:https?:|mailto:|tel:|\/)[\w\-./?=#%:@+,;~!*'()]*")>/y;

// Those among them that need no end tag.
const SIMPLE_TAG = /<\/?(?:p|br|li|hr|thead|tbody|t[rdh])\s*\/?>/y;

/**
 * What begins at every `<` of a text: `simple`, tags that need no end tag; `plain`, any harmless tags; `any`,
 * something else, which takes the tokenizer.
 */
export type MarkupKind = 'simple' | 'plain' | 'any';

/** The kind of a text's markup, in one pass: nearly all texts are simple or plain. */
export function markupKind(html: string): MarkupKind {
  let kind: MarkupKind = 'simple';
  for (let at = html.indexOf('<'), end = 0; at >= 0; at = html.indexOf('<', end)) {
    SIMPLE_TAG.lastIndex = at;
    PLAIN_TAG.lastIndex = at;
    if (SIMPLE_TAG.test(html)) end = SIMPLE_TAG.lastIndex;
    else if (!PLAIN_TAG.test(html)) return 'any';
    else {
      kind = 'plain';
      end = PLAIN_TAG.lastIndex;
    }
  }
  return kind;
}

/** Whether every `<` of a text begins a harmless tag. */
export const isPlainMarkup = (html: string): boolean => markupKind(html) !== 'any';

/** Reads the tags of a plain text, without the tokenizer. */
export function readPlainTags(html: string, reader: MarkupReader): void {
  for (const { 1: slash, 2: name = '', index } of html.matchAll(/<(\/?)([a-z]+[1-6]?)/g)) {
    if (slash) reader.endTag?.(name, index);
    else reader.startTag?.(name, [], index);
  }
}
