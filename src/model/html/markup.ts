// Reads an HTML text as tokens, with the tokenizer of the HTML standard (parse5). Usual texts have only plain tags, and
// are recognised without the tokenizer. No tree is built, because malicious markup can make the tree much larger than
// the text.
import { type Token, Tokenizer, TokenizerMode } from 'parse5';

/** An attribute; entities in its value are decoded. */
export interface Attribute {
  readonly name: string;
  readonly value: string;
}

/** The callbacks of {@link readMarkup}, called in the order of the text. Tag names are in lower case. */
export interface MarkupReader {
  /**
   * `at`: the offset of the tag. `location`: the offsets of the tag's end and of its attributes. Without `withPlaces`,
   * `at` is 0 and `location` is absent.
   */
  readonly startTag?: (
    name: string,
    attributes: readonly Attribute[],
    at: number,
    location?: Token.LocationWithAttributes | null,
  ) => void;
  readonly endTag?: (name: string) => void;
  /** Text between tags, with entities decoded. */
  readonly characters?: (text: string) => void;
  /** A comment, or markup that browsers ignore like a comment: a doctype, `<?xml>`. */
  readonly comment?: () => void;
  /** The offsets of each tag and comment. Called only with `withPlaces`. */
  readonly span?: (from: number, to: number) => void;
}

/**
 * Reads a text as HTML, in linear time, and calls the functions of `reader`. With `withPlaces`, also gives them
 * offsets. Returns false if the text ends inside a tag or a comment.
 */
export function readMarkup(html: string, reader: MarkupReader, withPlaces = false): boolean {
  const span = ({ location }: Token.Token) => {
    if (location) reader.span?.(location.startOffset, location.endOffset);
  };
  const comment = (token: Token.Token) => {
    reader.comment?.();
    span(token);
  };
  const characters = (token: { chars: string }) => reader.characters?.(token.chars);
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: withPlaces },
    {
      onComment: comment,
      onDoctype: comment,
      onEof() {},
      onStartTag(token) {
        const { tagName, attrs, location } = token;
        reader.startTag?.(tagName, attrs, location?.startOffset ?? 0, location);
        span(token);
      },
      onEndTag(token) {
        reader.endTag?.(token.tagName);
        span(token);
      },
      onCharacter: characters,
      onWhitespaceCharacter: characters,
      onNullCharacter: characters,
    },
  );
  tokenizer.write(html, true);
  return tokenizer.state === TokenizerMode.DATA;
}

/**
 * Returns the offsets of the text between tags and comments: `a<b>c` → `[0, 1]`, `[4, 5]`. A tag or a comment that does
 * not end is text.
 */
export function textSpans(html: string): readonly (readonly [from: number, to: number])[] {
  const spans: [number, number][] = [];
  let at = 0;
  const span = (from: number, to: number) => {
    // If the text ends inside a comment, the tokenizer gives an end that is beyond the text.
    if (to > html.length) return;
    if (from > at) spans.push([at, from]);
    at = to;
  };
  readMarkup(html, { span }, true);
  if (at < html.length) spans.push([at, html.length]);
  return spans;
}

/** A tag without attributes that only formats text, or `<a href="…">` with a harmless address without `&`. */
const PLAIN_TAG =
  /<(?:\/?(?:p|br|b|i|em|strong|u|s|ul|ol|li|blockquote|pre|code|h[1-6]|hr|table|thead|tbody|tr|td|th|span|div|sub|sup|small|a)\s*\/?|a href="(?:https?:|mailto:|tel:|\/)[\w\-./?=#%:@+,;~!*'()]*")>/y;

/** The tags in {@link PLAIN_TAG} whose elements need no end tag. */
const SIMPLE_TAG = /<\/?(?:p|br|li|hr|thead|tbody|t[rdh])\s*\/?>/y;

/**
 * Which tags a text has. `simple`: only those that {@link SIMPLE_TAG} matches. `plain`: only those that {@link
 * PLAIN_TAG} matches. `any`: also other markup, which only the tokenizer can read.
 */
export type MarkupKind = 'simple' | 'plain' | 'any';

/** Returns the kind of a text's markup. Nearly all texts are simple or plain. */
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

/** Whether every `<` of a text begins a plain tag, which is harmless. */
export const isPlainMarkup = (html: string): boolean => markupKind(html) !== 'any';

/** Reads the tags of a text that has only plain tags, without the tokenizer. `startTag` gets no attributes. */
export function readPlainTags(html: string, reader: MarkupReader): void {
  for (const { 1: slash, 2: name = '', index } of html.matchAll(/<(\/?)([a-z]+[1-6]?)/g)) {
    if (slash) reader.endTag?.(name);
    else reader.startTag?.(name, [], index);
  }
}
