// The text that the preview prints after a build.
import { say, sentence } from '../problems/say.js';
import { reporters } from '../snapshot/reporters/index.js';
import type { ReportView } from '../snapshot/reporters/reporter.js';
import type { Rebuild } from './current.js';

/** The problems of a build, and how long it took. */
export function rebuildText({ report, ms }: Rebuild, view: ReportView): string {
  const lang = view.lang ?? 'en';
  const stays = say('the last good snapshot stays', lang);
  // Leaves out why records are withheld, because the page shows this.
  const brief = { ...report, reasons: [] };
  const problems = report.problems.length > 0 ? reporters.pretty(brief, 'build', view) : '';
  const { written, removed } = report.summary.files;
  const time = Math.round(ms);
  const built = sentence(
    'built in {time} ms: {written, plural, one {# file} other {# files}} written, {removed} removed',
    { time, written, removed },
  );
  const checked = sentence('checked in {time} ms', { time });
  const done = report.ok ? say(built, lang) : `${say(checked, lang)}; ${stays}`;
  return `${problems}${done}\n`;
}
