// Parts of a list: a page by its number, how many records there are, where to go on, and what names something; and a
// discussion as a tree.
import { describe, expect, it } from 'vitest';
import { type CommentTree, createClient, ListChanged } from '../../src/client/index.js';
import type { LinkStyle } from '../../src/site/address.js';
import {
  type Content,
  type Host,
  nobodyWaits,
  plainHost,
  refusalOf,
  row,
  serve,
  snapshotOf,
} from './site.js';

const rows = [9, 8, 7, 6, 5, 4, 3].map((id) => row(id));
const templates = ['/api/post/', '/api/post/blog/{id}/', '/api/post-comment/post/{id}/'];
const content: Content = {
  'job/vacancy': { cut: 'numbers', rows },
  region: { cut: 'numbers', rows: rows.slice(0, 2) },
  event: { cut: 'newest first', rows },
  'epb-e/expert': { cut: 'newest last', rows: [...rows].reverse() },
  'post-comment': { cut: 'one', rows },
  'portal-favorite/member': { cut: 'numbers', rows: [] },
  'post/blog/2': { cut: 'numbers', rows },
};

nobodyWaits();

function deployment(links: LinkStyle = 'path', can: Partial<Host> = {}, without = '') {
  const host = { ...plainHost, ...can };
  const files = snapshotOf(content, { templates, links });
  files.delete(without);
  const served = serve(() => files, host);
  return { ...served, files, api: createClient({ baseUrl: host.base, fetch: served.fetch }) };
}

describe('a page by its number', () => {
  it.each<[LinkStyle, Partial<Host>]>([
    ['path', { queries: false }],
    // No number in this address is that of a page.
    ['path', { base: 'https://example.org/page/2' }],
    ['query', {}],
    ['file', { index: false, queries: false }],
  ])('is read where links are made by %s on a host with %j', async (links, host) => {
    const { vacancies, regions, favorites } = deployment(links, host).api;
    const pages = await Promise.all([1, 2, 4, 5].map((number) => vacancies.page(number)));
    expect(pages.map((page) => page?.results)).toEqual([
      rows.slice(0, 2),
      rows.slice(2, 4),
      rows.slice(6),
      undefined,
    ]);
    expect(pages.map((page) => [page?.count, typeof page?.next])).toEqual([
      [7, 'string'],
      [7, 'string'],
      [7, 'object'],
      [undefined, 'undefined'],
    ]);
    expect(await regions.page(2)).toBeUndefined();
    expect(await favorites.members.page(1)).toEqual({ count: 0, results: [], next: null });
  });

  it('has a number, and only where pages have one', async () => {
    const { api, asked } = deployment();
    for (const wrong of [0, -1, 1.5, Number.NaN, '2' as unknown as number]) {
      await expect(api.vacancies.page(wrong)).rejects.toThrow(TypeError);
    }
    expect(asked).toEqual([]);
    const events = api.events as typeof api.vacancies & typeof api.events;
    await expect(events.page(3)).rejects.toThrow('has no pages with numbers');
  });
});

describe('how many records there are', () => {
  it('is in snapshot.json', async () => {
    const { api, asked } = deployment();
    const lists = [api.vacancies, api.events, api.experts, api.comments, api.favorites.members];
    expect(await Promise.all(lists.map((list) => list.count()))).toEqual([7, 7, 7, 7, 0]);
    expect(new Set(asked)).toEqual(new Set(['/api/snapshot.json']));
  });

  it('is else what the first page says, or shows', async () => {
    const { api, asked } = deployment('path', {}, 'api/snapshot.json');
    expect(await api.vacancies.count()).toBe(7);
    expect(asked).toEqual(['/api/snapshot.json', '/api/job/vacancy/']);
    expect(await api.comments.count()).toBe(7);
    asked.length = 0;
    expect(await api.posts.where({ blog: 2 }).count()).toBe(7);
    expect(asked).toEqual(['/api/post/blog/2/']);
    expect(await refusalOf(api.events.count())).toMatch(
      /^PortalError: .*\/api\/event\/ does not say how many records there are/,
    );
  });
});

describe('where a list goes on', () => {
  const after = async (list: ReturnType<typeof deployment>['api']['vacancies']) =>
    (await list.page(2))!.next!;

  it('is after a page that was read by its number, in another client, too', async () => {
    const from = await after(deployment().api.vacancies);
    const ids = [];
    for await (const { results } of deployment().api.vacancies.pages({ from })) {
      ids.push(...results.map(({ id }) => id));
    }
    expect(ids).toEqual([5, 4, 3]);
  });

  it('is nowhere when another snapshot was published, even if its page is the same', async () => {
    const from = await after(deployment().api.vacancies);
    const { files, api } = deployment();
    const renamed = [row(9, 'Новое имя'), ...rows.slice(1)];
    for (const [path, text] of snapshotOf({ 'job/vacancy': { cut: 'numbers', rows: renamed } })) {
      files.set(path, text);
    }
    await expect(api.vacancies.pages({ from }).next()).rejects.toThrow(ListChanged);
  });

  it('is held against the count where there are no digests', async () => {
    const { api, files } = deployment('path', {}, 'api/snapshot.json');
    const from = await after(api.vacancies);
    const rest = [];
    for await (const { results } of api.vacancies.pages({ from })) rest.push(...results);
    expect(rest).toEqual(rows.slice(4));
    const page = 'api/job/vacancy/page/3/index.json';
    files.set(page, files.get(page)!.replace('"count":7', '"count":8'));
    await expect(api.vacancies.pages({ from }).next()).rejects.toThrow(ListChanged);
  });

  it('is in the list alone where the host answers with a web page in the place of snapshot.json', async () => {
    const { api, files } = deployment('path', {}, 'api/snapshot.json');
    files.set('api/snapshot.json', '\n<!doctype html><title>Портал</title>');
    expect(await api.vacancies.all()).toEqual(rows);
    expect(await api.vacancies.count()).toBe(rows.length);
    // What was cut off is told.
    files.set('api/snapshot.json', '{"format":1,"lis');
    await expect(api.vacancies.all()).rejects.toThrow(
      'snapshot.json answers with what is not JSON',
    );
  });

  it.each(['../region/', '//evil.example/', 'https://evil.example/?page=2'])(
    'is in the list alone, not at %s',
    async (from) => {
      const { api, asked } = deployment();
      await expect(api.vacancies.pages({ from }).next()).rejects.toThrow('is no page of this list');
      expect(asked).toEqual([]);
    },
  );
});

it('a filter is one key and an id', () => {
  const { posts } = deployment().api;
  const wrong: readonly object[] = [{}, { blog: 1, user: 2 }, { '../blog': 1 }, { blog: '../..' }];
  for (const filter of wrong) {
    expect(() => posts.where(filter as { blog: number })).toThrow(TypeError);
  }
});

describe('a misspelt name is told with those that there are, and nothing is asked', () => {
  it('of a filter', () => {
    const { api, asked } = deployment();
    // @ts-expect-error: a misspelt key.
    expect(() => api.vacancies.where({ regoin: 53 })).toThrow(
      new TypeError('there is no filter "regoin", only region, city, exact_category'),
    );
    // @ts-expect-error: posts are in no region.
    expect(() => api.posts.where({ region: 48 })).toThrow('only blog, user');
    // @ts-expect-error: what every object has is no filter.
    expect(() => api.events.where({ toString: 1 })).toThrow('only blog');
    // @ts-expect-error: two filters.
    expect(() => api.resumes.where({ region: 48, city: 7 })).toThrow(
      'where takes one of region, city, exact_category, not region and city',
    );
    expect(asked).toEqual([]);
  });

  it.each<[object, string]>([
    [{ regoin: 53 }, 'there is no option "regoin", only kind, blog, region, city, sort, page'],
    [{ exact_category: 3 }, 'there is no option "exact_category"'],
    [{ sort: 'newest' }, 'there is no sort "newest", only date, pay'],
    [{ kind: 'vacancies' }, 'there is no kind "vacancies", only expert, post, resume, vacancy'],
    [{ kind: ['post', 'blog'] }, 'there is no kind "blog"'],
    [{ page: 0 }, 'pages have whole numbers from 1, not 0'],
  ])('of the search: %j', async (options, why) => {
    const { api, asked } = deployment();
    expect(await refusalOf(api.search('котлы', options))).toContain(`TypeError: ${why}`);
    expect(asked).toEqual([]);
  });
});

describe('a discussion as a tree', () => {
  const treeOf = async (comments: readonly object[]) => {
    const files = snapshotOf({}, { templates });
    files.set('api/post-comment/post/5/index.json', JSON.stringify(comments));
    const { discussion } = createClient({
      baseUrl: plainHost.base,
      fetch: serve(() => files).fetch,
    });
    return discussion(5, { tree: true });
  };
  const idsOf = (trees: readonly CommentTree[] | undefined): unknown =>
    trees?.map(({ id, children }) => (children.length > 0 ? [id, idsOf(children)] : id));

  it('has answers below what they answer, in their order; what answers nothing that is there begins one', async () => {
    const comments = [
      { id: 1, parent: null, text: 'Начало' },
      { id: 4, parent: 1 },
      { id: 9, parent: 4 },
      { id: 2, parent: 1 },
      { id: 7, parent: 99 },
      { id: 8, parent: 7 },
      { id: 5, parent: 5 },
    ];
    const trees = await treeOf(comments);
    expect(idsOf(trees)).toEqual([[1, [[4, [9]], 2]], [7, [8]], 5]);
    expect(trees![0]).toMatchObject({ text: 'Начало', parent: null });
    expect(await treeOf([])).toEqual([]);
  });

  it('may be very deep', async () => {
    const depth = 20_000;
    const comments = Array.from({ length: depth }, (_, at) => ({ id: at + 1, parent: at || null }));
    let [trees, deep] = [(await treeOf(comments))!, 0];
    for (; trees.length > 0; trees = trees[0]!.children) deep += trees.length;
    expect(deep).toBe(depth);
  });

  it('is none where there is no such post', async () => {
    expect(await deployment().api.discussion(44, { tree: true })).toBeUndefined();
  });
});
