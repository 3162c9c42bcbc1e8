// What the proof of an import tells: each record that would not be published as it was fetched.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Fetched, FetchedList } from '../../../src/import/fetched.js';
import type { JsonObject } from '../../../src/model/fields.js';
import { directory, forum, type Portal, vacancies } from '../../support/portal.js';
import { originOf, proofOf, type Taken, taken } from '../support/origin.js';

const records: Portal = {
  ...forum({ posts: 2, replies: 2, isFlat: true }),
  ...directory(4),
  vacancies: vacancies(3)['vacancies']!.map((one) => ({ ...one, views: one['id']! })),
};
const named: Portal = {
  ...records,
  regions: records['regions']!.map((region) => ({ ...region, name: 'Область' })),
};

let fetched: Fetched;
let split: Taken;
beforeAll(async () => {
  fetched = await originOf(named);
  split = await taken(fetched);
});

/** What was fetched, with another list in the place of one. */
function withList(
  name: string,
  change: (records: JsonObject[]) => JsonObject[],
  isWhole = true,
): Fetched {
  const other = (list: FetchedList): FetchedList => ({
    ...list,
    isWhole,
    async visit(visit) {
      const all: JsonObject[] = [];
      list.visit((record) => void all.push(record));
      for (const record of change(all)) visit(record);
    },
  });
  return { lists: fetched.lists.map((list) => (list.endpoint.name === name ? other(list) : list)) };
}

describe('the proof', () => {
  it('compares every record of every list', async () => {
    const { records, differences, differing, isBuilt } = await proofOf(fetched, split);
    expect([isBuilt, differences, differing]).toEqual([true, [], 0]);
    expect(records).toBe(4 + 3 + 6 + 6);
  });

  const scenarios: [string, string, (all: JsonObject[]) => JsonObject[], unknown[]][] = [
    [
      'the fields that differ, deep down as well',
      'event',
      (all) =>
        all.map((event) =>
          event['id'] === 6
            ? { ...event, title: 'Новое', user: { ...(event['user'] as JsonObject), sex: 2 } }
            : event,
        ),
      [{ list: 'event', id: 6, what: ['title', 'user'] }],
    ],
    [
      'what is not published',
      'job/vacancy',
      ([first, ...others]) => [{ ...first!, id: 9 }, first!, ...others],
      [{ list: 'job/vacancy', id: 9, what: 'missing' }],
    ],
    [
      'what was not fetched',
      'job/vacancy',
      ([, ...others]) => others,
      [{ list: 'job/vacancy', id: 3, what: 'extra' }],
    ],
    [
      'what is in another place',
      'job/vacancy',
      ([a, b, c]) => [b!, c!, a!],
      [{ list: 'job/vacancy', id: 3, what: 'order' }],
    ],
    ['not the order of keys', 'event', (all) => all.map(reversed), []],
    ['not the order between which the list does not choose', 'region', (all) => all.reverse(), []],
  ];
  it.each(scenarios)('tells %s', async (_, list, change, expected) => {
    const { differences, differing } = await proofOf(withList(list, change), split);
    expect(differences).toEqual(expected);
    expect(differing).toBe(expected.length);
  });

  it.each([
    ['a wrong join', 'comments/', '"user": 2', '"user": 3', ['post-comment', 6, ['user']]],
    ['a dropped field', 'vacancies/2', /,\s*"views": 2/, '', ['job/vacancy', 2, ['views']]],
    ['a dropped record', 'events/', /.*"id": 6,.*\n/, '', ['event', 6, 'missing']],
  ] as const)('tells %s in the data', async (_, name, from, to, expected) => {
    const other = await taken(fetched);
    const path = join(other.data, other.files.find((file) => file.startsWith(name))!);
    const text = readFileSync(path, 'utf8');
    expect(text).toMatch(from);
    writeFileSync(path, text.replace(from, to));
    const { differences } = await proofOf(fetched, other);
    const told = differences.map(({ list, id, what }) => [list, id, what]);
    expect(told).toContainEqual(expected);
  });

  it('does not miss what a list that is not whole did not show', async () => {
    const part = withList('job/vacancy', ([, ...others]) => others, false);
    expect((await proofOf(part, split)).differences).toEqual([]);
  });

  it('does not miss in an optional list what others show: it has what everyone may see', async () => {
    const told = await originOf(named, {
      lists: ['/api/post/', '/api/blog/'],
      change: (list, record) =>
        ['post', 'blog'].includes(list) && record['id'] === 1 ? undefined : record,
    });
    const { problems, differences } = await proofOf(told, await taken(told));
    expect([problems, differences]).toEqual([[], []]);
  });

  it('is none when the data has an error: that is told at its place', async () => {
    const other = await taken(fetched);
    const file = join(other.data, 'blogs.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"title"', '"titel"'));
    const { isBuilt, problems, records } = await proofOf(fetched, other);
    expect(isBuilt).toBe(false);
    expect(records).toBe(0);
    expect(problems).toMatchObject([
      { code: 'unknown-field', severity: 'error', file: 'data/blogs.json', line: 2 },
    ]);
  });
});

const reversed = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).reverse());
