// Shows the HTML of posts and comments. Nothing in it can run or change the page: it is parsed into a document that
// is never shown, and known elements are made anew.
import { type ComponentChild, h } from 'preact';
import { useMemo } from 'preact/hooks';
import { findUnsafeStyles } from '../../model/html/style.js';

/** The elements that are shown, besides links, images and headings. Of most others, only the content is shown. */
const KNOWN = new Set(
  `p br b strong i em u s del ins sub sup small mark code pre kbd samp blockquote q cite ul ol li dl dt dd
  hr table caption thead tbody tfoot tr th td abbr time div span figure figcaption details summary`.split(
    /\s+/,
  ),
);
/** Elements of which not even the content is shown. */
const SILENT = new Set(['script', 'style', 'template', 'head', 'title', 'noscript', 'textarea']);
const ATTRIBUTES = ['style', 'colspan', 'rowspan', 'start', 'dir', 'lang', 'title'];

/** The absolute address, if a link to it is allowed. */
function safeAddress(address: string | null): string | undefined {
  const url = address === null ? null : URL.parse(address, location.href);
  return url && /^(?:https?|mailto|tel):$/.test(url.protocol) ? url.href : undefined;
}

interface MarkupProps {
  readonly html: string;
  /** The level at which `h1` to `h3` of the text are shown. `h4` is shown one level below, `h5` two, up to `h6`. */
  readonly heading: number;
}

export function Markup({ html, heading }: MarkupProps) {
  const made = useMemo(
    () => contentsOf(new DOMParser().parseFromString(html, 'text/html').body, heading),
    [html, heading],
  );
  return <div class="markup">{made}</div>;
}

function contentsOf(node: Node, heading: number): ComponentChild[] {
  return [...node.childNodes].map((child) => {
    if (child.nodeType === Node.TEXT_NODE) return child.textContent;
    return child instanceof Element ? elementOf(child, heading) : null;
  });
}

function elementOf(element: Element, heading: number): ComponentChild {
  const name = element.localName;
  if (SILENT.has(name)) return null;
  // A link is shown in place of a frame, such as a video, because a frame would need scripts.
  if (name === 'a' || name === 'iframe') {
    const address = element.getAttribute(name === 'a' ? 'href' : 'src');
    const contents = name === 'a' ? contentsOf(element, heading) : [address];
    const href = safeAddress(address);
    const outside = { href, target: '_blank', rel: 'noopener noreferrer nofollow' };
    return href === undefined ? contents : h('a', outside, ...contents);
  }
  if (name === 'img') {
    const [src, alt] = [element.getAttribute('src') ?? '', element.getAttribute('alt') ?? ''];
    return /^(?:https:|data:image\/)/i.test(src) ? <img src={src} alt={alt} loading="lazy" /> : alt;
  }
  const [, level] = /^h([1-6])$/.exec(name) ?? [];
  const shown = level ? `h${Math.min(6, heading + Math.max(0, Number(level) - 3))}` : name;
  if (!level && !KNOWN.has(name)) return contentsOf(element, heading);
  const kept = Object.fromEntries(
    ATTRIBUTES.filter((one) => element.hasAttribute(one)).map((one) => [
      one,
      element.getAttribute(one),
    ]),
  );
  // Styles are checked here, too, because no build has checked a text that is still in a form.
  if (findUnsafeStyles(kept['style'] ?? '').length > 0) delete kept['style'];
  if (name === 'table') kept['tabindex'] = '0'; // it scrolls, so the keyboard must reach it
  return h(shown, kept, ...(shown === 'br' || shown === 'hr' ? [] : contentsOf(element, heading)));
}
