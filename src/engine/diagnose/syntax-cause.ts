// Guesses, from the text before and after the place of an error, why a text is not valid JSON. Knows the usual mistakes
// of people who write JSON by hand. Returns `other` when in doubt.
import { isMarker } from '../../files/source/merge-conflict.js';
import type { SyntaxCause } from '../../problems/messages/catalogue.js';

const QUOTES = /['`´‘’‚“”„«»]/;
const SPACES = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]/;
/** A string at the end of a text; captures the character before the string. */
const LAST_STRING = /([{}[\],:])\s*"(?:[^"\\]|\\.)*"\s*$/;
/** A string at the beginning of a text; captures the character after the string. */
const FIRST_STRING = /^"(?:[^"\\]|\\.)*"\s*(.?)/;

/**
 * Returns the likely cause of a syntax error. `found`: what is at the place of the error, usually one character; empty
 * at the end of the text. `before`, `behind`: the text before this place, and the text that begins there. `lines`:
 * whether the file has one record per line.
 */
export function syntaxCause(
  found: string,
  before: string,
  behind: string,
  lines: boolean,
): SyntaxCause {
  const previous = before.trimEnd().at(-1) ?? '';
  if (isMarker(behind)) return 'conflict';
  if (found === '\0') return 'zeros';
  if (found === '') return 'end';
  if (found.startsWith('"') && found.length > 1) return 'control';
  if (/\\(?:u[0-9a-fA-F]{0,3})?$/.test(before)) return 'escape';
  if (/\d\.$|\d[eE][+-]?$|[:,[\s]-$/.test(before)) return 'number';
  if (SPACES.test(found)) return 'space';
  if (goesOn(found, before, behind)) return 'quote';
  if (QUOTES.test(found)) return 'quotes';
  if (found === '/' || found === '#') return 'comment';
  if (found === '}' || found === ']') {
    return previous === ',' ? 'end-comma' : previous === ':' ? 'no-value' : 'bracket';
  }
  if (found === '{' || found === '[') {
    if (!/[}\]"\d]/.test(previous)) return 'other';
    return lines && previous === '}' ? 'lines' : 'no-comma';
  }
  if (found === ',' || found === ':') {
    if (/[,[{:]/.test(previous) || previous === '') return 'no-value';
    return found === ',' ? 'behind' : 'other';
  }
  if (found === '"') return ofString(before, behind);
  if (/[\d+\-.]/.test(found)) {
    return /[{]/.test(previous) ? 'bare-key' : 'number';
  }
  if (/[\p{L}_$]/u.test(found)) {
    if (/(?:^|[^\w."])-?\d[\d.]*$/.test(before)) return 'number';
    if (previous === '"') return 'no-comma';
    return /^[\p{L}\d_$-]+\s*:/u.test(behind) && /[{,]/.test(previous) ? 'bare-key' : 'bare-word';
  }
  return 'other';
}

/**
 * Whether a string probably continues after the quote before the error. Then this quote is part of the string, and
 * lacks a backslash.
 */
function goesOn(found: string, before: string, behind: string): boolean {
  if (/"\s*,\s*$/.test(before)) return /\d/.test(found); // a number where a key must be
  if (!/"[ \t]*$/.test(before) || /^(?:[{}[\],:]|\/[/*]|# )/.test(behind)) return false;
  const isName = /^\w+\s*:/.test(behind) && !before.endsWith('"');
  return found === '"' ? before.endsWith('"') && FIRST_STRING.exec(behind)?.[1] !== ':' : !isName;
}

/** Returns what is missing before a string: a comma after a value, or a colon after a key. */
function ofString(before: string, behind: string): SyntaxCause {
  const opener = LAST_STRING.exec(before)?.[1];
  const next = FIRST_STRING.exec(behind)?.[1];
  const isKey = opener === '{' || (opener === ',' && next === '}');
  return isKey && next !== ':' ? 'no-colon' : 'no-comma';
}
