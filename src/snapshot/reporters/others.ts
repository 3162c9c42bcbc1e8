// Says how many problems a report does not show: those that existed before a change, and those in files that the user
// did not ask for.
import type { Counts, FindingsReport } from '../../problems/report.js';
import { say, sentence, type Text } from '../../problems/say.js';
import { counted } from '../../problems/text/size.js';
import type { ReportView } from './reporter.js';

/**
 * Makes one line for the problems from before the change, and one for those in other files, if there are any. If there
 * was no commit before the change, a line says so.
 */
export function otherLines(
  { before, elsewhere }: FindingsReport,
  { lang = 'en' }: ReportView,
): string[] {
  const line = (why: Text, { errors, warnings, codes }: Counts) => {
    if (errors + warnings === 0) return [];
    const counts = Object.entries(codes)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, count]) => `${count} ${code}`);
    const parts = [why, counted.errors(errors), counted.warnings(warnings)];
    const [reason, wrong, odd] = parts.map((part) => say(part, lang));
    return [`${reason}: ${wrong}, ${odd}: ${counts.join(', ')}`];
  };
  return [
    ...(before?.isUnborn
      ? [say('{ref} has no commit yet: everything counts as changed', lang, { ref: before.ref })]
      : []),
    ...(before
      ? line(
          sentence('not shown, because they were there before ({ref})', { ref: before.ref }),
          before,
        )
      : []),
    ...(elsewhere ? line(sentence('not shown, because they are in other files'), elsewhere) : []),
  ];
}
