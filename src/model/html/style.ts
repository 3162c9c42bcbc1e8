// Decides which inline styles are allowed: those that format the text itself, as editors such as CKEditor, TinyMCE,
// Word and Google Docs write them. The whole value of a property must match a strict pattern and stay within limits. So
// escapes, variables, huge sizes, and CSS functions other than colours are refused. Properties that place an element
// over others (`position`, `transform`) have no pattern, and margins cannot be negative.

/** Whether the whole value of a property, in lower case, is allowed. */
type StyleCheck = (value: string) => boolean;

/** For each unit, the greatest size of an element, such as an image: about 2,000 px. */
const OF_ELEMENT = { px: 2000, pt: 1500, em: 100, rem: 100, cm: 50, mm: 500, in: 20, '%': 100 };
/** For each unit, the greatest margin, padding or radius of a corner. */
const OF_SPACE = { px: 400, pt: 300, em: 25, rem: 25, cm: 10, mm: 100, in: 4, '%': 100 };
/**
 * For each unit, the greatest size of text. `em` and `%` are relative to the element around the text, so larger values
 * than the normal size would multiply in nested elements.
 */
const OF_TEXT = { px: 48, pt: 36, rem: 3, em: 1, '%': 100 };
/** For each unit, the greatest height of a line. */
const OF_LINE = { px: 100, pt: 75, em: 3, rem: 5, '%': 300, '': 3 };
const OF_BORDER = { px: 20, pt: 15, em: 1, rem: 1 };

type SizeBounds = Readonly<Record<string, number>>;

const SIZE = /^(-?(?:\d+(?:\.\d*)?|\.\d+))([a-z%]*)$/;

// Makes a check for a size: at most the number that `bounds` has for the unit. With `least` -0.25 and a bound of 20 px,
// the smallest allowed size is -5 px.
const size =
  (bounds: SizeBounds, least = 0): StyleCheck =>
  (value) => {
    const [, number, unit = ''] = SIZE.exec(value) ?? [];
    if (number === undefined) return false;
    const most = Object.hasOwn(bounds, unit) ? bounds[unit]! : 0; // an unknown unit allows only 0
    return Number(number) <= most && Number(number) >= least * most;
  };

/** Makes a check for one word of a list. */
const words = (list: string): StyleCheck => {
  const all = new Set(list.split(' '));
  return (value) => all.has(value);
};
const either =
  (...checks: readonly StyleCheck[]): StyleCheck =>
  (value) =>
    checks.some((check) => check(value));
/** Makes a check for at most `most` values with white space between them, each of which must pass `check`. */
const several =
  (check: StyleCheck, most: number): StyleCheck =>
  (value) => {
    // Removes the spaces in `rgb(0, 0, 0)`, so that it counts as one value.
    const all = value.replace(/\([^()]*\)/g, (found) => found.replace(/\s/g, '')).split(/\s+/);
    return all.length <= most && all.every(check);
  };
const matching =
  (pattern: RegExp): StyleCheck =>
  (value) =>
    pattern.test(value);

const colour = matching(/^(?:[a-z]+|#[\da-f]{3,8}|(?:rgb|hsl)a?\([\d\s.,%/]+\))$/);
const lineStyle = words('none hidden solid dashed dotted double groove ridge inset outset');
const lineWidth = either(size(OF_BORDER), words('thin medium thick'));
const border = several(either(lineWidth, lineStyle, colour), 3);
const space = either(size(OF_SPACE), words('auto'));
const element = either(
  size(OF_ELEMENT),
  words('auto none max-content min-content fit-content inherit'),
);
// A pattern for one font name, because one pattern for the whole list of names would take quadratic time.
const FAMILY = /^(?:'[\p{L}\d ._-]+'|"[\p{L}\d ._-]+"|[\p{L}\d ._-]+)$/u;
const fontFamily: StyleCheck = (value) =>
  value.split(',').every((name) => FAMILY.test(name.trim()));
const fontSize = either(
  size(OF_TEXT),
  words('medium smaller small x-small xx-small large x-large xx-large'),
);
const fontWeight = matching(/^(?:normal|bold|bolder|lighter|[1-9]00)$/);
const word = matching(/^[a-z]+(?:-[a-z]+)*$/);
const listStyle = words(
  'none disc circle square decimal decimal-leading-zero lower-alpha lower-latin lower-roman upper-alpha upper-latin upper-roman inside outside',
);
const pageBreak = words('auto avoid always left right page avoid-page');

const SIDES = ['top', 'right', 'bottom', 'left'];
const sides = (before: string, after: string, check: StyleCheck): [string, StyleCheck][] =>
  SIDES.map((side) => [`${before}-${side}${after}`, check]);

/** Allowed properties, each with the check for its whole value. */
const PROPERTIES: ReadonlyMap<string, StyleCheck> = new Map<string, StyleCheck>([
  ['color', colour],
  ['background-color', colour],
  ['background', colour],
  ['font-weight', fontWeight],
  ['font-style', words('normal italic oblique')],
  ['font-size', fontSize],
  ['font-family', fontFamily],
  ['font-variant', several(word, 6)],
  ...['caps', 'ligatures', 'numeric', 'east-asian', 'alternates', 'position'].map(
    (part): [string, StyleCheck] => [`font-variant-${part}`, word],
  ),
  ['font-stretch', either(word, size({ '%': 200 }))],
  ['font-kerning', words('auto normal none')],
  ['line-height', either(size(OF_LINE), words('normal'))],
  ['letter-spacing', either(size({ px: 20, pt: 15, em: 1 }, -0.25), words('normal'))],
  ['word-spacing', either(size({ px: 40, pt: 30, em: 2 }, -0.25), words('normal'))],
  ['text-decoration', several(either(word, colour), 4)],
  ['text-decoration-line', words('none underline overline line-through')],
  ['text-decoration-style', word],
  ['text-decoration-color', colour],
  ['text-decoration-thickness', either(word, size(OF_BORDER))],
  ['text-decoration-skip-ink', words('none auto')],
  ['text-decoration-skip', words('none auto ink')],
  ['text-align', words('left right center justify start end')],
  ['text-indent', size({ px: 200, pt: 150, em: 12, cm: 5, mm: 50, in: 2, '%': 50 }, -0.25)],
  ['text-transform', words('none capitalize uppercase lowercase')],
  ['vertical-align', words('baseline sub super top middle bottom text-top text-bottom')],
  ['white-space', words('normal nowrap pre pre-wrap pre-line break-spaces')],
  ['word-break', words('normal break-all keep-all break-word')],
  ['word-wrap', words('normal break-word anywhere')],
  ['overflow-wrap', words('normal break-word anywhere')],
  ['hyphens', words('none manual auto')],
  ['direction', words('ltr rtl')],
  ['tab-size', size({ '': 16 })],
  ['float', words('left right none')],
  ['clear', words('left right both none')],
  ['display', words('inline block inline-block list-item table table-row table-cell')],
  ['width', element],
  ['min-width', element],
  ['max-width', element],
  ['height', element],
  ['min-height', element],
  ['max-height', element],
  ['aspect-ratio', matching(/^(?:auto|\d{1,4}(?:\.\d+)?(?:\s*\/\s*\d{1,4}(?:\.\d+)?)?)$/)],
  ['box-sizing', words('content-box border-box')],
  ['object-fit', words('fill contain cover none scale-down')],
  ['margin', several(space, 4)],
  ...sides('margin', '', space),
  ['padding', several(size(OF_SPACE), 4)],
  ...sides('padding', '', size(OF_SPACE)),
  ['border', border],
  ...sides('border', '', border),
  ['border-width', several(lineWidth, 4)],
  ...sides('border', '-width', lineWidth),
  ['border-style', several(lineStyle, 4)],
  ...sides('border', '-style', lineStyle),
  ['border-color', several(colour, 4)],
  ...sides('border', '-color', colour),
  ['border-collapse', words('collapse separate')],
  ['border-spacing', several(size(OF_SPACE), 2)],
  ['border-radius', several(size(OF_SPACE), 4)],
  ...['top-left', 'top-right', 'bottom-right', 'bottom-left'].map(
    (corner): [string, StyleCheck] => [`border-${corner}-radius`, several(size(OF_SPACE), 2)],
  ),
  ['border-image', words('none')],
  ['list-style', several(listStyle, 2)],
  ['list-style-type', listStyle],
  ['list-style-position', words('inside outside')],
  ['list-style-image', words('none')],
  ['text-shadow', words('none')],
  ['table-layout', words('auto fixed')],
  ['caption-side', words('top bottom')],
  ['empty-cells', words('show hide')],
  ...['before', 'after', 'inside'].flatMap((at): [string, StyleCheck][] => [
    [`page-break-${at}`, pageBreak],
    [`break-${at}`, pageBreak],
  ]),
  ['orphans', either(size({ '': 10 }), words('auto'))],
  ['widows', either(size({ '': 10 }), words('auto'))],
  // Browsers add these properties to copied text. The values that are allowed here have no effect.
  ['background-repeat', words('repeat repeat-x repeat-y no-repeat')],
  ...['image', 'position', 'size', 'origin', 'clip', 'attachment'].map(
    (part): [string, StyleCheck] => [`background-${part}`, words('none')],
  ),
  ['-webkit-text-stroke-width', words('0 0px')],
]);
const AS_ELSEWHERE = words('initial inherit unset normal');
/** Properties that Word writes. They change nothing on a screen. */
const OF_WORD = /^(?:mso-[a-z-]+|tab-stops|page|text-autospace|punctuation-wrap|layout-grid-mode)$/;
const FOR_WORD = /^[\p{L}\d\s.,%#'"_-]*$/u;

/** The declarations of a `style` attribute that are not allowed, as they are written. */
export const findUnsafeStyles = (style: string): readonly string[] =>
  declarationsOf(style).filter((declaration) => !isAllowed(declaration));

/** A `style` attribute without the declarations that are not allowed. */
export const withoutUnsafeStyles = (style: string): string =>
  declarationsOf(style).filter(isAllowed).join('; ');

const declarationsOf = (style: string): string[] =>
  style
    .split(';')
    .map((declaration) => declaration.trim())
    .filter((declaration) => declaration !== '');

function isAllowed(declaration: string): boolean {
  const colon = declaration.indexOf(':');
  const property = declaration.slice(0, colon).trim().toLowerCase();
  const value = declaration
    .slice(colon + 1)
    .trim()
    .toLowerCase();
  if (colon < 0 || value === '') return false;
  if (OF_WORD.test(property)) return FOR_WORD.test(value);
  const check = PROPERTIES.get(property);
  return check !== undefined && (check(value) || AS_ELSEWHERE(value));
}

const SIZED = new Set('width height border hspace vspace cellpadding cellspacing'.split(' '));

/** Whether an attribute such as `width="5000"` has a size of more than 2,000 pixels or more than 100 %. */
export function isHugeAttribute(name: string, value: string): boolean {
  if (!SIZED.has(name)) return false;
  const [, number, unit] = /^\s*\+?(\d+(?:\.\d*)?)(%?)/.exec(value) ?? [];
  return number !== undefined && Number(number) > (unit ? 100 : OF_ELEMENT.px);
}
