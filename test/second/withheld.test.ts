// A record that refers to a withheld one is withheld, too, wherever the reference stands in it: held against all
// records asked again and again until none is added.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ref } from '../../src/model/types.js';
import { say } from '../../src/problems/say.js';
import { itHolds } from '../oracle/publish.js';
import { times } from '../support/portal.js';
import { plain, portalOf, published, withheldWhere } from './small.js';

const closed = z.boolean().default(false);
const withheld = [withheldWhere<{ readonly closed: boolean }>((record) => record.closed)];
const portal = portalOf([
  plain(
    'people',
    {
      closed,
      friend: ref('people').nullable().default(null),
      teams: z.array(ref('teams')).default([]),
    },
    { withheld },
  ),
  plain(
    'teams',
    {
      closed,
      members: z.array(ref('people')).default([]),
      head: z
        .strictObject({ person: ref('people') })
        .nullable()
        .default(null),
    },
    { withheld },
  ),
]);

interface Person {
  readonly id: number;
  readonly closed: boolean;
  readonly friend: number | null;
  readonly teams: readonly number[];
}
interface Team {
  readonly id: number;
  readonly closed: boolean;
  readonly members: readonly number[];
  readonly head: { readonly person: number } | null;
}

const PEOPLE = 5;
const TEAMS = 4;
const person = fc.integer({ min: 1, max: PEOPLE });
const ofTen = (n: number) => fc.integer({ min: 1, max: 10 }).map((drawn) => drawn <= n);
const listOf = (most: number) =>
  fc.uniqueArray(fc.integer({ min: 1, max: most }), { maxLength: 2 });
const people = fc.tuple(
  ...times(PEOPLE, (id) =>
    fc.record({
      id: fc.constant(id),
      closed: ofTen(2),
      friend: fc.option(person),
      teams: listOf(TEAMS),
    }),
  ),
);
const teams = fc.tuple(
  ...times(TEAMS, (id) =>
    fc.record({
      id: fc.constant(id),
      closed: ofTen(1),
      members: listOf(PEOPLE),
      head: fc.option(fc.record({ person })),
    }),
  ),
);

/** The records that remain, and how many do not. */
function remaining(data: { readonly people: readonly Person[]; readonly teams: readonly Team[] }) {
  const open = {
    people: data.people.filter((one) => !one.closed),
    teams: data.teams.filter((one) => !one.closed),
  };
  const has = (all: readonly { readonly id: number }[], id: number) =>
    all.some((one) => one.id === id);
  for (let before = -1, now = 0; now !== before; ) {
    before = open.people.length + open.teams.length;
    open.people = open.people.filter(
      ({ friend, teams }) =>
        (friend === null || has(open.people, friend)) && teams.every((id) => has(open.teams, id)),
    );
    open.teams = open.teams.filter(
      ({ members, head }) =>
        members.every((id) => has(open.people, id)) && (!head || has(open.people, head.person)),
    );
    now = open.people.length + open.teams.length;
  }
  return open;
}

itHolds(
  'records are withheld by whatever references',
  20,
  [people, teams],
  async (people, teams) => {
    const data = { people, teams };
    const open = remaining(data);
    const { page, summary, reasons } = await published(portal, data);
    expect({ people: page('people'), teams: page('teams') }).toEqual(open);
    const gone = { people: PEOPLE - open.people.length, teams: TEAMS - open.teams.length };
    expect(summary.withheld).toEqual(gone);
    const closedTeams = teams.filter((one) => one.closed).length;
    const ofTeams = reasons.filter(({ collection }) => collection === 'teams');
    const count = (of: typeof reasons) => of.reduce((sum, { records }) => sum + records, 0);
    expect(count(ofTeams)).toBe(gone.teams);
    expect(count(ofTeams.filter(({ reason }) => reason.text === 'it is hidden'))).toBe(closedTeams);
  },
);

it('reasons are counted by what was referred to', async () => {
  const data = {
    people: [
      { id: 1, closed: true },
      { id: 2, friend: 1 },
      { id: 3, teams: [8] },
      { id: 4, friend: 4, teams: [6] },
    ],
    teams: [
      { id: 6, members: [4] },
      { id: 7, members: [4, 2] },
      { id: 8, head: { person: 2 } },
    ],
  };
  const { reasons } = await published(portal, data);
  const told = reasons.map(
    ({ collection, reason, records }) => `${records} ${collection}: ${say(reason, 'en')}`,
  );
  expect(told.sort()).toEqual([
    '1 people: it is hidden',
    '1 people: it refers to a withheld record of people',
    '1 people: it refers to a withheld record of teams',
    '2 teams: it refers to a withheld record of people',
  ]);
});
