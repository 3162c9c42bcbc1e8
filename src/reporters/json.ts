// One JSON object, for programs (contract §4.1).
import type { Reporter } from './index.js';

export const json: Reporter = ({ ok, problems, summary, before }) =>
  `${JSON.stringify({ ok, problems, summary, ...(before && { before }) })}\n`;
