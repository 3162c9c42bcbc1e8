// The table of hosts, row by row: what a client asks, and what every server must answer.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { missing, pages } from '../../support/addresses.js';
import { directory } from '../../support/portal.js';
import { type Answer, ask } from './exchange.js';
import { community, type Published, rebuild } from './snapshot.js';

/** A server that was started, and what it serves. */
export interface Served {
  /** With the prefix. */
  readonly url: string;
  readonly prefix: string;
  /** Changes with the snapshot. */
  published: Published;
  readonly compresses: boolean;
  /** Whether an address without its slash redirects, rather than answering with the same bytes. */
  readonly redirects: boolean;
  /** All that is not below `/api/` belongs to somebody else. */
  readonly isGuest?: boolean;
}

const HEAD = 'public, max-age=60, must-revalidate';
const SETTLED = 'public, max-age=86400, stale-while-revalidate=604800';
const ERROR = 'public, max-age=10, must-revalidate';

/** Registers a test for each ability. */
export function testAbilities(served: () => Served): void {
  const bytesOf = (file: string): Buffer => {
    const bytes = served().published.tree.get(file);
    if (!bytes) throw new Error(`the snapshot has no ${file}`);
    return bytes;
  };
  const get = (target: string, headers = {}, method = 'GET'): Promise<Answer> =>
    ask(served().url, served().prefix + target, { method, headers });

  it('answers for every list and page, by path and by query', async () => {
    for (const { address: target, file, isSettled } of pages) {
      const kept = isSettled ? SETTLED : HEAD;
      const { status, headers, body } = await get(target);
      expect(status, target).toBe(200);
      expect(body.equals(bytesOf(file!)), target).toBe(true);
      expectHeaders(headers, kept, target);
      expect(headers['etag'], target).toMatch(/^(W\/)?"[^"]+"$/);
      expect(headers['content-encoding'], target).toBeUndefined();
      const head = await get(target, {}, 'HEAD');
      expect([head.status, head.body.length], target).toEqual([200, 0]);
      const { date: _, ...same } = headers;
      expect(head.headers, target).toMatchObject(same);
    }
  });

  it('says in JSON what is not there', async () => {
    const asked = missing.filter((target) => !served().isGuest || target.startsWith('/api/'));
    for (const target of asked) {
      const { status, headers, body } = await get(target);
      expect([target, status, body.toString()]).toEqual([target, 404, '{"detail":"Not found."}']);
      expectHeaders(headers, ERROR, target);
    }
  });

  it('sends what is no page as its kind says', async () => {
    const names = [...served().published.tree.keys()];
    const index = names.find((name) => name.endsWith('.pf_index'));
    for (const [target, type] of [
      ['/api/region/all.ndjson', 'application/x-ndjson'],
      ['/api/post-comment/all.ndjson?page=2', 'application/x-ndjson'],
      // From another origin, import() wants this type, and the headers of CORS.
      ['/search/pagefind.js', 'text/javascript'],
      [`/${index}`, 'application/octet-stream'],
    ] as const) {
      const { status, headers, body } = await get(target);
      expect([target, status, body.equals(bytesOf(target.slice(1).split('?')[0]!))]).toEqual([
        target,
        200,
        true,
      ]);
      expectHeaders(headers, HEAD, target, type);
      for (const encoding of served().compresses ? ['br', 'gzip'] : []) {
        const packed = await get(target, { 'Accept-Encoding': encoding });
        const longer = body.length > 1024 ? encoding : undefined;
        // Those of the search have no siblings: a server may pack them by itself.
        if (target.startsWith('/api/'))
          expect([target, packed.headers['content-encoding']]).toEqual([target, longer]);
        expectHeaders(packed.headers, HEAD, target, type);
      }
      expect((await get(target, {}, 'OPTIONS')).headers['allow']).toBe('GET, HEAD, OPTIONS');
      const refused = await get(target, {}, 'POST');
      expect([target, refused.status, refused.body.toString()]).toEqual([
        target,
        405,
        '{"detail":"Method not allowed."}',
      ]);
      expectHeaders(refused.headers, ERROR, target);
    }
  });

  it('leads from an address without its slash to the page, with the query', async () => {
    for (const [target, file] of [
      ['/api', ''],
      ['/api/region', 'region/'],
      ['/api/region?page=2&next=/a/b', 'region/page/2/'],
      ['/api/region/page/2?page=2', 'region/page/2/'],
      ['/api/event?cursor=1', 'event/cursor/1/'],
    ] as const) {
      const address = `${served().url}${target}`;
      const answer = await get(target);
      const [path, query] = target.split('?');
      let last = answer;
      if (served().redirects) {
        const location = answer.headers['location'] ?? '';
        expect([target, answer.status]).toEqual([target, 301]);
        // It names neither a host nor a folder that a proxy may know by another name.
        const name = path?.split('/').at(-1);
        expect(location).toBe(`${name}/${query === undefined ? '' : `?${query}`}`);
        const { pathname, search } = new URL(location, address);
        last = await ask(served().url, pathname + search);
      }
      expect([target, last.status]).toEqual([target, 200]);
      expect(last.body.equals(bytesOf(`api/${file}index.json`)), target).toBe(true);
    }
    // What is not there does not come to be by a slash.
    for (const target of ['/api/nothing', '/api/region/page/x']) {
      expect((await get(target)).status, target).toBe(404);
    }
  });

  it('answers OPTIONS and the question of a browser', async () => {
    const preflight = {
      Origin: 'https://portal.example.org',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'x-requested-with',
    };
    for (const headers of [{}, preflight]) {
      const answer = await get('/api/region/', headers, 'OPTIONS');
      expect([200, 204]).toContain(answer.status);
      expect(answer.headers).toMatchObject({
        allow: 'GET, HEAD, OPTIONS',
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-headers': '*',
      });
    }
  });

  it('takes no other method', async () => {
    // TRACE is for the server around to refuse.
    const own = served().isGuest ? [] : ['TRACE'];
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', ...own]) {
      const asked = { method, body: method === 'POST' ? '{"text":"Ответ"}' : '' };
      for (const target of ['/api/region/', '/api/post-comment/', '/api/event/?cursor=1']) {
        const answer = await ask(served().url, served().prefix + target, asked);
        expect([method, answer.status]).toEqual([method, 405]);
        expect(answer.body.toString()).toBe('{"detail":"Method not allowed."}');
        expectHeaders(answer.headers, ERROR, method);
      }
    }
  });

  it('gives the page under a condition that it does not meet, or refuses in JSON', async () => {
    const target = '/api/event/?cursor=1';
    for (const headers of [
      { Range: 'bytes=99999999-' },
      { Range: 'bytes=99999999-', 'If-Match': '*' },
      { 'If-Match': '"nothing"' },
      { 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
      { Expect: 'nonsense' },
    ]) {
      const title = JSON.stringify(headers);
      const { status, headers: given, body } = await get(target, headers);
      // Where ours has no say yet; no cache keeps it.
      if (status === 417 && given['cache-control'] === undefined) continue;
      expectHeaders(given, status === 200 ? SETTLED : ERROR, title);
      if (status === 200) {
        expect(body.equals(bytesOf('api/event/cursor/1/index.json')), title).toBe(true);
      } else {
        expect([412, 416, 417], title).toContain(status);
        // Apache sends none with 412.
        if (status === 412 && body.length === 0) continue;
        expect(JSON.parse(body.toString()), title).toEqual({ detail: expect.any(String) });
      }
    }
  });

  it('has tags that say whether the bytes are the same', async () => {
    const first = await get('/api/region/?page=2');
    const tag = { 'If-None-Match': first.headers['etag'] ?? '' };
    const same = await get('/api/region/?page=2', tag);
    expect([same.status, same.body.length]).toEqual([304, 0]);
    expect(same.headers['etag']).toBe(first.headers['etag']);
    expect(same.headers['cache-control']).toBe(HEAD);
    expect(same.headers['vary']).toBe(first.headers['vary']);
    expect((await get('/api/region/?page=3', tag)).status).toBe(200);

    const { regions = [], districts = [] } = directory(5);
    const renamed = regions.map((region) => ({
      ...region,
      name: String(region['name']).replace('Область', 'Окраина'),
    }));
    const tree = await rebuild(served().published, { ...community, districts, regions: renamed });
    const changed = await get('/api/region/?page=2', tag);
    expect(changed.status).toBe(200);
    // The length alone would not tell.
    expect(changed.body.length).toBe(first.body.length);
    expect(changed.body.toString()).toBe(first.body.toString().replaceAll('Область', 'Окраина'));
    expect(changed.headers['etag']).not.toBe(first.headers['etag']);
    served().published = { ...served().published, tree };
  });

  it('sends compressed bodies to who takes them', async () => {
    const plain = bytesOf('api/event/cursor/1/index.json');
    const tags = new Set<string>();
    for (const [accepted, wanted] of [
      ['gzip, deflate, br', 'br'],
      ['br', 'br'],
      ['BR;q=1.0', 'br'],
      ['gzip', 'gzip'],
      ['gzip;q=0.5, br;q=0', 'gzip'],
      ['x-gzip;q=0, zstd', undefined],
      ['br;q=0, gzip;q=0.000', undefined],
      ['deflate', undefined],
      ['', undefined],
      ['brotli, gzipped', undefined],
    ] as const) {
      const answer = await get('/api/event/?cursor=1', { 'Accept-Encoding': accepted });
      const encoding = served().compresses ? wanted : undefined;
      expect([accepted, answer.status]).toEqual([accepted, 200]);
      expect([accepted, answer.headers['content-encoding']]).toEqual([accepted, encoding]);
      expectHeaders(answer.headers, SETTLED, accepted);
      expect(words(answer.headers['vary']).includes('accept-encoding')).toBe(served().compresses);
      const { body } = answer;
      const decode = { br: brotliDecompressSync, gzip: gunzipSync };
      expect((encoding ? decode[encoding](body) : body).equals(plain), accepted).toBe(true);
      tags.add(`${encoding} ${answer.headers['etag']}`);
    }
    // Each body has one tag, and no two have the same.
    expect(tags.size).toBe(served().compresses ? 3 : 1);
    expect(new Set([...tags].map((tag) => tag.split(' ')[1])).size).toBe(tags.size);
  });
}

function expectHeaders(
  headers: Answer['headers'],
  kept: string,
  target: string,
  type = 'application/json',
): void {
  expect(headers['content-type'], target).toBe(type);
  expect(words(headers['vary']), target).toContain('accept');
  expect(headers['allow'], target).toBe('GET, HEAD, OPTIONS');
  expect(headers['access-control-allow-origin'], target).toBe('*');
  expect(headers['access-control-expose-headers'], target).toBe('Allow, ETag');
  expect(headers['x-content-type-options'], target).toBe('nosniff');
  expect(headers['cache-control'], target).toBe(kept);
}

function words(list = ''): string[] {
  return list.toLowerCase().split(/, */);
}
