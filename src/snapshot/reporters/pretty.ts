// The report for people at a terminal: problems by file, each with the lines around it. Problems that one change
// corrects are one entry. If there are many entries, a table counts them by code.
import pc from 'picocolors';
import { inWords } from '../../problems/in-words.js';
import type { Language } from '../../problems/messages/catalogue.js';
import type { PlacedFinding } from '../../problems/placed.js';
import type { Problem } from '../../problems/problem.js';
import { say, sentence } from '../../problems/say.js';
import { inColumns } from '../../problems/text/table.js';
import { visible } from '../../problems/text/visible.js';
import { countByCode, entriesOf, errorsFirst, type ReportEntry } from './entries.js';
import { framesOf } from './frames.js';
import { otherLines } from './others.js';
import type { Reporter, ReportView } from './reporter.js';
import { summaryLines } from './summary.js';

/** With more entries than this, a table is shown instead. */
const MOST_ENTRIES = 50;
/** How many entries are shown below the table. */
const FIRST_ENTRIES = 5;
/** How many further places of an entry are listed. */
const FURTHER_PLACES = 3;

export const pretty: Reporter = (report, command, view = {}) => {
  const lines = problemLines(report.problems, view);
  const others = otherLines(report, view).map(visible);
  return [...lines, ...others, ...summaryLines(report, command, view), ''].join('\n');
};

/** The lines for problems, grouped by file; the last line is empty. */
export function problemLines(findings: readonly PlacedFinding[], view: ReportView): string[] {
  const { lang = 'en' } = view;
  const problems = findings.map((found) => inWords(found, lang));
  const paint = pc.createColors(view.color ?? false);
  const entries = view.all
    ? problems.map((problem) => ({ problem, others: [] }))
    : entriesOf(problems);
  const table: string[] = [];
  let shown: readonly ReportEntry[] = entries;
  if (!view.all && entries.length > MOST_ENTRIES) {
    shown = errorsFirst(entries, ({ problem }) => problem).slice(0, FIRST_ENTRIES);
    table.push('', ...tableLines(problems, lang, paint), '');
    table.push(say('the first {count}:', lang, { count: shown.length }));
  }
  const lines = [...table, ...entryLines(shown, paint, view)];
  if (problems.length > 0) lines.push('');
  if (shown.length < entries.length || shown.some(({ others }) => others.length > FURTHER_PLACES)) {
    lines.push(
      say('--all prints each of the {count, plural, one {# problem} other {# problems}}', lang, {
        count: problems.length,
      }),
    );
  }
  return lines;
}

type Paint = ReturnType<typeof pc.createColors>;

function entryLines(
  entries: readonly ReportEntry[],
  paint: Paint,
  { cwd = '.', readInstead, lang = 'en' }: ReportView,
): string[] {
  const frames = framesOf(
    entries.map(({ problem }) => problem),
    cwd,
    { dim: paint.dim, mark: (text) => paint.red(text) },
    readInstead,
  );
  const lines: string[] = [];
  let file: string | undefined;
  for (const { problem, others } of entries) {
    if (problem.file !== file) {
      file = problem.file;
      lines.push('', paint.underline(visible(file)));
    } else lines.push('');
    lines.push(headLine(problem, lang, paint));
    for (const line of frames.get(problem) ?? []) lines.push(`    ${line}`);
    if (problem.hint !== undefined) lines.push(`    ${paint.dim('→')} ${visible(problem.hint)}`);
    if (others.length > 0) {
      const further = others.slice(0, FURTHER_PLACES).map(placeOf).join(', ');
      const more = others.length > FURTHER_PLACES ? ', …' : '';
      const places = sentence('and in {count, plural, one {# more place} other {# more places}}:', {
        count: others.length,
      });
      lines.push(`    ${say(places, lang)} ${further}${more}`);
    }
  }
  return lines;
}

function headLine(problem: Problem, lang: Language, paint: Paint): string {
  const { severity, line, column, code, path, message } = problem;
  const place = paint.dim(`${line}:${column}`);
  const at = path ? `${paint.cyan(visible(path))} ` : '';
  const kind = paintOf(severity, paint)(say(SEVERITY[severity], lang));
  return `  ${place}  ${kind}  ${at}${visible(message)}  ${paint.dim(code)}`;
}

const SEVERITY = { error: sentence('error'), warning: sentence('warning') };

const paintOf = (severity: Problem['severity'], paint: Paint) =>
  severity === 'error' ? paint.red : paint.yellow;

const placeOf = ({ file, line, column }: Problem) => `${visible(file)}:${line}:${column}`;

const HEADS = [
  sentence('count'),
  '',
  sentence('code'),
  sentence('files'),
  sentence('for example'),
] as const;

function tableLines(problems: readonly Problem[], lang: Language, paint: Paint): string[] {
  const counts = countByCode(problems);
  const rows = counts.map(({ code, severity, count, files, example }) => {
    return [String(count), say(SEVERITY[severity], lang), code, String(files), placeOf(example)];
  });
  const heads = HEADS.map((head) => head && say(head, lang));
  const [head = '', ...lines] = inColumns([heads, ...rows], [0, 3]).map(
    (cells) => `  ${cells.join('  ').trimEnd()}`,
  );
  return [paint.dim(head), ...lines.map((line, i) => paintOf(counts[i]!.severity, paint)(line))];
}
