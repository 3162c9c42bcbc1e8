// A built snapshot as an origin would have answered it: what it published, read from its files by its links.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inWriting } from '../../../src/engine/compile/written.js';
import type { Fetched, FetchedList } from '../../../src/import/fetched.js';
import { notingOf } from '../../../src/import/free-values.js';
import { type Endpoint, endpointOf, type Portal } from '../../../src/model/endpoint.js';
import type { JsonObject } from '../../../src/model/fields.js';

/** What may be said of the lists: all of them are whole otherwise. */
export interface Said {
  /** Templates of extras: lists that are read besides. */
  readonly lists?: readonly string[];
  readonly isWhole?: boolean;
  /** What stands in the place of a record; undefined to leave it out. */
  readonly change?: (list: string, record: JsonObject) => JsonObject | undefined;
}

/** All lists of a snapshot's folder that have records. */
export function fetchedFrom(portal: Portal, dist: string, said: Said = {}): Fetched {
  const { lists: extras = [], isWhole = true, change = (_, record) => record } = said;
  const collections = new Map(portal.collections.map((one) => [one.name, one]));
  const list = (endpoint: Endpoint): FetchedList => {
    const { name } = endpoint;
    const note = notingOf(collections, endpoint.records!.collection);
    const records = [...recordsOf(dist, name)].flatMap((shown) => {
      note(shown, () => ({ text: JSON.stringify(shown), from: 0 }));
      return change(name, inWriting(shown) as JsonObject) ?? [];
    });
    return {
      endpoint,
      isWhole,
      records: records.length,
      async visit(visit) {
        for (const record of records) visit(structuredClone(record) as JsonObject);
      },
    };
  };
  const further = portal.extras.map(endpointOf);
  return {
    lists: [
      ...portal.endpoints.filter(({ records }) => records).map((endpoint) => list(endpoint)),
      ...further.filter(({ template }) => extras.includes(template)).map((extra) => list(extra)),
    ],
  };
}

/** The records of a list, page by page. */
export function* recordsOf(dist: string, name: string): Generator<JsonObject> {
  let page: string | undefined = `/api/${name}/`;
  while (page !== undefined) {
    const body: unknown = JSON.parse(readFileSync(join(dist, page, 'index.json'), 'utf8'));
    if (Array.isArray(body)) return void (yield* body);
    const { results, next } = body as { results: JsonObject[]; next: string | null };
    yield* results;
    page = next === null ? undefined : new URL(next).pathname;
  }
}
