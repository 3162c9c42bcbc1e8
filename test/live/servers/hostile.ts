// What no well-meaning client sends. Whatever a server answers: no byte from outside of the snapshot,
// no other page than the one that was asked for, and no failure of its own.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hostile } from '../../support/addresses.js';
import type { Served } from './abilities.js';
import { type Answer, ask, exchange } from './exchange.js';
import { SECRET } from './snapshot.js';

/** Registers the tests. */
export function testHostility(served: () => Served): void {
  const { expectHarmless } = judge(served);

  it('keeps to the snapshot, however an address is written', async () => {
    for (const target of hostile.addresses) {
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
    for (const method of hostile.methods) {
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
    for (const headers of hostile.headers) {
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
    for (const request of hostile.bytes) {
      const bytes = request.replace('PATH', path);
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
