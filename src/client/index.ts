// A typed client of the API (PROMISES.md §5.4) for browsers, Node, Deno and Bun, without dependencies. This file has
// its interface; readers.ts and list.ts implement it. types.ts is generated from the model.
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
 * The API of one deployment. Members marked *extra* only work if the deployment's setting `extras` names them.
 * Otherwise they throw a {@link PortalError} with the template to add.
 */
export interface Client {
  /** Vacancies, newest id first. */
  readonly vacancies: Filtered<'job/vacancy', NumberedList<published.Vacancy>>;
  /** Resumes, newest id first. */
  readonly resumes: Filtered<'job/resume', NumberedList<published.Resume>>;
  /** Experts by id. */
  readonly experts: List<published.Expert>;
  /** Regions by name. */
  readonly regions: NumberedList<published.Region>;
  /** The price list. */
  readonly exactCategories: List<published.ExactCategoryPriced>;
  /** All comments in one answer, discussion by discussion. {@link discussion} returns those of one post. */
  readonly comments: List<published.CommentListed>;
  /** The feed, newest first. */
  readonly events: Filtered<'event', List<published.Event>>;
  /** The favourites of a signed-in user. A snapshot has no users who sign in, so these lists are always empty. */
  readonly favorites: {
    readonly inFavorite: NumberedList<unknown>;
    readonly members: NumberedList<unknown>;
    readonly blogs: NumberedList<unknown>;
    readonly posts: NumberedList<unknown>;
    readonly comments: NumberedList<unknown>;
  };

  /** *Extra*: cities by name. */
  readonly cities: NumberedList<published.City>;
  /** *Extra*: blogs by id. */
  readonly blogs: NumberedList<published.Blog>;
  /** *Extra*: posts, newest id first. */
  readonly posts: Filtered<'post', NumberedList<published.Post>>;

  /** *Extra*: one vacancy; undefined if there is none with this id. The methods below do the same for other records. */
  vacancy(id: number, options?: CallOptions): Promise<published.Vacancy | undefined>;
  /** *Extra*. */
  resume(id: number, options?: CallOptions): Promise<published.Resume | undefined>;
  /** *Extra*. */
  expert(id: number, options?: CallOptions): Promise<published.Expert | undefined>;
  /** *Extra*. */
  region(id: number, options?: CallOptions): Promise<published.Region | undefined>;
  /** *Extra*. */
  exactCategory(
    id: number,
    options?: CallOptions,
  ): Promise<published.ExactCategoryPriced | undefined>;
  /** *Extra*. */
  city(id: number, options?: CallOptions): Promise<published.City | undefined>;
  /** *Extra*. */
  blog(id: number, options?: CallOptions): Promise<published.Blog | undefined>;
  /** *Extra*. */
  post(id: number, options?: CallOptions): Promise<published.Post | undefined>;
  /** *Extra*: a user, such as the author of a post; undefined for a user whom no published record shows. */
  user(id: number, options?: CallOptions): Promise<published.User | undefined>;
  /**
   * *Extra*: the comments on a post, in their order. With `tree`, only those that do not answer another comment, each
   * with its answers in `children`. Undefined if there is no such post.
   */
  discussion(
    post: number,
    options: CallOptions & { readonly tree: true },
  ): Promise<CommentTree[] | undefined>;
  discussion(post: number, options?: CallOptions): Promise<published.CommentListed[] | undefined>;

  /** *Extra*: all vacancies in short form, newest id first, for filtering in the browser. */
  readonly vacancySummaries: List<Extras['/api/job/vacancy/summary/']>;
  /** *Extra*: all resumes in short form, newest id first. */
  readonly resumeSummaries: List<Extras['/api/job/resume/summary/']>;

  /**
   * *Extra*, only in browsers: finds vacancies, resumes, posts and experts by words, in any of their Russian forms;
   * without words, all that the options allow. `"…"` finds words that follow each other.
   */
  search(query: string, options?: SearchOptions): Promise<SearchResults>;
}

/** Makes the client of a deployment, a snapshot or a live origin. It sends no request yet. */
export function createClient(options: ClientOptions): Client {
  const requests = new Requests(options);
  const { list, extraList, filtered, read, record } = readersOf(requests);
  // An arrow function has no overloads. The interface says which options give which result.
  const discussion = (async (post: number, how: CallOptions & { readonly tree?: true } = {}) => {
    const list = await read<published.CommentListed[]>('/api/post-comment/post/{id}/', post, how);
    return how.tree ? list && treeOf(list) : list;
  }) as Client['discussion'];
  return {
    vacancies: filtered('job/vacancy', list),
    resumes: filtered('job/resume', list),
    experts: list('epb-e/expert'),
    regions: list('region'),
    exactCategories: list('pb-questions/exact-category'),
    comments: list('post-comment'),
    events: filtered('event', list),
    favorites: {
      inFavorite: list('portal-favorite/in-favorite'),
      members: list('portal-favorite/member'),
      blogs: list('portal-favorite/blog'),
      posts: list('portal-favorite/post'),
      comments: list('portal-favorite/comment'),
    },
    cities: extraList('city'),
    blogs: extraList('blog'),
    posts: filtered('post', extraList),
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
