// Problems for people at a terminal, by file.
import pc from 'picocolors';
import type { Problem } from '../problems/problem.js';
import type { Reporter } from './index.js';
import { summaryLines } from './summary.js';

export const pretty: Reporter = (report, command) => {
  const lines: string[] = [];
  let file = '';
  for (const problem of report.problems) {
    if (problem.file !== file) {
      file = problem.file;
      lines.push('', pc.underline(visible(file)));
    }
    lines.push(...problemLines(problem));
  }
  if (report.problems.length > 0) lines.push('');
  return [...lines, ...summaryLines(report, command), ''].join('\n');
};

function problemLines({ severity, line, column, code, path, message, hint }: Problem): string[] {
  const paint = severity === 'error' ? pc.red : pc.yellow;
  const place = pc.dim(`${line}:${column}`);
  const at = path ? `${pc.cyan(visible(path))} ` : '';
  const first = `  ${place}  ${paint(severity)}  ${at}${visible(message)}  ${pc.dim(code)}`;
  return hint === undefined ? [first] : [first, `    ${pc.dim('→')} ${visible(hint)}`];
}

/** Data comes from strangers: what would move the cursor or paint the terminal is shown as escapes. */
export function visible(text: string): string {
  return text.replace(
    /[\0-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
