// Cloudflare's worker as a module, with a folder of its own: what it does for every request there is,
// and below a path.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cloudflare, workerText } from '../../../src/hosts/cloudflare/index.js';
import { sampleSite } from '../../support/published.js';

interface Worker {
  fetch(
    request: Request,
    env: { ASSETS: { fetch(request: Request): Promise<Response> } },
  ): Promise<Response>;
}

/** Every file answers with its own address. */
const files: ReadonlySet<string> = new Set([
  '/api/index.json',
  '/api/region/index.json',
  '/api/region/page/2/index.json',
  '/api/region/page/3/index.json',
  '/api/event/index.json',
  '/api/event/cursor/1/index.json',
  '/api/post-comment/index.json',
]);

/** Nothing of this may ever be served, though it is in the folder. */
const secret = 'not for readers';

async function workerOf(
  prefix: string,
): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const text = workerText(sampleSite({ prefix }));
  const module = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  const worker: Worker = module.default;
  const ASSETS = {
    fetch: async (request: Request) => {
      const { pathname } = new URL(request.url);
      if (files.has(pathname))
        return new Response(pathname, { headers: { ETag: `"${pathname}"` } });
      if (pathname.startsWith('/_')) return new Response(secret);
      return new Response('<h1>no</h1>', { status: 404 });
    },
  };
  return (path, init) => worker.fetch(new Request(`https://example.org${path}`, init), { ASSETS });
}

describe("cloudflare's worker", () => {
  it('answers below the path of the base URL, and nowhere else', async () => {
    const ask = await workerOf('/portal');
    const answers = ['/portal/api/region/?page=2', '/portal/api/', '/api/region/', '/portalapi/'];
    const seen = [];
    for (const path of answers) {
      const response = await ask(path);
      seen.push([response.status, await response.text()]);
    }
    expect(seen).toEqual([
      [200, '/api/region/page/2/index.json'],
      [200, '/api/index.json'],
      [404, '{"detail":"Not found."}'],
      [404, '{"detail":"Not found."}'],
    ]);
    const redirect = await ask('/portal/api/region?page=2');
    expect([redirect.status, redirect.headers.get('Location')]).toEqual([
      301,
      '/portal/api/region/?page=2',
    ]);
  });

  it('says whatever else it answers for as short a time as errors, and to every page', async () => {
    const ask = await workerOf('');
    const refused = await ask('/api/region/', { method: 'DELETE' });
    const others = [refused, await ask('/api/region'), await ask('/api/region/page/9/')];
    expect(others.map(({ status }) => status)).toEqual([405, 301, 404]);
    for (const { headers } of others) {
      expect(headers.get('Cache-Control')).toBe('public, max-age=10, must-revalidate');
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
    }
  });

  it('serves no page where path and query name two', async () => {
    const ask = await workerOf('');
    const statusOf = async (path: string) => (await ask(path)).status;
    expect(await statusOf('/api/region/page/2/?page=2')).toBe(200);
    expect(await statusOf('/api/event/cursor/1/?page=2')).toBe(200);
    for (const query of ['page=3', 'page=99', 'page=1', 'page=', 'page=2&page=2', 'page=02']) {
      expect(await statusOf(`/api/region/page/2/?${query}`), query).toBe(404);
    }
    expect(await statusOf('/api/event/cursor/1/?cursor=2')).toBe(404);
  });

  it('hands a failure of the files on, rather than calling it a missing page', async () => {
    const text = workerText(sampleSite());
    const module = await import(`data:text/javascript,${encodeURIComponent(text)}`);
    const worker: Worker = module.default;
    const ASSETS = { fetch: async () => new Response('', { status: 503 }) };
    const request = new Request('https://example.org/api/region/');
    expect((await worker.fetch(request, { ASSETS })).status).toBe(503);
  });

  it('knows a file by its ETag, weak or among others', async () => {
    const ask = await workerOf('');
    const etag = '"/api/region/index.json"';
    const statusFor = async (known: string) => {
      const response = await ask('/api/region/', { headers: { 'If-None-Match': known } });
      expect(response.headers.get('ETag')).toBe(etag);
      return response.status;
    };
    for (const known of [etag, `W/${etag}`, `"other", W/${etag}`, '*']) {
      expect(await statusFor(known), known).toBe(304);
    }
    for (const known of ['"other"', 'W/', etag.slice(1), '']) {
      expect(await statusFor(known), known).toBe(200);
    }
  });

  it('serves the page that was asked for, or none, whatever was asked', async () => {
    const ask = await workerOf('');
    const word = fc.constantFrom(
      ...['api', 'region', 'event', 'page', 'cursor', '1', '2', '99', '..', '.', '', 'index.json'],
      ...['%2e%2e', '%00', '_worker.js', '__proto__', '%', 'post-comment', '\\', ';'],
    );
    const path = fc.array(word, { maxLength: 7 }).map((words) => `/api/${words.join('/')}`);
    const value = fc.oneof(word, fc.nat(4).map(String), fc.string());
    const query = fc.array(fc.tuple(fc.constantFrom('page', 'cursor', 'x'), value), {
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(path, query, async (path, query) => {
        const search = new URLSearchParams(query);
        const response = await ask(`${path}?${search}`, { redirect: 'manual' });
        expect([200, 301, 404]).toContain(response.status);
        if (response.status !== 200) return;
        const file = await response.text();
        expect(files).toContain(file);
        const parameter = file.startsWith('/api/event/') ? 'cursor' : 'page';
        const asked = search.getAll(parameter);
        const isList = /^\/api\/(?:region|event)\/index\.json$/.test(file);
        // The first page is only for who names no page, or the first.
        if (isList && asked.length > 0) expect(asked).toEqual(['1']);
        const [, page] = /(\d+)\/index\.json$/.exec(file) ?? [];
        if (page !== undefined && asked.length > 0) expect(asked).toEqual([page]);
      }),
      { numRuns: 400 },
    );
  });
});

describe('cloudflare', () => {
  it('writes the rest of its files', () => {
    const site = sampleSite({ root: '/srv/the "portal"/dist' });
    const files = [...cloudflare.published(site), ...cloudflare.operated(site)];
    const texts = Object.fromEntries(files.map(({ path, text }) => [path, text]));
    const worker = texts['_worker.js'];
    expect(texts).toEqual({
      '_worker.js': worker,
      'worker.js': worker,
      '_routes.json': '{\n  "version": 1,\n  "include": [\n    "/*"\n  ],\n  "exclude": []\n}\n',
      '.assetsignore': '_worker.js\n_routes.json\n_headers\n_redirects\n.assetsignore\n',
      'wrangler.jsonc': `{
  "name": "portal-snapshot",
  "main": "worker.js",
  "compatibility_date": "2026-01-01",
  "assets": {
    "directory": "/srv/the \\"portal\\"/dist",
    "binding": "ASSETS",
    "html_handling": "none",
    "not_found_handling": "none",
    "run_worker_first": true
  }
}
`,
    });
  });
});
