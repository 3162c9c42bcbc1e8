// One JSON object, for programs: the report as it is.
import { visibleJson } from '../../../problems/text/visible.js';
import type { Reporter } from './reporter.js';

export const json: Reporter = (report) => `${visibleJson(report)}\n`;
