// In: a completed portal, and which extras are switched on. Out: what is at each of their addresses, one
// filter for each address, whatever that takes.
import * as spec from '../spec/tables.js';
import { type Lists, lists, ordered, showing } from './shapes.js';
import { type Item, type Json, type Portal, parts } from './types.js';

const LISTS: readonly spec.List[] = spec.lists;

/** The templates below the addresses of some lists. */
const below = (path: string, isThere: (list: spec.List) => true | undefined) =>
  LISTS.filter(isThere).map(({ address }) => `/api/${address}/${path}`);

/** All extras, by their templates. */
export const EXTRAS: readonly string[] = [
  ...below('', ({ isExtra }) => isExtra),
  '/api/post-comment/post/{id}/',
  '/api/post/blog/{id}/',
  '/api/post/user/{id}/',
  '/api/event/blog/{id}/',
  '/api/job/vacancy/region/{id}/',
  '/api/job/vacancy/city/{id}/',
  '/api/job/vacancy/exact-category/{id}/',
  '/api/job/resume/region/{id}/',
  '/api/job/resume/city/{id}/',
  '/api/job/resume/exact-category/{id}/',
  ...below('{id}/', ({ hasSingles }) => hasSingles),
  '/api/user/{id}/',
  '/api/job/vacancy/summary/',
  '/api/job/resume/summary/',
  ...below('all.ndjson', ({ hasLines }) => hasLines),
  '/api/job/vacancy/feed.json',
  '/api/job/vacancy/feed.atom',
  '/api/post/feed.json',
  '/api/post/feed.atom',
];

/**
 * An address below `/api/`: a list with pages (`size`: its name in the setting), a whole body, a file of lines, or a feed
 * of some records.
 */
export type Address = { name: string; size?: string } & (
  | { results: Item[] }
  /** In pages that stay put, as the feed has. */
  | { feed: Item[] }
  | { body: Json }
  | { lines: Item[] }
  | { records: Item[] }
);

/** What is at the addresses of some extras, by their templates. */
type Extras = Record<string, () => Address[]>;

/** What the extras publish. */
export function extras(portal: Portal, chosen: string[]): Address[] {
  const { regions, cities, users, blogs, posts, 'exact-categories': categories } = portal;
  const show = showing(portal);
  const records = ordered(portal);
  const all = lists(portal);
  const ofList = (name: string, its: Item[]): Extras => ({
    [`/api/${name}/`]: () => [{ name, results: its }],
    [`/api/${name}/{id}/`]: () => its.map((one) => ({ name: `${name}/${one.id}`, body: one })),
    [`/api/${name}/all.ndjson`]: () => [{ name: `${name}/all.ndjson`, lines: its }],
  });
  /** For each of the records that may be named, those of a list that name it at a path. */
  const filtered = (list: keyof Lists, by: string, parents: Item[], path = by) =>
    parents.map(({ id }) => ({
      name: `${list}/${by}/${id}`,
      size: `${list}/${by}`,
      results: all[list].filter((_, place) =>
        idsAt(records[list][place]!, path.split('.')).includes(id!),
      ),
    }));
  const ofJobs = (name: 'job/vacancy' | 'job/resume', table: spec.Table): Extras => ({
    [`/api/${name}/region/{id}/`]: () => filtered(name, 'region', regions, 'work_regions'),
    [`/api/${name}/city/{id}/`]: () => filtered(name, 'city', cities, 'work_city'),
    [`/api/${name}/exact-category/{id}/`]: () =>
      filtered(name, 'exact-category', categories, 'certificates.exact_category'),
    [`/api/${name}/summary/`]: () => [
      { name: `${name}/summary`, body: records[name].map(withCategories).map(show(table)) },
    ],
  });
  const feedsOf = (list: keyof Lists): Extras =>
    Object.fromEntries(
      ['json', 'atom'].map((format) => [
        `/api/${list}/feed.${format}`,
        () => [{ name: `${list}/feed.${format}`, records: all[list].slice(0, 50) }],
      ]),
    );
  const about: Extras = {
    ...Object.assign({}, ...Object.entries(all).map(([name, its]) => ofList(name, its))),
    '/api/post-comment/post/{id}/': () =>
      filtered('post-comment', 'post', posts).map(({ name, results }) => ({ name, body: results })),
    '/api/post/blog/{id}/': () => filtered('post', 'blog', blogs),
    '/api/post/user/{id}/': () => filtered('post', 'user', shown()),
    '/api/event/blog/{id}/': () =>
      filtered('event', 'blog', blogs).map(({ results, ...address }) => ({
        ...{ ...address, feed: results },
      })),
    ...ofJobs('job/vacancy', spec.vacancySummary),
    ...ofJobs('job/resume', spec.resumeSummary),
    '/api/user/{id}/': () =>
      shown().map((user) => ({ name: `user/${user.id}`, body: show(spec.user)(user) })),
    ...feedsOf('job/vacancy'),
    ...feedsOf('post'),
  };
  const isOn = (name: string) => chosen.includes(name);
  /** Users that anything published names, and those that these name in turn where they are published. */
  function shown(): Item[] {
    const named = new Set<Json>();
    const add = (body: Json) => {
      for (const id of usersIn(body)) {
        if (named.has(id)) continue;
        named.add(id);
        const user = users.find((one) => one.id === id);
        if (user && isOn('/api/user/{id}/')) add(show(spec.user)(user));
      }
    };
    for (const { address, isExtra } of LISTS) {
      // A feed names no user.
      const showsAll = (name: string) =>
        name.startsWith(`/api/${address}/`) && !name.includes('/feed.');
      if (!isExtra || chosen.some(showsAll)) add(all[address as keyof Lists]);
    }
    return users.filter(({ id }) => named.has(id!));
  }
  return EXTRAS.filter(isOn).flatMap((name) => about[name]!());
}

/** The ids at a field, through lists and parts. */
const idsAt = (value: Json, [key, ...below]: string[]): Json[] => {
  if (Array.isArray(value)) return value.flatMap((one) => idsAt(one, key ? [key, ...below] : []));
  return key === undefined ? [value] : idsAt((value as Item)[key]!, below);
};

/** Keys that name a user, wherever they stand. */
const NAMING = ['user', 'moderated_by', 'deleted_by', 'updated_by', 'invited_by'];

/** The ids of all users in a body: in place of them, or in them. */
function usersIn(body: Json): Json[] {
  if (typeof body !== 'object' || body === null) return [];
  if (Array.isArray(body)) return body.flatMap(usersIn);
  return Object.entries(body).flatMap(([key, value]) => {
    if (!NAMING.includes(key)) return usersIn(value);
    if (typeof value !== 'object' || value === null) return [value];
    return [(value as Item).id!, ...usersIn(value)];
  });
}

/** A vacancy or a resume with the ids of the exact categories that its certificates name. */
const withCategories = (job: Item): Item => {
  const ids = parts(job, 'certificates').map(({ exact_category }) => exact_category as number);
  return { ...job, exact_categories: [...new Set(ids)].sort((a, b) => a - b) };
};
