// A build of the preview in words, for the terminal.
import { catalogues } from '../problems/messages.js';
import { reporters } from '../reporters/index.js';
import type { View } from '../reporters/reporter.js';
import { visible } from '../terminal/visible.js';
import type { Rebuild } from './preview.js';

/** Its problems, if there are any, and one line. */
export function rebuildText({ report, failure, ms }: Rebuild, view: View): string {
  const words = catalogues[view.lang ?? 'en'].report.preview;
  if (!report) return `${visible(failure ?? '')}\n${words.stays}\n`;
  // What is withheld, the page shows.
  const told = { ...report, reasons: [] };
  const problems = report.problems.length > 0 ? reporters.pretty(told, 'build', view) : '';
  const { written, removed } = report.summary.files;
  const done = report.ok
    ? words.built(Math.round(ms), written, removed)
    : `${words.checked(Math.round(ms))}; ${words.stays}`;
  return `${problems}${done}\n`;
}
