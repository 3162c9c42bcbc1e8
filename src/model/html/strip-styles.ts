// Removes refused styles and sizes from an HTML text, and changes nothing else.
import { type MarkupReader, readMarkup } from './markup.js';
import { findUnsafeStyles, isHugeAttribute, withoutUnsafeStyles } from './style.js';

/**
 * Returns an HTML text without styles that are not allowed, and without size attributes that are too large, such as
 * `width="5000"` (PROMISES.md §2.1). If a whole attribute is removed, so is the white space before it.
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
      // If a tag has two attributes of the same name, browsers use the first. So the first is not removed but emptied,
      // because otherwise browsers would use the second.
      const isFree = /^[\s/>]/.test(rest) && !rest.toLowerCase().includes(name);
      stripped += kept === '' && isFree ? before.trimEnd() : `${before}${name}="${escaped(kept)}"`;
      from = place.endOffset;
    }
  };
  readMarkup(html, { startTag }, true);
  return stripped + html.slice(from);
}

/** The allowed part of an attribute's value; empty if no part is allowed. */
function keptOf(name: string, value: string): string {
  if (isHugeAttribute(name, value)) return '';
  const isRefused = name === 'style' && findUnsafeStyles(value).length > 0;
  return isRefused ? withoutUnsafeStyles(value) : value;
}

const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
