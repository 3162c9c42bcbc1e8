// Makes the state that is sent to the page: the problems of the data, and how many records each collection has.
import { resolve } from 'node:path';
import { rowOf } from '../editing/query/subject.js';
import { commandFor, type StartedWith } from '../problems/commands.js';
import { inWords } from '../problems/in-words.js';
import type { Localized } from '../problems/messages/catalogue.js';
import type { PlacedFinding } from '../problems/placed.js';
import { entriesOf, errorsFirst, type ReportEntry } from '../snapshot/reporters/entries.js';
import { editorLink } from './data/editor.js';
import type { DataReading } from './data/reading.js';
import type { NamedDto } from './shapes.js';

/** At most this many problems are shown. */
const SHOWN = 200;
/** Of several problems with the same cause, one is shown, with the places of at most this many of the others. */
const OTHERS = 3;

/** What {@link stateOf} needs. */
export interface StateSource {
  readonly version: number;
  readonly cwd: string;
  /** The data folder and the settings file, for commands that the page shows. */
  readonly startedWith: StartedWith;
  /** Whether there is a built API to serve. */
  readonly isServed: boolean;
  readonly problems: readonly PlacedFinding[];
  readonly failure: Localized | undefined;
  /** The present data; undefined if it cannot be read. */
  readonly reading: DataReading | undefined;
}

/**
 * Makes the state. `records`: how many records each collection has. `hidden`: how many entries are left out.
 * `showingAll`: the command that shows them.
 */
export function stateOf(source: StateSource) {
  const { version, isServed, problems, failure, reading } = source;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const entries = errorsFirst(entriesOf(problems), ({ problem }) => problem);
  const shown = entries.slice(0, SHOWN);
  const tables = [...(reading?.data.derivation.tables.values() ?? [])];
  return {
    ...{ version, isServed, errors },
    failure: failure ?? null,
    warnings: problems.length - errors,
    problems: shown.map((entry) => problemDto(entry, source)),
    hidden: entries.length - shown.length,
    showingAll: commandFor(source.startedWith, 'check', '--all'),
    records: Object.fromEntries(tables.map(({ name, rows }) => [name, rows])),
  };
}

/** One problem as the page shows it. `others`: problems with the same cause, of which only the places are shown. */
function problemDto(
  { problem, others }: ReportEntry<PlacedFinding>,
  { cwd, startedWith, reading }: StateSource,
) {
  const record = reading && recordOf(reading, problem);
  const placeOf = ({ file, line, column }: PlacedFinding) => ({
    place: `${file}:${line}:${column}`,
    link: editorLink(reading?.settings.editor ?? '', { path: resolve(cwd, file), line, column }),
  });
  const { severity, path } = problem;
  const [en, ru] = [inWords(problem, 'en', startedWith), inWords(problem, 'ru', startedWith)];
  return {
    ...{ severity, path, ...placeOf(problem) },
    message: { en: en.message, ru: ru.message },
    ...(en.hint !== undefined && { hint: { en: en.hint, ru: ru.hint ?? en.hint } }),
    ...(record && { record }),
    others: others.slice(0, OTHERS).map(placeOf),
    more: others.length,
  };
}

/**
 * The record of a problem, for a link to its form. A problem about a repeated id has no link: the form would show the
 * first record with this id, but the problem is in a later one.
 */
function recordOf(
  { data, named }: DataReading,
  { code, record }: PlacedFinding,
): NamedDto | undefined {
  if (!record || code === 'duplicate-id' || !rowOf(data, record)) return undefined;
  return named(record.collection, record.id);
}
