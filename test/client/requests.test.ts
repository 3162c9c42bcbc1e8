// How the client asks: again when that may help, conditionally with a cache, never elsewhere, and until it is told to stop.
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CachedAnswer, createClient, PortalError } from '../../src/client/index.js';
import { answer, row, serve, snapshotOf } from './site.js';

const baseUrl = 'https://api.example.org';
const address = `${baseUrl}/api/post-comment/`;
const body = JSON.stringify([row(1), row(2)]);

/** How long each wait would have been, in milliseconds. */
const waits: number[] = [];
const later = setTimeout;

beforeEach(() => {
  waits.length = 0;
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, wait = 0) => {
    waits.push(wait);
    return later(run, 0);
  }) as typeof setTimeout);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Answers one after another; each is a response, an error, or how to make one. */
function answers(...queue: (Response | Error | ((init: RequestInit) => Response))[]) {
  const asked: RequestInit[] = [];
  const fetch = async (_url: string, init: RequestInit = {}) => {
    asked.push(init);
    const next = queue.shift();
    if (next === undefined) throw new Error('asked more often than it should');
    if (next instanceof Error) throw next;
    return next instanceof Response ? next : next(init);
  };
  return { asked, fetch };
}

const comments = (fetch: (url: string, init: RequestInit) => Promise<Response>) =>
  createClient({ baseUrl, fetch }).comments.all();

describe('asks again', () => {
  it.each([429, 500, 502, 503, 504])('after %i', async (status) => {
    const { fetch, asked } = answers(answer(status, 'busy'), answer(200, body));
    expect(await comments(fetch)).toHaveLength(2);
    expect(asked).toHaveLength(2);
  });

  it('when there was no answer, and when it broke off', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('[{"id":'));
        controller.error(new TypeError('terminated'));
      },
    });
    const { fetch } = answers(
      new TypeError('fetch failed'),
      new Response(broken),
      answer(200, body),
    );
    expect(await comments(fetch)).toHaveLength(2);
  });

  it('after a time that grows', async () => {
    const { fetch } = answers(...[1, 2, 3, 4].map(() => answer(503, '')), answer(200, body));
    await comments(fetch);
    expect(waits).toEqual([400, 800, 1600, 3200]);
  });

  it('after what Retry-After says: seconds, a date, and at most 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-05T10:00:00Z') });
    const busy = (after: string) => answer(429, '', { 'retry-after': after });
    const { fetch } = answers(
      busy('7'),
      busy('Thu, 05 Mar 2026 10:00:12 GMT'),
      busy('Thu, 05 Mar 2026 09:00:00 GMT'),
      busy('86400'),
      answer(200, body),
    );
    await comments(fetch);
    expect(waits).toEqual([7000, 12_000, 0, 30_000]);
  });

  it('five times at most', async () => {
    const busy = answers(...[1, 2, 3, 4, 5].map(() => answer(503, 'busy')));
    await expect(comments(busy.fetch)).rejects.toMatchObject({
      message: `${address} answers 503`,
      status: 503,
    });
    const cause = new TypeError('fetch failed');
    const away = answers(...[1, 2, 3, 4, 5].map(() => cause));
    const error = await comments(away.fetch).catch((error: unknown) => error);
    expect(error).toMatchObject({ message: `${address} gave no answer, 5 times`, cause });
    expect(error).not.toHaveProperty('status', expect.anything());
  });

  it.each([0, 1, Number.NaN])('as often as `retries` says: %s', async (retries) => {
    const [tries, times] = retries === 1 ? [2, ', 2 times'] : [1, ''];
    const away = answers(...Array<Error>(tries).fill(new TypeError('fetch failed')));
    const all = createClient({ baseUrl, fetch: away.fetch, retries }).comments.all();
    await expect(all).rejects.toThrow(new PortalError(address, `gave no answer${times}`));
    expect(waits).toEqual([400].slice(0, tries - 1));
  });
});

describe('in a browser, silence has its likely reason', () => {
  const silent = (tries: number, url = baseUrl) => {
    const { fetch } = answers(...Array<Error>(tries).fill(new TypeError('Failed to fetch')));
    return createClient({ baseUrl: url, fetch }).comments.all();
  };
  beforeEach(() => {
    vi.stubGlobal('location', { href: 'https://jobs.example/a/', origin: 'https://jobs.example' });
  });

  it('no CORS, where the API is of another origin', async () => {
    await expect(silent(5)).rejects.toThrow(
      'gave no answer, 5 times: it cannot be reached, or lets no pages of https://jobs.example read it (CORS)',
    );
    await expect(silent(5, '/')).rejects.toThrow(/gave no answer, 5 times$/);
  });

  it('no network, in which nothing is asked again', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    await expect(silent(1)).rejects.toThrow('gave no answer: this device is offline');
    expect(waits).toEqual([]);
  });
});

describe('is told what is wrong, at once', () => {
  it.each([
    ['a status that is none of ours', answer(401, ''), 'answers 401'],
    [
      'a page',
      answer(200, '<!DOCTYPE html><title>Вход</title>'),
      'what is not JSON: "<!DOCTYPE html><title>Вход</title>", a web page of the host, of a proxy, or of a network that asks to sign in',
    ],
    ['nothing', answer(200, ''), 'what is not JSON: "", an empty answer'],
    [
      'half a body',
      answer(200, '[{"id":1},'),
      'what is not JSON: "[{\\"id\\":1},", which was cut off or damaged on the way, and ends in "[{\\"id\\":1},"',
    ],
    ['what is neither', answer(200, 'Bad gateway'), 'what is not JSON: "Bad gateway"'],
    [
      'what is compressed twice',
      new Response(gzipSync(body)),
      'not JSON, but still compressed (gzip): compressed twice, or without the header Content-Encoding',
    ],
    [
      'another charset',
      // «Уфа» in windows-1251.
      new Response(Buffer.from('[{"id":1,"name":"\xd3\xf4\xe0"}]', 'latin1')),
      'not UTF-8: damaged, cut off inside a character, or changed to another charset on the way',
    ],
    [
      'a body that ends inside a character',
      new Response(Buffer.from('[{"id":1,"name":"Уфа').subarray(0, -1)),
      'not UTF-8: damaged, cut off inside a character',
    ],
    ['304 to no condition', answer(304, null), 'answers 304'],
    [
      'a redirect elsewhere',
      answer(301, null, { location: 'https://evil.example/' }),
      'redirects to https://evil.example/; name in baseUrl where the API is',
    ],
  ])('%s', async (_, response, why) => {
    const { fetch, asked } = answers(response);
    const error = await comments(fetch).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(PortalError);
    expect(error).toMatchObject({ url: address, message: expect.stringContaining(why) });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ redirect: 'manual' });
  });

  it('a redirect that a browser hides', async () => {
    const hidden = Object.defineProperties(new Response(null), {
      type: { value: 'opaqueredirect' },
      status: { value: 0 },
    });
    await expect(comments(answers(hidden).fetch)).rejects.toThrow(/ redirects; name in baseUrl/);
  });
});

describe('a cache', () => {
  const tagged = (text: string, etag: string) =>
    answer(200, text, { 'content-type': 'application/json', etag });
  const conditionOf = (init: RequestInit | undefined) =>
    new Headers(init?.headers).get('if-none-match');

  it('is asked whether it is still right, and says what is', async () => {
    const cache = new Map<string, CachedAnswer>();
    const newer = JSON.stringify([row(3)]);
    const { fetch, asked } = answers(
      tagged(body, '"a"'),
      answer(304, null),
      tagged(newer, 'W/"b"'),
      answer(304, null),
    );
    const { comments } = createClient({ baseUrl, fetch, cache });
    const ids = async () => (await comments.all()).map(({ id }) => id);
    expect(await ids()).toEqual([1, 2]);
    expect(await ids()).toEqual([1, 2]);
    expect(await ids()).toEqual([3]);
    expect(await ids()).toEqual([3]);
    expect(asked.map(conditionOf)).toEqual([null, '"a"', '"a"', 'W/"b"']);
    expect([...cache]).toEqual([[address, { etag: 'W/"b"', body: newer }]]);
  });

  it('is done without where a condition gets no answer: a host without a preflight', async () => {
    const cache = new Map([[address, { etag: '"a"', body: '[]' }]]);
    const { fetch, asked } = answers(new TypeError('Failed to fetch'), answer(200, body));
    expect(await createClient({ baseUrl, fetch, cache }).comments.all()).toHaveLength(2);
    expect(asked.map(conditionOf)).toEqual(['"a"', null]);
  });

  it('is done without where it fails: full, or closed to this page', async () => {
    const fails = async () => {
      throw new Error('QuotaExceededError');
    };
    const { fetch, asked } = answers(tagged(body, '"a"'));
    const cache = { get: fails, set: fails };
    expect(await createClient({ baseUrl, fetch, cache }).comments.all()).toHaveLength(2);
    expect(asked).toHaveLength(1);
  });

  it('keeps nothing that has no tag, or is not JSON', async () => {
    const cache = new Map<string, CachedAnswer>();
    const { fetch } = answers(answer(200, body), tagged('<html>', '"c"'));
    const { comments } = createClient({ baseUrl, fetch, cache });
    await comments.all();
    await expect(comments.all()).rejects.toThrow('not JSON');
    expect(cache.size).toBe(0);
  });
});

describe('a signal', () => {
  const reason = new Error('the reader went away');

  it('that is aborted lets nothing be asked', async () => {
    const { fetch, asked } = answers();
    const api = createClient({ baseUrl, fetch, signal: AbortSignal.abort(reason) });
    await expect(api.comments.all()).rejects.toBe(reason);
    await expect(api.vacancy(12)).rejects.toBe(reason);
    expect(asked).toEqual([]);
  });

  it('is given to fetch, and ends a walk between its pages', async () => {
    const controller = new AbortController();
    const content = {
      'job/vacancy': { cut: 'numbers', rows: [3, 2, 1].map((id) => row(id)) },
    } as const;
    const { fetch } = serve(() => snapshotOf(content));
    const signals: AbortSignal[] = [];
    const { vacancies } = createClient({
      baseUrl,
      fetch: (url, init) => {
        signals.push(init.signal as AbortSignal);
        return fetch(url);
      },
    });
    const seen: number[] = [];
    const walk = async () => {
      for await (const { results } of vacancies.pages({ signal: controller.signal })) {
        seen.push(...results.map(({ id }) => id));
        controller.abort(reason);
      }
    };
    await expect(walk()).rejects.toBe(reason);
    expect(seen).toEqual([3, 2]);
    expect(signals.map((signal) => signal.reason)).toEqual([reason, reason]);
  });

  it('ends the request that is under way, while its body comes', async () => {
    const controller = new AbortController();
    const ended = (signal: AbortSignal) => (body: ReadableStreamDefaultController) => {
      signal.addEventListener('abort', () => body.error(signal.reason));
      controller.abort(reason);
    };
    const fetch = async (_url: string, { signal }: RequestInit) =>
      new Response(new ReadableStream({ start: ended(signal!) }));
    const api = createClient({ baseUrl, fetch, signal: controller.signal });
    await expect(api.comments.all()).rejects.toBe(reason);
  });

  it('may be given with as many requests as one likes: nothing listens to it', async () => {
    const { signal } = new AbortController();
    const listening = vi.spyOn(signal, 'addEventListener');
    const { fetch } = answers(answer(503, ''), new TypeError('fetch failed'), answer(200, body));
    const given: unknown[] = [];
    const api = createClient({
      baseUrl,
      signal,
      fetch: (url, init) => {
        given.push(init.signal);
        return fetch(url, init);
      },
    });
    await api.comments.all();
    expect(given).toHaveLength(3);
    expect(given).not.toContain(signal);
    expect(listening).not.toHaveBeenCalled();
  });

  it("ends its own caller's request alone", async () => {
    const content = { 'job/vacancy': { cut: 'numbers', rows: [row(1)] } } as const;
    const { fetch } = serve(() => snapshotOf(content, { templates: ['/api/job/vacancy/{id}/'] }));
    const controller = new AbortController();
    const api = createClient({
      baseUrl,
      // The first one goes away while it is asked what this deployment publishes.
      fetch: async (url, { signal } = {}) => {
        if (url.endsWith('/openapi.json')) controller.abort(reason);
        await new Promise((done) => later(done, 1));
        signal?.throwIfAborted();
        return fetch(url);
      },
    });
    const first = api.vacancy(7, { signal: controller.signal });
    const second = api.vacancy(8);
    await expect(first).rejects.toBe(reason);
    expect(await second).toBeUndefined();
  });

  it('ends a wait', async () => {
    vi.mocked(setTimeout).mockRestore();
    const controller = new AbortController();
    const { fetch } = answers(answer(429, '', { 'retry-after': '30' }));
    const all = createClient({ baseUrl, fetch }).comments.all({ signal: controller.signal });
    setTimeout(() => controller.abort(reason), 20);
    await expect(all).rejects.toBe(reason);
  });
});
