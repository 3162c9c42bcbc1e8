// The reporter `github` prints annotations:
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
import { relative, resolve, sep } from 'node:path';
import { isWithin, realPath } from '../../files/disk/boundary.js';
import { inWords } from '../../problems/in-words.js';
import type { Problem } from '../../problems/problem.js';
import { visibleLines } from '../../problems/text/visible.js';
import { errorsFirst } from './entries.js';
import { otherLines } from './others.js';
import type { Reporter, ReportView } from './reporter.js';
import { summaryLines } from './summary.js';

// Errors come first, because GitHub shows only ten errors and ten warnings of a step, and fifty annotations of a job.
export const github: Reporter = (report, command, view = {}) => {
  const { lang = 'en', startedWith = {} } = view;
  const problems = report.problems.map((found) => {
    const problem = inWords(found, lang, startedWith);
    return { ...problem, file: inRepository(problem.file, view) };
  });
  return [
    ...errorsFirst(problems, (problem) => problem).map(annotation),
    ...otherLines(report, view).map((line) => `::notice::${escapeText(line)}`),
    ...summaryLines(report, command, view),
    '',
  ].join('\n');
};

/** The path of a file from the top folder of the repository. A file outside of it keeps its path. */
function inRepository(file: string, { cwd = '.', repository = cwd }: ReportView): string {
  const [top, path] = [realPath(repository), realPath(resolve(cwd, file))];
  return isWithin(path, top) ? relative(top, path).split(sep).join('/') : file;
}

function annotation(problem: Problem): string {
  const { severity, file, line, column, code, path, message, hint } = problem;
  const properties = { file, line, col: column, title: code };
  const listed = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
  const text = `${path ? `${path}: ` : ''}${message}${hint ? ` (${hint})` : ''}`;
  return `::${severity} ${listed.join(',')}::${escapeText(text)}`;
}

/** Escapes the message of an annotation. A line break becomes `%0A`. Other control characters become visible. */
export function escapeText(text: string): string {
  return visibleLines(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

/** Escapes the value of an annotation's property, such as `title=…`. */
export function property(value: string | number): string {
  return escapeText(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
