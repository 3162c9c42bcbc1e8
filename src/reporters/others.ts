// The problems that are not shown, in a line: those that a change is not to blame for, and those of
// other files than were asked for.
import { catalogues } from '../problems/messages.js';
import type { Counts, FindingsReport } from '../report.js';
import type { View } from './reporter.js';

/** A line about each kind of problems that are not shown; none where there is nothing to say. */
export function otherLines({ before, elsewhere }: FindingsReport, { lang = 'en' }: View): string[] {
  const words = catalogues[lang].report;
  const line = (why: string, { errors, warnings, codes }: Counts) => {
    if (errors + warnings === 0) return [];
    const counts = Object.entries(codes)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, count]) => `${count} ${code}`);
    const kinds = `${words.errors(errors)}, ${words.warnings(warnings)}`;
    return [`${why}: ${kinds}: ${counts.join(', ')}`];
  };
  return [
    ...(before ? line(words.wereBefore(before.ref), before) : []),
    ...(elsewhere ? line(words.areElsewhere, elsewhere) : []),
  ];
}
