// What no well-meaning client sends. Whatever a server answers: no byte from outside of the snapshot,
// no other page than the one that was asked for, and no failure of its own.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hostile } from '../../support/addresses.js';
import type { Served } from './abilities.js';
import { type Answer, ask, exchange } from './exchange.js';
import { SECRET } from './snapshot.js';

const LONG = 'x'.repeat(8000);

const targets: readonly string[] = [
  ...hostile,
  `/api/region/?page=${'9'.repeat(8000)}`,
  `/api/region/?${LONG}&page=2`,
  `/api/region/?page=99&${LONG}`,
  `/api/region/?${'page=1&'.repeat(1100)}`,
  `/api/region/?${'a=1&'.repeat(2000)}page=99`,
  `/api/${LONG}/`,
  `/api/${'../'.repeat(2000)}private.json`,
  `/api/region/${'page/2/'.repeat(1000)}`,
];

const methods = [
  'TRACE',
  'TRACK',
  'CONNECT',
  'PROPFIND',
  'MKCOL',
  'PURGE',
  'QUERY',
  'get',
  'GeT',
  'G\x00ET',
  'G(T',
  'X'.repeat(100),
  '*',
];

const strangeHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'Accept-Encoding': 'identity;q=0' },
  { 'Accept-Encoding': '*;q=0' },
  { 'Accept-Encoding': ',,;q=;br;;q=1,gzip;q=x,\x01' },
  { 'Accept-Encoding': `${'gzip,'.repeat(700)}br` },
  { Accept: 'text/html;q=0' },
  { Range: 'bytes=0-0' },
  { Range: 'bytes=-1' },
  { Range: 'bytes=5-2' },
  { Range: 'bytes=99999999999999999999-' },
  { Range: 'bytes=0-,0-,0-,0-,0-,0-,0-,0-,0-,0-' },
  { Range: `bytes=${'0-1,'.repeat(800)}2-3` },
  { Range: 'lines=1-2' },
  { Range: 'bytes=0-0', 'If-Range': '"nothing"' },
  { 'If-None-Match': '*' },
  { 'If-None-Match': `${'"x",'.repeat(900)}"y"` },
  { 'If-Modified-Since': 'yesterday' },
  { 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  { 'If-Match': '"nothing"' },
  { 'X-Original-URL': '/private.json', 'X-Rewrite-URL': '/private.json' },
  { 'X-HTTP-Method-Override': 'DELETE', 'X-Forwarded-Host': 'evil.example.org' },
  { 'X-Sendfile': '/etc/passwd', 'X-Accel-Redirect': '/private.json' },
  { Expect: 'nonsense' },
  { Upgrade: 'h2c', Connection: 'Upgrade, HTTP2-Settings, close', 'HTTP2-Settings': 'AAAA' },
  { 'X-Long': LONG },
  { 'X-Long': LONG + LONG + LONG + LONG + LONG },
];

/** Registers the tests. */
export function testHostility(served: () => Served): void {
  const { expectHarmless } = judge(served);

  it('keeps to the snapshot, however an address is written', async () => {
    for (const target of targets) {
      for (const form of ['', served().prefix, `http://evil.example.org${served().prefix}`]) {
        const answer = await ask(served().url, form + target);
        expectHarmless(form + target, answer);
        expect(answer.headers['x-injected'], target).toBeUndefined();
      }
    }
  });

  it('knows no page but those that are there', () =>
    fc.assert(
      fc.asyncProperty(queries, async ([path, query]) => {
        const target = `${served().prefix}${path}${query}`;
        expectHarmless(target, await ask(served().url, target));
      }),
      { numRuns: 150 },
    ));

  it('survives odd methods', async () => {
    for (const method of methods) {
      for (const target of ['/api/region/', '/api/region/?page=99', '/private.json', '*']) {
        const address = target === '*' ? target : served().prefix + target;
        const answer = await ask(served().url, address, { method });
        expectHarmless(`${method} ${target}`, answer);
        expect([0, 400, 404, 405], `${method} ${target}`).toContain(answer.status);
      }
    }
  });

  it('survives odd headers', async () => {
    const address = `${served().prefix}/api/region/?page=2`;
    for (const headers of strangeHeaders) {
      const title = JSON.stringify(headers).slice(0, 60);
      const answer = await ask(served().url, address, { headers });
      expect(answer.status, title).toBeLessThan(500);
      expect(answer.body.includes(SECRET), title).toBe(false);
      if (answer.status === 200 && answer.headers['content-encoding'] === undefined) {
        expectHarmless(address, answer);
      }
    }
  });

  it('survives what is hardly HTTP', async () => {
    const path = `${served().prefix}/api/region/`;
    for (const bytes of [
      `GET ${path}?page=1 2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      `GET  ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      `GET ${path}\x01\x02 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      `GET ${path}?page=\x00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      `GET ${path}?page=\xff\xfe HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      'GET ../private.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'GET private.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'GET file:///etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\nHost: ../..\r\nConnection: close\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`,
      `GET ${path} HTTP/1.0\r\n\r\n`,
      `GET ${path}\r\n\r\n`,
      `GET ${path} HTTP/1.1\r\nHost: x\r\n folded: yes\r\nConnection: close\r\n\r\n`,
      `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: -1\r\n\r\n`,
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
    ]) {
      const answer = await exchange(served().url, bytes);
      const [, target = ''] = bytes.split(/ +/);
      expectHarmless(target, answer);
    }
    expect((await ask(served().url, path)).status).toBe(200);
  });
}

/** Addresses with queries that say something, or nearly say something, about pages. */
const names = fc.constantFrom('page', 'cursor', 'p%61ge', '%63ursor', 'Page', ' page', 'x', '');
const values = fc.oneof(
  fc.integer({ min: -1, max: 6 }).map(String),
  fc.constantFrom('', '01', '1%00', '%31', '+1', '1.', '1e0', '../1', '²', '1,2', '9'.repeat(40)),
  fc.string({ maxLength: 4, unit: 'grapheme-ascii' }).map((text) => text.replace(/[ #]/g, '~')),
);
const queries = fc.tuple(
  fc.constantFrom(
    '/api/region/',
    '/api/region/page/2/',
    '/api/region/index.json',
    '/api/event/',
    '/api/event/cursor/1/index.json',
    '/api/epb-e/expert/',
    '/api/post-comment/',
  ),
  fc
    .array(fc.tuple(names, fc.constantFrom('=', '=', '=', '', '=='), values), { maxLength: 3 })
    .map((given) => `?${given.map((parts) => parts.join('').replace(' ', '+')).join('&')}`),
);

/** Compares answers with what an address means to someone who reads it generously. */
function judge(served: () => Served) {
  const expectHarmless = (target: string, { status, headers, body }: Answer): void => {
    const title = target.slice(0, 100);
    expect(status, title).toBeLessThan(500);
    expect(body.includes(SECRET), title).toBe(false);
    expect(body.includes('root:'), title).toBe(false);
    if (status !== 200 || headers['content-encoding'] !== undefined) return;
    const file = fileMeant(target, served().prefix);
    const bytes = served().published.tree.get(file ?? '');
    expect([title, bytes !== undefined && body.equals(bytes)]).toEqual([title, true]);
  };
  return { expectHarmless };
}

/** The file that an address means, decoded; undefined for none. */
function fileMeant(target: string, prefix: string): string | undefined {
  const [path = '', ...rest] = target
    .replace(/^http:\/\/[^/]*/, '')
    .replace(/#.*/s, '')
    .split('?');
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  const { pathname } = new URL(decoded.replace(/\/+/g, '/'), 'http://x');
  const match =
    /^\/api((?:\/[a-z-]+)*?)(?:\/(page|cursor)\/(\d+))?\/*(?:index\.json)?(?:%0A)?$/.exec(
      pathname.startsWith(prefix) ? pathname.slice(prefix.length) : '',
    );
  if (!match) return undefined;
  const [, list, kind, inPath] = match;
  const parameters: Readonly<Record<string, string>> = {
    '/region': 'page',
    '/event': 'cursor',
    '/epb-e/expert': 'cursor',
  };
  const parameter = parameters[list ?? ''];
  const query = new URLSearchParams(rest.join('?'));
  const asked = parameter === undefined ? [] : query.getAll(parameter);
  if (asked.length > 1 || asked.some((value) => !/^[1-9]\d*$/.test(value))) return undefined;
  const [inQuery] = asked;
  if (inPath !== undefined && inQuery !== undefined && inPath !== inQuery) return undefined;
  const page = inPath ?? (parameter === 'page' && inQuery === '1' ? undefined : inQuery);
  const folder = page === undefined ? '' : `/${kind ?? parameter}/${page}`;
  return `api${list}${folder}/index.json`;
}
