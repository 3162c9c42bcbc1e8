import { describe, expect, it } from 'vitest';
import { withParagraphs } from '../../src/preview/browser/edit/paragraphs.js';

describe('blank lines', () => {
  it.each([
    ['Один', 'Один'],
    ['\n\nОдин', '\n\n<p>Один</p>'],
    ['Один\nДва', 'Один\nДва'],
    ['Один\n\nДва', '<p>Один</p>\n\n<p>Два</p>'],
    [' Один \r\n \r\n\r\nДва\r\n', ' <p>Один</p> \r\n \r\n\r\n<p>Два</p>\r\n'],
    ['5 < 6 & <b>7</b><br>\n\nДва', '<p>5 < 6 & <b>7</b><br></p>\n\n<p>Два</p>'],
    // $& would be replaced.
    ['$&\n\n$1', '<p>$&</p>\n\n<p>$1</p>'],
    [
      'Список:\n\n<ul>\n\n<li>а</li>\n</ul>\n\n<hr>',
      '<p>Список:</p>\n\n<ul>\n\n<li>а</li>\n</ul>\n\n<hr>',
    ],
    ['<p>Один\n\nДва</p>', '<p>Один</p>\n\n<p>Два</p>'],
    ['<p class="x">Один\n\nДва\n\nТри</p>', '<p class="x">Один</p>\n\n<p>Два</p>\n\n<p>Три</p>'],
    ['<p>\n\nОдин\n\n</p>\n\nДва', '<p>\n\nОдин\n\n</p>\n\n<p>Два</p>'],
    ['<P>Один</P>\n\n<P>Два</P>', '<P>Один</P>\n\n<P>Два</P>'],
    ['<em>Один\n\nДва</em>', '<em>Один\n\nДва</em>'],
    [
      '<pre>1\n\n2</pre>\n\n<!-- а\n\nб -->\n\n<table>',
      '<pre>1\n\n2</pre>\n\n<!-- а\n\nб -->\n\n<table>',
    ],
    [
      '<blockquote>а\n\nб</blockquote>\n\n<my-map></my-map>',
      '<blockquote>а\n\nб</blockquote>\n\n<my-map></my-map>',
    ],
  ])('in %j', (typed, made) => {
    expect(withParagraphs(typed, '')).toBe(made);
    expect(withParagraphs(made, typed)).toBe(made);
    expect(withParagraphs(typed, typed)).toBe(typed);
  });

  it('that were there before stay, and what stands between them', () => {
    const before = 'Один\n\nДва\n\nТри';
    expect(withParagraphs('Один\n\nДва!\n\nТри', before)).toBe('Один\n\n<p>Два!</p>\n\nТри');
    expect(withParagraphs(`${before}\n\nЧетыре`, before)).toBe(`${before}\n\n<p>Четыре</p>`);
    expect(withParagraphs('<p>а</p>\n<p>б\n\nв</p>', '<p>а</p>\n<p>бв</p>')).toBe(
      '<p>а</p>\n<p>б</p>\n\n<p>в</p>',
    );
  });

  // What took a time that grows with the square of the length would be ended by the watchdog.
  it.each(['<a', '\n \n', 'а\n\n', '<b>', '<!--', '\n '])(
    'of a long text come to an end: %j',
    (part) => {
      expect(withParagraphs(part.repeat(300_000), '')).toBeTypeOf('string');
    },
  );
});
