// One JSON object, for programs: the report as it is.
import type { Reporter } from './reporter.js';

export const json: Reporter = (report) => `${JSON.stringify(report)}\n`;
