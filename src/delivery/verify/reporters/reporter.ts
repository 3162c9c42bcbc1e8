// What a reporter of verifications is.
import type { VerifyReport } from '../report.js';

/** A report as text for standard output; `color`: in the colours of a terminal. */
export type Reporter = (report: VerifyReport, color?: boolean) => string;
