// Makes the state that the page shows after each build: how the build went, and how many records there are.
import { resolve } from 'node:path';
import { inWords } from '../problems/in-words.js';
import type { Said } from '../problems/messages/catalogue.js';
import type { PlacedFinding } from '../problems/placed.js';
import type { FindingsReport } from '../problems/report.js';
import { entriesOf, errorsFirst, type ReportEntry } from '../snapshot/reporters/entries.js';
import type { PreviewState, ProblemDto, ProblemPlaceDto } from './browser/dto.js';
import { editorLink } from './views/editor.js';

/** How many entries the page shows at most: nobody reads more at once. */
const SHOWN_ENTRIES = 200;
/** How many further places of an entry the page shows at most. */
const SHOWN_PLACES = 50;

/** The settings from which links to the editor are made. */
interface Editing {
  readonly cwd: string;
  readonly editor: string;
}

/** Returns the state. `good`: the report of the snapshot that is served; `last`: the report of the last build. */
export function stateOf(
  editing: Editing,
  good: FindingsReport | undefined,
  last: FindingsReport | undefined,
  failure: Said | undefined,
): PreviewState {
  const problems = last?.problems ?? [];
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const { records = {}, withheld = {}, snapshot = null } = good?.summary ?? {};
  const entries = errorsFirst(entriesOf(problems), ({ problem }) => problem);
  const shown = entries.slice(0, SHOWN_ENTRIES);
  return {
    snapshot,
    failure: failure ?? null,
    errors,
    warnings: problems.length - errors,
    problems: shown.map((entry) => problemDto(entry, editing)),
    records: Object.fromEntries(
      Object.entries(records).map(([name, count]) => [name, count - (withheld[name] ?? 0)]),
    ),
    withheld,
  };
}

function problemDto({ problem, others }: ReportEntry<PlacedFinding>, editing: Editing): ProblemDto {
  const { severity, path } = problem;
  const [en, ru] = [inWords(problem, 'en'), inWords(problem, 'ru')];
  return {
    ...{ severity, path, ...placeDto(problem, editing) },
    message: { en: en.message, ru: ru.message },
    ...(en.hint !== undefined && { hint: { en: en.hint, ru: ru.hint ?? en.hint } }),
    others: others.length,
    places: others.slice(0, SHOWN_PLACES).map((other) => placeDto(other, editing)),
  };
}

function placeDto(
  { file, line, column }: PlacedFinding,
  { cwd, editor }: Editing,
): ProblemPlaceDto {
  const link = editorLink(editor, { path: resolve(cwd, file), line, column });
  return { place: `${file}:${line}:${column}`, link };
}
