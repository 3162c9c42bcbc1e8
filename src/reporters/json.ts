// One JSON object, for programs (contract §4.1).
import type { Reporter } from './reporter.js';

export const json: Reporter = ({ ok, problems, summary, before }) => {
  const promised = problems.map(({ cause: _, ...problem }) => problem);
  return `${JSON.stringify({ ok, problems: promised, summary, ...(before && { before }) })}\n`;
};
