// The live origin: Django REST Framework's links, cursors and errors, and neither snapshot.json nor openapi.json.
import { describe, expect, it } from 'vitest';
import { createClient, ListChanged } from '../../src/client/index.js';
import { portal } from '../../src/portal/index.js';
import { pageOf } from '../import/fetch/origin.js';
import { answer, type Fetch, nobodyWaits, type Row, refusalOf, row, streamed } from './site.js';

const origin = 'https://portal.example.org';
nobodyWaits();

const json = (value: unknown, status = 200) =>
  answer(status, JSON.stringify(value), { 'content-type': 'application/json', vary: 'Accept' });
const html = () =>
  answer(404, '<!DOCTYPE html><h1>Not Found</h1>', { 'content-type': 'text/html' });

/** Answers as Django REST Framework does: pages by number, and cursors that name the last record before. */
function answersOf(rows: readonly Row[], url: string): Response {
  const { pathname, searchParams } = new URL(url);
  if (pathname === '/api/job/vacancy/12/') return json(rows[0]);
  const name = ['job/vacancy', 'event'].find((list) => pathname === `/api/${list}/`);
  if (name === undefined) return html();
  const endpoint = portal.endpoints.find((each) => each.name === name)!;
  const page = pageOf(endpoint, rows, searchParams, origin, 2);
  return page === undefined ? json({ detail: 'Invalid page.' }, 404) : json(page);
}

/** Serves what there is at each request: the first state to the first one, and so on; the last one to the rest. */
function live(...states: (readonly Row[])[]) {
  const asked: string[] = [];
  const fetch: Fetch = async (url) => {
    // What is not there takes no turn.
    const isList = /\/(vacancy|event)\/(\?|$)/.test(url);
    if (isList) asked.push(url);
    return answersOf(states[Math.min(Math.max(asked.length - 1, 0), states.length - 1)] ?? [], url);
  };
  return { api: createClient({ baseUrl: origin, fetch }), asked };
}

const rows = [7, 6, 5, 4, 3, 2, 1].map((id) => row(id));

it('is walked through, by numbers and by cursors', async () => {
  const { api, asked } = live(rows);
  expect(await api.vacancies.all()).toEqual(rows);
  expect(await api.events.all()).toEqual(rows);
  expect(await streamed(api.events)).toEqual({ rows });
  expect(asked).toContain(`${origin}/api/event/?cursor=${encodeURIComponent(btoa('6'))}`);
});

describe('pages by number while the list changes', () => {
  const newer = [row(8), ...rows];

  it('starts anew when the count changes', async () => {
    const { api, asked } = live(rows, rows, newer);
    expect(await api.vacancies.all()).toEqual(newer);
    expect(asked).toHaveLength(3 + 4);
  });

  it('starts anew when a record comes twice, though the count is the same', async () => {
    const swapped = newer.slice(0, -1);
    expect(await live(rows, swapped).api.vacancies.all()).toEqual(swapped);
  });

  it('starts anew when a page is gone', async () => {
    const { api } = live(rows, rows, rows, rows.slice(0, 2));
    expect(await api.vacancies.all()).toEqual(rows.slice(0, 2));
  });

  it('starts anew when fewer records come than were counted', async () => {
    // A list that counts more than it has, the first time.
    let walks = 0;
    const odd: Fetch = async (url) => {
      const response = answersOf(rows, url);
      if (!url.includes('/vacancy/')) return response;
      if (!url.includes('page=')) walks++;
      const page = (await response.json()) as object;
      return json(walks === 1 ? { ...page, count: rows.length + 1 } : page);
    };
    const { vacancies } = createClient({ baseUrl: origin, fetch: odd });
    expect(await vacancies.all()).toEqual(rows);
    expect(walks).toBe(2);
  });

  it('takes no records for one another that have no id', async () => {
    const page = (next: string | null) => json({ count: 2, next, previous: null, results: [{}] });
    const next = `${origin}/api/portal-favorite/post/?page=2`;
    const fetch: Fetch = async (url) =>
      url.endsWith('.json') ? html() : page(url === next ? null : next);
    const { favorites } = createClient({ baseUrl: origin, fetch });
    expect(await favorites.posts.all()).toEqual([{}, {}]);
  });

  it('is told while it streams', async () => {
    const { rows: seen, error } = await streamed(live(rows, rows, newer).api.vacancies);
    expect(seen).toEqual(rows.slice(0, 4));
    expect(error).toBeInstanceOf(ListChanged);
    expect(String(error)).toContain('has another count');
  });
});

it('goes on through cursors when newer records come', async () => {
  const newer = [row(9), row(8), ...rows];
  expect(await streamed(live(rows, newer).api.events)).toEqual({ rows });
});

it('answers for single records where it has them, and says what it cannot know', async () => {
  const { api } = live(rows);
  expect(await api.vacancy(12)).toEqual(row(7));
  expect(await refusalOf(api.vacancy(13))).toMatch(
    /^PortalError: .*no \/api\/openapi.json says whether \/api\/job\/vacancy\/{id}\/ is published/,
  );
});
