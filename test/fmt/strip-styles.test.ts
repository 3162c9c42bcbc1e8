// `fmt --strip-styles` takes out the styles that `check` refuses, and leaves all else as it is.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUnsafe } from '../../src/model/html/safety.js';
import { stripStyles } from '../../src/model/html/strip-styles.js';
import { runIn } from '../support/run.js';
import { formatFolder, workingFolder } from './folder.js';

describe('of a text', () => {
  it.each([
    ['<p style="position: fixed; COLOR: red;top:0">a</p>', '<p style="COLOR: red">a</p>'],
    ['<p class="a" style="position:fixed" id=b>a</p>', '<p class="a" id=b>a</p>'],
    ["<img STYLE='width:5000px'\r\n alt='1 > 0'>", "<img\r\n alt='1 > 0'>"],
    ['<img width="5000" height=20 src="/a.png">', '<img height=20 src="/a.png">'],
    [
      `<b style="font-family: &quot;A&quot;; zoom: 9">&amp;nbsp; style="top:0"</b>`,
      `<b style="font-family: &quot;A&quot;">&amp;nbsp; style="top:0"</b>`,
    ],
    [
      '<p style=zoom:9>ж</p><!-- <p style="top:0"> --><p style=top:0>',
      '<p>ж</p><!-- <p style="top:0"> --><p>',
    ],
    ['<p  style="color:red" >a', '<p  style="color:red" >a'],
    ['<p style="top:0', '<p style="top:0'],
    ['<p style="top:0"title="a" STYLE="left:0">', '<p style=""title="a" STYLE="left:0">'],
    ['<p style="top:0"title="a">', '<p style=""title="a">'],
  ])('%s', (html, expected) => {
    expect(stripStyles(html)).toBe(expected);
  });

  it('after it no style is refused, and nothing else has changed', () => {
    const declaration = fc.constantFrom(
      'color:red',
      'top:0',
      'width: 5000px',
      'a',
      '',
      'background:url(a;b)',
      'font-family:"Ж"',
    );
    const quoted = fc
      .tuple(fc.array(declaration), fc.constantFrom('"', "'"))
      .map(([all, quote]) => {
        return `style=${quote}${all.join(';').replaceAll(quote, '&quot;')}${quote}`;
      });
    const attribute = fc.oneof(
      quoted,
      fc.constantFrom('width=9999', 'height="50%"', 'title=">"', 'onclick="a()"', '/'),
    );
    const tag = fc
      .array(attribute, { maxLength: 4 })
      .chain((all) =>
        fc.constantFrom(' ', '', '\n').map((between) => `<img ${all.join(between)}>`),
      );
    const piece = fc.oneof(
      tag,
      fc.constantFrom('<p>', 'ж &amp; 😀', '\r\n', '<!--', '-->', '<', '</p>', '<p style='),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const html = pieces.join('');
        const stripped = stripStyles(html);
        const others = (text: string) =>
          findUnsafe(text, [])
            .filter(({ kind }) => kind !== 'style')
            .map(({ kind }) => kind);
        expect(findUnsafe(stripped, []).filter(({ kind }) => kind === 'style')).toEqual([]);
        expect(others(stripped)).toEqual(others(html));
        if (findUnsafe(html, []).length === others(html).length) expect(stripped).toBe(html);
      }),
    );
  });
});

const post = (text: string) => ({ id: 5, title: 'style="top:0"', text });
const refused = '<p style="color: red; position: fixed">Краны</p>';
const kept = '<p style="color: red">Краны</p>';

it('of data: HTML in records and in files of their own, and no other text', async () => {
  const cwd = workingFolder({
    'posts/5.json': JSON.stringify(post(refused)),
    'posts/6.json': '{\n  "id": 6,\n  "title": "Б"\n}\n',
    'posts/6.text.html': `\ufeff${refused}\r\n`,
    'posts/7.json': '{\n  "id": 7,\n  "title": "В"\n}\n',
    'posts/7.text.html': kept,
  });
  const asked = await runIn(cwd, 'fmt', '--check', '--strip-styles');
  expect(asked).toMatchObject({
    status: 1,
    stdout:
      'data/posts/5.json\ndata/posts/6.text.html\n\n5 files: 2 to be formatted, 3 canonical\n',
  });
  const { text } = await formatFolder(cwd, { stripStyles: true });
  expect(JSON.parse(text('posts/5.json'))).toEqual(post(kept));
  expect(text('posts/6.text.html')).toBe(`\ufeff${kept}\r\n`);
  expect(text('posts/7.text.html')).toBe(kept);
  expect(readFileSync(join(cwd, 'data/posts/6.json'), 'utf8')).toContain('"Б"');
  expect((await formatFolder(cwd, { stripStyles: true })).report.changed).toEqual([]);
});
