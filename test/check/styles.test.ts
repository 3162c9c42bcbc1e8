// Styles as editors write them: what lays out a text is allowed, what reaches beyond it is not.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUnsafe } from '../../src/model/html/safety.js';
import { findUnsafeStyles, withoutUnsafeStyles } from '../../src/model/html/style.js';

it.each([
  // Google Docs
  'line-height:1.38;margin-top:0pt;margin-bottom:0pt',
  'font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap',
  'border:none;display:inline-block;width:602px;height:339px',
  'border-left:solid #000000 1pt;vertical-align:top;padding:5pt 5pt 5pt 5pt;overflow-wrap:break-word',
  'margin-top:0;margin-bottom:0',
  'list-style-type:disc;text-decoration-skip-ink:none',
  // Word
  "margin:0cm 0cm 8pt;line-height:107%;font-size:11pt;font-family:Calibri,sans-serif;mso-bidi-font-family:'Times New Roman';mso-ansi-language:RU",
  'text-indent:-18.0pt;mso-list:l0 level1 lfo1',
  'width:467.5pt;border:solid windowtext 1.0pt;border-collapse:collapse;mso-border-alt:solid windowtext .5pt;padding:0cm 5.4pt 0cm 5.4pt',
  // CKEditor and TinyMCE
  'height:300px;width:400px',
  'float: left; margin: 10px 20px;',
  'display: block; margin-left: auto; margin-right: auto;',
  'border-style: solid; border-width: 1px; border-color: rgb(0, 0, 0)',
  'border: 1px solid rgba(0, 0, 0, .5); aspect-ratio: 400/300',
  'text-indent: 1.5em; letter-spacing: normal; word-spacing: 0px; orphans: 2; widows: 2',
  'font-variant-ligatures: normal; -webkit-text-stroke-width: 0px; background-image: initial',
  'WIDTH: 100%; Max-Width: 2000px',
])('allowed: %s', (style) => {
  expect(findUnsafeStyles(style)).toEqual([]);
  expect(findUnsafe(`<p style="${style.replaceAll('"', '&quot;')}">Да</p>`, [])).toEqual([]);
});

it.each([
  'position: absolute',
  'top: 0',
  'left: -5px',
  'z-index: 9',
  'inset: 0',
  'transform: scale(3)',
  'margin-top: -10px',
  'margin: 0 0 -1px',
  'margin: 0 0 0 0 0',
  'padding: -1px',
  'text-indent: -900px',
  'text-indent: 5000px',
  'width: 5000px',
  'width: 2001px',
  'width: 101%',
  'width: 100vw',
  'width: calc(100% + 9px)',
  'min-height: 9999pt',
  'height: 1e9px',
  'line-height: 900',
  'line-height: -1',
  'font-size: 900px',
  'border: 900px solid red',
  'border: url(a)',
  'border-image: url(//evil.example/a.png)',
  'background: url(//evil.example/a.png)',
  'background-image: url(a.png)',
  "list-style: url('a.png')",
  'list-style-image: url(a.png)',
  'font-family: url(a)',
  'font-family: "a',
  "font-family: 'a' expression(1)",
  'font: 900px Arial',
  'mso-x: url(javascript:1)',
  'mso-x: expression(alert(1))',
  'mso-x: \\75rl(a)',
  'behavior: url(a.htc)',
  '-moz-binding: url(a)',
  'width: 5px/*',
  '/*a*/width: 5px',
  'color: red\\9',
  'color: var(--a)',
  'color: red !important',
  'display: none',
  'display: fixed',
  'content: "a"',
  'animation: spin 1s',
  'opacity: 0',
  'width:',
  'width',
])('refused: %s', (style) => {
  expect(findUnsafeStyles(`color: red; ${style}; text-align: center`)).toEqual([style]);
});

it('a long value is looked at in a moment', () => {
  const long = [`width:${'1'.repeat(300_000)}!`, `font-family:a${' '.repeat(300_000)}!`];
  for (const style of long) expect(findUnsafeStyles(style)).toHaveLength(1);
});

it('all that is wrong is told at once: each declaration, address and tag, wherever it stands', () => {
  const html =
    '<p style="top:0; color:red; left:0"><a href="javascript:1">а</a><script>1</script></p>' +
    '<p style="top:0"><a href="javascript:1">б</a><img src="data:x" width="5000"><font onclick="1">';
  expect(findUnsafe(html, []).map(({ kind, found }) => `${kind} ${found}`)).toEqual([
    'style top:0',
    'style left:0',
    'address javascript:1',
    'element script',
    'style top:0',
    'address javascript:1',
    'address data:x',
    'style width="5000"',
    'handler onclick',
  ]);
});

describe('an attribute', () => {
  it.each([
    ['width="5000"', false],
    ['width=" 2001px"', false],
    ['height="101%"', false],
    ['width="2000"', true],
    ['height="100%"', true],
    ['border="1"', true],
    ['width="auto"', true],
  ])('%s is no larger than a style may be: %s', (attribute, isAllowed) => {
    expect(findUnsafe(`<img src="/a.png" ${attribute}>`, []).length === 0).toBe(isAllowed);
  });
});

it('what is left of any style is allowed, and has nothing that reaches beyond the text', () => {
  const part = fc.constantFrom(
    ...'width height margin color top position font-family border background url( ) : ; -5px 10px 900px 50% red \\ /* */ " expression( !important calc('.split(
      ' ',
    ),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const style = parts.join(' ');
      const left = withoutUnsafeStyles(style);
      expect(findUnsafeStyles(left)).toEqual([]);
      expect(left).not.toMatch(/url|expression|calc|position|top|\\|\/\*|-5px|900px/);
    }),
  );
});
