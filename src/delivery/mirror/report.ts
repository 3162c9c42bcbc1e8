// Shows what a run did, as text for people or as JSON for programs.
import type { Language } from '../../problems/messages/catalogue.js';
import { catalogues } from '../../problems/messages.js';
import { sizeInWords } from '../../problems/text/size.js';
import { visible, visibleJson } from '../../problems/text/visible.js';
import type { MirrorReport } from './index.js';
import { words } from './words.js';

/** One JSON object. */
export const json = ({ problem, ...report }: MirrorReport, lang: Language): string =>
  `${visibleJson({ ...report, problem: problem?.[lang] ?? null })}\n`;

/** Lines of text for people. `ms`: how long the run took. */
export function pretty(report: MirrorReport, lang: Language, ms: number): string {
  const { problem, origin, files, foreign, requests, bytes } = report;
  const said = words[lang].report;
  const lines: string[] = [];
  if (problem) lines.push(said.notInStep(visible(problem[lang])));
  else {
    lines.push(said.inStep(visible(origin), files.total));
    const isSame = files.placed + files.removed === 0;
    lines.push(isSame ? said.same : said.placed(files.placed, files.removed));
  }
  const [example] = foreign;
  if (example !== undefined) lines.push(said.foreign(foreign.length, visible(example)));
  const size = sizeInWords(bytes, catalogues[lang].report);
  lines.push(said.asked(requests, size, (ms / 1000).toFixed(1)));
  return `${lines.join('\n')}\n`;
}
