// Finds tags in an HTML text that are safe but surely not intended: unclosed ones, names that no element of HTML
// has, and relative addresses. Takes time linear in the length of the text.
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

/** A tag that is surely not intended. `found`: its name or its address; `at`: its offset in the text. */
export interface OddTag {
  readonly name: Implausible & ('unclosed-tag' | 'unknown-tag' | 'relative-address');
  readonly args: { readonly found: string; readonly nearest?: string | undefined };
  readonly at: number;
}

/** Elements that have no end tag (`br`), or may omit it (`p`, `li`). */
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
/** A shorter unknown name gets no suggestion, since it is near to too many known ones. */
const LEAST_LETTERS = 3;

/** Returns the first tag that is unknown, else unclosed, and the first with a relative address. */
export function findOddTags(html: string, kind: MarkupKind = markupKind(html)): OddTag[] {
  if (kind === 'simple') return [];
  const open = new Map<string, number[]>();
  let unknown: OddTag | undefined;
  let address: OddTag | undefined;
  const see = (found: string, at: number) => {
    if (unknown || KNOWN.has(found) || found.includes('-')) return; // custom elements have a hyphen
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
  // An unknown or cut-off tag may be a misspelt end tag: unclosed tags are then not reported.
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

/** Whether an attribute is a relative `src`, or a link without a scheme (`www.example.org`), which is relative too. */
function isAstray({ name, value }: Attribute): boolean {
  if (name === 'href') return /^\s*www\./i.test(value);
  return name === 'src' && !/^\s*(?:[a-z][a-z\d+.-]*:|\/)/i.test(value);
}
