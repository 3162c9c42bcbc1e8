// In: a completed portal, and which extras are switched on. Out: what is at each of their addresses, one
// filter for each address, whatever that takes.
import { resumeSummary, type Table, vacancySummary } from '../spec/tables.js';
import { byName, down, lists, pick, shapes, sorted, up } from './shapes.js';
import { type Item, type Json, type Portal, parts } from './types.js';

/** All extras, by their templates. */
export const EXTRAS = [
  '/api/city/',
  '/api/blog/',
  '/api/post/',
  '/api/post-comment/post/{id}/',
  '/api/post/blog/{id}/',
  '/api/epb-e/expert/{id}/',
  '/api/region/{id}/',
  '/api/pb-questions/exact-category/{id}/',
  '/api/job/vacancy/{id}/',
  '/api/job/resume/{id}/',
  '/api/city/{id}/',
  '/api/blog/{id}/',
  '/api/post/{id}/',
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
] as const;

/** An address below `/api/`: a list with pages (`size`: its name in the setting), a whole body, or a file of lines. */
export type Address = { name: string; size?: string } & (
  | { results: Item[] }
  | { body: Json }
  | { lines: Item[] }
);

/** What the extras publish. */
export function extras(portal: Portal, chosen: 'all' | string[]): Address[] {
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
    '/api/epb-e/expert/{id}/': () => singles('epb-e/expert', portal.experts, shape.expert),
    '/api/region/{id}/': () => singles('region', portal.regions, shape.region),
    '/api/pb-questions/exact-category/{id}/': () =>
      singles('pb-questions/exact-category', portal['exact-categories'], shape.exactCategory),
    '/api/job/vacancy/{id}/': () => singles('job/vacancy', portal.vacancies, shape.vacancy),
    '/api/job/resume/{id}/': () => singles('job/resume', portal.resumes, shape.resume),
    '/api/city/{id}/': () => singles('city', portal.cities, shape.city),
    '/api/blog/{id}/': () => singles('blog', blogs, shape.blog),
    '/api/post/{id}/': () => singles('post', posts, shape.post),
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
  };
  return EXTRAS.filter((name) => chosen === 'all' || chosen.includes(name)).flatMap((name) =>
    about[name](),
  );
}

/** The short shape of a vacancy or a resume. */
const summary = (table: Table) => (job: Item) => {
  const ids = parts(job, 'certificates').map(({ exact_category }) => exact_category as number);
  return pick(table, job, { exact_categories: [...new Set(ids)].sort((a, b) => a - b) });
};
