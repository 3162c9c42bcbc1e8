// Tags that are safe, and surely not meant: without an end, of no element of HTML, or with an address that is
// looked for beside the page. In: an HTML text. Out: the first of each; linear in its length.
import type { Implausible } from '../../problems/messages/catalogue.js';
import { nearest } from '../../problems/nearest.js';
import { memo } from '../memo.js';
import {
  type Attribute,
  type MarkupKind,
  markupKind,
  readMarkup,
  readPlainTags,
} from './markup.js';

/** A tag at fault: its name, or the address in it, and where it begins. */
export interface OddTag {
  readonly name: Implausible & ('unclosed-tag' | 'unknown-tag' | 'relative-address');
  readonly args: { readonly found: string; readonly nearest?: string | undefined };
  readonly at: number;
}

/** Elements without an end tag, and those that end where their parent or the next one like them does. */
const ENDLESS = new Set(
  `area br col embed frame hr img input link meta param source track wbr
  p li dt dd tr td th thead tbody tfoot colgroup caption option optgroup rt rp head`.split(/\s+/),
);
const KNOWN = new Set([
  ...ENDLESS,
  ...`a abbr acronym address article aside audio b bdi bdo big blockquote button canvas center cite code data
  datalist del details dfn dir div dl em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup i
  iframe ins kbd label legend main map mark marquee menu meter nav nobr ol output picture pre progress q ruby s samp
  search section select slot small span strike strong sub summary sup table template time tt u ul var video`.split(
    /\s+/,
  ),
]);
/** Of shorter names each is near to some other. */
const LEAST_LETTERS = 3;

/** The first tag of each kind that is surely not meant. */
export function findOddTags(html: string, kind: MarkupKind = markupKind(html)): OddTag[] {
  if (kind === 'simple') return [];
  const open = new Map<string, number[]>();
  let unknown: OddTag | undefined;
  let address: OddTag | undefined;
  const see = (found: string, at: number) => {
    if (unknown || KNOWN.has(found) || found.includes('-')) return; // as in names of custom elements
    const near = found.length < LEAST_LETTERS ? undefined : nearest(found, [...KNOWN]);
    unknown = { name: 'unknown-tag', args: { found, nearest: near }, at };
  };
  const read = kind === 'plain' ? readPlainTags : readMarkup;
  read(
    html,
    {
      startTag(name, attributes, at) {
        see(name, at);
        if (!ENDLESS.has(name)) memo(open, name, () => []).push(at);
        const found = attributes.find(isAstray)?.value;
        if (found !== undefined) address ??= { name: 'relative-address', args: { found }, at };
      },
      endTag(name, at) {
        see(name, at);
        open.get(name)?.pop();
      },
    },
    true,
  );
  // An unknown tag may be the end of one that is open, and so may one that is cut off.
  const isCut = html.lastIndexOf('<') > html.lastIndexOf('>');
  const first = unknown ?? (isCut ? undefined : firstOf(open));
  return [first, address].filter((odd) => odd !== undefined);
}

function firstOf(open: ReadonlyMap<string, readonly number[]>): OddTag | undefined {
  let first: OddTag | undefined;
  for (const [found, [at]] of open) {
    if (at === undefined || (first && first.at < at)) continue;
    first = { name: 'unclosed-tag', args: { found }, at };
  }
  return first;
}

/** Whether an image or the like is looked for beside each page that shows the text, or a link meant for another site. */
function isAstray({ name, value }: Attribute): boolean {
  if (name === 'href') return /^\s*www\./i.test(value);
  return name === 'src' && !/^\s*(?:[a-z][a-z\d+.-]*:|\/)/i.test(value);
}
