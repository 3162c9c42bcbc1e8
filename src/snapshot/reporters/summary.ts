// The summary at the end of a report for people: how many records, problems, withheld records and written files.

import { countsOf, type FindingsReport } from '../../problems/report.js';
import { say } from '../../problems/say.js';
import { counted, sizeInWords } from '../../problems/text/size.js';
import type { ReportView } from './reporter.js';

/** The last lines of a report. */
export function summaryLines(
  { ok, problems, summary, reasons }: FindingsReport,
  command: string,
  { lang = 'en', verbose = false }: ReportView,
): string[] {
  const { errors, warnings } = countsOf(problems);
  const total = Object.values(summary.records).reduce((sum, count) => sum + count, 0);
  const withheld = reasons.reduce((sum, { records }) => sum + records, 0);
  const lines =
    verbose || withheld === 0
      ? reasons.map(({ collection, reason, records }) =>
          say('withheld: {records} of {collection}, because {reason}', lang, {
            records,
            collection,
            reason,
          }),
        )
      : [
          say(
            'withheld: {count, plural, one {# record} other {# records}} (--verbose tells which and why)',
            lang,
            { count: withheld },
          ),
        ];
  const [all, wrong, odd] = [
    counted.records(total),
    counted.errors(errors),
    counted.warnings(warnings),
  ].map((count) => say(count, lang));
  const found = `${all}: ${wrong}, ${odd}`;
  if (!ok) return [...lines, `${found}; ${say('nothing was written', lang)}`];
  if (command === 'check') return [...lines, found];
  const { files, bytes, snapshot } = summary;
  const { written, unchanged, removed } = files;
  const values = { written, unchanged, removed };
  const changes = say('{written} written, {unchanged} unchanged, {removed} removed', lang, values);
  return [
    ...lines,
    found,
    `${say(counted.files(files.total), lang)}, ${sizeInWords(bytes, lang)}: ${changes}`,
    `${say('snapshot', lang)} ${snapshot}`,
  ];
}
