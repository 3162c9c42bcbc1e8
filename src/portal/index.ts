// Everything that the portal publishes: its collections, its endpoints, and the names at `/api/` (API.md §4).

import { entry } from '../files/shipped.js';
import {
  ascending,
  collated,
  descending,
  type Endpoint,
  type Extra,
  list,
  type Portal,
} from '../model/endpoint.js';
import type { FeedWords } from '../model/feed.js';
import { blogs } from './blogs.js';
import { categories, exactCategories, objectExaminations } from './categories.js';
import { comments } from './comments.js';
import { events } from './events.js';
import { experts } from './experts.js';
import { resumes, vacancies } from './jobs.js';
import { posts } from './posts.js';
import { cities, districts, regions } from './regions.js';
import russian from './ru.json' with { type: 'json' };
import { searchOf } from './search.js';
import { users } from './users.js';
import { views } from './views.js';

const expertList = list('epb-e/expert', experts, [ascending('id')], {
  paging: { style: 'cursor', newest: 'last', count: true },
});
const regionList = list('region', regions, [collated('name', 'ru'), ascending('id')]);
const priceList = list(
  'pb-questions/exact-category',
  exactCategories,
  [ascending('order'), ascending('id')],
  { shape: 'priced', paging: { style: 'array' } },
);
const vacancyList = list('job/vacancy', vacancies, [descending('id')]);
const resumeList = list('job/resume', resumes, [descending('id')]);
const commentList = list('post-comment', comments, [ascending('tree_id'), ascending('lft')], {
  shape: 'listed',
  paging: { style: 'array' },
});
const feed = list('event', events, [descending('datetime'), descending('id')], {
  paging: { style: 'cursor', newest: 'first' },
});

const endpoints: readonly Endpoint[] = [
  expertList,
  regionList,
  priceList,
  vacancyList,
  resumeList,
  commentList,
  feed,
  // Favourites belong to signed-in users. A snapshot has no favourites, so these lists are empty.
  ...['in-favorite', 'member', 'blog', 'post', 'comment'].map(
    (name): Endpoint => ({
      name: `portal-favorite/${name}`,
      paging: { style: 'page-number' },
    }),
  ),
];

// A snapshot has these lists only if the setting `extras` names them. The live portal has them, too, but API.md does
// not describe its answers.
const cityList = list('city', cities, [collated('name', 'ru'), ascending('id')]);
const blogList = list('blog', blogs, [ascending('id')]);
const postList = list('post', posts, [descending('id')]);
const extraLists = [cityList, blogList, postList];

/** This list is never published. It only declares the address of a single user: `/api/user/7/`. */
const userList = list('user', users, [ascending('id')]);
const speaks = { author: russian['Community and job-board portal'], language: 'ru' };
const vacancyFeed: FeedWords = {
  ...speaks,
  name: russian.Vacancies,
  title: ['work_position', 'text'],
  content: 'text',
  isPlain: true,
  published: 'created_at',
  updated: 'created_at',
};
const postFeed: FeedWords = {
  ...speaks,
  name: russian.Posts,
  title: ['title'],
  content: 'text',
  summary: 'short_text',
  published: 'created',
  updated: 'updated',
  inAddress: ['slug'],
};

const record = (of: Endpoint): Extra => ({ kind: 'record', of });
const summary = (of: Endpoint): Extra => ({ kind: 'summary', of, shape: 'summary' });
const lines = (of: Endpoint): Extra => ({ kind: 'lines', of });

const feeds = (of: Endpoint, words: FeedWords): Extra[] =>
  (['json', 'atom'] as const).map((format) => ({ kind: 'feed', of, format, words }));

const extras: readonly Extra[] = [
  ...extraLists.map((endpoint): Extra => ({ kind: 'list', endpoint })),
  { kind: 'lookup', of: commentList, by: 'post' },
  { kind: 'lookup', of: postList, by: 'blog' },
  { kind: 'lookup', of: postList, by: 'user' },
  { kind: 'lookup', of: feed, by: 'blog' },
  ...[vacancyList, resumeList].flatMap((of): Extra[] => [
    { kind: 'lookup', of, by: 'region', reference: 'work_regions' },
    { kind: 'lookup', of, by: 'city', reference: 'work_city' },
    { kind: 'lookup', of, by: 'exact-category', reference: 'certificates.exact_category' },
  ]),
  ...[expertList, regionList, priceList, vacancyList, resumeList, ...extraLists, userList].map(
    record,
  ),
  summary(vacancyList),
  summary(resumeList),
  ...[expertList, regionList, vacancyList, resumeList, commentList, feed, ...extraLists].map(lines),
  ...feeds(vacancyList, vacancyFeed),
  ...feeds(postList, postFeed),
];

const indexKeys = `
  user user/current/social portal-profile restore-password registration friend-request
  portal-favorite/in-favorite portal-favorite/member portal-favorite/blog portal-favorite/post
  portal-favorite/comment event favorite-event search report home company license expertise region
  city blog/uploader blog post post-comment talk/uploader talk uploader admin/user admin/post
  admin/company admin/work admin/board admin/pm admin/director admin/organization-request`;
const sharedAddresses: Readonly<Record<string, string>> = {
  user: 'restore-password',
  registration: 'restore-password',
};

export const portal: Portal = {
  title: views.title,
  module: entry('portal'),
  collections: [
    districts,
    regions,
    cities,
    experts,
    categories,
    objectExaminations,
    exactCategories,
    vacancies,
    resumes,
    users,
    blogs,
    posts,
    comments,
    events,
  ],
  endpoints,
  extras,
  search: searchOf({
    vacancies: vacancyList,
    resumes: resumeList,
    posts: postList,
    experts: expertList,
  }),
  index: indexKeys
    .trim()
    .split(/\s+/)
    .map((key) => ({ key, address: sharedAddresses[key] ?? key })),
  views,
  russian,
  locale: { language: 'ru', encoding: 'Windows-1251' },
  notFound: { detail: 'Not found.' },
};
