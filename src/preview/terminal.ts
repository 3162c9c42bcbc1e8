// A build of the preview in words, for the terminal.
import { reporters } from '../reporters/index.js';
import { visible } from '../reporters/pretty.js';
import type { Rebuild } from './preview.js';

/** Its problems, if there are any, and one line. */
export function rebuildText({ report, failure, ms }: Rebuild): string {
  if (!report) return `${visible(failure ?? '')}\nthe last good snapshot stays\n`;
  const problems = report.problems.length > 0 ? reporters.pretty(report, 'build') : '';
  const { written, removed } = report.summary.files;
  const done = report.ok
    ? `built in ${Math.round(ms)} ms: ${written} ${written === 1 ? 'file' : 'files'} written, ${removed} removed`
    : `checked in ${Math.round(ms)} ms; the last good snapshot stays`;
  return `${problems}${done}\n`;
}
