// The problems that a change is not to blame for, in a line.
import type { Report } from '../report.js';

/** One line about the problems that were there before; none where there is nothing to say. */
export function beforeLine({ before }: Report): string[] {
  if (!before || before.errors + before.warnings === 0) return [];
  const { ref, errors, warnings, codes } = before;
  const counts = Object.entries(codes)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, count]) => `${count} ${code}`);
  const kinds = `${errors} error${errors === 1 ? '' : 's'}, ${warnings} warning${warnings === 1 ? '' : 's'}`;
  return [`not shown, because they were there before (${ref}): ${kinds}: ${counts.join(', ')}`];
}
