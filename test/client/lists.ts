// The lists and the single records of the API as the client has them: `exactCategories` has those of the collection
// exact-categories, `exactCategory(1)` is one of them.
import { expect } from 'vitest';
import type { Client, List } from '../../src/client/index.js';
import { portal } from '../../src/portal/index.js';
import { lists, type Table } from '../spec/tables.js';

const camelCase = (words: string) =>
  words.replace(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase());
const memberOf = (api: Client, words: string) => Reflect.get(api, camelCase(words)) as unknown;

/** The list of all records of a table. */
export const listOf = (api: Client, { collection = '' }: Table) =>
  memberOf(api, collection) as List<unknown> & {
    where(filter: Readonly<Record<string, number>>): List<unknown>;
  };

/** One record of a table. */
export const recordOf = (api: Client, { table }: Table, id: number) =>
  (memberOf(api, table) as (id: number) => Promise<unknown>)(id);

/** Each list by its name, in the order of the endpoints; none is left out. */
export function listsIn(api: Client): [name: string, list: List<unknown>][] {
  const { favorites } = api;
  const named: [string, List<unknown>][] = [
    ...lists
      .filter((list) => !('isExtra' in list))
      .map(({ address, record }): [string, List<unknown>] => [address, listOf(api, record)]),
    ['portal-favorite/in-favorite', favorites.inFavorite],
    ['portal-favorite/member', favorites.members],
    ['portal-favorite/blog', favorites.blogs],
    ['portal-favorite/post', favorites.posts],
    ['portal-favorite/comment', favorites.comments],
  ];
  expect(named.map(([name]) => name)).toEqual(portal.endpoints.map(({ name }) => name));
  return named;
}
