// Of a collection that no list has, those records are published that others show or name, in the shape in which they
// are published: held against all records asked again and again until none is added.
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { shape } from '../../src/model/collection.js';
import { ascending, type Endpoint, type Portal } from '../../src/model/endpoint.js';
import { computed, ref } from '../../src/model/types.js';
import { itHolds } from '../oracle/publish.js';
import { times } from '../support/portal.js';
import { filesOf, readJson } from '../support/tree.js';
import { plain, portalOf, published, withheldWhere } from './small.js';

const user = ref('users').nullable().default(null);
const userList: Endpoint = {
  name: 'user',
  records: { collection: 'users', shape: 'full', order: [ascending('id')] },
  paging: { style: 'array' },
};
const ofWorks = portalOf([
  plain(
    'works',
    {
      hidden: z.boolean().default(false),
      by: ref('users', 'brief').nullable().default(null),
      author: user,
      team: z.array(z.strictObject({ who: ref('users', 'card') })).default([]),
      editor: user,
      printer: user,
    },
    {
      shapes: {
        // Of these, nobody is told the editor and the printer.
        full: shape(
          ['id', 'hidden', 'by', 'author', 'team', 'printer'],
          {},
          z.strictObject({ printer: computed(z.null(), () => null) }),
        ),
      },
      withheld: [withheldWhere<{ readonly hidden: boolean }>(({ hidden }) => hidden)],
    },
  ),
  plain(
    'users',
    { boss: user, deputies: z.array(ref('users')).default([]), heir: user },
    {
      unlisted: true,
      shapes: {
        full: shape(['id', 'boss']),
        brief: shape(['id']),
        card: shape(['id', 'deputies']),
      },
    },
  ),
]);
const workList = ofWorks.endpoints[0]!;
const portal: Portal = {
  ...ofWorks,
  endpoints: [workList],
  extras: [
    { kind: 'record', of: userList },
    { kind: 'lookup', of: userList, by: 'boss' },
    { kind: 'list', endpoint: userList },
    { kind: 'lookup', of: workList, by: 'team', reference: 'team.who' },
  ],
};

const USERS = 6;
const one = fc.integer({ min: 1, max: USERS });
const perhaps = fc.option(one, { freq: 2 });
const users = fc.tuple(
  ...times(USERS, (id) =>
    fc.record({
      id: fc.constant(id),
      boss: perhaps,
      deputies: fc.uniqueArray(one, { maxLength: 2 }),
      heir: perhaps,
    }),
  ),
);
const works = fc
  .array(
    fc.record({
      hidden: fc.boolean(),
      by: perhaps,
      author: perhaps,
      team: fc.array(fc.record({ who: one }), { maxLength: 2 }),
      editor: perhaps,
      printer: perhaps,
    }),
    { maxLength: 2 },
  )
  .map((all) => all.map((work, i) => ({ id: i + 1, ...work })));

interface User {
  readonly id: number;
  readonly boss: number | null;
}
interface Data {
  readonly users: readonly (User & { readonly deputies: readonly number[] })[];
  readonly works: readonly {
    readonly id: number;
    readonly hidden: boolean;
    readonly by: number | null;
    readonly author: number | null;
    readonly team: readonly { readonly who: number }[];
  }[];
}

/** The users that are shown. */
function shown(data: Data): number[] {
  const all = new Set<number>();
  const see = (id: number | null, asCard = false) => {
    if (id === null) return;
    const { boss, deputies } = data.users[id - 1]!;
    if (asCard) for (const deputy of deputies) see(deputy);
    if (all.has(id)) return;
    all.add(id);
    see(boss);
  };
  for (const { hidden, by, author, team } of data.works) {
    if (hidden) continue;
    see(by);
    see(author);
    for (const { who } of team) see(who, true);
  }
  return [...all].sort();
}

/** The lists below an address, by the ids that their addresses end with. */
const lookups = (api: string, address: string) =>
  Object.fromEntries(
    filesOf(join(api, address)).flatMap((name) => {
      const id = /^(\d+)[/]index[.]json$/.exec(name)?.[1];
      if (id === undefined) return [];
      const listed = readJson<{ id: number }[]>(api, `${address}/${name}`);
      return [[id, listed.map((one) => one.id)]];
    }),
  );

itHolds(
  'they are published by themselves where they are shown, and below what they refer to',
  15,
  [users, works],
  async (users, works) => {
    const data = { users, works };
    const ids = shown(data);
    const extras = ['/api/user/{id}/', '/api/user/boss/{id}/', '/api/works/team/{id}/'];
    const { api } = await published(portal, data, { extras });
    const alone = filesOf(join(api, 'user')).flatMap(
      (name) => /^\d+(?=[/]index[.]json$)/.exec(name) ?? [],
    );
    expect(alone.map(Number)).toEqual(ids);
    const groups = (listed: (id: number) => number[]) =>
      Object.fromEntries(ids.map((id) => [id, listed(id)]));
    expect(lookups(api, 'user/boss')).toEqual(
      groups((boss) => ids.filter((id) => users[id - 1]!.boss === boss)),
    );
    expect(lookups(api, 'works/team')).toEqual(
      groups((id) =>
        works.flatMap((work) =>
          !work.hidden && work.team.some(({ who }) => who === id) ? [work.id] : [],
        ),
      ),
    );
  },
);

it('all are published where a list has them', async () => {
  const users = [
    { id: 1, boss: null },
    { id: 2, boss: 2 },
  ];
  const extras = ['/api/user/', '/api/user/{id}/'];
  const { page } = await published(portal, { users }, { extras });
  expect(page('user')).toEqual(users);
  expect([page('user/1'), page('user/2')]).toEqual(users);
});
