// What a body may not be: without a key, with null, or with another type at any of its places. What the
// document allows all the same is written here from API.md (§2), and nothing else is.
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../../src/index.js';
import { addressOf, Contract, type Document } from '../../openapi/contract.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import { readJson, readTree } from '../../support/tree.js';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Step = string | number;

/** A place in a body: the steps to it, in words the same for all elements of a list. */
interface Place {
  readonly steps: readonly Step[];
  readonly name: string;
}

const PER_PAGE = 4;
/** Elements of these are any JSON (API.md §2.14). */
const ANY = /\/(?:emoji|files|children|hidden_by|available_for|members|blocked_organizations)\/\*/;

/** Null is published here, or may be. */
const NULLABLE = `
  next previous district area cost1 cost2 cost3 work_city exact_category object_id content_type
  last_view moderated_at ip in_favorite last_login birthday about hobby position sector invited_by
  city moderated_by parent user deleted_by updated_by post comment`
  .trim()
  .split(/\s+/);
/** Null is not published here, although it may be at other places of the name. */
const NEVER_NULL = [
  // Only those of vacancies are null; the others say what a certificate is for.
  '/certificates/*/exact_category',
  // About a resume; that about a user may be null.
  '/job/resume/#/results/*/about',
  // The user that a post, an event, a poll, a vote or a profile is of.
  ...['post/user', 'polls/*/user', 'votes/*/user', 'profile/user', '/event/#/results/*/user'],
  'post/moderated_by',
  // The post that a poll is in.
  'polls/*/post',
];
/** Keys that only some records have. */
const OPTIONAL = /\/(?:crm_data\/deal_id|privacy_settings\/write_pm)$/;

let contract: Contract;
const bodies = new Map<string, Json>();

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
    if (!bodies.has(path)) bodies.set(path, few(readJson(out, file)));
  }
});

/** A page with a few of its records, the first and the last among them. */
function few(body: Json): Json {
  const some = (list: Json[]) => [...list.slice(0, PER_PAGE), ...list.slice(-PER_PAGE)];
  if (Array.isArray(body)) return some(body);
  if (body === null || typeof body !== 'object' || !Array.isArray(body['results'])) return body;
  return { ...body, results: some(body['results']) };
}

function* placesIn(value: Json, steps: readonly Step[], name: string): Generator<Place> {
  if (value === null || typeof value !== 'object') return;
  const entries: [Step, Json][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  for (const [step, inner] of entries) {
    const place = {
      steps: [...steps, step],
      name: `${name}/${typeof step === 'number' ? '*' : step}`,
    };
    yield place;
    yield* placesIn(inner, place.steps, place.name);
  }
}

/** What the document allows of the mutants of all places, by the names of these. */
function allowed(mutate: (holder: Record<Step, Json>, step: Step) => boolean): string[] {
  const names = new Set<string>();
  let tried = 0;
  for (const [path, body] of bodies) {
    for (const { steps, name } of placesIn(body, [], '')) {
      if (ANY.test(name)) continue;
      let holder = body as Record<Step, Json>;
      for (const step of steps.slice(0, -1)) holder = holder[step] as Record<Step, Json>;
      const last = steps.at(-1)!;
      const before = holder[last]!;
      if (!mutate(holder, last)) continue;
      tried++;
      if (contract.faults(path, body).length === 0) names.add(`${path}#${name}`);
      holder[last] = before;
    }
  }
  expect(tried).toBeGreaterThan(1000);
  return [...names].sort();
}

const lastOf = (name: string) => name.split('/').at(-1)!;

describe('a body', () => {
  it('lacks no key but the few that only some records have', () => {
    const found = allowed((holder, step) => {
      if (typeof step === 'number') return false;
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
    expect([...new Set(found.map(lastOf))].sort()).toEqual([...NULLABLE].sort());
    const wrong = found.filter((name) => NEVER_NULL.some((never) => name.endsWith(never)));
    expect(wrong).toEqual([]);
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
    const body = structuredClone(bodies.get(path)) as { results: { created_at: string }[] };
    expect(contract.faults(path, body)).toEqual([]);
    body.results[0]!.created_at = text;
    expect(contract.faults(path, body)).not.toEqual([]);
  });
});
