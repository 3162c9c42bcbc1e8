// Shows the report of a verification: `pretty` for people, `json` for programs, `github` as annotations on GitHub.
import pc from 'picocolors';
import { sizeInWords } from '../../problems/text/size.js';
import { inColumns } from '../../problems/text/table.js';
import { visible, visibleJson } from '../../problems/text/visible.js';
import { escapeText, property } from '../../snapshot/reporters/github.js';
import {
  type Failure,
  isFault,
  type Result,
  type RuleResult,
  type VerifyReport,
} from './report.js';

/** For each result: its mark, the colour of the mark, and the word in the summary. */
const RESULTS: Readonly<Record<Result, readonly [string, 'green' | 'red' | 'dim', string]>> = {
  pass: ['pass', 'green', 'passed'],
  fail: ['FAIL', 'red', 'failed'],
  unfinished: ['LATE', 'red', 'not finished'],
  'not-applicable': ['n/a ', 'dim', 'not applicable'],
  'not-declared': ['n/d ', 'dim', 'not declared'],
};

export function summaryLines({
  target,
  snapshot,
  rules,
  deadline,
  summary,
}: VerifyReport): string[] {
  const { files, requested, sampled, requests, retries, bytes } = summary;
  const some = `${requested} of ${files} files (a sample: --all asks for each)`;
  const lines = [`${visible(target)}: ${requested < files ? some : `${files} files`}`];
  if (snapshot !== null) lines.push(`snapshot ${snapshot}`);
  if (requests > 0) {
    const again = retries > 0 ? `, ${retries} asked again` : '';
    lines.push(`${requests} requests${again}, ${size(bytes)}`);
  }
  if (sampled > 0 && sampled < files) {
    lines.push(
      `HEAD, conditions, ranges: ${sampled} files, one of each kind (--all asks for each)`,
    );
  }
  const late = rules.filter(({ result }) => result === 'unfinished').map(({ name }) => name);
  if (late.length > 0) {
    lines.push(`not finished within ${deadline} s (--deadline): ${late.join(', ')}`);
  }
  const met = Object.entries(RESULTS).flatMap(([result, [, , word]]) => {
    const number = rules.filter((rule) => rule.result === result).length;
    return number > 0 ? [`${number} ${word}`] : [];
  });
  const nothing = rules.every(({ checks }) => checks === 0) ? '; nothing could be checked' : '';
  return [...lines, `rules: ${met.join(', ')}${nothing}`];
}

const size = (bytes: number) => sizeInWords(bytes, 'en');

/** The most failures of a rule that `pretty` shows. The other reporters show more. */
const SHOWN = 5;

type VerifyPaint = ReturnType<typeof pc.createColors>;

export const pretty = (report: VerifyReport, color = false): string => {
  const paint = pc.createColors(color);
  const names = inColumns(report.rules.map(({ name }) => [name]));
  const lines = report.rules.flatMap((rule, i) => linesOf(rule, names[i]!.join(''), paint));
  return [...lines, '', ...summaryLines(report), ''].join('\n');
};

function linesOf(rule: RuleResult, name: string, paint: VerifyPaint): string[] {
  const { wants, result, checks, failed, failures, hint } = rule;
  const counts = failed > 0 ? `${failed} of ${checks}` : checks > 0 ? String(checks) : '';
  const declared = result === 'not-declared' ? '  not declared' : '';
  const tail = `${counts}${paint.dim(declared)}`;
  const [shownResult, colour] = RESULTS[result];
  const first = `${paint[colour](shownResult)}  ${name}  ${tail}`.trimEnd();
  if (result !== 'fail') return [first];
  const shown = failures.slice(0, SHOWN);
  const more = failed - shown.length;
  return [
    first,
    `      ${paint.dim(wants)}`,
    ...shown.flatMap((failure) => failureLines(failure, paint)),
    ...(more > 0 ? [`      and ${more} more`] : []),
    ...(hint === null ? [] : [`      → ${visible(hint)}`]),
  ];
}

function failureLines({ address, wanted, found }: Failure, paint: VerifyPaint): string[] {
  return [
    `      ${paint.cyan(visible(address))}`,
    `        wanted ${visible(wanted)}`,
    `        found  ${visible(found)}`,
  ];
}

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

/** Returns the report as one JSON object. */
export const json = (report: VerifyReport): string => `${visibleJson(report)}\n`;

export const reporters = { pretty, json, github };
