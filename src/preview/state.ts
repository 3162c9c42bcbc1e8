// Makes the state that the page shows: how the last build went, and which lists the snapshot has.

import type { Endpoint, Portal } from '../model/endpoint.js';
import { inWords } from '../problems/in-words.js';
import type { Language } from '../problems/messages/catalogue.js';
import type { FindingsReport } from '../report.js';
import { pageFile, withoutId } from '../site/address.js';
import type { PreviewState } from './browser/told.js';

/** The most problems on the page, as many as anyone reads at once: the terminal shows all of them. */
const SHOWN_PROBLEMS = 200;

/**
 * `good`: the report of the snapshot that is served, and `extras`, what it has besides; `last`: that of the
 * last build.
 */
export function stateOf(
  { endpoints }: Portal,
  extras: readonly Endpoint[],
  good: FindingsReport | undefined,
  last: FindingsReport | undefined,
  failure: string | undefined,
  lang: Language,
): PreviewState {
  const problems = last?.problems ?? [];
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return {
    snapshot: good?.summary.snapshot ?? null,
    failure: failure ?? null,
    errors,
    warnings: problems.length - errors,
    problems: problems.slice(0, SHOWN_PROBLEMS).map((found) => inWords(found, lang)),
    lists: [...endpoints, ...extras.filter(({ name }) => withoutId(name) === name)].map(
      ({ name, records }) => ({
        address: `/${pageFile(name).replace(/index\.json$/, '')}`,
        records: good ? publishedOf(good, records?.collection) : null,
      }),
    ),
  };
}

function publishedOf({ summary }: FindingsReport, collection: string | undefined): number {
  if (collection === undefined) return 0;
  return (summary.records[collection] ?? 0) - (summary.withheld[collection] ?? 0);
}
