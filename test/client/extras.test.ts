// Extras: what a deployment publishes only where it says so.
import { describe, expect, it } from 'vitest';
import { type Client, createClient, PortalError } from '../../src/client/index.js';
import { endpointOf, listFile } from '../../src/model/endpoint.js';
import { portal } from '../../src/portal/index.js';
import { listsIn } from './lists.js';
import {
  answer,
  type Content,
  type Fetch,
  type Host,
  plainHost,
  row,
  serve,
  snapshotOf,
} from './site.js';

const templates = portal.extras
  .map(endpointOf)
  .filter(({ name }) => !listFile(name))
  .map(({ template }) => template);
const baseUrl = plainHost.base;
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

/** A deployment that publishes some extras. */
function deployment(published: readonly string[] = templates, host: Host = plainHost) {
  const links = host.index ? 'path' : 'file';
  const files = snapshotOf(content, { templates: published, links, baseUrl });
  // Lists of one blog's posts are in no snapshot.json.
  const posts = { 'post/blog/2': { cut: 'numbers', rows: rows.slice(0, 3) } } as const;
  const more = snapshotOf(posts, { links, baseUrl });
  for (const [path, text] of more) if (path.includes('/post/blog/')) files.set(path, text);
  for (const list of ['job/vacancy', 'region', 'pb-questions/exact-category', 'blog']) {
    files.set(`api/${list}/12/index.json`, JSON.stringify(row(12, list)));
  }
  const served = serve(() => files, host);
  return { ...served, api: createClient({ baseUrl, fetch: served.fetch }) };
}

it('reads a record with one request', async () => {
  const { api, asked } = deployment();
  expect(await api.vacancy(12)).toEqual(row(12, 'job/vacancy'));
  expect(await api.region(12)).toEqual(row(12, 'region'));
  expect(await api.exactCategory(12)).toEqual(row(12, 'pb-questions/exact-category'));
  expect(asked).toEqual([
    '/api/job/vacancy/12/',
    '/api/region/12/',
    '/api/pb-questions/exact-category/12/',
  ]);
});

it('is undefined for a record that is not there, and asks once what is published', async () => {
  const { api, asked } = deployment();
  expect(await api.vacancy(13)).toBeUndefined();
  expect(await api.expert(1)).toBeUndefined();
  expect(await api.discussion(44)).toBeUndefined();
  expect(asked.filter((path) => path === '/api/openapi.json')).toHaveLength(1);
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

it('reads a discussion, which may be empty', async () => {
  const { api } = deployment();
  expect(await api.discussion(42)).toEqual(rows);
  expect(await api.discussion(43)).toEqual([]);
});

it('walks through the further lists', async () => {
  const { api } = deployment();
  expect(await api.cities.all()).toEqual(rows);
  expect(await api.blogs.all()).toEqual(rows);
  expect(await api.posts.all()).toEqual(rows);
  expect(await api.posts.where({ blog: 2 }).all()).toEqual(rows.slice(0, 3));
  expect(await api.vacancySummaries.all()).toEqual(rows);
  expect(await api.resumeSummaries.all()).toEqual(rows);
});

it('does so where links name files', async () => {
  const { api } = deployment(templates, { ...plainHost, index: false, queries: false });
  expect(await api.blog(12)).toEqual(row(12, 'blog'));
  expect(await api.blog(13)).toBeUndefined();
  expect(await api.discussion(42)).toEqual(rows);
  expect(await api.posts.where({ blog: 2 }).all()).toEqual(rows.slice(0, 3));
});

/** Each way to ask for an extra, by its template. */
const asks: Readonly<Record<string, (api: Client) => Promise<unknown>>> = {
  '/api/city/': (api) => api.cities.all(),
  '/api/blog/': (api) => api.blogs.all(),
  '/api/post/': (api) => api.posts.all(),
  '/api/post-comment/post/{id}/': (api) => api.discussion(7),
  '/api/post/blog/{id}/': (api) => api.posts.where({ blog: 7 }).all(),
  '/api/post/user/{id}/': (api) => api.posts.where({ user: 7 }).all(),
  '/api/event/blog/{id}/': (api) => api.events.where({ blog: 7 }).all(),
  '/api/job/vacancy/region/{id}/': (api) => api.vacancies.where({ region: 7 }).all(),
  '/api/job/vacancy/city/{id}/': (api) => api.vacancies.where({ city: 7 }).all(),
  '/api/job/vacancy/exact-category/{id}/': (api) =>
    api.vacancies.where({ exact_category: 7 }).all(),
  '/api/job/resume/region/{id}/': (api) => api.resumes.where({ region: 7 }).all(),
  '/api/job/resume/city/{id}/': (api) => api.resumes.where({ city: 7 }).all(),
  '/api/job/resume/exact-category/{id}/': (api) => api.resumes.where({ exact_category: 7 }).all(),
  '/api/epb-e/expert/{id}/': (api) => api.expert(7),
  '/api/region/{id}/': (api) => api.region(7),
  '/api/pb-questions/exact-category/{id}/': (api) => api.exactCategory(7),
  '/api/job/vacancy/{id}/': (api) => api.vacancy(7),
  '/api/job/resume/{id}/': (api) => api.resume(7),
  '/api/city/{id}/': (api) => api.city(7),
  '/api/blog/{id}/': (api) => api.blog(7),
  '/api/post/{id}/': (api) => api.post(7),
  '/api/user/{id}/': (api) => api.user(7),
  '/api/job/vacancy/summary/': (api) => api.vacancySummaries.all(),
  '/api/job/resume/summary/': (api) => api.resumeSummaries.all(),
};

it('asks for every extra of the portal, and every list', async () => {
  expect(Object.keys(asks)).toEqual(templates);
  const asked: string[] = [];
  const fetch: Fetch = async (url) => {
    asked.push(url.slice(baseUrl.length));
    return answer(200, '[]');
  };
  const api = createClient({ baseUrl, fetch });
  for (const [template, ask] of Object.entries(asks)) {
    await ask(api);
    expect(asked.splice(0)).toEqual([template.replace('{id}', '7')]);
  }
  for (const [, list] of listsIn(api)) await list.all();
  expect(asked).toEqual(portal.endpoints.map(({ name }) => `/api/${name}/`));
});

describe('an extra that is switched off', () => {
  it.each(Object.entries(asks))('%s is named, with its setting', async (template, ask) => {
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
          `portal-snapshot build --extra '${template}')`,
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
