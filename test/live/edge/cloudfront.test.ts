// CloudFront: its function on njs, of which its own runtime is made. A distribution (the policy, the
// error responses, caching, compression) runs nowhere but at AWS: those files are compared as text.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { functionText } from '../../../src/hosts/cloudfront/function.js';
import { cloudfront } from '../../../src/hosts/cloudfront/index.js';
import type { Site } from '../../../src/hosts/host.js';
import { UsageError } from '../../../src/problems/problem.js';
import { temporaryFolder } from '../../support/folders.js';
import { describeWith, program, sampleSite } from '../../support/services.js';
import { ambiguousQueries, hostilePaths, hostileQueries } from './requests.js';

/** What the function made of a request: an answer, or the request that goes on to the bucket. */
interface Outcome {
  readonly statusCode?: number;
  readonly headers?: Record<string, { value: string }>;
  readonly body?: { data: string };
  readonly uri?: string;
  readonly querystring?: object;
}

const njs = program('njs');

/** Runs the function on all of these, in one process. */
function run(
  requests: readonly (readonly [method: string, address: string])[],
  site = sampleSite(),
): Outcome[] {
  const events = requests.map(([method, address]) => {
    const [uri = '', query] = address.split(/\?(.*)/s);
    return { method, uri, querystring: querystringOf(query) };
  });
  // njs cuts long lines.
  const calls = `
var events = ${JSON.stringify(events)};
var said = JSON.stringify(events.map(function (request) { return handler({ request: request }); }));
for (var at = 0; at < said.length; at += 500) console.log(said.slice(at, at + 500));
`;
  const file = join(temporaryFolder(), 'function.js');
  writeFileSync(file, functionText(site) + calls);
  const said = execFileSync(njs.file ?? '', [file], { encoding: 'utf8' });
  return JSON.parse(said.replaceAll('\n', '')) as Outcome[];
}

/** As CloudFront hands it over: names and values as they were sent, repeated ones in `multiValue`. */
function querystringOf(query = '') {
  const values: Record<string, { value: string; multiValue?: { value: string }[] }> = {};
  for (const pair of query.split('&').filter((text) => text !== '')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const before = values[name];
    if (!before) values[name] = { value };
    else before.multiValue = [...(before.multiValue ?? [{ value: before.value }]), { value }];
  }
  return values;
}

const get = (address: string) => ['GET', address] as const;
const NOT_FOUND = '{"detail":"Not found."}';

describeWith([njs], "cloudfront's function on njs", () => {
  it('leads an address to its file, and takes the query out of it', () => {
    const wanted = {
      '/api/': '/api/index.json',
      '/api': '/api/index.json',
      '/api/index.json': '/api/index.json',
      '/api/region/': '/api/region/index.json',
      '/api/region': '/api/region/index.json',
      '/api/region/?page=1': '/api/region/index.json',
      '/api/region/?page=2': '/api/region/page/2/index.json',
      '/api/region/?p%61ge=%32': '/api/region/page/2/index.json',
      '/api/region?format=json&page=2': '/api/region/page/2/index.json',
      '/api/region/?cursor=2': '/api/region/index.json',
      '/api/region/page/2/?page=2': '/api/region/page/2/index.json',
      '/api/region/page/2/index.json': '/api/region/page/2/index.json',
      '/api/event/?cursor=1': '/api/event/cursor/1/index.json',
      '/api/post-comment/?page=2': '/api/post-comment/index.json',
    };
    const outcomes = run(Object.keys(wanted).map(get));
    expect(outcomes.map(({ uri }) => uri)).toEqual(Object.values(wanted));
    for (const { querystring } of outcomes) expect(querystring).toEqual({});
  });

  it('answers for itself what leads to no file', () => {
    const outcomes = run([
      ['OPTIONS', '/api/region/'],
      ['POST', '/api/region/'],
      ['PROPFIND', '/nothing'],
      ['HEAD', '/api/nothing/'],
      ['GET', '/404.json'],
      ['GET', '/portal/api/region/'],
    ]);
    expect(outcomes.map(({ statusCode, body }) => [statusCode, body?.data])).toEqual([
      [204, undefined],
      [405, '{"detail":"Method not allowed."}'],
      [405, '{"detail":"Method not allowed."}'],
      [404, NOT_FOUND],
      [404, NOT_FOUND],
      [404, NOT_FOUND],
    ]);
    for (const { headers } of outcomes) {
      expect(headers?.['allow']?.value).toBe('GET, HEAD, OPTIONS');
      expect(headers?.['content-type']?.value).toBe('application/json');
      expect(headers?.['vary']?.value).toBe('Accept, Accept-Encoding');
      expect(headers?.['access-control-allow-origin']?.value).toBe('*');
      expect(headers?.['access-control-allow-methods']?.value).toBe('GET, HEAD, OPTIONS');
    }
  });

  it('falls for nothing: no other file, and no first page for one that is not there', () => {
    for (const { statusCode, uri } of run([...hostilePaths, ...hostileQueries].map(get))) {
      // A number that no page has leads to a file that is not there: the bucket says so.
      if (statusCode !== 404) expect(uri).toMatch(/^\/api\/(?:region\/page|event\/cursor)\/99\//);
    }
    for (const { statusCode, uri } of run(ambiguousQueries.map(get))) {
      if (statusCode !== 404) expect(uri).toBe('/api/region/index.json');
    }
  });

  it('answers below the path of the base URL', () => {
    const site = sampleSite({ prefix: '/portal' });
    const [page, elsewhere] = run([get('/portal/api/region/?page=2'), get('/api/region/')], site);
    expect(page?.uri).toBe('/portal/api/region/page/2/index.json');
    expect(elsewhere?.statusCode).toBe(404);
  });
});

describe('cloudfront', () => {
  it('counts the bytes of its function, which may be 10 KB', () => {
    const { rules } = cloudfront.limits;
    const sized = (lists: number): Site =>
      sampleSite({
        endpoints: Array.from({ length: lists }, (_, i) => ({
          name: `list-number-${i}`,
          parameter: undefined,
          pages: 1,
        })),
      });
    expect(rules?.most).toBe(10_240);
    expect(rules?.count(sized(30))).toBe(Buffer.byteLength(functionText(sized(30))));
    expect(rules?.count(sized(30))).toBeLessThan(10_240);
    expect(rules?.count(sized(400))).toBeGreaterThan(10_240);
  });

  it('is written in what both runtimes take', () => {
    expect(functionText(sampleSite())).not.toMatch(/\b(?:const|let|class)\b|=>|\?\.|`/);
  });

  it('refuses a path that a key or a pattern would read in another way', () => {
    expect(() => functionText(sampleSite({ prefix: '/a*b' }))).toThrow(UsageError);
  });

  it('declares headers and error responses for the distribution', () => {
    const files = cloudfront.operated(sampleSite({ prefix: '/portal' }));
    const text = (name: string) => JSON.parse(files.find(({ path }) => path === name)?.text ?? '');
    expect(text('response-headers-policy.json')).toEqual({
      Name: 'portal-snapshot',
      CorsConfig: {
        AccessControlAllowOrigins: { Quantity: 1, Items: ['*'] },
        AccessControlAllowMethods: { Quantity: 3, Items: ['GET', 'HEAD', 'OPTIONS'] },
        AccessControlAllowHeaders: { Quantity: 1, Items: ['*'] },
        AccessControlExposeHeaders: { Quantity: 2, Items: ['Allow', 'ETag'] },
        AccessControlAllowCredentials: false,
        AccessControlMaxAgeSec: 86_400,
        OriginOverride: true,
      },
      SecurityHeadersConfig: { ContentTypeOptions: { Override: true } },
      CustomHeadersConfig: {
        Quantity: 2,
        Items: [
          { Header: 'Vary', Value: 'Accept, Accept-Encoding', Override: true },
          { Header: 'Allow', Value: 'GET, HEAD, OPTIONS', Override: true },
        ],
      },
    });
    const missing = {
      ResponsePagePath: '/portal/404.json',
      ResponseCode: '404',
      ErrorCachingMinTTL: 10,
    };
    expect(text('error-responses.json')).toEqual({
      Quantity: 2,
      Items: [
        { ErrorCode: 403, ...missing },
        { ErrorCode: 404, ...missing },
      ],
    });
  });
});
