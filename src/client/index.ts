// A typed client of the API (PROMISES.md §5.4), for browsers, Node, Deno and Bun. Its interface is in this file, its
// code in readers.ts and list.ts. types.ts is generated.
import { type CommentTree, treeOf } from './discussion.js';
import type { Filtered } from './filters.js';
import type { CallOptions, List, NumberedList } from './list.js';
import { readersOf } from './readers.js';
import { type ClientOptions, Requests } from './requests.js';
import type { SearchOptions, SearchResults } from './search.js';
import type * as published from './types.js';
import type { Extras } from './types.js';

export type { CommentTree } from './discussion.js';
export { ListChanged, PortalError } from './errors.js';
export type { Filter, Filtered } from './filters.js';
export type { CallOptions, List, NumberedList, PagesOptions } from './list.js';
export type { AnswerCache, CachedAnswer, ClientOptions } from './requests.js';
export type { SearchOptions, SearchResult, SearchResults } from './search.js';
export type * from './types.js';
export type { Page } from './walk.js';

/**
 * The API of one deployment. What is marked *extra* works only if the deployment publishes it. Otherwise a call throws
 * a {@link PortalError} that says what to add to the setting `extras`.
 */
export interface Client {
  /** Vacancies, greatest id first. */
  readonly vacancies: Filtered<'job/vacancy', NumberedList<published.Vacancy>>;
  /** Resumes, greatest id first. */
  readonly resumes: Filtered<'job/resume', NumberedList<published.Resume>>;
  /** Experts, ordered by id. */
  readonly experts: List<published.Expert>;
  /** Regions, ordered by name. */
  readonly regions: NumberedList<published.Region>;
  /** The price list. */
  readonly exactCategories: List<published.ExactCategoryPriced>;
  /** All comments in one answer, ordered by discussion. {@link discussion} returns the comments on one post. */
  readonly comments: List<published.CommentListed>;
  /** Events, such as new posts and comments, newest first. */
  readonly events: Filtered<'event', List<published.Event>>;
  /** The favourites of a signed-in user. These lists are always empty, because a static API has no signed-in users. */
  readonly favorites: {
    readonly inFavorite: NumberedList<unknown>;
    readonly members: NumberedList<unknown>;
    readonly blogs: NumberedList<unknown>;
    readonly posts: NumberedList<unknown>;
    readonly comments: NumberedList<unknown>;
  };

  /** *Extra*: cities, ordered by name. */
  readonly cities: NumberedList<published.City>;
  /** *Extra*: blogs, ordered by id. */
  readonly blogs: NumberedList<published.Blog>;
  /** *Extra*: posts, greatest id first. */
  readonly posts: Filtered<'post', NumberedList<published.Post>>;

  /** *Extra*: one vacancy; undefined if there is none with this id. */
  vacancy(id: number, options?: CallOptions): Promise<published.Vacancy | undefined>;
  /** *Extra*: one resume; undefined if there is none with this id. */
  resume(id: number, options?: CallOptions): Promise<published.Resume | undefined>;
  /** *Extra*: one expert; undefined if there is none with this id. */
  expert(id: number, options?: CallOptions): Promise<published.Expert | undefined>;
  /** *Extra*: one region; undefined if there is none with this id. */
  region(id: number, options?: CallOptions): Promise<published.Region | undefined>;
  /** *Extra*: one entry of the price list; undefined if there is none with this id. */
  exactCategory(
    id: number,
    options?: CallOptions,
  ): Promise<published.ExactCategoryPriced | undefined>;
  /** *Extra*: one city; undefined if there is none with this id. */
  city(id: number, options?: CallOptions): Promise<published.City | undefined>;
  /** *Extra*: one blog; undefined if there is none with this id. */
  blog(id: number, options?: CallOptions): Promise<published.Blog | undefined>;
  /** *Extra*: one post; undefined if there is none with this id. */
  post(id: number, options?: CallOptions): Promise<published.Post | undefined>;
  /** *Extra*: one user, such as the author of a post; undefined if no published record shows this user. */
  user(id: number, options?: CallOptions): Promise<published.User | undefined>;
  /**
   * *Extra*: the comments on a post, in order. With `tree`, the array has only root comments, usually one. Each comment
   * then has its replies in `children`. Undefined if there is no such post.
   */
  discussion(
    post: number,
    options: CallOptions & { readonly tree: true },
  ): Promise<CommentTree[] | undefined>;
  discussion(post: number, options?: CallOptions): Promise<published.CommentListed[] | undefined>;

  /** *Extra*: all vacancies with fewer fields, greatest id first, for filtering in the browser. */
  readonly vacancySummaries: List<Extras['/api/job/vacancy/summary/']>;
  /** *Extra*: all resumes with fewer fields, greatest id first. */
  readonly resumeSummaries: List<Extras['/api/job/resume/summary/']>;

  /**
   * *Extra*, only in browsers: finds vacancies, resumes, posts and experts that contain all words of the query, also in
   * other Russian forms. An empty query finds all that match the options. If the whole query is in quotes, its words
   * must be next to each other.
   */
  search(query: string, options?: SearchOptions): Promise<SearchResults>;
}

/** Makes a client for a deployment, or for the original portal that has the same API. Sends no request yet. */
export function createClient(options: ClientOptions): Client {
  const requests = new Requests(options);
  const { list, extraList, filtered, read, record } = readersOf(requests);
  // An arrow function cannot have overloads, so this one is cast to the overloads in `Client`.
  const discussion = (async (post: number, how: CallOptions & { readonly tree?: true } = {}) => {
    const list = await read<published.CommentListed[]>('/api/post-comment/post/{id}/', post, how);
    return how.tree ? list && treeOf(list) : list;
  }) as Client['discussion'];
  const ofWork = { region: true, city: true, exact_category: true } as const;
  return {
    vacancies: filtered('job/vacancy', list, ofWork),
    resumes: filtered('job/resume', list, ofWork),
    experts: list('epb-e/expert'),
    regions: list('region'),
    exactCategories: list('pb-questions/exact-category'),
    comments: list('post-comment'),
    events: filtered('event', list, { blog: true }),
    favorites: {
      inFavorite: list('portal-favorite/in-favorite'),
      members: list('portal-favorite/member'),
      blogs: list('portal-favorite/blog'),
      posts: list('portal-favorite/post'),
      comments: list('portal-favorite/comment'),
    },
    cities: extraList('city'),
    blogs: extraList('blog'),
    posts: filtered('post', extraList, { blog: true, user: true }),
    vacancy: record('job/vacancy'),
    resume: record('job/resume'),
    expert: record('epb-e/expert'),
    region: record('region'),
    exactCategory: record('pb-questions/exact-category'),
    city: record('city'),
    blog: record('blog'),
    post: record('post'),
    user: record('user'),
    discussion,
    vacancySummaries: extraList('job/vacancy/summary'),
    resumeSummaries: extraList('job/resume/summary'),
    search: async (query, how) => (await import('./search.js')).search(requests, query, how),
  };
}
