// The reporter `json` prints one JSON object, for programs (PROMISES.md §4.1).
import { inWords } from '../../problems/in-words.js';
import { visibleJson } from '../../problems/text/visible.js';
import type { Reporter } from './reporter.js';

export const json: Reporter = (report, _command, { lang = 'en', startedWith = {} } = {}) => {
  const { ok, summary, before, elsewhere } = report;
  const problems = report.problems.map((found) => {
    const { cause: _, ...promised } = inWords(found, lang, startedWith);
    return promised;
  });
  const others = { ...(before && { before }), ...(elsewhere && { elsewhere }) };
  return `${visibleJson({ ok, problems, summary, ...others })}\n`;
};
