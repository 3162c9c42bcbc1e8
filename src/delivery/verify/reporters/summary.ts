// The lines that close the report of a verification.

import { catalogues } from '../../../problems/messages.js';
import { sizeInWords } from '../../../problems/text/size.js';
import { visible } from '../../../problems/text/visible.js';
import type { Result, VerifyReport } from '../report.js';

const WORDS: readonly (readonly [Result, string])[] = [
  ['pass', 'passed'],
  ['fail', 'failed'],
  ['unfinished', 'not finished'],
  ['not-applicable', 'not applicable'],
  ['not-declared', 'not declared'],
];

export function summaryLines({ target, rules, deadline, summary }: VerifyReport): string[] {
  const { lists, requests, retries, bytes, protocol, server } = summary;
  const total = (of: 'pages' | 'records') =>
    Object.values(lists).reduce((sum, list) => sum + list[of], 0);
  const lines = [
    `${visible(target)}: ${total('records')} records on ${total('pages')} pages of ${Object.keys(lists).length} lists`,
  ];
  if (requests > 0) {
    const again = retries > 0 ? `, ${retries} asked again` : '';
    const from = server === null ? '' : `, server ${visible(server.slice(0, 100))}`;
    lines.push(`${requests} requests${again}, ${size(bytes)}, ${protocol ?? ''}${from}`);
  }
  const late = rules.filter(({ result }) => result === 'unfinished').map(({ name }) => name);
  if (late.length > 0) {
    lines.push(`not finished within ${deadline} s (--deadline): ${late.join(', ')}`);
  }
  const counts = WORDS.map(
    ([result, word]) => [rules.filter((rule) => rule.result === result).length, word] as const,
  );
  const met = counts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  const nothing = rules.every(({ checks }) => checks === 0) ? '; nothing could be checked' : '';
  return [...lines, `rules: ${met.join(', ')}${nothing}`];
}

/** Rules and their results are in English alone, so their numbers are too. */
const size = (bytes: number) => sizeInWords(bytes, catalogues.en.report);
