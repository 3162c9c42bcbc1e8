// How the report of a verification is shown, by the names that `--reporter` takes.
import { visibleJson } from '../../../problems/text/visible.js';
import type { VerifyReport } from '../report.js';
import { github } from './github.js';
import { pretty } from './pretty.js';

/** One JSON object, for programs: the report as it is. */
export const json = (report: VerifyReport): string => `${visibleJson(report)}\n`;

export const reporters = { pretty, json, github };
