// Which inline styles are allowed: those that only colour, weight, align or size text. A whole value must
// match a strict pattern, so that no escape, comment, quote, variable or other function of CSS, and no huge
// or negative size, can get past this check, which is simpler than a browser.

const COLOUR = /^(?:[a-z]+|#[\da-f]{3,8}|(?:rgb|hsl)a?\([\d\s.,%/]+\))$/;

/** The allowed properties, with the pattern that their whole value must match. */
const PROPERTIES: ReadonlyMap<string, RegExp> = new Map([
  ['color', COLOUR],
  ['background-color', COLOUR],
  ['background', COLOUR],
  ['font-weight', /^(?:normal|bold|bolder|lighter|[1-9]00)$/],
  ['font-style', /^(?:normal|italic|oblique)$/],
  ['text-decoration', /^(?:none|underline|overline|line-through)$/],
  ['text-align', /^(?:left|right|center|justify|start|end)$/],
  ['vertical-align', /^(?:baseline|sub|super|top|middle|bottom|text-top|text-bottom)$/],
  ['font-size', /^(?:medium|smaller|(?:xx?-)?(?:small|large)|[\d.]+(?:px|pt|rem|em|%))$/],
  ['width', /^(?:auto|[\d.]+%)$/],
  ['max-width', /^(?:none|[\d.]+%)$/],
  ['height', /^auto$/],
]);

/** The greatest number of each unit. `em` and `%` are relative, so that greater ones multiply in nested elements. */
const MOST = new Map([
  ['px', 48],
  ['pt', 36],
  ['rem', 3],
  ['em', 1],
  ['%', 100],
]);
const SIZE = /^([\d.]+)([a-z%]+)$/;

/** The first declaration of a `style` attribute that is not allowed, or undefined. */
export function findUnsafeStyle(style: string): string | undefined {
  return style
    .split(';')
    .map((declaration) => declaration.trim())
    .find((declaration) => declaration !== '' && !isAllowed(declaration));
}

function isAllowed(declaration: string): boolean {
  const [property = '', value = '', ...more] = declaration
    .toLowerCase()
    .split(':')
    .map((side) => side.trim());
  if (more.length > 0 || PROPERTIES.get(property)?.test(value) !== true) return false;
  const [, number, unit = ''] = SIZE.exec(value) ?? [];
  return number === undefined || Number(number) <= (MOST.get(unit) ?? 0);
}
