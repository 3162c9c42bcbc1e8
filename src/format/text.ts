// What `fmt` did, or would do, for people at a terminal.
import pc from 'picocolors';
import { quote } from '../problems/messages.js';
import { problemLines, visible } from '../reporters/pretty.js';
import type { ChangedFile, FormatReport } from './index.js';

/** Each file that changed, with its repairs, a line each. */
export function changedLines(changed: readonly ChangedFile[]): string[] {
  return changed.flatMap(({ file, repairs, repaired }) => {
    const lines = repairs.map(({ line, column, path, from, to }) => {
      const place = pc.dim(`${line}:${column}`);
      const values = visible(`${quote(from)} → ${quote(to)}`);
      return `  ${place}  repaired  ${pc.cyan(visible(path))} ${values}`;
    });
    const more = repaired - repairs.length;
    return [visible(file), ...lines, ...(more > 0 ? [`  and ${more} more`] : [])];
  });
}

/** All that a run of `fmt` has to say. `isCheck`: nothing was written. */
export function formatText(report: FormatReport, isCheck: boolean): string {
  const lines = [...changedLines(report.changed), ...problemLines(report.problems)];
  if (lines.length > 0) lines.push('');
  return [...lines, summaryLine(report, isCheck), ''].join('\n');
}

/** How many files are what. */
export function summaryLine({ files, changed, refused }: FormatReport, isCheck: boolean): string {
  const as = isCheck ? ['to be formatted', 'canonical'] : ['formatted', 'unchanged'];
  const counts = [`${changed.length} ${as[0]}`, `${files - changed.length - refused} ${as[1]}`];
  if (refused > 0) counts.push(`${refused} left alone`);
  return `${files} ${files === 1 ? 'file' : 'files'}: ${counts.join(', ')}`;
}
