// The summary at the end of a report for people: what was found, withheld and written.

import { reports } from '../../problems/messages.js';
import { countsOf, type FindingsReport } from '../../problems/report.js';
import { sizeInWords } from '../../problems/text/size.js';
import type { ReportView } from './reporter.js';

/** The last lines of a report. */
export function summaryLines(
  { ok, problems, summary, reasons }: FindingsReport,
  command: string,
  { lang = 'en', verbose = false }: ReportView,
): string[] {
  const words = reports[lang];
  const { errors, warnings } = countsOf(problems);
  const total = Object.values(summary.records).reduce((sum, count) => sum + count, 0);
  const withheld = reasons.reduce((sum, { records }) => sum + records, 0);
  const lines =
    verbose || withheld === 0
      ? reasons.map(({ collection, reason, records }) =>
          words.withheld(records, collection, reason[lang]),
        )
      : [words.withheldInAll(withheld)];
  const { counted } = words;
  const kinds = `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
  const found = `${counted(total, 'record')}: ${kinds}`;
  if (!ok) return [...lines, `${found}; ${words.nothingWritten}`];
  if (command === 'check') return [...lines, found];
  const { files, bytes, snapshot } = summary;
  const changes = words.changes(files.written, files.unchanged, files.removed);
  return [
    ...lines,
    found,
    `${counted(files.total, 'file')}, ${sizeInWords(bytes, words)}: ${changes}`,
    `${words.snapshot} ${snapshot}`,
  ];
}
