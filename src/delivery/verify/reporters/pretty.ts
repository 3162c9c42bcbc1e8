// For people at a terminal: each rule with its result, its failures below it, and a summary.
import pc from 'picocolors';
import { inColumns } from '../../../problems/text/table.js';
import { visible } from '../../../problems/text/visible.js';
import type { Failure, RuleResult, VerifyReport } from '../report.js';
import { summaryLines } from './summary.js';

/** The most failures shown of one rule; json and github give more. */
const SHOWN = 5;

type VerifyPaint = ReturnType<typeof pc.createColors>;

export const pretty = (report: VerifyReport, color = false): string => {
  const paint = pc.createColors(color);
  const names = inColumns(report.rules.map(({ name }) => [name]));
  const lines = report.rules.flatMap((rule, i) => linesOf(rule, names[i]!.join(''), paint));
  return [...lines, '', ...summaryLines(report), ''].join('\n');
};

function linesOf(rule: RuleResult, name: string, paint: VerifyPaint): string[] {
  const { wants, result, holds, checks, failed, failures, hint, notes, ms } = rule;
  const counts = failed > 0 ? `${failed} of ${checks}` : checks > 0 ? String(checks) : '';
  const time = ms >= 10 ? `  ${(ms / 1000).toFixed(2)} s` : '';
  const declared = result === 'not-declared' ? `  not declared${holds ? ', but holds' : ''}` : '';
  const tail = `${counts}${paint.dim(time)}${paint.dim(declared)}`;
  const first = `${resultText(rule, paint)}  ${name}  ${tail}`.trimEnd();
  const noted = notes.map((note) => `      ${paint.dim(`note: ${visible(note)}`)}`);
  if (result !== 'fail') return [first, ...noted];
  const shown = failures.slice(0, SHOWN);
  const more = failed - shown.length;
  return [
    first,
    `      ${paint.dim(wants)}`,
    ...shown.flatMap((failure) => failureLines(failure, paint)),
    ...(more > 0 ? [`      and ${more} more`] : []),
    ...(hint === null ? [] : [`      → ${visible(hint)}`]),
    ...noted,
  ];
}

function failureLines({ address, wanted, found }: Failure, paint: VerifyPaint): string[] {
  return [
    `      ${paint.cyan(visible(address))}`,
    `        wanted ${visible(wanted)}`,
    `        found  ${visible(found)}`,
  ];
}

function resultText({ result }: RuleResult, paint: VerifyPaint): string {
  switch (result) {
    case 'pass':
      return paint.green('pass');
    case 'fail':
      return paint.red('FAIL');
    case 'unfinished':
      return paint.red('LATE');
    case 'not-applicable':
      return paint.dim('n/a ');
    case 'not-declared':
      return paint.dim('n/d ');
  }
}
