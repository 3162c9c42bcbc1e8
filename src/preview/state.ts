// Makes the state that the page shows after each build: how it went, and how many records there are.

import { resolve } from 'node:path';
import { inWords } from '../problems/in-words.js';
import type { Said } from '../problems/messages/catalogue.js';
import type { PlacedFinding } from '../problems/placed.js';
import type { FindingsReport } from '../problems/report.js';
import type { PreviewState, ProblemDto } from './browser/dto.js';
import { editorLink } from './views/editor.js';

/** The most problems on the page, as many as anyone reads at once: the terminal shows all of them. */
const SHOWN_PROBLEMS = 200;

/** How links to the editor are made. */
interface Editing {
  readonly cwd: string;
  readonly editor: string;
}

/** `good`: the report of the snapshot that is served; `last`: that of the last build. */
export function stateOf(
  editing: Editing,
  good: FindingsReport | undefined,
  last: FindingsReport | undefined,
  failure: Said | undefined,
): PreviewState {
  const problems = last?.problems ?? [];
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const { records = {}, withheld = {}, snapshot = null } = good?.summary ?? {};
  return {
    snapshot,
    failure: failure ?? null,
    errors,
    warnings: problems.length - errors,
    problems: problems.slice(0, SHOWN_PROBLEMS).map((problem) => problemDto(problem, editing)),
    records: Object.fromEntries(
      Object.entries(records).map(([name, count]) => [name, count - (withheld[name] ?? 0)]),
    ),
    withheld,
  };
}

function problemDto(problem: PlacedFinding, { cwd, editor }: Editing): ProblemDto {
  const { severity, file, line, column, path } = problem;
  const [en, ru] = [inWords(problem, 'en'), inWords(problem, 'ru')];
  return {
    ...{ severity, file, line, column, path },
    link: editorLink(editor, { path: resolve(cwd, file), line, column }),
    message: { en: en.message, ru: ru.message },
    ...(en.hint !== undefined && { hint: { en: en.hint, ru: ru.hint ?? en.hint } }),
  };
}
