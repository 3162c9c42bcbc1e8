// CloudFront: what its function makes of an address, and files that only AWS reads; hosts.test.ts has the rest.
import { describe, expect, it } from 'vitest';
import { cloudfront, functionText } from '../../../src/hosts/cloudfront/index.js';
import type { Site } from '../../../src/hosts/host.js';
import { UsageError } from '../../../src/problems/problem.js';
import { temporaryFolder } from '../../support/folders.js';
import { sampleSite } from '../../support/published.js';
import { eventOf, njs, startFunction } from '../../support/standins/cloudfront.js';
import { describeWith } from '../../support/tools.js';

describeWith([njs], "cloudfront's function on njs", () => {
  it('leads an address to its file, and takes the query out of it', async () => {
    const wanted = {
      '/portal/api/': '/portal/api/index.json',
      '/portal/api': '/portal/api/index.json',
      '/portal/api/index.json': '/portal/api/index.json',
      '/portal/api/region/': '/portal/api/region/index.json',
      '/portal/api/region': '/portal/api/region/index.json',
      '/portal/api/region/?page=1': '/portal/api/region/index.json',
      '/portal/api/region/?page=2': '/portal/api/region/page/2/index.json',
      '/portal/api/region/?p%61ge=%32': '/portal/api/region/page/2/index.json',
      '/portal/api/region?format=json&page=2': '/portal/api/region/page/2/index.json',
      '/portal/api/region/?cursor=2': '/portal/api/region/index.json',
      '/portal/api/region/page/2/?page=2': '/portal/api/region/page/2/index.json',
      '/portal/api/region/page/2/index.json': '/portal/api/region/page/2/index.json',
      '/portal/api/event/?cursor=1': '/portal/api/event/cursor/1/index.json',
      '/portal/api/post-comment/?page=2': '/portal/api/post-comment/index.json',
      '/portal/api/region/page/2/?page=3': 404,
      '/portal/api/region/page/2/?page=1': 404,
      '/portal/api/region/page/2/?page=': 404,
      '/portal/api/event/cursor/1/?cursor=2': 404,
      '/portal/404.json': 404,
      '/api/region/': 404,
    };
    const text = functionText(sampleSite({ prefix: '/portal' }));
    const { call, stop } = startFunction(text, temporaryFolder());
    for (const [path, file] of Object.entries(wanted)) {
      const outcome = await call(eventOf({ method: 'GET', path, headers: {} }));
      if ('statusCode' in outcome) expect(outcome.statusCode, path).toBe(file);
      else expect([outcome.uri, outcome.querystring], path).toEqual([file, {}]);
    }
    await stop();
  });
});

describe('cloudfront', () => {
  it('counts the bytes of its function, which may be 10 KB', () => {
    const [rules] = cloudfront.limits.rules ?? [];
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
