// A line for each kind of problems that a report counts but does not show: those that existed before
// a change, if there is a commit to compare with, and those in files other than the ones asked for.
import { reports } from '../../problems/messages.js';
import type { Counts, FindingsReport } from '../../problems/report.js';
import type { ReportView } from './reporter.js';

/** A line for each kind of problems that are not shown; none for a kind without problems. */
export function otherLines(
  { before, elsewhere }: FindingsReport,
  { lang = 'en' }: ReportView,
): string[] {
  const words = reports[lang];
  const line = (why: string, { errors, warnings, codes }: Counts) => {
    if (errors + warnings === 0) return [];
    const counts = Object.entries(codes)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, count]) => `${count} ${code}`);
    const kinds = `${words.counted(errors, 'error')}, ${words.counted(warnings, 'warning')}`;
    return [`${why}: ${kinds}: ${counts.join(', ')}`];
  };
  return [
    ...(before?.isUnborn ? [words.unborn(before.ref)] : []),
    ...(before ? line(words.wereBefore(before.ref), before) : []),
    ...(elsewhere ? line(words.areElsewhere, elsewhere) : []),
  ];
}
