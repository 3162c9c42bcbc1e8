// Finds markup that is not safe to show in a reader's page (PROMISES.md §2.1).
import { LIMITS } from '../limits.js';
import {
  type Attribute,
  isPlainMarkup,
  type MarkupReader,
  readMarkup,
  textSpans,
} from './markup.js';
import { findUnsafeStyles, isHugeAttribute } from './style.js';

/** Why a text is unsafe. `found`: the name of the element or attribute, or the part of the text that is unsafe. */
export interface UnsafeMarkup {
  readonly kind:
    | 'element'
    | 'attribute'
    | 'handler'
    | 'style'
    | 'address'
    | 'frame'
    | 'raw-text'
    | 'unended';
  readonly found: string;
  /** The offset of the unsafe tag. If content of an iframe is unsafe, the offset of the iframe's tag. */
  readonly at: number;
}
type UnsafeReason = Omit<UnsafeMarkup, 'at'>;

// Elements that run code, change the page around them, or cover it. (A browser adds the attributes of a second `html`
// or `body` to those of the page.)
const FORBIDDEN = new Set(
  `script style object embed base meta link form svg math applet frameset
  animate set dialog html body`.split(/\s+/),
);

// Elements whose content browsers may read as text, not as markup. So a browser could find a tag where this file finds
// none. The content of an iframe has the same risk, so it may only be white space.
const RAW_TEXT = new Set('textarea title xmp noembed noframes noscript plaintext'.split(' '));

// Attributes with which a control or a label acts on the page around the text, or with which an element covers or
// replaces a part of the page.
const FORBIDDEN_ATTRIBUTES = new Set(
  `form formaction formmethod formtarget formenctype formnovalidate for command commandfor interestfor
  popover popovertarget popovertargetaction shadowrootmode`.split(/\s+/),
);

const ADDRESSES = new Set(
  `href src action poster data cite background longdesc manifest ping profile codebase
  classid archive usemap dynsrc lowsrc xlink:href`.split(/\s+/),
);
const SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);

/** Finds what is unsafe in an HTML text. `frames`: the hosts whose pages may be shown in frames. */
export function findUnsafe(html: string, frames: readonly string[]): readonly UnsafeMarkup[] {
  // Nearly all texts are safe, so the first pass computes no offsets. A second pass computes them for unsafe texts.
  const isSafe = isPlainMarkup(html) || read(html, frames, false).length === 0;
  return isSafe ? [] : read(html, frames, true);
}

function read(html: string, frames: readonly string[], withPlaces: boolean): UnsafeMarkup[] {
  const unsafe = new Map<string, UnsafeMarkup>();
  const refuse = (one: UnsafeMarkup) => {
    const key = `${one.kind} ${one.found} ${one.at}`;
    if (unsafe.size < LIMITS.recordProblems && !unsafe.has(key)) unsafe.set(key, one);
  };
  let frame: number | undefined;
  const refuseInFrame = () => {
    if (frame !== undefined) refuse({ kind: 'raw-text', found: 'iframe', at: frame });
  };
  const reader: MarkupReader = {
    startTag(name, attributes, at) {
      refuseInFrame();
      for (const found of ofTag(name, attributes, frames)) refuse({ ...found, at });
      frame = name === 'iframe' ? at : undefined;
    },
    endTag(name) {
      if (name !== 'iframe') refuseInFrame();
      frame = undefined;
    },
    comment: refuseInFrame,
    characters(text) {
      if (text.trim() !== '') refuseInFrame();
    },
  };
  const isEnded = readMarkup(html, reader, withPlaces);
  refuseInFrame();
  if (!isEnded) refuse(unendedIn(html));
  return [...unsafe.values()];
}

/** The tag or comment inside which a text ends. In a page, it would swallow the markup after the text. */
function unendedIn(html: string): UnsafeMarkup {
  const [from] = textSpans(html).at(-1)!; // textSpans counts an unended tag as part of the last text
  // The pattern skips `</>`, which is neither a tag nor a comment, and is allowed.
  const at = from + html.slice(from).search(/<(?:[a-zA-Z!?]|\/(?!>)|$)/);
  return { kind: 'unended', found: html.slice(at), at };
}

function ofTag(
  name: string,
  attributes: readonly Attribute[],
  frames: readonly string[],
): UnsafeReason[] {
  if (FORBIDDEN.has(name)) return [{ kind: 'element', found: name }];
  if (RAW_TEXT.has(name)) return [{ kind: 'raw-text', found: name }];
  const isFrame = name === 'iframe' || name === 'frame';
  return attributes.flatMap((attribute) => ofAttribute(attribute, isFrame, frames));
}

/** `isFrame`: whether the attribute is in an `iframe` or `frame` tag. */
function ofAttribute(
  attribute: Attribute,
  isFrame: boolean,
  frames: readonly string[],
): readonly UnsafeReason[] {
  const { name, value } = attribute;
  if (name.startsWith('on')) return [{ kind: 'handler', found: name }];
  if (FORBIDDEN_ATTRIBUTES.has(name)) return [{ kind: 'attribute', found: name }];
  if (name === 'style') {
    return findUnsafeStyles(value).map((found) => ({ kind: 'style', found }));
  }
  if (isHugeAttribute(name, value)) return [{ kind: 'style', found: `${name}="${value}"` }];
  if (name === 'srcdoc') return [{ kind: 'frame', found: 'srcdoc' }];
  if (isFrame && name === 'src' && !isFrameAllowed(value, frames)) {
    return [{ kind: 'frame', found: value }];
  }
  const isAllowed = addressesOf(attribute).every(isAddressAllowed);
  return isAllowed ? [] : [{ kind: 'address', found: value }];
}

function addressesOf({ name, value }: Attribute): string[] {
  if (name === 'srcset' || name === 'imagesrcset') return value.split(',');
  return ADDRESSES.has(name) ? [value] : [];
}

// Whether an address is allowed. Browsers ignore control characters and spaces before an address, and tabs and line
// breaks in it, so they are removed first (https://url.spec.whatwg.org/#concept-basic-url-parser).
function isAddressAllowed(address: string): boolean {
  const read = address.replace(/[\t\n\r]/g, '').replace(/^[\0- ]+/, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(read);
  return scheme === null || SCHEMES.has(scheme[1]!.toLowerCase());
}

function isFrameAllowed(address: string, frames: readonly string[]): boolean {
  const own = 'relative.invalid';
  const url = URL.canParse(address, `https://${own}/`) ? new URL(address, `https://${own}/`) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false;
  // As URLs, a host has the same form in both: `Видео.рф` becomes `xn--b1aedk6a.xn--p1ai`.
  return frames.some((host) => {
    const allowed = `${url.protocol}//${host}`;
    return URL.canParse(allowed) && new URL(allowed).host === url.host;
  });
}
