// Code frames: the mark is under the place, whatever stands before it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineParts } from '../../src/files/source/line-parts.js';
import type { Problem } from '../../src/problems/problem.js';
import { widthOf } from '../../src/problems/text/visible.js';
import { framesOf } from '../../src/snapshot/reporters/frames.js';
import { temporaryFolder } from '../support/folders.js';

const cwd = temporaryFolder();
mkdirSync(join(cwd, 'data'));
const plain = { dim: (text: string) => text, mark: (text: string) => text };

const anything: Problem = {
  ...{ code: 'wrong-type', severity: 'error', path: '', message: '' },
  ...{ file: '', line: 1, column: 1 },
};

/** The frame of a problem at the ¶ of a text. */
function frameOf(marked: string): string[] | undefined {
  const at = marked.indexOf('¶');
  const text = marked.replace('¶', '');
  writeFileSync(join(cwd, 'data/regions.json'), text);
  const before = text
    .slice(0, at)
    .replace(/^\ufeff/, '')
    .split('\n');
  const problem: Problem = {
    ...anything,
    file: 'data/regions.json',
    line: before.length,
    column: before.at(-1)!.length + 1,
  };
  return framesOf([problem], cwd, plain).get(problem);
}

describe('the mark', () => {
  const lines: readonly [name: string, marked: string, shown: readonly string[]][] = [
    ['behind tabs', '\t"id":\t¶0', ['> 1 |     "id":    0', '    |              ^']],
    ['behind wide letters', '"漢字ｱ": ¶0', ['> 1 | "漢字ｱ": 0', '    |          ^']],
    ['behind pictures', '"😀👍🏽": ¶0', ['> 1 | "😀👍🏽": 0', '    |         ^']],
    ['behind a family', '"👩‍👧‍👦": ¶0', ['> 1 | "👩‍👧‍👦": 0', '    |       ^']],
    ['behind combining marks', '"Кие\u0306в": ¶0', ['> 1 | "Кие\u0306в": 0', '    |         ^']],
    [
      'behind escapes',
      '"\u0007\u202e": ¶0',
      ['> 1 | "\\u0007\\u202e": 0', '    |                 ^'],
    ],
    ['behind a byte-order mark', '\ufeff"id": ¶0', ['> 1 | "id": 0', '    |       ^']],
    ['in a line that ends in CR', '"id": ¶0\r\n', ['> 1 | "id": 0', '    |       ^']],
    ['at the end of the file', '{"id": 0¶', ['> 1 | {"id": 0', '    |         ^']],
    [
      'among the lines around it, which are as wide as their numbers',
      '1\n2\n3\n4\n5\n6\n7\n8\n9\n¶10\n11\n12\n13\n',
      ['   8 | 8', '   9 | 9', '> 10 | 10', '     | ^', '  11 | 11', '  12 | 12'],
    ],
    ['on the empty last line', '{\n¶', ['  1 | {', '> 2 |', '    | ^']],
  ];
  it.each(lines)('is right %s', (_name, marked, shown) => {
    expect(frameOf(marked)).toEqual(shown);
  });

  it('is in the part of a long line that is shown', () => {
    const [line = '', mark = ''] = frameOf(
      `[${'"Псков", '.repeat(50_000)}¶0, ${'1, '.repeat(50)}]`,
    )!;
    expect(line).toMatch(/^> 1 \| ….{40}0, (?:1, )+.*…$/);
    expect(line.length).toBeLessThan(120);
    expect(line[mark.indexOf('^')]).toBe('0');
  });

  it('is nowhere in an empty file, and nowhere behind the end of one', () => {
    expect(frameOf('¶')).toBeUndefined();
    writeFileSync(join(cwd, 'data/short.json'), '[]');
    const behind: Problem = { ...anything, file: 'data/short.json', line: 7 };
    expect(framesOf([behind], cwd, plain).get(behind)).toBeUndefined();
  });

  it('is not looked for in a folder', () => {
    const folder: Problem = { ...anything, file: 'data' };
    expect(framesOf([folder], cwd, plain).size).toBe(0);
  });
});

describe('parts of lines', () => {
  it('hold what stands there, as lines and columns are counted', () => {
    const letter = fc.constantFrom('a', 'я', '漢', '😀', '\n', '\r\n', '\t', '"', '\u0306');
    const path = join(cwd, 'data/random.json');
    fc.assert(
      fc.property(
        fc.array(letter, { maxLength: 60 }).map((letters) => letters.join('')),
        fc.array(
          fc.record({
            line: fc.integer({ min: 1, max: 9 }),
            column: fc.integer({ min: 1, max: 30 }),
          }),
        ),
        (text, starts) => {
          writeFileSync(path, text);
          const lines = text.split('\n');
          const parts = lineParts(path, starts, 10);
          for (const [i, { line, column }] of starts.entries()) {
            const own = lines[line - 1];
            if (own === undefined) {
              expect(parts[i]).toBeUndefined();
              continue;
            }
            const shown = own.replace(/\r$/, '');
            const part = parts[i]!;
            // A column inside of a pair or behind the end is none: the next or the last one is.
            expect(part.column).toBeGreaterThanOrEqual(Math.min(column, own.length + 1));
            expect(part.column).toBeLessThanOrEqual(Math.min(column, own.length) + 1);
            const rest = shown.slice(part.column - 1);
            expect(rest.startsWith(part.text)).toBe(true);
            expect(part.text.length).toBeGreaterThanOrEqual(Math.min(9, rest.length));
            expect(part.isCut).toBe(rest.length > 10);
          }
        },
      ),
    );
  });
});

describe('text on a terminal', () => {
  it('is as wide as it is shown', () => {
    expect(['Псков', '漢字', '😀', 'e\u0301', '👍🏽', 'ｱ', '🇷🇺', ''].map(widthOf)).toEqual([
      5, 4, 2, 1, 2, 1, 2, 0,
    ]);
  });
});
