// S3's files: what `publish` and `verify` make of them is in hosts.test.ts.
import { describe, expect, it } from 'vitest';
import { s3 } from '../../src/hosts/s3/index.js';
import { sampleSite } from '../support/published.js';

describe("s3's files (no tool is needed)", () => {
  const text = (host: typeof s3, name: string, more: Parameters<typeof sampleSite>[0]) =>
    host.operated(sampleSite(more)).find(({ path }) => path === name)?.text ?? '';

  it('name the error document below the path of the base URL', () => {
    expect(JSON.parse(text(s3, 'website.json', { prefix: '/portal' }))).toEqual({
      IndexDocument: { Suffix: 'index.json' },
      ErrorDocument: { Key: 'portal/404.json' },
    });
  });

  it('let pages of other sites read the ETag', () => {
    const { CORSRules } = JSON.parse(text(s3, 'cors.json', {}));
    expect(CORSRules[0]).toMatchObject({ AllowedOrigins: ['*'], ExposeHeaders: ['ETag'] });
  });
});
