// In: a completed portal, and which extras are switched on. Out: what is at each of their addresses, one
// filter for each address, whatever that takes.
import { resumeSummary, type Table, vacancySummary } from '../spec/tables.js';
import { byName, byTime, down, lists, pick, shapes, sorted, up } from './shapes.js';
import { type Item, type Json, type Portal, parts } from './types.js';

/** All extras, by their templates. */
export const EXTRAS = [
  '/api/city/',
  '/api/blog/',
  '/api/post/',
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
  '/api/epb-e/expert/{id}/',
  '/api/region/{id}/',
  '/api/pb-questions/exact-category/{id}/',
  '/api/job/vacancy/{id}/',
  '/api/job/resume/{id}/',
  '/api/city/{id}/',
  '/api/blog/{id}/',
  '/api/post/{id}/',
  '/api/user/{id}/',
  '/api/job/vacancy/summary/',
  '/api/job/resume/summary/',
  '/api/epb-e/expert/all.ndjson',
  '/api/region/all.ndjson',
  '/api/job/vacancy/all.ndjson',
  '/api/job/resume/all.ndjson',
  '/api/post-comment/all.ndjson',
  '/api/event/all.ndjson',
  '/api/city/all.ndjson',
  '/api/blog/all.ndjson',
  '/api/post/all.ndjson',
  '/api/job/vacancy/feed.json',
  '/api/job/vacancy/feed.atom',
  '/api/post/feed.json',
  '/api/post/feed.atom',
] as const;

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

/** What the extras publish. */
export function extras(portal: Portal, chosen: string[]): Address[] {
  const shape = shapes(portal);
  const { posts, blogs, comments } = portal;
  const tree = sorted(comments, up('tree_id'), up('lft'));
  const newest = sorted(posts, down('id'));
  const singles = (name: string, records: Item[], shaped: (record: Item) => Item): Address[] =>
    records.map((record) => ({ name: `${name}/${record.id}`, body: shaped(record) }));
  const all = {
    ...lists(portal),
    city: sorted(portal.cities, byName, up('id')).map(shape.city),
    blog: sorted(blogs, up('id')).map(shape.blog),
    post: newest.map(shape.post),
  };
  const list = (name: keyof typeof all) => () => [{ name, results: all[name] }];
  const lines = (name: keyof typeof all) => () => [
    { name: `${name}/all.ndjson`, lines: all[name] },
  ];
  const feed = sorted(portal.events, byTime, down('id'));
  /** For each of the records that may be named, those that name it at a field. */
  const filtered = (
    name: string,
    parents: Item[],
    records: Item[],
    shaped: (record: Item) => Item,
    ...path: string[]
  ) =>
    parents.map(({ id }) => ({
      name: `${name}/${id}`,
      size: name,
      results: records.filter((record) => idsAt(record, path).includes(id!)).map(shaped),
    }));
  const jobFilters = <N extends 'job/vacancy' | 'job/resume'>(
    name: N,
    jobs: Item[],
    shaped: (record: Item) => Item,
  ) => {
    const by = (segment: string, parents: Item[], ...path: string[]) =>
      filtered(`${name}/${segment}`, parents, sorted(jobs, down('id')), shaped, ...path);
    const categories = portal['exact-categories'];
    return {
      [`/api/${name}/region/{id}/`]: () => by('region', portal.regions, 'work_regions'),
      [`/api/${name}/city/{id}/`]: () => by('city', portal.cities, 'work_city'),
      [`/api/${name}/exact-category/{id}/`]: () =>
        by('exact-category', categories, 'certificates', 'exact_category'),
    } as Record<`/api/${N}/${'region' | 'city' | 'exact-category'}/{id}/`, () => Address[]>;
  };
  const feedOf = (list: keyof typeof all, format: string) => () => [
    { name: `${list}/feed.${format}`, records: all[list].slice(0, 50) },
  ];
  const about: Record<(typeof EXTRAS)[number], () => Address[]> = {
    '/api/city/': list('city'),
    '/api/blog/': list('blog'),
    '/api/post/': list('post'),
    '/api/post-comment/post/{id}/': () =>
      posts.map(({ id }) => ({
        name: `post-comment/post/${id}`,
        body: tree.filter(({ post }) => post === id).map(shape.listedComment),
      })),
    '/api/post/blog/{id}/': () =>
      blogs.map(({ id }) => ({
        name: `post/blog/${id}`,
        size: 'post/blog',
        results: newest.filter(({ blog }) => blog === id).map(shape.post),
      })),
    '/api/post/user/{id}/': () => filtered('post/user', shown(), newest, shape.post, 'user'),
    '/api/event/blog/{id}/': () =>
      filtered('event/blog', blogs, feed, shape.event, 'blog').map(({ results, ...address }) => ({
        ...{ ...address, feed: results },
      })),
    ...jobFilters('job/vacancy', portal.vacancies, shape.vacancy),
    ...jobFilters('job/resume', portal.resumes, shape.resume),
    '/api/epb-e/expert/{id}/': () => singles('epb-e/expert', portal.experts, shape.expert),
    '/api/region/{id}/': () => singles('region', portal.regions, shape.region),
    '/api/pb-questions/exact-category/{id}/': () =>
      singles('pb-questions/exact-category', portal['exact-categories'], shape.exactCategory),
    '/api/job/vacancy/{id}/': () => singles('job/vacancy', portal.vacancies, shape.vacancy),
    '/api/job/resume/{id}/': () => singles('job/resume', portal.resumes, shape.resume),
    '/api/city/{id}/': () => singles('city', portal.cities, shape.city),
    '/api/blog/{id}/': () => singles('blog', blogs, shape.blog),
    '/api/post/{id}/': () => singles('post', posts, shape.post),
    '/api/user/{id}/': () => singles('user', shown(), shape.user),
    '/api/job/vacancy/summary/': () => [
      {
        name: 'job/vacancy/summary',
        body: sorted(portal.vacancies, down('id')).map(summary(vacancySummary)),
      },
    ],
    '/api/job/resume/summary/': () => [
      {
        name: 'job/resume/summary',
        body: sorted(portal.resumes, down('id')).map(summary(resumeSummary)),
      },
    ],
    '/api/epb-e/expert/all.ndjson': lines('epb-e/expert'),
    '/api/region/all.ndjson': lines('region'),
    '/api/job/vacancy/all.ndjson': lines('job/vacancy'),
    '/api/job/resume/all.ndjson': lines('job/resume'),
    '/api/post-comment/all.ndjson': lines('post-comment'),
    '/api/event/all.ndjson': lines('event'),
    '/api/city/all.ndjson': lines('city'),
    '/api/blog/all.ndjson': lines('blog'),
    '/api/post/all.ndjson': lines('post'),
    '/api/job/vacancy/feed.json': feedOf('job/vacancy', 'json'),
    '/api/job/vacancy/feed.atom': feedOf('job/vacancy', 'atom'),
    '/api/post/feed.json': feedOf('post', 'json'),
    '/api/post/feed.atom': feedOf('post', 'atom'),
  };
  const isOn = (name: string) => chosen.includes(name);
  /** Users that anything published names, and those that these name in turn where they are published. */
  function shown(): Item[] {
    const named = new Set<Json>();
    const add = (body: Json) => {
      for (const id of usersIn(body)) {
        if (named.has(id)) continue;
        named.add(id);
        const user = portal.users.find((one) => one.id === id);
        if (user && isOn('/api/user/{id}/')) add(shape.user(user));
      }
    };
    add(Object.values(lists(portal)));
    if (EXTRAS.some((name) => /^\/api\/post\/(?!feed)/.test(name) && isOn(name))) {
      add(newest.map(shape.post));
    }
    return portal.users.filter(({ id }) => named.has(id!));
  }
  return EXTRAS.filter(isOn).flatMap((name) => about[name]());
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

/** The short shape of a vacancy or a resume. */
const summary = (table: Table) => (job: Item) => {
  const ids = parts(job, 'certificates').map(({ exact_category }) => exact_category as number);
  return pick(table, job, { exact_categories: [...new Set(ids)].sort((a, b) => a - b) });
};
