// Extras: what a deployment publishes only where it says so.
import { describe, expect, it } from 'vitest';
import { type Client, createClient, ListChanged, PortalError } from '../../src/client/index.js';
import { addressOf, endpointOf, listFile } from '../../src/model/endpoint.js';
import { portal } from '../../src/portal/index.js';
import { EXTRAS } from '../oracle/extras.js';
import { type List, lists as specified } from '../spec/tables.js';
import { listOf, listsIn, recordOf } from './lists.js';
import {
  answer,
  type Content,
  type Fetch,
  type Host,
  nobodyWaits,
  plainHost,
  row,
  serve,
  snapshotOf,
} from './site.js';

const templates = portal.extras
  .map(endpointOf)
  .filter(({ name }) => !listFile(name))
  .map(({ name }) => addressOf(name));
const baseUrl = plainHost.base;

nobodyWaits();
const rows = [5, 4, 3, 2, 1].map((id) => row(id));
const content: Content = {
  'post-comment/post/42': { cut: 'one', rows },
  'post-comment/post/43': { cut: 'one', rows: [] },
  ...Object.fromEntries(
    portal.extras
      .filter(({ kind }) => kind === 'list' || kind === 'summary')
      .map(endpointOf)
      .map(({ name, paging }) => [
        name,
        { cut: paging.style === 'array' ? 'one' : 'numbers', rows },
      ]),
  ),
};

const lists: readonly List[] = specified;
const furtherLists = lists.filter(({ isExtra }) => isExtra);
const withSingles = lists.filter(({ hasSingles }) => hasSingles);

/** A deployment that publishes some extras. */
function deployment(published: readonly string[] = templates, host: Host = plainHost) {
  const links = host.index ? 'path' : 'file';
  const files = snapshotOf(content, { templates: published, links, baseUrl });
  // Lists of one blog's posts are in no snapshot.json.
  const posts = { 'post/blog/2': { cut: 'numbers', rows: rows.slice(0, 3) } } as const;
  const more = snapshotOf(posts, { links, baseUrl });
  for (const [path, text] of more) if (path.includes('/post/blog/')) files.set(path, text);
  for (const { address } of withSingles) {
    files.set(`api/${address}/12/index.json`, JSON.stringify(row(12, address)));
  }
  const served = serve(() => files, host);
  return { ...served, api: createClient({ baseUrl, fetch: served.fetch }) };
}

it('reads a record with one request', async () => {
  const { api, asked } = deployment();
  for (const { record, address } of withSingles) {
    expect(await recordOf(api, record, 12)).toEqual(row(12, address));
  }
  expect(asked).toEqual(withSingles.map(({ address }) => `/api/${address}/12/`));
});

it('is undefined for a record that is not there, and asks once what is published', async () => {
  const { api, asked } = deployment();
  expect(await api.vacancy(13)).toBeUndefined();
  expect(await api.expert(1)).toBeUndefined();
  expect(await api.discussion(44)).toBeUndefined();
  expect(asked.filter((path) => path === '/api/openapi.json')).toHaveLength(1);
  // What is not there says nothing of how the host names files.
  await api.discussion(42);
  expect(asked.at(-1)).toBe('/api/post-comment/post/42/');
});

it('takes 403 for what is not there, as buckets answer that let nobody list them', async () => {
  const { fetch } = deployment();
  const asBucket: Fetch = async (url, init) => {
    const answered = await fetch(url, init);
    return answered.status === 404 ? answer(403, 'AccessDenied') : answered;
  };
  const api = createClient({ baseUrl, fetch: asBucket });
  expect(await api.vacancy(13)).toBeUndefined();
  expect(await api.discussion(44)).toBeUndefined();
});

it('has no posts of a blog that is not there, as it has no such blog', async () => {
  const { api } = deployment();
  expect(await api.blog(9999)).toBeUndefined();
  const posts = api.posts.where({ blog: 9999 });
  expect(await posts.all()).toEqual([]);
  for await (const page of posts.pages()) expect(page).toBeUndefined();
  // A list of nobody's is there, or the deployment is broken.
  const files = snapshotOf({}, { templates, baseUrl });
  const broken = createClient({ baseUrl, fetch: serve(() => files).fetch });
  await expect(broken.posts.all()).rejects.toMatchObject({ status: 404 });
});

it('walks through the further lists', async () => {
  const { api } = deployment();
  for (const { record } of furtherLists) expect(await listOf(api, record).all()).toEqual(rows);
  expect(await api.posts.where({ blog: 2 }).all()).toEqual(rows.slice(0, 3));
  expect(await api.vacancySummaries.all()).toEqual(rows);
  expect(await api.resumeSummaries.all()).toEqual(rows);
});

it('holds the list of each id against its own digests', async () => {
  const posts = [2, 3].map((id) => [`post/blog/${id}`, { cut: 'numbers', rows }] as const);
  for (const id of [2, 3]) {
    const files = snapshotOf(Object.fromEntries(posts), { templates, baseUrl });
    const { posts: list } = createClient({ baseUrl, fetch: serve(() => files).fetch });
    expect(await list.where({ blog: id }).all()).toEqual(rows);
    const page = `api/post/blog/${id}/page/2/index.json`;
    files.set(page, files.get(page)!.replace('"results":[', '"results":[{"id":99},'));
    await expect(list.where({ blog: id }).all()).rejects.toThrow(ListChanged);
  }
});

it('does so where links name files', async () => {
  const { api } = deployment(templates, { ...plainHost, index: false, queries: false });
  expect(await api.blog(12)).toEqual(row(12, 'blog'));
  expect(await api.blog(13)).toBeUndefined();
  expect(await api.discussion(42)).toEqual(rows);
  expect(await api.posts.where({ blog: 2 }).all()).toEqual(rows.slice(0, 3));
});

type Ask = (api: Client) => Promise<unknown>;

/** Ways to ask for extras that are no part of a list, or are called otherwise; {@link askFor} has the rest. */
const others: Readonly<Record<string, Ask>> = {
  '/api/post-comment/post/{id}/': (api) => api.discussion(7),
  '/api/user/{id}/': (api) => api.user(7),
  '/api/job/vacancy/summary/': (api) => api.vacancySummaries.all(),
  '/api/job/resume/summary/': (api) => api.resumeSummaries.all(),
};

/** Asks for a list, for the record 7 of one, or for its records that name another record 7. */
function askFor(template: string): Ask {
  const { address, record } = lists.find((list) => template.startsWith(`/api/${list.address}/`))!;
  const below = template.slice(`/api/${address}/`.length);
  if (below === '') return (api) => listOf(api, record).all();
  if (below === '{id}/') return (api) => recordOf(api, record, 7);
  const filter = { [below.replace('/{id}/', '').replaceAll('-', '_')]: 7 };
  return (api) => listOf(api, record).where(filter).all();
}

/** Each way to ask for an extra, by its template; feeds and files of lines are no part of the client. */
const asks = EXTRAS.filter((template) => template.endsWith('/')).map((template): [string, Ask] => [
  template,
  others[template] ?? askFor(template),
]);

it('asks for every extra of the portal, and every list', async () => {
  expect(asks.map(([template]) => template)).toEqual(templates);
  const asked: string[] = [];
  const fetch: Fetch = async (url) => {
    asked.push(url.slice(baseUrl.length));
    return answer(200, '[]');
  };
  const api = createClient({ baseUrl, fetch });
  for (const [template, ask] of asks) {
    await ask(api);
    expect(asked.splice(0)).toEqual([template.replace('{id}', '7')]);
  }
  for (const [, list] of listsIn(api)) await list.all();
  expect(asked).toEqual(portal.endpoints.map(({ name }) => `/api/${name}/`));
});

describe('an extra that is switched off', () => {
  it.each(asks)('%s is named, with its setting', async (template, ask) => {
    // Nothing is there but what says what is published.
    const files = new Map([
      ['api/openapi.json', JSON.stringify({ paths: { '/api/region/': {} } })],
    ]);
    const api = createClient({ baseUrl, fetch: serve(() => files).fetch });
    const error = await ask(api).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(PortalError);
    expect(error).toMatchObject({
      message: expect.stringContaining(
        `this deployment does not publish ${template} (the setting "extras" switches it on: ` +
          `npx portal-snapshot build --extra '${template}')`,
      ),
      url: `${baseUrl}${template.replace('{id}', '7')}`,
      status: 404,
    });
  });

  it('is looked for again when nobody could say what is published', async () => {
    const { fetch, asked } = deployment(['/api/job/vacancy/{id}/']);
    let isDown = true;
    const api = createClient({
      baseUrl,
      fetch: async (url) => (isDown && url.endsWith('openapi.json') ? answer(401, '') : fetch(url)),
    });
    await expect(api.vacancy(13)).rejects.toThrow('openapi.json answers 401');
    isDown = false;
    expect(await api.vacancy(13)).toBeUndefined();
    expect(asked).toContain('/api/openapi.json');
  });

  it('is found to be switched on by a client that runs on', async () => {
    let served = deployment([]);
    const api = createClient({ baseUrl, fetch: (url) => served.fetch(url) });
    await expect(api.vacancy(13)).rejects.toThrow('does not publish /api/job/vacancy/{id}/');
    served = deployment(['/api/job/vacancy/{id}/']);
    expect(await api.vacancy(13)).toBeUndefined();
    expect(await api.vacancy(14)).toBeUndefined();
    expect(served.asked.filter((path) => path === '/api/openapi.json')).toHaveLength(1);
  });
});

it.each([Number.NaN, 1.5, '12' as unknown as number, '../..' as unknown as number])(
  'takes no id that is none: %s',
  async (id) => {
    const { api, asked } = deployment();
    await expect(api.vacancy(id)).rejects.toThrow('an id is a whole number');
    expect(() => api.posts.where({ blog: id })).toThrow(TypeError);
    expect(asked).toEqual([]);
  },
);
