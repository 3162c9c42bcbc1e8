// An annotation of a GitHub Actions workflow for each failure. None names a file, since the fault is
// in the deployment.

import { visible } from '../../../problems/text/visible.js';
import { escapeText, property } from '../../../snapshot/reporters/github.js';
import type { RuleResult } from '../report.js';
import type { Reporter } from './reporter.js';
import { summaryLines } from './summary.js';

export const github: Reporter = (report) =>
  [
    ...report.rules.filter(({ result }) => result === 'fail').flatMap(annotations),
    ...report.rules.filter(({ result }) => result === 'unfinished').map(lateness),
    ...summaryLines(report),
    '',
  ].join('\n');

const lateness = ({ name, wants }: RuleResult): string =>
  `::error title=${property(name)}::not finished in time (${escapeText(wants)})`;

function annotations({ name, wants, failures, failed, hint }: RuleResult): string[] {
  const more = failed - failures.length;
  const advice = hint === null ? '' : ` → ${hint}`;
  const texts = failures.map(
    ({ address, wanted, found }) =>
      `${address}: wanted ${wanted}; found ${found} (${wants})${advice}`,
  );
  if (more > 0) texts.push(`${more} more`);
  return texts.map((text) => `::error title=${property(name)}::${escapeText(visible(text))}`);
}
