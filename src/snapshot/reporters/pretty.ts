// The reporter `pretty`, for people at a terminal: problems by file, each with the lines around it. Without `all`,
// problems that one correction solves are one entry, and only the first entries are shown.
import pc from 'picocolors';
import { inWords } from '../../problems/in-words.js';
import type { Language } from '../../problems/messages/catalogue.js';
import type { PlacedFinding } from '../../problems/placed.js';
import type { Problem } from '../../problems/problem.js';
import { say, sentence } from '../../problems/say.js';
import { visible } from '../../problems/text/visible.js';
import { entriesOf, errorsFirst, type ReportEntry } from './entries.js';
import { framesOf } from './frames.js';
import { otherLines } from './others.js';
import type { Reporter, ReportView } from './reporter.js';
import { summaryLines } from './summary.js';

/** The most entries that are shown without `all`. If there are more, errors are shown first. */
const MOST_ENTRIES = 50;
/** The most places of an entry that are listed after its first place. */
const FURTHER_PLACES = 3;

export const pretty: Reporter = (report, command, view = {}) => {
  const lines = problemLines(report.problems, view);
  const others = otherLines(report, view).map(visible);
  return [...lines, ...others, ...summaryLines(report, command, view), ''].join('\n');
};

/** Makes the lines for problems, under the names of their files. */
export function problemLines(findings: readonly PlacedFinding[], view: ReportView): string[] {
  const { lang = 'en', startedWith = {} } = view;
  const problems = findings.map((found) => inWords(found, lang, startedWith));
  const paint = pc.createColors(view.color ?? false);
  const entries = view.all
    ? problems.map((problem) => ({ problem, others: [] }))
    : entriesOf(problems);
  const shown =
    view.all || entries.length <= MOST_ENTRIES
      ? entries
      : errorsFirst(entries, ({ problem }) => problem).slice(0, MOST_ENTRIES);
  const lines = entryLines(shown, paint, view);
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
