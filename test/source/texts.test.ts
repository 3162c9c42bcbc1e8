// Texts in files of their own, Git's conflicts in them, and what cannot be read, as findings.
import { describe, expect, it } from 'vitest';
import { conflictIn, isOfRecords, sidesOf } from '../../src/files/source/merge-conflict.js';
import { bytesOfText, decodeText, withBeside } from '../../src/files/source/texts.js';
import { plain } from '../check/cases.js';
import { lower } from '../support/limits.js';
import { holding, rowsIn } from './rows.js';

describe('the text of a file', () => {
  it.each([
    ['', '', 0],
    ['Да\n', 'Да', 0],
    ['Да\r\n', 'Да', 0],
    ['Да', 'Да', 0],
    ['\nДа\n\n', '\nДа\n', 0],
    ['a\r\nb\nc\r', 'a\r\nb\nc\r', 0],
    ['\ufeffДа\n', 'Да', 3],
    ['\uf03fДа', '\uf03fДа', 0],
    ['\ufec0Да', '\ufec0Да', 0],
    [Buffer.from([0x61, 0xbb, 0xbf]), 'a\ufffd\ufffd', 0],
  ])('of %j is without a mark and a line end', (content, text, start) => {
    expect(decodeText(Buffer.from(content))).toEqual({ text, start });
  });

  it('stands in its record, but where the record gives it itself', () => {
    const text = (field: string, content: string | Buffer) => ({
      field,
      name: `1.${field}.html`,
      path: holding(content, field),
    });
    const texts = [text('a', 'А\n'), text('b', 'Б\n'), text('c', Buffer.from([0xff]))];
    const unread: string[] = [];
    const record = { id: 1, b: 'b' };
    const all = withBeside(record, texts, ({ field }) => unread.push(field));
    expect(all).toEqual({ id: 1, a: 'А', b: 'b' });
    expect(Object.keys(all)).toEqual(['a', 'id', 'b']);
    expect(unread).toEqual(['c']);
    expect(withBeside(record, texts)).toEqual(all);
    expect(withBeside(record, [])).toBe(record);
  });

  it.each(['', 'Да', 'a\nb\t', 'a\ufeff', '😀', ' '])('%j can be in a file of its own', (text) => {
    expect(decodeText(bytesOfText(text)!)).toEqual({ text, start: 0 });
    expect(String(bytesOfText(text))).toBe(`${text}\n`);
  });

  it.each(['\ufeffa', 'a\r\nb', '\0', 'a\x08', '\x0b', 'a\x1fb', '\x7f', 'a\ud83d', '\ude00'])(
    '%j cannot',
    (text) => {
      expect(bytesOfText(text)).toBeUndefined();
    },
  );

  it('that is too large cannot, either', () => {
    lower('textBytes', 5);
    expect([bytesOfText('жж')?.length, bytesOfText('жжж')]).toEqual([5, undefined]);
  });
});

const ours = '<<<<<<< HEAD';

/** The rows of a part of conflicts.txt. */
const rowsOf = (part: string) => rowsIn('conflicts.txt', part).map((row) => row.map(plain));

describe('a conflict', () => {
  it.each(rowsOf('two sides'))('has two sides: %j', (text = '', at, left, right) => {
    expect(conflictIn(text)).toBe(Number(at));
    expect(sidesOf(text)).toEqual([left, right]);
  });

  it.each(rowsOf('not whole'))('is whole: not %j', (text = '') => {
    expect(sidesOf(text)).toEqual([text, text]);
  });

  it.each(rowsOf('solved by half'))('solved by half is found in %j at %j', (text = '', at) => {
    expect(conflictIn(text)).toBe(Number(at));
  });

  it('is looked for in one pass, however many markers there are', () => {
    const markers = [ours, '|||||||', '======='].map((line) => `${line}\n`.repeat(300));
    const text = markers.join('');
    expect(sidesOf(text)).toEqual([text, text]);
  });

  it.each(rowsOf('whole records'))('is of whole records or not: %j', (text = '', isAll) => {
    expect(isOfRecords(text)).toBe(isAll === 'true');
  });
});
