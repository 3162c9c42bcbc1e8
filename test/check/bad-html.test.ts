// Markup in posts and comments that can run code, restyle a page or frame a foreign one.

import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { findUnsafe } from '../../src/model/html/safety.js';
import { runs } from '../support/runs.js';

import { another, anotherReply, expectOnlyProblem } from './portal.js';

// open: every problem stands at the string; the column may as well be that of the tag inside it.
const unsafe: Record<string, string> = {
  'a script': '<p>Привет</p><script>alert(1)</script>',
  'a script in capitals': '<SCRIPT SRC=/a.js></SCRIPT>',
  'a script that is not closed': '<script>alert(1)',
  'a script in a template': '<template><script>alert(1)</script></template>',
  'a style sheet': '<style>body { display: none }</style>',
  'a linked style sheet': '<link rel="stylesheet" href="/a.css">',
  'a style that covers the page': '<p style="position:fixed;width:100%;height:100%">Вход</p>',
  'a style after harmless ones': '<p style="color: red; text-align: center; z-index: 9">Да</p>',
  'a style in escapes of CSS': '<p style="\\70osition: fixed">Да</p>',
  'a style in entities': '<p style="&#112;osition&colon;fixed">Да</p>',
  'a style in capitals, of an element in capitals': '<P STYLE="POSITION:FIXED">Да</P>',
  'a style behind a comment': '<p style="color:red;/**/position:fixed">Да</p>',
  'a style in the value of another one': '<p style="color: red: position: fixed">Да</p>',
  'a style without quotes': '<p/style=position:fixed>Да</p>',
  'a picture in a style': '<p style="background: url(//evil.example/a.png)">Да</p>',
  'a picture in a colour': '<p style="background-color: image-set(\'a.png\' 1x)">Да</p>',
  'a variable of the page': '<p style="color: var(--secret)">Да</p>',
  'a variable for the page': '<p style="--colour: red">Да</p>',
  'code in a style': '<p style="width: expression(alert(1))">Да</p>',
  'a style that beats those of the page': '<p style="color: red !important">Да</p>',
  'a huge letter': '<p style="font-size: 900px">Да</p>',
  'a huge letter in another unit': '<p style="font-size: 100vmax">Да</p>',
  'a huge letter by its exponent': '<p style="font-size: 1e3px">Да</p>',
  'letters that grow as they are nested': '<b style="font-size: 1em"><b style="font-size: 2em">а',
  'an element wider than the text': '<table style="width: 300%"></table>',
  'a width of the window': '<table style="width: 100vw"></table>',
  'a negative margin': '<p style="margin-top: -900px">Да</p>',
  'an element out of its place': '<p style="transform: translate(0, -900px)">Да</p>',
  'a style that is none': '<p style="red">Да</p>',
  'a window over the page': '<dialog open>Вход</dialog>',
  'a window that a button may open': '<p popover id="a">Вход</p>',
  // open: no problem, since a fragment parser drops the tag
  'a style of the page': '<body style="color: white">',
  'an object': '<object></object>',
  'an embedded object': '<embed>',
  'a base address': '<base href="https://evil.example/">',
  'a refresh': '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  'a form': '<form action="/login"></form>',
  'a drawing': '<svg></svg>',
  'a formula': '<math></math>',
  'a click handler': '<p onclick="alert(1)">Привет</p>',
  'a handler in capitals': '<img src="/a.png" ONERROR="alert(1)">',
  'a handler after slashes': '<img/src="/a.png"/onerror=alert(1)>',
  'a handler of an event that is new': '<p onsomethingnew="alert(1)">Привет</p>',
  // open: no problem, since a fragment parser drops the tag
  'a handler of the page': '<body onload="alert(1)">',
  // open: no problem, since a parser for pages without scripts sees a title
  'a handler that shows where scripts run':
    '<noscript><p title="</noscript><img src=/a.png onerror=alert(1)>"></noscript>',
  'a javascript: link': '<a href="javascript:alert(1)">сюда</a>',
  'a javascript: link in mixed case': '<a href="JavaScript:alert(1)">сюда</a>',
  'a javascript: link in entities': '<a href="&#106;&#x61;vascript&colon;alert(1)">сюда</a>',
  'a javascript: link with a tab': '<a href="java&#9;script:alert(1)">сюда</a>',
  'a javascript: link with a line break': '<a href="java\nscript:alert(1)">сюда</a>',
  'a javascript: link after a control character': '<a href=" &#1;javascript:alert(1)">сюда</a>',
  'a javascript: address of an area': '<map><area href="javascript:alert(1)"></map>',
  'a javascript: address of a button': '<button formaction="javascript:alert(1)">да</button>',
  'a vbscript: link': '<a href="vbscript:x">сюда</a>',
  'a link to a file of the reader': '<a href="file:///etc/passwd">сюда</a>',
  'a link of an unlisted scheme': '<a href="ftp://files.example/a">сюда</a>',
  'a data: link': '<a href="data:text/html,привет">сюда</a>',
  'a data: source': '<img src="data:image/png;base64,AAAA">',
  'a data: source among several': '<img src="/a.png" srcset="/b.png 2x, data:image/png,A 3x">',
  'a data: poster': '<video poster="data:image/png,A"></video>',
  'a blob: source': '<audio src="blob:https://portal.example/1"></audio>',
  'a frame': '<iframe src="https://video.example/1"></iframe>',
  'a frame without a scheme': '<iframe src="//video.example/1"></iframe>',
  // open: no problem, since it has no host
  'a frame that holds its page': '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>',
  'a template that takes the place of what is around it':
    '<template shadowrootmode="open"><b>Вход</b></template>',
  'a frame that ends in a comment': '<iframe><!--</iframe><img src=x onerror=alert(1)>--></iframe>',
  'a frame that ends in a value, behind another end':
    '<iframe></b><p title="</iframe><img src=x onerror=alert(1)>"></p></iframe>',
  'a frame with a doctype': '<iframe><!doctype html></iframe>',
  'a frame that is not closed': '<p>Да</p><iframe>',
  'a tag that goes on behind the text': '<p>Да</p><img src=/a.png onerror=alert(1) ',
  'a value that goes on behind the text': '<p>Да</p><b class="',
  'an end tag that goes on behind the text': '<p>Да</p',
  'a < to which a name behind the text may belong': '<p>Да</p><',
  'a comment that goes on behind the text': '<p>Да</p><!-- R&D > --',
  'a wrong comment that goes on behind the text': '<p>Да</p><?Да',
  'a field for a form of the page': '<input form="login" name="code">',
  ...Object.fromEntries(
    [
      ...['formaction', 'formmethod', 'formtarget', 'formenctype', 'formnovalidate'],
      ...['command', 'commandfor', 'popovertarget', 'popovertargetaction', 'interestfor'],
    ].map((name) => [
      `a button with ${name}, which may act on the page`,
      `<button ${name}="a">Войти</button>`,
    ]),
  ),
  'a label of what the page has': '<label for="delete-account">Читать дальше</label>',
};

const trusted = { frames: ['video.example'] };

const foreign: Record<string, string> = {
  'a frame from another host': '<iframe src="https://evil.example/1"></iframe>',
  'a host that begins like the named one':
    '<iframe src="https://video.example.evil.example"></iframe>',
  'a host that ends like the named one': '<iframe src="https://evilvideo.example/1"></iframe>',
  // open: a named host stands for its subdomains too
  'a subdomain of the named host': '<iframe src="https://a.video.example/1"></iframe>',
  'the named host as a user name': '<iframe src="https://video.example@evil.example/"></iframe>',
  'the named host in the path': '<iframe src="https://evil.example/video.example"></iframe>',
  'backslashes for slashes': '<iframe src="https:\\\\evil.example/video.example"></iframe>',
  'a javascript: frame': '<iframe src="javascript:alert(\'video.example\')"></iframe>',
};

const text = (html: string) => `¶${JSON.stringify(html)}`;

describe('unsafe markup', () => {
  for (const [name, html] of Object.entries(unsafe)) {
    const files = { 'posts/new.json': another('posts', { text: text(html) }) };
    it(`${name} in a post`, () =>
      expectOnlyProblem({ name, files, code: 'unsafe-html', path: '/text' }));
  }
  for (const [name, html] of Object.entries(foreign)) {
    const files = { 'posts/new.json': another('posts', { text: text(html) }) };
    const options = trusted;
    it(`${name}, where video.example may be framed`, () =>
      expectOnlyProblem({ name, files, options, code: 'unsafe-html', path: '/text' }));
  }
});

describe('every field that holds HTML', () => {
  const script = text('<script>alert(1)</script>');
  const scenarios = {
    '/short_text of a post': { 'posts/new.json': another('posts', { short_text: script }) },
    '/text of a reply': { 'comments/new.json': anotherReply({ text: script }) },
    '/short_text of a reply': { 'comments/new.json': anotherReply({ short_text: script }) },
    '/text of a root comment': { 'comments/new.json': another('comments', { text: script }) },
    '/text of a post in escapes': {
      'posts/new.json': another('posts', { text: '¶"\\u003cscript\\u003e\\u003c/script\\u003e"' }),
    },
  };
  for (const [name, files] of Object.entries(scenarios)) {
    const path = name.slice(0, name.indexOf(' '));
    it(name, () => expectOnlyProblem({ name, files, code: 'unsafe-html', path }));
  }
});

// Elements in which browsers may read text where the check reads markup, or the other way round.
const ODD = 'script style svg math textarea title xmp noembed noframes noscript plaintext'.split(
  ' ',
);
const RUNS = '<img src=/a.png onerror=alert(1)';
const ENDED = `${['iframe', ...ODD].map((name) => `</${name}>`).join('')}${RUNS}>`;
const pieces = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('<iframe>', '</iframe>') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(`<!--${ENDED}-->`, `<p title="${ENDED}">`, `<p title='${ENDED}'>`),
  },
  { weight: 2, arbitrary: fc.constantFrom(...ODD.flatMap((name) => [`<${name}>`, `</${name}>`])) },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ...['<b>', '</b>', '<table>', '<col>', '<select>', '<option>', '<template>', '</template>'],
      ...['<!--', '<!-->', '<!--->', '-->', '--!>', '<!x', '</ x>', '</>', '<?x>', '<!doctype x>'],
      ...['<![CDATA[', ']]>', '<p title="', '">', `${RUNS} `, '<b/', '<iframe ', '<IFRAME>', '<'],
      ...['</', '<!', '>', 'x', ' ', '\0', '&lt;', '&#60;', '&', '\u00a0', '\r'],
    ),
  },
);

/** What could run, or be read in another way, in a page. */
const dangersIn = ({ childNodes }: DefaultTreeAdapterTypes.ParentNode): string[] =>
  childNodes.flatMap((child) => {
    if (!('tagName' in child)) return [];
    const handlers = child.attrs.map(({ name }) => name).filter((name) => name.startsWith('on'));
    const own = ODD.includes(child.tagName) ? [child.tagName] : [];
    return [...own, ...handlers, ...dangersIn('content' in child ? child.content : child)];
  });

it('what is let through is safe in a page, as a whole parser reads it with what follows', () => {
  const behind = `img src=/a.png onerror=alert(1)></div><p title="--></iframe>${RUNS}>">`;
  const texts = fc.array(pieces, { minLength: 1, maxLength: 6 }).map((all) => all.join(''));
  const property = fc.property(texts, (html) => {
    if (findUnsafe(html, []).length > 0) return;
    expect(dangersIn(parse(`<!doctype html><div>${html}${behind}`))).toEqual([]);
  });
  fc.assert(property, runs(1000));
});
