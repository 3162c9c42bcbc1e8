// The summary at the end of a report for people: what was found, withheld and written.

import { countsOf, type FindingsReport } from '../../problems/report.js';
import { say, sentence } from '../../problems/say.js';
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
          say(
            sentence('withheld: {records} of {collection}, because {reason}', {
              records,
              collection,
              reason,
            }),
            lang,
          ),
        )
      : [
          say(
            sentence(
              'withheld: {count, plural, one {# record} other {# records}} (--verbose tells which and why)',
              { count: withheld },
            ),
            lang,
          ),
        ];
  const [all, wrong, odd] = [
    counted.records(total),
    counted.errors(errors),
    counted.warnings(warnings),
  ].map((count) => say(count, lang));
  const found = `${all}: ${wrong}, ${odd}`;
  if (!ok) return [...lines, `${found}; ${say(sentence('nothing was written'), lang)}`];
  if (command === 'check') return [...lines, found];
  const { files, bytes, snapshot } = summary;
  const { written, unchanged, removed } = files;
  const changes = sentence('{written} written, {unchanged} unchanged, {removed} removed', {
    written,
    unchanged,
    removed,
  });
  return [
    ...lines,
    found,
    `${say(counted.files(files.total), lang)}, ${sizeInWords(bytes, lang)}: ${say(changes, lang)}`,
    `${say(sentence('snapshot'), lang)} ${snapshot}`,
  ];
}
