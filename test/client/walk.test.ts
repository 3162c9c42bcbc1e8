// A walk through lists: on each kind of host, by each kind of links, and where pages lead astray.
import { describe, expect, it, vi } from 'vitest';
import { createClient } from '../../src/client/index.js';
import type { LinkStyle } from '../../src/site/address.js';
import {
  answer,
  type Content,
  type Host,
  nobodyWaits,
  plainHost,
  refusalOf,
  row,
  serve,
  snapshotOf,
  streamed,
} from './site.js';

const rows = [9, 8, 7, 6, 5, 4, 3].map((id) => row(id));
const content: Content = {
  'job/vacancy': { cut: 'numbers', rows },
  event: { cut: 'newest first', rows },
  'epb-e/expert': { cut: 'newest last', rows: [...rows].reverse() },
  'post-comment': { cut: 'one', rows },
  'portal-favorite/member': { cut: 'numbers', rows: [] },
};

nobodyWaits();

const clientOf = (host: Host, { fetch }: ReturnType<typeof serve>) =>
  createClient({ baseUrl: `${host.base}/`, fetch });

describe.each<{ title: string; links: LinkStyle; host: Partial<Host> }>([
  { title: 'path, on a host that routes queries', links: 'path', host: {} },
  { title: 'path, on a host that knows none', links: 'path', host: { queries: false } },
  { title: 'query', links: 'query', host: {} },
  { title: 'file, on a host without an index', links: 'file', host: { index: false } },
  { title: 'file, on a host with one', links: 'file', host: { queries: false } },
])('links by $title', ({ links, host: can }) => {
  it.each([
    ['at its root', 'https://api.example.org', 'https://api.example.org'],
    ['below a path', 'https://example.org/api/region', 'https://example.org/api/region'],
    ['built for localhost', 'https://example.org/portal', 'http://localhost:8080'],
    ['built below another path', 'https://example.org', 'https://cdn.example.net/a/b'],
  ])('%s', async (_, base, baseUrl) => {
    const host = { ...plainHost, ...can, base };
    const served = serve(() => snapshotOf(content, { links, baseUrl }), host);
    const api = clientOf(host, served);
    for (const [list, wanted] of [
      [api.vacancies, rows],
      [api.events, rows],
      [api.experts, [...rows].reverse()],
      [api.comments, rows],
      [api.favorites.members, []],
    ] as const) {
      expect(await streamed(list)).toEqual({ rows: wanted });
      expect(await list.all()).toEqual(wanted);
    }
  });
});

it('asks for a page when its first record is asked for, and for no more', async () => {
  const served = serve(() => snapshotOf(content));
  const seen: number[] = [];
  for await (const { id } of clientOf(plainHost, served).vacancies) {
    seen.push(id);
    if (seen.length === 3) break;
  }
  expect(seen).toEqual([9, 8, 7]);
  expect(served.asked).toEqual([
    '/api/job/vacancy/',
    '/api/snapshot.json',
    '/api/job/vacancy/page/2/?page=2',
  ]);
});

it('gives pages as the API cuts them, with the count where they have one', async () => {
  const api = clientOf(
    plainHost,
    serve(() => snapshotOf(content)),
  );
  const pages: unknown[] = [];
  for await (const { count, results } of api.vacancies.pages()) pages.push([count, results.length]);
  expect(pages).toEqual([
    [7, 2],
    [7, 2],
    [7, 2],
    [7, 1],
  ]);
  const { value: head } = await api.events.pages().next();
  expect(head).toEqual({ results: rows.slice(0, 3), next: 'cursor/2/?cursor=2' });
});

it('asks one request for a list of one page', async () => {
  const served = serve(() => snapshotOf(content));
  await clientOf(plainHost, served).comments.all();
  await clientOf(plainHost, served).favorites.members.all();
  expect(served.asked).toEqual(['/api/post-comment/', '/api/portal-favorite/member/']);
});

it('finds out once that a host has no index', async () => {
  const host = { ...plainHost, index: false };
  const served = serve(() => snapshotOf(content, { links: 'file' }), host);
  const api = clientOf(host, served);
  await api.comments.all();
  await api.favorites.members.all();
  expect(served.asked).toEqual([
    '/api/post-comment/',
    '/api/post-comment/index.json',
    '/api/portal-favorite/member/index.json',
  ]);
});

describe('the base URL', () => {
  const partial = 'is no full http address, such as https://api.example.org';
  const within = 'ends in /api: give the address above /api/; if that ends in /api, add /api';

  it.each([
    ['', partial],
    ['/portal', partial],
    ['api.example.org', partial],
    ['file:///srv/dist', partial],
    ['https://', partial],
    [undefined as unknown as string, partial],
    ['https://api.example.org/api', within],
    ['https://api.example.org/portal/api//', within],
  ])('is refused, with what it must be: %j', (baseUrl, why) => {
    const error = new TypeError(`baseUrl ${JSON.stringify(baseUrl)} ${why}`);
    expect(() => createClient({ baseUrl })).toThrow(error);
  });

  it('may end in /api itself: then it is told by the address of its API', async () => {
    const base = 'https://e.org/api';
    const { fetch, asked } = serve(() => snapshotOf(content), { ...plainHost, base });
    for (const baseUrl of [`${base}/api`, `${base}/api/`]) {
      expect(await createClient({ baseUrl, fetch }).comments.all()).toEqual(rows);
    }
    expect(asked).toEqual(['/api/post-comment/', '/api/post-comment/']);
  });

  it("may be a path of the page's origin in a browser", async () => {
    vi.stubGlobal('location', { href: 'https://e.org/jobs/?page=2#all', origin: 'https://e.org' });
    for (const [baseUrl, base] of [
      ['/portal', 'https://e.org/portal'],
      ['/', 'https://e.org'],
    ] as const) {
      const served = serve(() => snapshotOf(content), { ...plainHost, base });
      expect(await createClient({ baseUrl, fetch: served.fetch }).vacancies.all()).toEqual(rows);
    }
    // What depends on the page's own path is not what anybody means.
    for (const baseUrl of ['', 'portal', './', '/api/']) {
      expect(() => createClient({ baseUrl })).toThrow(TypeError);
    }
  });
});

describe('leads that are none', () => {
  /** Serves envelopes for the vacancies, by what stands behind the list's address; nothing else is there. */
  function envelopes(pages: Record<string, unknown>, base = plainHost.base) {
    const list = `${base}/api/job/vacancy/`;
    const asked: string[] = [];
    const fetch = async (url: string) => {
      asked.push(url);
      if (url === `${base}/api/snapshot.json`) return answer(404, '');
      const page = url.startsWith(list) ? pages[url.slice(list.length)] : undefined;
      return page === undefined ? answer(404, '') : answer(200, JSON.stringify(page));
    };
    return { asked, list: createClient({ baseUrl: base, fetch }).vacancies };
  }
  const page = (next: string | null, ...ids: number[]) => ({
    next,
    previous: null,
    results: ids.map((id) => row(id)),
  });
  const list = 'https://api.example.org/api/job/vacancy/';

  it.each([
    ['to itself', { '': page(list, 1) }],
    [
      'round in a ring',
      {
        '': page(`${list}?page=2`, 1),
        '?page=2': page(`${list}?page=3`, 2),
        '?page=3': page(`${list}?page=2`, 3),
      },
    ],
    [
      'to the first page under another name: the host routes no queries',
      { '': page(`${list}?page=2`, 1), '?page=2': page(`${list}?page=2`, 1) },
    ],
  ])('%s', async (_, pages) => {
    const { list, asked } = envelopes(pages);
    expect(await refusalOf(list.all())).toMatch(/^PortalError: .*leads on without end/);
    expect(asked.length).toBeLessThan(6);
  });

  it('over an empty page in the middle: that page is named', async () => {
    const pages = {
      '': page(`${list}?page=2`, 1),
      '?page=2': page(`${list}?page=3`),
      '?page=3': page(null, 2),
    };
    expect(await refusalOf(envelopes(pages).list.all())).toContain(
      `PortalError: ${list}?page=2 has no records, though it leads on to ${list}?page=3`,
    );
  });

  it.each([403, 404])(
    'to a page that is not there: the list has changed, answered %i',
    async (status) => {
      const fetch = async (url: string) =>
        url === list ? answer(200, JSON.stringify(page(`${list}?page=2`, 1))) : answer(status, '');
      const { vacancies } = createClient({ baseUrl: plainHost.base, fetch });
      const why = /^ListChanged: .*\?page=2 is not there, though/;
      expect(await refusalOf(vacancies.all())).toMatch(why);
    },
  );

  it.each([
    ['full', 'leads on after 40 of 40 records', 20],
    ['empty', `has no records, though it leads on to ${list}?page=2`, 1],
  ] as const)('to %s pages without end: not far past the count', async (kind, why, pages) => {
    const base = plainHost.base;
    const asked: string[] = [];
    const fetch = async (url: string) => {
      const at = Number(new URL(url).searchParams.get('page') ?? 1);
      if (url.endsWith('/snapshot.json')) return answer(404, '');
      asked.push(url);
      const results = kind === 'full' ? [row(2 * at), row(2 * at + 1)] : [];
      const next = `${list}?page=${at + 1}`;
      return answer(200, JSON.stringify({ count: 40, next, previous: null, results }));
    };
    const { vacancies } = createClient({ baseUrl: base, fetch });
    await expect(vacancies.all()).rejects.toThrow(why);
    // A list that changed is begun three times.
    expect(asked).toHaveLength(kind === 'full' ? 3 * pages : pages);
  });

  it.each([
    'https://evil.example/api/user/?page=2',
    'https://api.example.org/api/region/?page=2',
    '/api/job/vacancy/../../../secret',
    'javascript:alert(1)',
    'http://',
  ])('to no page of the list: %s', async (link) => {
    const { list, asked } = envelopes({ '': page(link, 1) });
    await expect(list.all()).rejects.toThrow(/which is no page of this list/);
    expect(asked).toHaveLength(1);
  });

  it('by relative links', async () => {
    const { list } = envelopes({ '': page('page/2/', 1), 'page/2/': page(null, 2) });
    expect((await list.all()).map(({ id }) => id)).toEqual([1, 2]);
  });

  it.each([
    ['a number', 7],
    ['null', null],
    ['no list', { next: null, previous: null, results: {} }],
    ['no link', { previous: null, results: [] }],
    ['a link that is none', { next: 2, results: [] }],
    ['a record', { id: 12, text: 'Нужен эксперт.' }],
  ])('%s is no page of a list', async (_, body) => {
    const { list } = envelopes({ '': body });
    await expect(list.all()).rejects.toThrow('is no page of a list');
  });

  it('a list that is not there has its address and status in the error', async () => {
    const { list } = envelopes({});
    const url = 'https://api.example.org/api/job/vacancy/';
    await expect(list.all()).rejects.toMatchObject({ name: 'PortalError', status: 404, url });
  });
});
