// What `fmt` did, or would do, for people at a terminal.
import pc from 'picocolors';
import { catalogues } from '../../problems/messages.js';
import { quote } from '../../problems/quote.js';
import { visible } from '../../problems/text/visible.js';
import { problemLines } from '../../snapshot/reporters/pretty.js';
import type { ReportView } from '../../snapshot/reporters/reporter.js';
import type { ChangedFile, FormatReport } from './index.js';
import { words } from './words.js';

/** The lines for the files that changed: the file's name, then one line for each repair. */
export function changedLines(changed: readonly ChangedFile[], view: ReportView): string[] {
  const words = catalogues[view.lang ?? 'en'].report.format;
  const paint = pc.createColors(view.color ?? false);
  return changed.flatMap(({ file, repairs, repaired }) => {
    const lines = repairs.map(({ line, column, path, from, to }) => {
      const place = paint.dim(`${line}:${column}`);
      const values = visible(`${quote(from)} → ${quote(to)}`);
      return `  ${place}  ${words.repaired}  ${paint.cyan(visible(path))} ${values}`;
    });
    const more = repaired - repairs.length;
    return [visible(file), ...lines, ...(more > 0 ? [`  ${words.more(more)}`] : [])];
  });
}

/** The whole output of a run of `fmt`. `isCheck`: nothing was written. */
export function formatText(report: FormatReport, isCheck: boolean, view: ReportView): string {
  const lines = [...changedLines(report.changed, view), ...keptLines(report, view)];
  const problems = report.problems.length > 0 ? problemLines(report.problems, view) : [];
  const end = problems.length === 0 && lines.length > 0 ? [''] : [];
  return [...lines, ...problems, ...end, summaryLine(report, isCheck, view), ''].join('\n');
}

/** The lines for the texts that stay where they are. */
function keptLines({ kept = [] }: FormatReport, { lang = 'en' }: ReportView): string[] {
  return kept.map(({ file, field, why }) => visible(`${file}: ${words[lang].kept(field, why)}`));
}

/** How many files were changed, canonical already, or refused. */
export function summaryLine(
  { files, changed, refused }: FormatReport,
  isCheck: boolean,
  { lang = 'en' }: ReportView,
): string {
  const { length } = changed;
  const { summary } = catalogues[lang].report.format;
  return summary(files, length, files - length - refused, refused, isCheck);
}
