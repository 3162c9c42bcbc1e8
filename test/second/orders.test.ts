// Lists are ordered by what they publish, whatever the kind of the field and whether a record gives it.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ascending, collated, descending, type OrderKey } from '../../src/model/endpoint.js';
import { date, derived, timestamp } from '../../src/model/types.js';
import { plain, portalOf, published } from './small.js';

type Order = readonly [z.ZodType, OrderKey, readonly unknown[], readonly number[]];
const later = '2025-01-01T00:00:00+00:00';
const earlier = '2021-01-01T10:00:00+09:00';
const between = '2021-01-01T02:00:00+00:00';

/** A field, an order by it, what three or more records give (`undefined`: nothing), and their ids in the list. */
const orders: Record<string, Order> = {
  date: [date, ascending('f'), ['2023-01-01', '2021-12-31', '2022-01-01'], [2, 3, 1]],
  'date with a default': [
    date.default('2022-01-01'),
    descending('f'),
    ['2023-01-01', undefined, '2021-01-01', '2022-06-01'],
    [1, 4, 2, 3],
  ],
  'text by code points': [
    z.string(),
    ascending('f'),
    ['b', '\u{1f600}', '\uff5e', 'B', 'ba'],
    [4, 1, 5, 3, 2],
  ],
  flag: [z.boolean().default(false), descending('f'), [false, true, undefined, true], [2, 4, 1, 3]],
  choice: [z.enum(['b', 'a']).default('b'), ascending('f'), ['b', 'a', undefined], [2, 1, 3]],
  'choice of numbers': [z.literal([10, 9]), ascending('f'), [10, 9, 10], [2, 1, 3]],
  'number with a default': [
    z.int().default(5),
    ascending('f'),
    [10, undefined, 2, -1],
    [4, 3, 2, 1],
  ],
  'number or null': [
    z.int().nullable().default(null),
    ascending('f'),
    [0, undefined, -7, null],
    [2, 4, 3, 1],
  ],
  'number or null, descending': [z.int().nullable(), descending('f'), [0, null, -7], [1, 3, 2]],
  'number of the record itself': [
    derived(z.int(), ({ id }) => 10 - (id as number)),
    ascending('f'),
    [9, undefined, 7, undefined],
    [4, 3, 2, 1],
  ],
  'text with a default': [
    z.string().default('m'),
    collated('f', 'en'),
    ['z', undefined, 'a'],
    [3, 2, 1],
  ],
  'text or null': [
    z.string().nullable().default(null),
    collated('f', 'en'),
    ['z', undefined, 'a'],
    [2, 3, 1],
  ],
  'instant with a default': [
    timestamp.default(between),
    ascending('f'),
    [later, undefined, earlier],
    [3, 2, 1],
  ],
  'instant or null': [
    timestamp.nullable().default(null),
    descending('f'),
    [earlier, null, later],
    [3, 1, 2],
  ],
  'instant of the record itself': [
    derived(timestamp, () => between),
    ascending('f'),
    [later, undefined, earlier],
    [3, 2, 1],
  ],
};

it.each(Object.entries(orders))('by %s', async (_, [field, key, given, expected]) => {
  const portal = portalOf([plain('things', { f: field })], [key, ascending('id')]);
  const things = given.map((f, at) => ({ id: at + 1, ...(f !== undefined && { f }) }));
  const { page } = await published(portal, { things });
  expect((page('things') as { id: number }[]).map(({ id }) => id)).toEqual(expected);
});
