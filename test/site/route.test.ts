// Which file, or which refusal, answers a request.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpointOf } from '../../src/model/endpoint.js';
import { portal } from '../../src/portal/index.js';
import { makeRouter } from '../../src/site/route.js';
import { routed, routedWithExtras } from '../support/addresses.js';
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

  it.each(routedWithExtras)('for $address is answered from $file', ({ address, file }) =>
    expect(other(address)).toBe(file ?? 404),
  );

  it('passes its parameters over where it is not published', () => {
    expect(get('/api/post-comment/?post=12')).toBe('api/post-comment/index.json');
    expect(get('/api/job/vacancy/12/')).toBe(404);
  });
});

describe('a request', () => {
  it.each(routed)('for $address is answered by $file $location', ({ address, file, location }) => {
    expect(get(address)).toBe(location === undefined ? (file ?? 404) : `→ ${location}`);
  });

  it('for nothing is not found', () => expect(get('')).toBe(404));

  it('is sent to an address that a header may have', () => {
    expect(get('/api/region?x=\xe9\x01')).toBe('→ /api/region/?x=%C3%A9%01');
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
