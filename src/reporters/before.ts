// The problems that a change is not to blame for, in a line.
import { catalogues } from '../problems/messages.js';
import type { Report } from '../report.js';
import type { View } from './reporter.js';

/** One line about the problems that were there before; none where there is nothing to say. */
export function beforeLine({ before }: Report, { lang = 'en' }: View): string[] {
  if (!before || before.errors + before.warnings === 0) return [];
  const words = catalogues[lang].report;
  const counts = Object.entries(before.codes)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, count]) => `${count} ${code}`);
  const kinds = `${words.errors(before.errors)}, ${words.warnings(before.warnings)}`;
  return [`${words.wereBefore(before.ref)}: ${kinds}: ${counts.join(', ')}`];
}
