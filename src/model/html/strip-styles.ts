// Removes refused styles from an HTML text. Nothing else changes.
import { type MarkupReader, readMarkup } from './markup.js';
import { findUnsafeStyles, isHugeAttribute, withoutUnsafeStyles } from './style.js';

/**
 * Returns an HTML text without the declarations of `style` that are not allowed, and without attributes for sizes that
 * are too large (`width="5000"`; PROMISES.md §2.1). If nothing is left of an attribute, it goes with the white space
 * before it.
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
      // If an attribute comes twice, browsers take the first. So the first must stay while the second is there.
      const isFree = /^[\s/>]/.test(rest) && !rest.toLowerCase().includes(name);
      stripped += kept === '' && isFree ? before.trimEnd() : `${before}${name}="${escaped(kept)}"`;
      from = place.endOffset;
    }
  };
  readMarkup(html, { startTag }, true);
  return stripped + html.slice(from);
}

/** What may stay of an attribute's value; empty if the attribute must go. */
function keptOf(name: string, value: string): string {
  if (isHugeAttribute(name, value)) return '';
  const isRefused = name === 'style' && findUnsafeStyles(value).length > 0;
  return isRefused ? withoutUnsafeStyles(value) : value;
}

const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
