// An annotation of a GitHub Actions workflow for each failure. None names a file, since the fault is
// in the deployment.
import { visible } from '../../../problems/text/visible.js';
import { escapeText, property } from '../../../snapshot/reporters/github.js';
import { isFault, type RuleResult, type VerifyReport } from '../report.js';
import { summaryLines } from './summary.js';

export const github = (report: VerifyReport): string =>
  [...report.rules.filter(isFault).flatMap(annotations), ...summaryLines(report), ''].join('\n');

function annotations({ name, wants, result, failures, failed, hint }: RuleResult): string[] {
  const advice = hint === null ? '' : ` → ${hint}`;
  const more = failed - failures.length;
  const texts = [
    ...failures.map(
      ({ address, wanted, found }) =>
        `${address}: wanted ${wanted}; found ${found} (${wants})${advice}`,
    ),
    ...(more > 0 ? [`${more} more`] : []),
    ...(result === 'unfinished' ? [`not finished in time (${wants})`] : []),
  ];
  return texts.map((text) => `::error title=${property(name)}::${escapeText(visible(text))}`);
}
