// The words of reports in all languages, besides those of their problems (messages/say.ts).
import type { Language } from './messages/catalogue.js';
import { report as en } from './messages/en-report.js';
import { report as ru } from './messages/ru-report.js';

/** The words of a report besides those of its problems. */
export type ReportWords = typeof en;

export const reports: Readonly<Record<Language, ReportWords>> = { en, ru };
