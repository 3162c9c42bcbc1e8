// Only the head of the feed, back to what is known.
import { expect, it } from 'vitest';
import { event, expert, fetching, json, Origin, recordsOf, tidy, told } from './origin.js';

tidy();

const feed = (newest: number) => Array.from({ length: newest }, (_, i) => event(newest - i));

it('is read back to the page on which all records are known, and nothing else is', async () => {
  const origin = await Origin.start({ event: feed(9), 'epb-e/expert': [expert(1)] });
  const result = await fetching(origin, { since: ({ id }) => (id as number) <= 6 });
  expect(told(result, origin)).toEqual([]);
  expect((await recordsOf(result, 'event')).map(({ id }) => id)).toEqual([9, 8, 7, 6, 5, 4]);
  expect(result.lists.map(({ endpoint, isWhole }) => [endpoint.name, isWhole])).toEqual([
    ['event', false],
  ]);
  expect(origin.asked.filter((target) => target.includes('expert'))).toEqual([]);
});

it('is read to its end where nothing is known, which is told, and is no whole list all the same', async () => {
  const origin = await Origin.start({ event: feed(5) });
  const result = await fetching(origin, { since: () => false });
  const why =
    'the feed ends before any entry that is known: what it lost comes with a whole import';
  expect(told(result, origin).map((line) => line.replace(/\?cursor=\S+/, ''))).toEqual([
    `warning unmet /api/event/ - ${why}`,
  ]);
  expect(await recordsOf(result, 'event')).toHaveLength(5);
  expect(result.lists.map(({ isWhole }) => isWhole)).toEqual([false]);
});

it('is of one state: what comes while it is read is in it, or is not', async () => {
  const origin = await Origin.start({ event: feed(5) });
  let requests = 0;
  origin.before = () => {
    if (++requests === 2) origin.lists = { event: feed(6) };
  };
  const result = await fetching(origin, { since: ({ id }) => (id as number) <= 2 });
  expect(told(result, origin)).toEqual([]);
  expect((await recordsOf(result, 'event')).map(({ id }) => id)).toEqual([6, 5, 4, 3, 2, 1]);
});

it('is left where it goes on for ever', async () => {
  const origin = await Origin.start({});
  origin.takeOver = (target, response) => {
    if (!target.startsWith('/api/event/')) return false;
    const id = 1e6 - origin.asked.length;
    json(response, 200, { next: `?cursor=${id}`, previous: null, results: [event(id)] });
    return true;
  };
  const since = ({ id }: { readonly id?: unknown }) => (id as number) <= 6;
  const result = await fetching(origin, { since, limits: { records: 30 } });
  expect(result.problems.map(({ code }) => code)).toEqual(['limit']);
});
