// A typed client of the API (PROMISES.md §5.4) for browsers, Node, Deno and Bun, which depends on nothing. Here
// is what it offers; list.ts and requests.ts do it, and types.ts is made from the model.
import { PortalError } from './errors.js';
import { type CallOptions, type List, listOf } from './list.js';
import { type ClientOptions, type How, Requests } from './requests.js';
import { UNSIGNED } from './snapshot.js';
import type * as published from './types.js';
import type { Extras, Lists } from './types.js';

export { ListChanged, PortalError, SignatureError } from './errors.js';
export type { CallOptions, List, Page } from './list.js';
export type { AnswerCache, CachedAnswer, ClientOptions } from './requests.js';
export type * from './types.js';

/**
 * The API of one deployment. What it publishes only where its setting `extras` says so is marked *extra*: where
 * it does not, asking for it throws a {@link PortalError} that names the template to switch on.
 */
export interface Client {
  /** Vacancies, newest id first. */
  readonly vacancies: List<published.Vacancy>;
  /** Resumes, newest id first. */
  readonly resumes: List<published.Resume>;
  /** Experts by id. */
  readonly experts: List<published.Expert>;
  /** Regions by name. */
  readonly regions: List<published.Region>;
  /** The price list. */
  readonly exactCategories: List<published.ExactCategoryPriced>;
  /** All comments, tree by tree, in one answer: {@link discussion} is that of one post. */
  readonly comments: List<published.CommentListed>;
  /** The feed, newest first. */
  readonly events: List<published.Event>;
  /** The favourites of a signed-in user: a snapshot has none, so these lists are always empty. */
  readonly favorites: {
    readonly inFavorite: List<unknown>;
    readonly members: List<unknown>;
    readonly blogs: List<unknown>;
    readonly posts: List<unknown>;
    readonly comments: List<unknown>;
  };

  /** *Extra*: cities by name. */
  readonly cities: List<published.City>;
  /** *Extra*: blogs by id. */
  readonly blogs: List<published.Blog>;
  /** *Extra*: posts, newest id first. */
  readonly posts: List<published.Post>;
  /** *Extra*: the posts of a blog; without a page where there is no such blog. */
  postsOf(blog: number): List<published.Post>;

  /** *Extra*: one vacancy; undefined when there is none with this id. So are the ones below. */
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
  /** *Extra*: the comments on a post; undefined when there is no such post. */
  discussion(post: number, options?: CallOptions): Promise<published.CommentListed[] | undefined>;

  /** *Extra*: all vacancies, newest id first, each short enough to be filtered by. */
  readonly vacancySummaries: List<Extras['/api/job/vacancy/summary/']>;
  /** *Extra*: all resumes likewise. */
  readonly resumeSummaries: List<Extras['/api/job/resume/summary/']>;
}

/** Makes the client of a deployment, a snapshot or a live origin. It asks nothing before it has to. */
export function createClient(options: ClientOptions): Client {
  const { list, extraList, read, record } = readersOf(new Requests(options));
  return {
    vacancies: list('job/vacancy'),
    resumes: list('job/resume'),
    experts: list('epb-e/expert'),
    regions: list('region'),
    exactCategories: list('pb-questions/exact-category'),
    comments: list('post-comment'),
    events: list('event'),
    favorites: {
      inFavorite: list('portal-favorite/in-favorite'),
      members: list('portal-favorite/member'),
      blogs: list('portal-favorite/blog'),
      posts: list('portal-favorite/post'),
      comments: list('portal-favorite/comment'),
    },
    cities: extraList('/api/city/'),
    blogs: extraList('/api/blog/'),
    posts: extraList('/api/post/'),
    postsOf: (blog) => extraList('/api/post/blog/{id}/', blog),
    vacancy: record('/api/job/vacancy/{id}/'),
    resume: record('/api/job/resume/{id}/'),
    expert: record('/api/epb-e/expert/{id}/'),
    region: record('/api/region/{id}/'),
    exactCategory: record('/api/pb-questions/exact-category/{id}/'),
    city: record('/api/city/{id}/'),
    blog: record('/api/blog/{id}/'),
    post: record('/api/post/{id}/'),
    discussion: (post, how) => read('/api/post-comment/post/{id}/', post, how),
    vacancySummaries: extraList('/api/job/vacancy/summary/'),
    resumeSummaries: extraList('/api/job/resume/summary/'),
  };
}

/** What reads each kind of address of a deployment. */
function readersOf(requests: Requests) {
  const demand = demandOf(requests);

  const list = <K extends keyof Lists>(name: K) => listOf<Lists[K]>(requests, name);

  const extraList = <K extends keyof Extras>(template: K, id?: number) => {
    const name = addressOf(template, id).slice('/api/'.length, -1);
    return listOf<Extras[K]>(requests, name, async (url, how) => {
      await demand(template, url, how);
      // A blog that is not there has no posts. With a key nobody can know that: no signature says what is not there.
      if (id !== undefined && requests.keys) throw new PortalError(url, UNSIGNED);
      return id !== undefined;
    });
  };

  /** What is at the address of a template is what the API promises there; undefined if nothing is. */
  const read = async <T>(
    template: keyof Extras,
    id: number,
    how: CallOptions = {},
  ): Promise<T | undefined> => {
    const address = addressOf(template, id);
    if (requests.keys) throw new PortalError(requests.base + address, UNSIGNED);
    const { status, url, value } = await requests.folder(address, how);
    if (status === 200) return value as T;
    await demand(template, url, how);
    return undefined;
  };
  const record =
    <K extends keyof Extras>(template: K) =>
    (id: number, how?: CallOptions) =>
      read<Extras[K]>(template, id, how);
  return { list, extraList, read, record };
}

function addressOf(template: string, id: number | undefined): string {
  if (id === undefined && !template.includes('{id}')) return template;
  // From the address of a page an id comes as a text, and `..` would lead elsewhere.
  if (!Number.isSafeInteger(id)) throw new TypeError(`an id is a whole number, not ${id}`);
  return template.replace('{id}', String(id));
}

/** Makes what throws, of an address that is not there, if its template is not published. */
function demandOf(requests: Requests) {
  let known: ReadonlySet<string> | undefined;
  return async (template: string, url: string, how: How): Promise<void> => {
    // What is on its way is shared with no other caller, whose signal would end it for this one as well.
    known ??= await templatesOf(requests, how);
    if (known?.has(template)) return;
    const whether = known
      ? `this deployment does not publish ${template}`
      : `there is no /api/openapi.json to say whether ${template} is published`;
    const remedy = `the setting "extras" switches it on: portal-snapshot build --extra '${template}'`;
    throw new PortalError(url, `is not there, and ${whether} (${remedy})`, 404);
  };
}

/** The templates that a deployment says it publishes; undefined where it does not say. */
async function templatesOf(requests: Requests, how: How): Promise<ReadonlySet<string> | undefined> {
  const { url, status, value } = await requests.get(`${requests.base}/api/openapi.json`, how);
  if (status !== 200) return undefined;
  const { paths } = (value ?? {}) as { readonly paths?: unknown };
  if (typeof paths !== 'object' || paths === null) throw new PortalError(url, 'has no paths');
  // Where links name files, so do the paths.
  return new Set(Object.keys(paths).map((path) => path.replace(/index\.json$/, '')));
}
