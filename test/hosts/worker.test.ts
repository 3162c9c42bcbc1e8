// Cloudflare's worker as a module, with a folder of its own: its headers, failures and ETags. Which file answers for an
// address is in test/hosts/addresses.test.ts.
import { describe, expect, it } from 'vitest';
import { workerText } from '../../src/hosts/cloudflare/index.js';
import { sampleSite } from '../support/published.js';

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

async function fileAt({ url }: Request): Promise<Response> {
  const { pathname } = new URL(url);
  if (files.has(pathname)) return new Response(pathname, { headers: { ETag: `"${pathname}"` } });
  if (pathname.startsWith('/_')) return new Response(secret);
  return new Response('<h1>no</h1>', { status: 404 });
}

const text = workerText(sampleSite());
const { default: worker }: { default: Worker } = await import(
  `data:text/javascript,${encodeURIComponent(text)}`
);
const ask = (path: string, init?: RequestInit, fetch = fileAt): Promise<Response> =>
  worker.fetch(new Request(`https://example.org${path}`, init), { ASSETS: { fetch } });

describe("cloudflare's worker", () => {
  it('says whatever else it answers for as short a time as errors, and to every page', async () => {
    const refused = await ask('/api/region/', { method: 'DELETE' });
    const others = [refused, await ask('/api/region'), await ask('/api/region/page/9/')];
    expect(others.map(({ status }) => status)).toEqual([405, 301, 404]);
    for (const { headers } of others) {
      expect(headers.get('Cache-Control')).toBe('public, max-age=10, must-revalidate');
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
    }
  });

  it('hands a failure of the files on, rather than calling it a missing page', async () => {
    const fails = async () => new Response('', { status: 503 });
    expect((await ask('/api/region/', {}, fails)).status).toBe(503);
  });

  it('knows a file by its ETag, weak or among others', async () => {
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
});
