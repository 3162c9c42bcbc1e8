// Takes out of an HTML text the styles that are refused. All else keeps its bytes.
import { type MarkupReader, readMarkup } from './markup.js';
import { findUnsafeStyles, isHugeAttribute, withoutUnsafeStyles } from './style.js';

/**
 * An HTML text without the declarations of `style` that are not allowed, and without sizes as attributes (`width="5000"`)
 * that are too large (PROMISES.md §2.1). An attribute of which nothing is left goes with the white space before it.
 */
export function stripStyles(html: string): string {
  let stripped = '';
  let from = 0;
  const startTag: MarkupReader['startTag'] = (_, attributes, __, location) => {
    for (const { name, value } of attributes) {
      const place = location?.attrs?.[name];
      const kept = keptOf(name, value);
      if (!place || kept === value) continue;
      const before = html.slice(from, place.startOffset);
      const rest = html.slice(place.endOffset, location.endOffset);
      // Of two attributes with one name, browsers take the first: while it stands, the second has no effect.
      const isFree = /^[\s/>]/.test(rest) && !rest.toLowerCase().includes(name);
      stripped += kept === '' && isFree ? before.trimEnd() : `${before}${name}="${escaped(kept)}"`;
      from = place.endOffset;
    }
  };
  readMarkup(html, { startTag }, true);
  return stripped + html.slice(from);
}

/** What may stay of the value of an attribute; empty where the attribute must go. */
function keptOf(name: string, value: string): string {
  if (isHugeAttribute(name, value)) return '';
  const isRefused = name === 'style' && findUnsafeStyles(value).length > 0;
  return isRefused ? withoutUnsafeStyles(value) : value;
}

const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
