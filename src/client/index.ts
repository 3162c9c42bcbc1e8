// A typed client of the API (PROMISES.md §5.4), for browsers, Node, Deno and Bun. What it reads is in portal.ts, which
// is generated from the declarations of the portal, except for two things that follow from no declaration: favourites
// and trees of comments.
import { type CommentTree, treeOf } from './discussion.js';
import type { CallOptions, NumberedList } from './list.js';
import { type CommentListed, membersOf, type PortalClient } from './portal.js';
import { type Readers, readersOf } from './readers.js';
import { type ClientOptions, Requests } from './requests.js';

export type { CommentTree } from './discussion.js';
export { ListChanged, PortalError } from './errors.js';
export type { Filter, Filtered } from './filters.js';
export type { CallOptions, List, NumberedList, PagesOptions } from './list.js';
export type * from './portal.js';
export type { Readers, SearchOptionsOf, SearchResultOf, SearchResultsOf } from './readers.js';
export type { AnswerCache, CachedAnswer, ClientOptions } from './requests.js';
export type { Page } from './walk.js';

/**
 * The API of one deployment. What is marked *extra* works only if the deployment publishes it. Otherwise a call throws
 * a {@link PortalError} that says what to add to the setting `extras`.
 */
export interface Client extends PortalClient {
  /** The favourites of a signed-in user. These lists are always empty, because a static API has no signed-in users. */
  readonly favorites: {
    readonly inFavorite: NumberedList<unknown>;
    readonly members: NumberedList<unknown>;
    readonly blogs: NumberedList<unknown>;
    readonly posts: NumberedList<unknown>;
    readonly comments: NumberedList<unknown>;
  };

  /**
   * *Extra*: the comments on a post, in order. With `tree`, the array has only root comments, usually one. Each comment
   * then has its replies in `children`. Undefined if there is no such post.
   */
  discussion(
    post: number,
    options: CallOptions & { readonly tree: true },
  ): Promise<CommentTree[] | undefined>;
  discussion(post: number, options?: CallOptions): Promise<CommentListed[] | undefined>;
}

/** Makes the functions with which a client reads, for the clients that `schema --client` writes. */
export const createReaders = (options: ClientOptions): Readers => readersOf(new Requests(options));

/** Makes a client for a deployment, or for the original portal that has the same API. Sends no request yet. */
export function createClient(options: ClientOptions): Client {
  const readers = createReaders(options);
  const { list, read } = readers;
  // An arrow function cannot have overloads, so this one is cast to the overloads in `Client`.
  const discussion = (async (post: number, how: CallOptions & { readonly tree?: true } = {}) => {
    const list = await read<CommentListed[]>('/api/post-comment/post/{id}/', post, how);
    return how.tree ? list && treeOf(list) : list;
  }) as Client['discussion'];
  return {
    ...membersOf(readers),
    favorites: {
      inFavorite: list('portal-favorite/in-favorite'),
      members: list('portal-favorite/member'),
      blogs: list('portal-favorite/blog'),
      posts: list('portal-favorite/post'),
      comments: list('portal-favorite/comment'),
    },
    discussion,
  };
}
