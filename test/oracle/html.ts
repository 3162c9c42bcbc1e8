// A tiny reading of "plain text", enough for markup that is well-formed: known block tags,
// quoted attributes, numeric entities and the named ones below.

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  laquo: '«',
  raquo: '»',
  mdash: '—',
  hellip: '…',
};

const INSIDE = `(?:"[^"]*"|'[^']*'|[^>"'])*>`;
const BLOCK = new RegExp(
  `</?(?:p|div|br|hr|ul|ol|li|blockquote|pre|h[1-6]|table|tr|td|th)(?=[\\s/>])${INSIDE}`,
  'gi',
);
const TAG = new RegExp(`</?[a-z]${INSIDE}`, 'gi');

/**
 * The text without its tags and with its entities decoded (once); a run of white space or
 * block boundaries is one space, and there is none at either end.
 */
export function plainText(html: string): string {
  return html
    .replace(BLOCK, ' ')
    .replace(TAG, '')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (_, decimal, hexadecimal, name) =>
      name === undefined
        ? String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16))
        : named(name),
    )
    .replace(/\s+/g, ' ')
    .trim();
}

function named(name: string): string {
  const character = NAMED[name];
  if (character === undefined) throw new Error(`the oracle does not know &${name};`);
  return character;
}
