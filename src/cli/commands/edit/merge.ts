// `merge`: merges a branch by records and fields, finishes a merge that git has stopped, and is git's merge driver.

import { changeLine } from '../../../editing/changes/values.js';
import {
  type BranchOptions,
  type MergedBranches,
  mergeBranches,
} from '../../../editing/merge/branches.js';
import { mergeFile } from '../../../editing/merge/driver.js';
import type { Question } from '../../../editing/merge/questions.js';
import { headOf } from '../../../editing/query/text.js';
import type { Language } from '../../../problems/messages/catalogue.js';
import { UsageError } from '../../../problems/problem.js';
import { quote } from '../../../problems/quote.js';
import { say, sentence } from '../../../problems/say.js';
import { visible } from '../../../problems/text/visible.js';
import type { Run } from '../../command.js';

interface Given {
  readonly ref?: string;
  readonly conflicts?: BranchOptions['conflicts'];
  readonly driver?: string | boolean;
  readonly files?: readonly string[];
  readonly dryRun?: boolean;
}

export const merge: Run<Given> = async (
  { ref, files = [], driver, conflicts, dryRun = false },
  { portal, lang, resolve },
) => {
  if (driver) {
    const [base, mine, theirs, name] = [ref, ...files];
    if (!base || !mine || !theirs || !name || files.length > 3)
      throw new UsageError(
        sentence('git calls this command with four files: --driver %O %A %B %P'),
      );
    const ok = await mergeFile(portal, resolve(), { base, mine, theirs }, name);
    return { ok, output: [] };
  }
  if (files.length > 0) throw new UsageError(sentence('name one branch or commit'));
  const merged = await mergeBranches(portal, resolve(), { ref, conflicts, dryRun });
  return { ok: merged.outcome !== 'refused', output: linesOf(merged, dryRun, lang) };
};

function linesOf(
  { outcome, commit = '', questions, ids, records, problems }: MergedBranches,
  dryRun: boolean,
  lang: Language,
): string[] {
  if (outcome === 'none') return [say('there is nothing to merge', lang)];
  if (questions.length > 0) {
    return [
      say(
        'nothing is changed: both sides changed these (here → there). --conflicts keep keeps what is here, --conflicts take takes what is there:',
        lang,
      ),
      ...questions.flatMap((one) => questionLines(one, lang)),
    ];
  }
  if (problems.length > 0) {
    return [
      say('nothing is changed: the data would have these errors', lang),
      ...problems.map(({ file, line, column, code }) =>
        visible(`  ${file}:${line}:${column} ${code}`),
      ),
    ];
  }
  const values = { commit: commit.slice(0, 10) };
  return [
    dryRun
      ? say('would be merged; nothing is written', lang)
      : say('merged: {commit}', lang, values),
    ...Object.entries(records).map(([collection, { added, changed, removed }]) =>
      say('  {collection}: {added} added, {changed} changed, {removed} removed', lang, {
        ...{ collection, added, changed, removed },
      }),
    ),
    ...(ids.length > 0
      ? [say('have another id, because both sides added one with theirs:', lang)]
      : []),
    ...ids.map(({ collection, id, to }) => `  ${collection} ${id} → ${to}`),
  ];
}

function questionLines(question: Question, lang: Language): string[] {
  const { kind, field = '', change, to } = question;
  const toText =
    to && [`${to.singular} ${to.id}`, ...(to.name === undefined ? [] : [quote(to.name)])].join(' ');
  const values = { field, to: toText ?? '' };
  const about = {
    field: () => `${field}: ${change ? changeLine(change, lang) : ''}`,
    'removed-here': () => say('removed here, changed there', lang),
    'removed-there': () => say('changed here, removed there', lang),
    'refers-here': () => say('{field} refers to {to}, which was removed there', lang, values),
    'refers-there': () => say('{field} refers there to {to}, which was removed here', lang, values),
  };
  const { mine = '', theirs = '' } = question.by ?? {};
  const who = mine && theirs ? [say('here: {mine}; there: {theirs}', lang, { mine, theirs })] : [];
  return [`  ${headOf(question)}`, ...[about[kind](), ...who].map((line) => `    ${line}`)].map(
    visible,
  );
}
