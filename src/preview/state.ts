// Makes the state that the page shows: the problems of the data, and the number of records.
import { resolve } from 'node:path';
import { inWords } from '../problems/in-words.js';
import type { Localized } from '../problems/messages/catalogue.js';
import type { PlacedFinding } from '../problems/placed.js';
import { entriesOf, errorsFirst, type ReportEntry } from '../snapshot/reporters/entries.js';
import type { NamedDto, PreviewState, ProblemDto, ProblemPlaceDto } from './browser/dto.js';
import { editorLink } from './data/editor.js';
import type { DataReading } from './data/reading.js';
import { recordsAt } from './data/records-at.js';

/** The most entries that the page shows, because nobody reads more at once. */
const SHOWN_ENTRIES = 200;
/** The most further places of an entry that the page shows. */
const SHOWN_PLACES = 50;

/** What the state is made from. */
export interface StateSource {
  readonly version: number;
  readonly cwd: string;
  /** The template for links to the editor. */
  readonly editor: string;
  /** Whether an API is served. */
  readonly isServed: boolean;
  readonly problems: readonly PlacedFinding[];
  readonly failure: Localized | undefined;
  /** The present data; undefined if it cannot be read. */
  readonly reading: DataReading | undefined;
}

export function stateOf(source: StateSource): PreviewState {
  const { version, isServed, problems, failure, reading } = source;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const entries = errorsFirst(entriesOf(problems), ({ problem }) => problem);
  const shown = entries.slice(0, SHOWN_ENTRIES);
  const records = reading
    ? recordsAt(
        reading,
        shown.map(({ problem }) => problem),
      )
    : undefined;
  const tables = [...(reading?.data.derivation.tables.values() ?? [])];
  return {
    ...{ version, isServed, errors },
    failure: failure ?? null,
    warnings: problems.length - errors,
    problems: shown.map((entry) => problemDto(entry, source, records?.get(entry.problem))),
    records: Object.fromEntries(tables.map(({ name, rows }) => [name, rows])),
  };
}

function problemDto(
  { problem, others }: ReportEntry<PlacedFinding>,
  source: StateSource,
  record: NamedDto | undefined,
): ProblemDto {
  const { severity, path } = problem;
  const [en, ru] = [inWords(problem, 'en'), inWords(problem, 'ru')];
  return {
    ...{ severity, path, ...placeDto(problem, source) },
    message: { en: en.message, ru: ru.message },
    ...(en.hint !== undefined && { hint: { en: en.hint, ru: ru.hint ?? en.hint } }),
    ...(record && { record }),
    others: others.length,
    places: others.slice(0, SHOWN_PLACES).map((other) => placeDto(other, source)),
  };
}

function placeDto(
  { file, line, column }: PlacedFinding,
  { cwd, editor }: StateSource,
): ProblemPlaceDto {
  const link = editorLink(editor, { path: resolve(cwd, file), line, column });
  return { place: `${file}:${line}:${column}`, link };
}
