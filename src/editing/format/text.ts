// Shows on a terminal what `fmt` did, or would do.
import { say, sentence } from '../../problems/say.js';
import { visible } from '../../problems/text/visible.js';
import { problemLines } from '../../snapshot/reporters/pretty.js';
import type { ReportView } from '../../snapshot/reporters/reporter.js';
import type { FormatReport } from './index.js';

/** The whole output of `fmt`: the files that changed, those left alone, and counts. `isCheck`: nothing was written. */
export function formatText(report: FormatReport, isCheck: boolean, view: ReportView): string {
  const lines = report.changed.map(visible);
  const problems = report.problems.length > 0 ? problemLines(report.problems, view) : [];
  const end = problems.length === 0 && lines.length > 0 ? [''] : [];
  return [...lines, ...problems, ...end, summaryLine(report, isCheck, view), ''].join('\n');
}

/** How many files were changed, canonical already, or refused. */
function summaryLine(
  { files, changed, refused }: FormatReport,
  isCheck: boolean,
  { lang = 'en' }: ReportView,
): string {
  const left = refused > 0 ? sentence(', {refused} left alone', { refused }) : '';
  const values = { files, changed: changed.length, same: files - changed.length - refused, left };
  const text = isCheck
    ? sentence(
        '{files, plural, one {# file} other {# files}}: {changed} to be formatted, {same} canonical{left}',
        values,
      )
    : sentence(
        '{files, plural, one {# file} other {# files}}: {changed} formatted, {same} unchanged{left}',
        values,
      );
  return say(text, lang);
}
