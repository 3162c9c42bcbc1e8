// Makes paragraphs where the user typed blank lines. Text that was there before stays as it is.

const GAP = /\r?\n[^\S\n]*\n\s*/;
const GAPS = new RegExp(`(${GAP.source})`);
/** A tag, or the beginning or end of a comment. */
const TOKEN = /<!--|-->|<(\/?)([a-z][^\s<>/]*)[^<>]*>/gi;
/** Elements that have no end tag. */
const ENDLESS = /^(?:area|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;
/** A tag or a comment that may not be inside a paragraph, or not in a text at all. */
const NO_TEXT =
  /<(?!\/?(?:a|abbr|b|br|cite|code|del|em|i|img|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|wbr)[\s/>])[a-z!?/]/i;

/** The elements that are open after a part of a text. `open`: those that are open before it. */
function openAfter(piece: string, open: readonly string[]): string[] {
  const now = [...open];
  for (const [token, slash, name = ''] of piece.matchAll(TOKEN)) {
    if (token === '-->' || slash === '/') now.pop();
    else if (!ENDLESS.test(name)) now.push(name.toLowerCase());
  }
  return now;
}

/**
 * Returns the text with paragraphs around what is between blank lines, unless it is inside an element. A paragraph
 * with blank lines in it is divided.
 */
export function withParagraphs(html: string, before: string): string {
  const old = new Set(before.split(GAP));
  let open: string[] = [];
  const made = html.split(GAPS).map((piece, i, all) => {
    const isIn = open.length > 0;
    open = openAfter(piece, open);
    if (i % 2 === 0) {
      const isLoose = !isIn && open.length === 0 && all.length > 1 && !NO_TEXT.test(piece);
      const text = isLoose && !old.has(piece) ? piece.trim() : '';
      return text === '' ? piece : piece.replace(text, () => `<p>${text}</p>`);
    }
    const [above = '', below = ''] = [all[i - 1], all[i + 1]];
    const hasText = !/<p[^<>]*>\s*$/i.test(above) && !/^\s*<\/p\s*>/i.test(below);
    const isParted = open.join() === 'p' && hasText && !(old.has(above) && old.has(below));
    return isParted ? `</p>${piece}<p>` : piece;
  });
  return made.join('');
}
