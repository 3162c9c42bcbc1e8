// Lists that change while they are read: given as all of them were at one instant, or refused.
import { isDeepStrictEqual as isEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/fields.js';
import { runs } from '../../support/runs.js';
import {
  event,
  expert,
  fetching,
  type Lists,
  Origin,
  recordsOf,
  region,
  tidy,
  told,
} from './origin.js';

tidy();

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
const experts = (to: number) => range(1, to).map((id) => expert(id));
const regions = (to: number) => range(1, to).map((id) => region(id));

/** Changes an origin just before it answers the n-th request to an address that begins so. */
function at(origin: Origin, place: number, target: string, change: () => void): void {
  let met = 0;
  const before = origin.before;
  origin.before = (asked) => {
    before(asked);
    if (asked.startsWith(target) && ++met === place) change();
  };
}

const walksOf = ({ asked }: Origin, target: string) =>
  asked.filter((each) => each === target).length;

it('lists that rest are walked four times, and no more', async () => {
  const origin = await Origin.start({ region: regions(5), 'epb-e/expert': experts(3) });
  const result = await fetching(origin);
  expect(told(result, origin)).toEqual([]);
  expect(walksOf(origin, '/api/region/')).toBe(4);
  expect(result.requests).toBe(origin.asked.length);
  expect(await recordsOf(result, 'region')).toEqual(regions(5));
  expect(result.lists.every(({ isWhole }) => isWhole)).toBe(true);
});

describe('a list that moves', () => {
  it('is walked again, and so are all others', async () => {
    const origin = await Origin.start({ region: regions(5), 'epb-e/expert': experts(1) });
    at(origin, 2, '/api/region/?page=2', () => {
      origin.lists = { ...origin.lists, region: regions(6) };
    });
    const result = await fetching(origin);
    expect(told(result, origin)).toEqual([]);
    expect(await recordsOf(result, 'region')).toEqual(regions(6));
    expect(walksOf(origin, '/api/region/')).toBe(6);
    expect(walksOf(origin, '/api/epb-e/expert/')).toBe(6);
  });

  it('and never rests is an error', async () => {
    const origin = await Origin.start({ region: regions(3) });
    let last = 3;
    origin.before = (asked) => {
      if (asked === '/api/region/') origin.lists = { region: regions(++last) };
    };
    const result = await fetching(origin);
    expect(result.lists).toEqual([]);
    expect(told(result, origin)).toEqual([
      expect.stringMatching(
        /^error moving \/api\/region\/\S* - the list does not come to rest: no 4 of 8 walks in a row are alike/,
      ),
    ]);
    expect(walksOf(origin, '/api/region/')).toBe(8);
  });

  it('is fetched all the same where only values change, with a warning', async () => {
    const origin = await Origin.start({ region: regions(4) });
    let views = 0;
    origin.before = () => {
      views++;
      origin.lists = {
        region: regions(4).map((each) => (each['id'] === 2 ? { ...each, code: `${views}` } : each)),
      };
    };
    const result = await fetching(origin);
    expect(told(result, origin)).toEqual([
      'warning counter /api/region/ - values of its records change from walk to walk; the last ones are taken',
    ]);
    const records = await recordsOf(result, 'region');
    expect(records.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(walksOf(origin, '/api/region/')).toBe(5);
  });
});

describe('two servers of different age behind one address', () => {
  const old: Lists = {
    'epb-e/expert': experts(5),
    region: regions(5),
    event: [event(2), event(1)],
  };
  const fresh: Lists = {
    'epb-e/expert': experts(5).map((one) => (one['id'] === 1 ? { ...one, full_name: 'Ия' } : one)),
    region: regions(5).map((one) => (one['id'] === 5 ? { ...one, code: '05' } : one)),
    event: [{ ...event(2), title: 'Новое' }, event(1)],
  };

  /** Fetches while `isFresh` says of each request which of the servers answers it. */
  async function between(isFresh: (request: number) => boolean): Promise<unknown> {
    const origin = await Origin.start(old);
    let request = 0;
    origin.before = () => {
      origin.lists = isFresh(request++) ? fresh : old;
    };
    // One at a time, so that the order of the requests does not depend on how busy the machine is.
    const result = await fetching(origin, { concurrency: 1 });
    const problems = told(result, origin);
    origin.stop();
    if (result.lists.length === 0) return problems;
    const names = Object.keys(old);
    const got = await Promise.all(names.map((name) => recordsOf(result, name)));
    return Object.fromEntries(names.map((name, i) => [name, got[i]]));
  }

  it.each(range(1, 10))('that change places after %i requests are refused', async (every) => {
    const refusal = await between((request) => Math.floor(request / every) % 2 === 1);
    expect(refusal).toContainEqual(
      expect.stringMatching(
        /^error moving \/api\/(?:epb-e\/expert|region|event)\/ - the list goes back to an earlier state: servers of different age seem to answer$/,
      ),
    );
  });

  it('of which the fresh one takes over at some request are one state', async () => {
    for (let at = 0; at < 45; at += 4) {
      const result = await between((request) => request >= at);
      expect(at < 30 ? [fresh] : [old, fresh]).toContainEqual(result);
    }
  });

  it('that answer at random are one state or refused, but for a rare chance', async () => {
    let [mixed, tries] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.boolean()), async (servers) => {
        const result = await between(() => servers.next().value as boolean);
        tries++;
        const isRefused = Array.isArray(result);
        if (!isRefused && ![old, fresh].some((state) => isEqual(state, result))) mixed++;
      }),
      runs(15),
    );
    expect(mixed / tries).toBeLessThan(0.1);
  });
});

it('a record that is there twice is taken once, and the list is not whole', async () => {
  const rows = [event(5), event(4), event(4), event(3)];
  const origin = await Origin.start({ event: rows });
  origin.pageSize = 9;
  const result = await fetching(origin);
  expect(told(result, origin)).toEqual([
    'warning repeated /api/event/ - records are there more than once, such as 4; each is taken once, and the list may lack others',
  ]);
  expect(await recordsOf(result, 'event')).toEqual([event(5), event(4), event(3)]);
  const list = result.lists.find(({ endpoint: { name } }) => name === 'event')!;
  expect([list.isWhole, list.records]).toEqual([false, 3]);
});

/** What happens to a list before a request: nothing, or something that never comes back. */
type Change = {
  readonly list: keyof typeof made;
  readonly what: 'add' | 'remove' | 'change';
  readonly where: number;
};
const made = { 'epb-e/expert': expert, region, event };

function changed(lists: Lists, { list, what, where }: Change, fresh: number): Lists {
  const rows = lists[list]!;
  const at = rows.length === 0 ? 0 : where % rows.length;
  const name = `№ ${fresh}`;
  const put = (record: JsonObject) =>
    what === 'add' ? [...rows, record] : rows.map((row, i) => (i === at ? record : row));
  if (what === 'remove') return { ...lists, [list]: rows.filter((_, i) => i !== at) };
  if (rows.length === 0 && what === 'change') return lists;
  const id = what === 'add' ? fresh : (rows[at]!['id'] as number);
  // Regions are in the order of their names, so that a new name moves one.
  const sorted = put(list === 'event' ? { ...event(id), title: name } : made[list](id, name));
  if (list === 'epb-e/expert') sorted.sort((a, b) => Number(a['id']) - Number(b['id']));
  else if (list === 'event') sorted.sort((a, b) => Number(b['id']) - Number(a['id']));
  else sorted.sort((a, b) => ((a['name'] as string) < (b['name'] as string) ? -1 : 1));
  return { ...lists, [list]: sorted };
}

const change = fc.record({
  list: fc.constantFrom('epb-e/expert', 'region', 'event'),
  what: fc.constantFrom('add', 'remove', 'change'),
  where: fc.nat(9),
}) as fc.Arbitrary<Change>;
/** Before each request a change or none: rarely, for a while, or all the time. */
const course = fc.oneof(
  fc.array(fc.option(change, { freq: 1 }), { maxLength: 40, size: 'max' }),
  fc.array(
    fc.oneof({ arbitrary: fc.constant(null), weight: 9 }, { arbitrary: change, weight: 1 }),
    {
      maxLength: 120,
      size: 'max',
    },
  ),
  fc.array(change, { maxLength: 300, size: 'max' }),
);

it('lists that change at random are as all were at one instant, or refused', async () => {
  let given = 0;
  let refusals = 0;
  await fc.assert(
    fc.asyncProperty(course, async (changes) => {
      const origin = await Origin.start({
        'epb-e/expert': experts(4),
        region: regions(5),
        event: range(1, 5).map((id) => event(6 - id)),
      });
      const states = [origin.lists];
      let requests = 0;
      origin.before = () => {
        const next = changes[requests++];
        if (!next) return;
        origin.lists = changed(origin.lists, next, 100 + requests);
        states.push(origin.lists);
      };
      const result = await fetching(origin);
      const said = result.problems.map(({ code }) => code);
      origin.stop();
      if (result.lists.length === 0) {
        refusals++;
        expect(said.some((code) => code === 'moving' || code === 'count')).toBe(true);
        return;
      }
      given++;
      const isSteady = said.length === 0;
      expect(isSteady || said.every((code) => code === 'counter')).toBe(true);
      const shown = (records: readonly JsonObject[]) =>
        isSteady ? records : records.map(({ id }) => id);
      const got: Record<string, unknown> = {};
      for (const name of Object.keys(made)) got[name] = shown(await recordsOf(result, name));
      const were = states.map((state) =>
        Object.fromEntries(Object.entries(state).map(([name, rows]) => [name, shown(rows)])),
      );
      expect(were).toContainEqual(got);
    }),
    runs(9),
  );
  expect(given).toBeGreaterThan(3);
  expect(refusals).toBeGreaterThan(0);
});
