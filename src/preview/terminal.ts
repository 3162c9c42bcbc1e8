// The text that the terminal shows after a build of the preview.
import { reports } from '../problems/messages.js';
import { visible } from '../problems/text/visible.js';
import { reporters } from '../snapshot/reporters/index.js';
import type { ReportView } from '../snapshot/reporters/reporter.js';
import type { Rebuild } from './preview.js';

/** The problems of a build, if there are any, and a line about the build. */
export function rebuildText({ report, failure, ms }: Rebuild, view: ReportView): string {
  const lang = view.lang ?? 'en';
  const words = reports[lang].preview;
  if (!report) return `${visible(failure?.[lang] ?? '')}\n${words.stays}\n`;
  // Reasons for withholding are left out: the page shows what is published.
  const brief = { ...report, reasons: [] };
  const problems = report.problems.length > 0 ? reporters.pretty(brief, 'build', view) : '';
  const { written, removed } = report.summary.files;
  const done = report.ok
    ? words.built(Math.round(ms), written, removed)
    : `${words.checked(Math.round(ms))}; ${words.stays}`;
  return `${problems}${done}\n`;
}
