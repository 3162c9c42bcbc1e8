// Removes refused styles from an HTML text. Nothing else changes.
import { type MarkupReader, readMarkup } from './markup.js';
import { findUnsafeStyles, isHugeAttribute, withoutUnsafeStyles } from './style.js';

/**
 * Returns an HTML text without the styles that are not allowed, and without attributes for sizes that are too large
 * (`width="5000"`; PROMISES.md §2.1). If nothing of an attribute is left, the white space before it is removed, too.
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
      // If a tag has an attribute twice, browsers use the first. So the first must not be removed while there is a
      // second one.
      const isFree = /^[\s/>]/.test(rest) && !rest.toLowerCase().includes(name);
      stripped += kept === '' && isFree ? before.trimEnd() : `${before}${name}="${escaped(kept)}"`;
      from = place.endOffset;
    }
  };
  readMarkup(html, { startTag }, true);
  return stripped + html.slice(from);
}

/** The allowed part of an attribute's value; empty if the attribute must be removed. */
function keptOf(name: string, value: string): string {
  if (isHugeAttribute(name, value)) return '';
  const isRefused = name === 'style' && findUnsafeStyles(value).length > 0;
  return isRefused ? withoutUnsafeStyles(value) : value;
}

const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
