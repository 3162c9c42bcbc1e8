// Makes paragraphs in a text with markup where somebody typed blank lines, as in a letter. Untouched text stays as it
// is.

/** A comment, a tag, or blank lines. */
const TOKEN = /<!--(?:(?!-->)[\s\S])*|<(\/?)([a-z][^\s<>/]*)[^<>]*>|\n[^\S\n]*\n\s*/gi;
/** Elements without an end tag. */
const ENDLESS = /^(?:area|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;
/** A tag or a comment that cannot be inside a paragraph, or may not be part of a text. */
const NO_TEXT =
  /<(?!\/?(?:a|abbr|b|br|cite|code|del|em|i|img|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|wbr)[\s/>])[a-z!?/]/i;

/** Blank lines, and whether they are inside a paragraph, or in no element at all. */
interface Gap {
  readonly from: number;
  readonly to: number;
  readonly isInParagraph: boolean;
}

function* gapsIn(html: string): Generator<Gap> {
  const open: string[] = [];
  for (const { 0: token, 1: slash, 2: name = '', index } of html.matchAll(TOKEN)) {
    const isInParagraph = open.length === 1 && open[0] === 'p';
    if (token.startsWith('\n')) {
      const gap = { from: index, to: index + token.length, isInParagraph };
      if (isInParagraph || open.length === 0) yield gap;
    } else if (slash === '/') open.length = Math.max(0, open.length - 1);
    else if (name !== '' && !ENDLESS.test(name)) open.push(name.toLowerCase());
  }
}

/** Returns a test that a place is in a part of the text that has changed. */
function typedIn(html: string, before: string): (gap: Gap) => boolean {
  const most = Math.min(html.length, before.length);
  let start = 0;
  while (start < most && html[start] === before[start]) start++;
  let end = 0;
  while (end < most - start && html.at(-1 - end) === before.at(-1 - end)) end++;
  return ({ from, to }) => to >= start && from <= html.length - end;
}

const PARAGRAPH = /<\/?p(?![a-z])[^<>]*>/gi;

/** Returns the text with paragraphs instead of blank lines that `before` does not have. */
export function withParagraphs(html: string, before: string): string {
  const isTyped = typedIn(html, before);
  const all = [...gapsIn(html)];
  const pieces = [...all.map(({ from }) => from), html.length].map((end, place) =>
    html.slice(all[place - 1]?.to ?? 0, end),
  );
  const gaps = all.map((gap, place) => {
    const beside = [pieces[place]!, pieces[place + 1]!];
    const isText = (piece: string) =>
      (gap.isInParagraph ? piece.replaceAll(PARAGRAPH, '') : piece).trim() !== '';
    const isParting = isTyped(gap) && beside.every(isText);
    return { ...gap, isParting, text: html.slice(gap.from, gap.to) };
  });
  const made = pieces.map((piece, place) => {
    const beside = [gaps[place - 1], gaps[place]].filter((gap) => gap !== undefined);
    const isLoose = beside.every((gap) => !gap.isInParagraph) && !NO_TEXT.test(piece);
    const isOwn = isLoose && beside.some((gap) => gap.isParting);
    const text = piece.trim();
    const gap = gaps[place];
    const then = gap?.isInParagraph && gap.isParting ? `</p>${gap.text}<p>` : (gap?.text ?? '');
    return (isOwn ? piece.replace(text, () => `<p>${text}</p>`) : piece) + then;
  });
  return made.join('');
}
