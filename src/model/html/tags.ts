// Finds tags in an HTML text that are not closed. Such a text is safe, but probably wrong. Takes linear time.
import { memo } from '../memo.js';
import {
  type MarkupKind,
  type MarkupReader,
  markupKind,
  readMarkup,
  readPlainTags,
} from './markup.js';

/** A tag that is not closed: its name, and its offset in the text. */
interface OpenTag {
  readonly found: string;
  readonly at: number;
}

/** Elements that have no end tag (`br`), or may omit it (`p`, `li`). */
const ENDLESS = new Set(
  `area br col embed frame hr img input link meta param source track wbr
  p li dt dd tr td th thead tbody tfoot colgroup caption option optgroup rt rp head`.split(/\s+/),
);

/** Returns the first tag that is not closed; undefined for none. */
export function findUnclosed(
  html: string,
  kind: MarkupKind = markupKind(html),
): OpenTag | undefined {
  // If the text ends inside a tag, nothing is reported: this last tag may be an end tag that is only cut off.
  if (kind === 'simple' || html.lastIndexOf('<') > html.lastIndexOf('>')) return undefined;
  const open = new Map<string, number[]>();
  const read = kind === 'plain' ? readPlainTags : readMarkup;
  const reader: MarkupReader = {
    startTag(name, _, at) {
      if (!ENDLESS.has(name)) memo(open, name, () => []).push(at);
    },
    endTag: (name) => void open.get(name)?.pop(),
  };
  read(html, reader, true);
  const first = [...open].flatMap(([found, [at]]) => (at === undefined ? [] : [{ found, at }]));
  return first.sort((a, b) => a.at - b.at)[0];
}
