// HTML of posts and comments, shown so that nothing in it can run or change the page. A long text is a
// document of its own in a sandbox. Of a comment, of which there may be hundreds on a page, known elements
// are made anew, one by one, from a document that is never shown. Markup never becomes part of the page.
import { type ComponentChild, h } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Theme } from './data.js';
import { useAround } from './data.js';

/** What comments are made of; what else there is gives its content alone. */
const KNOWN = new Set(
  `p br b strong i em u s del ins sub sup small mark code pre kbd samp blockquote q cite ul ol li dl dt dd
  h1 h2 h3 h4 h5 h6 hr table thead tbody tfoot tr th td caption abbr time`.split(/\s+/),
);
/** Elements whose content is no text for readers. */
const SILENT = new Set(['script', 'style', 'template', 'head', 'title', 'noscript', 'textarea']);
/** Headings of comments are below that of the discussion. */
const HEADINGS = /^h[1-4]$/;

/** An address to which a link may lead. */
function safeAddress(address: string | null): string | undefined {
  const url = address === null ? null : URL.parse(address, location.href);
  return url && /^(?:https?|mailto|tel):$/.test(url.protocol) ? url.href : undefined;
}

/** A link that leads out of the page. */
export function Outside({
  href,
  children,
}: {
  readonly href: string;
  readonly children: ComponentChild;
}) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** A comment's HTML. */
export function ShortMarkup({ html }: { readonly html: string }) {
  const made = useMemo(
    () => contentsOf(new DOMParser().parseFromString(html, 'text/html').body),
    [html],
  );
  return <div class="markup">{made}</div>;
}

function contentsOf(node: Node): ComponentChild[] {
  return [...node.childNodes].map((child) => {
    if (child.nodeType === Node.TEXT_NODE) return child.textContent;
    return child instanceof Element ? elementOf(child) : null;
  });
}

function elementOf(element: Element): ComponentChild {
  const name = element.localName;
  if (SILENT.has(name)) return null;
  if (name === 'a' || name === 'iframe') {
    const address = element.getAttribute(name === 'a' ? 'href' : 'src');
    const href = safeAddress(address);
    const contents = name === 'a' ? contentsOf(element) : [address];
    return href === undefined ? contents : <Outside href={href}>{contents}</Outside>;
  }
  if (name === 'img') {
    const [src, alt] = [element.getAttribute('src'), element.getAttribute('alt')];
    const href = safeAddress(src);
    return href === undefined ? alt : <Outside href={href}>{alt || src}</Outside>;
  }
  if (!KNOWN.has(name)) return contentsOf(element);
  const shown = HEADINGS.test(name) ? 'h5' : name;
  return h(shown, {}, ...(shown === 'br' || shown === 'hr' ? [] : contentsOf(element)));
}

/** A post's HTML: a document in a sandbox, without scripts and forms, as high as what is in it. */
export function LongMarkup({ html, title }: { readonly html: string; readonly title: string }) {
  const { words, lang } = useAround();
  const theme = document.documentElement.dataset['theme'] as Theme | undefined;
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(120);
  const whole = useMemo(
    () => documentOf(html, lang, theme, words.frame),
    [html, lang, theme, words],
  );
  useEffect(() => {
    const shown = frame.current;
    if (!shown) return;
    const follow = new ResizeObserver(() => {
      // Of our own origin, as the sandbox allows it to be, since nothing in it can run.
      const body = shown.contentDocument?.body;
      if (body) setHeight(Math.ceil(body.getBoundingClientRect().height) + 1);
    });
    const onLoad = () => {
      follow.disconnect();
      if (shown.contentDocument?.body) follow.observe(shown.contentDocument.body);
    };
    onLoad();
    shown.addEventListener('load', onLoad);
    return () => {
      follow.disconnect();
      shown.removeEventListener('load', onLoad);
    };
  }, []);
  return (
    <iframe
      ref={frame}
      class="text"
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcdoc={whole}
      style={{ height: `${height}px` }}
    />
  );
}

/** What the sandbox shows. It asks for nothing but images: its own policy, and that of the page. */
function documentOf(
  html: string,
  lang: string,
  theme: string | undefined,
  frameTitle: (address: string) => string,
): string {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  // A player needs scripts; what it would show is one click away.
  for (const frame of parsed.querySelectorAll('iframe')) {
    const link = parsed.createElement('a');
    const href = safeAddress(frame.getAttribute('src'));
    if (href !== undefined) link.href = href;
    link.textContent = frameTitle(href ?? '');
    frame.replaceWith(link);
  }
  for (const link of parsed.querySelectorAll('a')) link.rel = 'noopener noreferrer nofollow';
  const policy =
    "default-src 'none'; img-src 'self' data: https:; style-src 'self' 'unsafe-inline'; " +
    "base-uri 'self'; form-action 'none'";
  const head = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer"><base target="_blank">',
    '<link rel="stylesheet" href="/preview/palette.css">',
    '<link rel="stylesheet" href="/preview/markup.css">',
    '<title></title>',
  ].join('');
  const attribute = theme === 'light' || theme === 'dark' ? ` data-theme="${theme}"` : '';
  return `<!doctype html><html lang="${lang}"${attribute}><head>${head}</head><body class="markup">${parsed.body.innerHTML}</body></html>`;
}
