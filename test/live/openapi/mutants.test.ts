// What a body may not be: without a key, with null, or with another type at any of its places. Null may be where the
// tables of test/spec have it, and nowhere else.
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../../src/index.js';
import { addressOf, Contract, type Document } from '../../openapi/contract.js';
import type { Json } from '../../oracle/types.js';
import { lists, resumeSummary, type Shape, user, vacancySummary } from '../../spec/tables.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import { isObject } from '../../support/shape.js';
import { readJson, readTree } from '../../support/tree.js';

/** A place in a body: the steps to it, in words the same for all elements of a list. */
interface Place {
  readonly steps: readonly string[];
  readonly name: string;
}

const PER_PAGE = 4;
/** Keys that only some records have. */
const OPTIONAL = /\/(?:crm_data\/deal_id|privacy_settings\/write_pm)$/;

/** How an address begins, and what a record is there: first where no list is, or one shows its records in short. */
const RECORDS: readonly (readonly [string, Shape])[] = [
  ['/api/user/', user],
  ['/api/job/vacancy/summary/', vacancySummary],
  ['/api/job/resume/summary/', resumeSummary],
  ...lists.map(({ address, record }) => [`/api/${address}/`, record] as const),
];

/** What a body is: records, a page of them, or one. */
function shapeOf(path: string, body: Json): Shape {
  const record = RECORDS.find(([address]) => path.startsWith(address))?.[1] ?? 'object';
  if (Array.isArray(body)) return { array: record };
  const link: Shape = { either: ['string', 'null'] };
  const page = { next: link, previous: link, results: { array: record } };
  return isObject(body) && 'results' in body ? { table: 'page', keys: page } : record;
}

/** The names of the places where a shape has null, or those where it has any JSON. */
function* placesOf(word: 'null' | 'any', shape: Shape, name: string): Generator<string> {
  if (shape === word) yield name;
  if (typeof shape === 'string') return;
  if ('either' in shape) for (const one of shape.either) yield* placesOf(word, one, name);
  if ('array' in shape) yield* placesOf(word, shape.array, `${name}/*`);
  if (!('keys' in shape)) return;
  for (const [key, inner] of Object.entries(shape.keys)) {
    yield* placesOf(word, inner, `${name}/${key}`);
  }
}

let contract: Contract;
/** Bodies, each with its path in the document. */
const bodies: (readonly [string, Json])[] = [];
/** In all bodies: which places there are, where null may be, and where any JSON. */
const [met, nullable, anything] = [new Set<string>(), new Set<string>(), new Set<string>()];

beforeAll(async () => {
  const out = join(temporaryFolder(), 'dist');
  const { ok } = await build({
    ...{ cwd: projectFolder, out, cache: false, pageSize: 40 },
    ...{ audience: 'all', personal: 'publish' },
  });
  expect(ok).toBe(true);
  contract = new Contract(readJson<Document>(out, 'api/openapi.json'));
  for (const file of readTree(out).keys()) {
    const [path] = contract.pathsOf(addressOf(file, 'path'));
    // The document itself is held by test/live/openapi, and by whoever reads it here; records are those of lists.
    if (!path?.startsWith('/api/') || /\.(?:(?:nd)?json|atom)$/.test(path)) continue;
    const body = readJson<Json>(out, file);
    const shape = shapeOf(path, body);
    for (const name of placesOf('null', shape, `${path}#`)) nullable.add(name);
    for (const name of placesOf('any', shape, `${path}#`)) anything.add(name);
    if (isNews(met, body, `${path}#`)) bodies.push([path, few(body)]);
  }
});

/** Adds the places of a value to those that were met; whether one is new. */
function isNews(met: Set<string>, value: Json, name: string): boolean {
  const before = met.size;
  for (const place of placesIn(value, [], name)) met.add(place.name);
  return met.size > before;
}

/** A page with a few of its records: the first and the last, and each that has a place which none before has. */
function few(body: Json): Json {
  const met = new Set<string>();
  const some = (list: Json[]) =>
    list.filter((it, i) => isNews(met, it, '') || i < PER_PAGE || i >= list.length - PER_PAGE);
  if (Array.isArray(body)) return some(body);
  if (!isObject(body) || !Array.isArray(body['results'])) return body;
  return { ...body, results: some(body['results']) };
}

function* placesIn(value: Json, steps: readonly string[], name: string): Generator<Place> {
  if (value === null || typeof value !== 'object') return;
  for (const [step, inner] of Object.entries(value)) {
    const place = `${name}/${Array.isArray(value) ? '*' : step}`;
    if (anything.has(place)) continue;
    yield { steps: [...steps, step], name: place };
    yield* placesIn(inner, [...steps, step], place);
  }
}

/** What the document allows of the mutants of all places, by the names of these. */
function allowed(mutate: (holder: Record<string, Json>, step: string) => boolean): string[] {
  const names = new Set<string>();
  let tried = 0;
  for (const [path, body] of bodies) {
    for (const { steps, name } of placesIn(body, [], `${path}#`)) {
      let holder = body as Record<string, Json>;
      for (const step of steps.slice(0, -1)) holder = holder[step] as Record<string, Json>;
      const last = steps.at(-1)!;
      const before = holder[last]!;
      if (!mutate(holder, last)) continue;
      tried++;
      if (contract.faults(path, body).length === 0) names.add(name);
      holder[last] = before;
    }
  }
  expect(tried).toBeGreaterThan(1000);
  return [...names].sort();
}

describe('a body', () => {
  it('lacks no key but the few that only some records have', () => {
    const found = allowed((holder, step) => {
      if (Array.isArray(holder)) return false;
      delete holder[step];
      return true;
    });
    expect(found.filter((name) => !OPTIONAL.test(name))).toEqual([]);
    expect(found.length).toBeGreaterThan(0);
  });

  it('has null only where the specification has it', () => {
    const found = allowed((holder, step) => {
      holder[step] = null;
      return true;
    });
    expect(found).toEqual([...nullable].filter((name) => met.has(name)).sort());
    // In one body of an address or another, each of a record's places is there.
    const unmet = RECORDS.flatMap(([address, shape]) =>
      [...placesOf('null', shape, '')].filter((place) => {
        const ends = ['#', '#/*', '#/results/*'].map((start) => start + place);
        const isIt = (name: string) => ends.some((end) => name.endsWith(end));
        return !found.some((name) => name.startsWith(address) && isIt(name));
      }),
    );
    expect(unmet).toEqual([]);
  });

  it.each<[string, (value: Json) => Json]>([
    ['another type', (value) => (typeof value === 'string' ? 7 : value === null ? true : 'text')],
    ['a list', (value) => (Array.isArray(value) ? {} : [7])],
    ['a fraction', () => 0.5],
  ])('has nowhere %s instead', (_, other) => {
    const found = allowed((holder, step) => {
      holder[step] = other(holder[step]!);
      return true;
    });
    expect(found).toEqual([]);
  });

  it.each([
    '2026-03-05T10:12:44Z',
    '2026-03-05T10:12:44+0300',
    '2026-03-05T10:12+03:00',
    '2026-02-30T10:12:44+03:00',
    '2026-03-05T25:12:44+03:00',
    '2026-03-05 10:12:44+03:00',
  ])('has no timestamp such as %s', (text) => {
    const path = '/api/epb-e/expert/';
    const [, shipped] = bodies.find(([its]) => its === path)!;
    const body = structuredClone(shipped) as { results: { created_at: string }[] };
    expect(contract.faults(path, body)).toEqual([]);
    body.results[0]!.created_at = text;
    expect(contract.faults(path, body)).not.toEqual([]);
  });
});
