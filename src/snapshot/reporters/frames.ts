// Code frames: the lines around the place of a problem, with a mark (`^`) at the place. Each file is read once.
import { resolve } from 'node:path';
import { type LinePart, lineParts } from '../../files/source/line-parts.js';
import { memo } from '../../model/memo.js';
import type { Problem } from '../../problems/problem.js';
import { visible, widthOf } from '../../problems/text/visible.js';

/** Functions that colour the parts of a frame. */
export interface FramePaint {
  readonly dim: (text: string) => string;
  readonly mark: (text: string) => string;
}

/** The most lines that are shown before, and after, the problem's line. */
const AROUND = 2;
/** The most UTF-16 units of a line that are shown. */
const LONGEST = 100;
/** If the problem's column is greater than this, the frame begins {@link BEFORE} units before the problem's column. */
const FROM_START = 80;
const BEFORE = 40;
const TAB = '    ';

// The codes of problems that have no frame, because they concern a whole file.
const WITHOUT_FRAME = new Set(['unknown-collection', 'ignored-file', 'foreign-file']);

/**
 * Makes the frames of problems. If a file cannot be read, its problems have no frames. `instead`: see
 * ReportView.readInstead.
 */
export function framesOf(
  problems: readonly Problem[],
  cwd: string,
  paint: FramePaint,
  instead: ReadonlyMap<string, string> = new Map(),
): Map<Problem, string[]> {
  const byFile = new Map<string, Problem[]>();
  for (const problem of problems) {
    if (WITHOUT_FRAME.has(problem.code)) continue;
    memo(byFile, problem.file, () => []).push(problem);
  }
  const frames = new Map<Problem, string[]>();
  for (const [file, some] of byFile) {
    const starts = some.flatMap(linesAround);
    let parts: (LinePart | undefined)[];
    try {
      parts = lineParts(resolve(cwd, instead.get(file) ?? file), starts, LONGEST);
    } catch {
      continue; // the file was removed or became unreadable after it was checked
    }
    let at = 0;
    for (const problem of some) {
      const own = linesAround(problem).map(({ line }) => ({ line, part: parts[at++] }));
      const frame = draw(problem, own, paint);
      if (frame.length > 0) frames.set(problem, frame);
    }
  }
  return frames;
}

function linesAround({ line, column }: Problem): { line: number; column: number }[] {
  const from = column > FROM_START ? column - BEFORE : 1;
  return Array.from({ length: 2 * AROUND + 1 }, (_, i) => line - AROUND + i)
    .filter((near) => near > 0)
    .map((near) => ({ line: near, column: from }));
}

interface NumberedLine {
  readonly line: number;
  readonly part: LinePart | undefined;
}

function draw(
  { line, column }: Problem,
  around: readonly NumberedLine[],
  paint: FramePaint,
): string[] {
  const own = around.find((near) => near.line === line)?.part;
  // An empty file has no line to show.
  if (!own || (own.isEnd && line === 1)) return [];
  // The line is shorter than the problem's column: the file was changed after the check.
  if (!own.isCut && column - own.column > own.text.length) return [];
  const isCut = own.column > 1;
  const digits = String(line + AROUND).length;
  const gutter = (label: string) => paint.dim(`${label.padStart(digits + 2)} |`);
  const lines: string[] = [];
  for (const { line: number, part } of around) {
    if (!part) continue; // the file has no such line
    if (number !== line) {
      if (number > line && part.isEnd) continue; // the empty rest after the last line break is no line
      lines.push(`${gutter(String(number))}${lineText(part, isCut, paint)}`);
      continue;
    }
    lines.push(`${gutter(`> ${String(number).padStart(digits)}`)}${lineText(part, isCut, paint)}`);
    const before = render(part.text.slice(0, Math.max(0, column - part.column)));
    const left = widthOf(before) + (isCut ? 1 : 0);
    lines.push(`${gutter('')} ${' '.repeat(left)}${paint.mark('^')}`);
  }
  return lines;
}

function lineText({ text, isCut: goesOn }: LinePart, isCut: boolean, paint: FramePaint): string {
  const shown = `${isCut ? paint.dim('…') : ''}${render(text)}${goesOn ? paint.dim('…') : ''}`;
  return shown === '' ? '' : ` ${shown}`;
}

function render(text: string): string {
  return text.split('\t').map(visible).join(TAB);
}
