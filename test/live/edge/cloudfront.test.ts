// CloudFront: files that only AWS reads; hosts.test.ts has the rest.
import { describe, expect, it } from 'vitest';
import { cloudfront, functionText } from '../../../src/hosts/cloudfront/index.js';
import type { Site } from '../../../src/hosts/host.js';
import { sampleSite } from '../../support/published.js';

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
