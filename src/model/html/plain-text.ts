// Makes the plain text of an HTML text (PROMISES.md §2.1): without tags, and with entities decoded. White space and
// boundaries of blocks, however many follow each other, become one space. There is no space at either end.
import { isPlainMarkup, readMarkup } from './markup.js';

const BLOCKS = new Set(
  `address article aside blockquote br caption center dd details dialog dir div dl dt fieldset
  figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol
  optgroup option p pre search section summary table tbody td tfoot th thead tr ul`.split(/\s+/),
);
const TAG = /<\/?([a-z0-9]+)[^>]*>/g;

/** The plain text of an HTML text. */
export function textOfMarkup(html: string): string {
  return (isPlainMarkup(html) && !html.includes('&') ? withoutTags(html) : read(html))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Removes tags with a pattern, which is much faster than the tokenizer. Only for plain markup without entities. */
function withoutTags(html: string): string {
  return html.replace(TAG, (_tag, name: string) => (BLOCKS.has(name) ? ' ' : ''));
}

function read(html: string): string {
  const pieces: string[] = [];
  const boundary = (name: string) => {
    if (BLOCKS.has(name)) pieces.push(' ');
  };
  readMarkup(html, {
    startTag: boundary,
    endTag: boundary,
    characters: (text) => pieces.push(text),
  });
  return pieces.join('');
}
