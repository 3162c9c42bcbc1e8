// Makes the state that the page is told after each build: how it went, and how many records there are.

import { resolve } from 'node:path';
import type { ExtraEndpoint, Portal } from '../model/endpoint.js';
import { inWords } from '../problems/in-words.js';
import type { Said } from '../problems/messages/catalogue.js';
import type { PlacedFinding } from '../problems/placed.js';
import type { FindingsReport } from '../problems/report.js';
import { pageFile } from '../site/address.js';
import type { PreviewState, ToldProblem } from './browser/told.js';
import { editorLink } from './views/editor.js';

/** The most problems on the page, as many as anyone reads at once: the terminal shows all of them. */
const SHOWN_PROBLEMS = 200;

/** What is served, and how links to the editor are made. */
interface Served {
  readonly portal: Portal;
  /** The extras of the snapshot that is served. */
  readonly extras: readonly ExtraEndpoint[];
  readonly cwd: string;
  readonly editor: string;
}

/** `good`: the report of the snapshot that is served; `last`: that of the last build. */
export function stateOf(
  served: Served,
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
    problems: problems.slice(0, SHOWN_PROBLEMS).map((problem) => told(problem, served)),
    records: Object.fromEntries(
      Object.entries(records).map(([name, count]) => [name, count - (withheld[name] ?? 0)]),
    ),
    withheld,
    addresses: addressesOf(served),
  };
}

function told(problem: PlacedFinding, { cwd, editor }: Served): ToldProblem {
  const { severity, file, line, column, path } = problem;
  const [en, ru] = [inWords(problem, 'en'), inWords(problem, 'ru')];
  return {
    ...{ severity, file, line, column, path },
    link: editorLink(editor, { path: resolve(cwd, file), line, column }),
    message: { en: en.message, ru: ru.message },
    ...(en.hint !== undefined && { hint: { en: en.hint, ru: ru.hint ?? en.hint } }),
  };
}

/** The first list of each collection: a record's own address is no list. */
function addressesOf({ portal, extras }: Served): Record<string, string> {
  const lists = [...portal.endpoints, ...extras]
    .filter(({ name, paging }) => paging.style !== 'record' && !name.endsWith('{id}'))
    .reverse();
  return Object.fromEntries(
    lists.flatMap(({ name, records }) => {
      const address = `/${pageFile(name).replace(/index\.json$/, '')}`;
      return records ? [[records.collection, address]] : [];
    }),
  );
}
