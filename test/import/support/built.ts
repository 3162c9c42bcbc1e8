// A built snapshot as an origin would have answered it: what it published, read from its files by its links.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inWriting } from '../../../src/engine/compile/written.js';
import type { Fetched, FetchedList } from '../../../src/import/fetched.js';
import { notingOf } from '../../../src/import/free-values.js';
import { addressOf, type Endpoint, endpointOf, type Portal } from '../../../src/model/endpoint.js';
import type { JsonObject } from '../../../src/model/fields.js';

/** All lists of a snapshot's folder that have records. `extras`: templates of lists that are read besides. */
export function fetchedFrom(portal: Portal, dist: string, extras: readonly string[] = []): Fetched {
  const collections = new Map(portal.collections.map((one) => [one.name, one]));
  const list = (endpoint: Endpoint): FetchedList => {
    const note = notingOf(collections, endpoint.records!.collection);
    const records = [...recordsOf(dist, endpoint.name)].map((shown) => {
      note(shown, () => ({ text: JSON.stringify(shown), from: 0 }));
      return inWriting(shown) as JsonObject;
    });
    return listOf(endpoint, records, true);
  };
  const further = portal.extras
    .map(endpointOf)
    .filter(({ name }) => extras.includes(addressOf(name)));
  const lists = [...portal.endpoints.filter(({ records }) => records), ...further];
  return { lists: lists.map(list) };
}

export const listOf = (
  endpoint: Endpoint,
  records: readonly JsonObject[],
  isWhole: boolean,
): FetchedList => ({
  endpoint,
  isWhole,
  records: records.length,
  visit(visit) {
    for (const record of records) visit(structuredClone(record));
  },
});

/** The records of a fetched list. */
export function recordsIn({ visit }: Pick<FetchedList, 'visit'>): JsonObject[] {
  const records: JsonObject[] = [];
  visit((record) => void records.push(record));
  return records;
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
