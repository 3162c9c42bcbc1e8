// Which file, or which refusal, answers a request.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpointOf } from '../../src/model/endpoint.js';
import { portal } from '../../src/portal/index.js';
import { makeRouter } from '../../src/site/route.js';
import { runs } from '../support/runs.js';

const route = (method: string, target: string) => makeRouter(portal)(method, target);
const get = (target: string) => {
  const answer = route('GET', target);
  if (answer.status === 200) return answer.file;
  return answer.status === 301 ? `→ ${answer.location}` : answer.status;
};

describe('a request to an extra', () => {
  const other = (target: string) => {
    const answer = makeRouter(portal, portal.extras.map(endpointOf))('GET', target);
    return answer.status === 200 ? answer.file : answer.status;
  };

  it.each([
    ['/api/city/?page=2', 'api/city/page/2/index.json'],
    ['/api/job/vacancy/12/', 'api/job/vacancy/12/index.json'],
    ['/api/job/vacancy/9007199254740991/', 'api/job/vacancy/9007199254740991/index.json'],
    ['/api/job/vacancy/summary/', 'api/job/vacancy/summary/index.json'],
    ['/api/post-comment/?post=12', 'api/post-comment/post/12/index.json'],
    ['/api/post-comment/?post=12&page=2', 'api/post-comment/post/12/index.json'],
    ['/api/post/?blog=2&page=3', 'api/post/blog/2/page/3/index.json'],
    ['/api/post/page/3/?page=3&blog=2', 'api/post/blog/2/page/3/index.json'],
    ['/api/post/blog/2/page/3/?page=3', 'api/post/blog/2/page/3/index.json'],
    ['/api/post/blog/2/?blog=3', 'api/post/blog/2/index.json'],
    ['/api/job/vacancy/?exact_category=3', 'api/job/vacancy/exact-category/3/index.json'],
    ['/api/job/vacancy/?exact-category=3', 'api/job/vacancy/index.json'],
    ['/api/region/?post=12', 'api/region/index.json'],
    ['/api/post/digests.json', 'api/post/digests.json'],
    ['/api/post/blog/digests/2.json?x', 'api/post/blog/digests/2.json'],
    ['/api/post/feed.atom', 'api/post/feed.atom'],
  ])('for %s is answered from %s', (target, file) => expect(other(target)).toBe(file));

  it.each([
    ...['/api/post-comment/?post=', '/api/post-comment/?post=012', '/api/post-comment/?post=x'],
    ...['/api/post-comment/?post=1&post=1', '/api/post/?blog=2&page=0', '/api/post/blog/'],
    ...['/api/nothing/digests.json', '/api/nothing/digests/1.json', '/api/nothing/all.ndjson'],
    ...['/api/post/feed.atom/', '/api/post/feed.atom/index.json', '/api/openapi.json.gz'],
    ...['/api/post/feed.atom.br', '/api/post/blog/2/3/', '/api/post/1/x/'],
    ...['/api/job/vacancy/012/', '/api/job/vacancy/12/page/2/', '/api/event/12/'],
  ])('for %s is not found', (target) => expect(other(target)).toBe(404));

  it('passes its parameters over where it is not published', () => {
    expect(get('/api/post-comment/?post=12')).toBe('api/post-comment/index.json');
    expect(get('/api/job/vacancy/12/')).toBe(404);
  });
});

describe('a request', () => {
  it.each([
    ['/api/', 'api/index.json'],
    ['/api/index.json', 'api/index.json'],
    ['/api/?page=2', 'api/index.json'],
    ['/api/openapi.json', 'api/openapi.json'],
    ['/api/snapshot.json?x', 'api/snapshot.json'],
    ['/api/openapi.json/', 404],
    ['/api/other.json', 404],
    ['/api/region/openapi.json', 404],
    ['/api/region/', 'api/region/index.json'],
    ['/api/region/index.json', 'api/region/index.json'],
    ['/api/job/vacancy/', 'api/job/vacancy/index.json'],
    ['/api/region/?page=2', 'api/region/page/2/index.json'],
    ['/api/region/?p%61ge=%32', 'api/region/page/2/index.json'],
    ['/api/region/index.json?page=2', 'api/region/page/2/index.json'],
    ['/api/region/?page=1', 'api/region/index.json'],
    ['/api/region/page/2/', 'api/region/page/2/index.json'],
    ['/api/region/page/2/?page=2', 'api/region/page/2/index.json'],
    ['/api/region/page/2/index.json?page=2', 'api/region/page/2/index.json'],
    ['/api/event/?cursor=3', 'api/event/cursor/3/index.json'],
    ['/api/event/cursor/3/?cursor=3', 'api/event/cursor/3/index.json'],
    // What names no page of the list is passed over.
    ['/api/region/?search=x&cursor=2&limit=5', 'api/region/index.json'],
    ['/api/region/?search=x&page=2', 'api/region/page/2/index.json'],
    ['/api/event/?page=2', 'api/event/index.json'],
    ['/api/post-comment/?page=2', 'api/post-comment/index.json'],
    ['/api/post-comment/?undefined=2', 'api/post-comment/index.json'],
  ])('for %s is answered from %s', (target, file) => {
    expect(get(target)).toBe(file);
  });

  it.each([
    '/api/region/?page=0',
    '/api/region/?page=-1',
    '/api/region/?page=02',
    '/api/region/?page=+2',
    '/api/region/?page=2.0',
    '/api/region/?page=1e3',
    '/api/region/?page=',
    '/api/region/?page',
    '/api/region/?page=last',
    '/api/region/?page=../1',
    '/api/region/?page=2%00',
    '/api/region/?page=9999999999999999',
    '/api/region/?page=2&page=2',
    '/api/region/?page=1&page=2',
    '/api/region/page/2/?page=3',
    '/api/region/page/2/?page=1',
    '/api/region/page/02/',
    '/api/region/page/x/',
    '/api/region/page//',
    '/api/region/cursor/2/',
    '/api/event/page/2/',
    '/api/event/?cursor=x',
    '/api/post-comment/page/2/',
    '/api/page/2/',
    '/api/nothing/',
    '/api/region//',
    '/api//region/',
    '/api/./region/',
    '/api/job/../region/',
    '/api/job%2Fvacancy/',
    '/api/region/%2e%2e/',
    '/api/region/%00',
    '/API/region/',
    '/apiregion/',
    '/404.json',
    '/a/api/region/index.json',
    'api/',
    '*',
    '',
  ])('for %s is not found', (target) => {
    expect(get(target)).toBe(404);
  });

  it.each([
    ['/api', '→ /api/'],
    ['/api/region', '→ /api/region/'],
    ['/api/region?page=2&x=%20', '→ /api/region/?page=2&x=%20'],
    ['/api/region/page/2?page=2', '→ /api/region/page/2/?page=2'],
    ['/api/region?x=\xe9\x01', '→ /api/region/?x=%C3%A9%01'],
  ])('for %s is sent to the slash: %s', (target, location) => {
    expect(get(target)).toBe(location);
  });

  it('with another method is refused as Django REST Framework words it', () => {
    expect(route('POST', '/api/post-comment/')).toEqual({
      status: 405,
      body: { detail: 'Method "POST" not allowed.' },
    });
    expect(route('DELETE', '/api/region')).toMatchObject({ status: 405 });
    expect(route('PUT', '/api/nothing/')).toMatchObject({ status: 404 });
    expect(route('OPTIONS', '/api/region/')).toEqual({ status: 204 });
    expect(route('HEAD', '/api/region/')).toEqual({ status: 200, file: 'api/region/index.json' });
  });
});

it('no target leads anywhere but to files that a snapshot can have, or to a known address', () => {
  const names = portal.endpoints.map(({ name }) => name).join('|');
  const file = new RegExp(`^api/(?:(?:${names})/(?:(?:page|cursor)/[1-9]\\d*/)?)?index\\.json$`);
  const location = new RegExp(
    `^/api/(?:(?:${names})/(?:(?:page|cursor)/[1-9]\\d*/)?)?(?:\\?[!-~]*)?$`,
  );
  const part = fc.oneof(
    fc.constantFrom('/', '/api', '/region', '/event', '/page', '/cursor', '/2', '/..', '%2f', '\\'),
    fc.constantFrom('?', '?page=', '&page=2', '?cursor=', '2', '1', '/index.json', '\0', '#', '%'),
    fc.string({ maxLength: 4 }),
  );
  let found = 0;
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const answer = route('GET', `/api/region${parts.join('')}`);
      if (answer.status === 200) {
        found++;
        expect(answer.file).toMatch(file);
      } else if (answer.status === 301) expect(answer.location).toMatch(location);
      else expect(answer.status).toBe(404);
    }),
    runs(800),
  );
  expect(found).toBeGreaterThan(0);
});
