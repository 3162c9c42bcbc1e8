// One JSON object, for programs (contract §4.1).

import { visibleJson } from '../terminal/visible.js';
import type { Reporter } from './reporter.js';

export const json: Reporter = ({ ok, problems, summary, before, elsewhere }) => {
  const promised = problems.map(({ cause: _, ...problem }) => problem);
  const others = { ...(before && { before }), ...(elsewhere && { elsewhere }) };
  return `${visibleJson({ ok, problems: promised, summary, ...others })}\n`;
};
