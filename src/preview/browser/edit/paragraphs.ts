// Makes paragraphs where the user typed blank lines. Text that was there before stays as it is.

const GAP = /\r?\n[^\S\n]*\n\s*/;
const GAPS = new RegExp(`(${GAP.source})`);
/** A tag, `<!--` or `-->`. */
const TOKEN = /<!--|-->|<(\/?)([a-z][^\s<>/]*)[^<>]*>/gi;
/** Elements that have no end tag. */
const ENDLESS = /^(?:area|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;
/** The beginning of a comment or a tag. The tags listed here do not match, because they may be inside a paragraph. */
const NO_TEXT =
  /<(?!\/?(?:a|abbr|b|br|cite|code|del|em|i|img|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|wbr)[\s/>])[a-z!?/]/i;

/** Returns the names of the elements that are open after `piece`. `open`: those that are open before it. */
function openAfter(piece: string, open: readonly string[]): string[] {
  const now = [...open];
  for (const [token, slash, name = ''] of piece.matchAll(TOKEN)) {
    if (token === '-->' || slash === '/') now.pop();
    else if (!ENDLESS.test(name)) now.push(name.toLowerCase());
  }
  return now;
}

/**
 * Makes paragraphs of new parts between blank lines. Divides a `<p>` at blank lines, and no other element. `before`:
 * the text without the user's changes. Its parts stay as they are.
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
