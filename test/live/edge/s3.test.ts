// S3: what `publish` does in a bucket, hosts.test.ts has the rest.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { s3 } from '../../../src/hosts/s3/index.js';
import { type Published, publish, sampleSite } from '../../support/published.js';
import {
  type Bucket,
  makeWebsite,
  openBucket,
  s3Website,
  serveWebsite,
  upload,
} from '../../support/standins/s3.js';
import { describeWith, type Running } from '../../support/tools.js';
import { ask } from './requests.js';

describeWith(s3Website.tools, 's3 on s3rver', () => {
  let published: Published;
  let bucket: Bucket;
  let website: Running;

  beforeAll(async () => {
    published = await publish(s3);
    bucket = await openBucket(published.folder, async (bucket) => {
      await makeWebsite(bucket, published);
      // A page of an older snapshot, and a file of someone else.
      for (const key of ['api/region/page/9/index.json', 'other.txt']) {
        const put = await fetch(`${bucket.url}/portal/${key}`, { method: 'PUT', body: '{}' });
        expect(put.status).toBe(200);
      }
      await upload(bucket, published, '--grace', '0');
    });
    website = await serveWebsite(bucket);
  }, 90_000);
  afterAll(() => website?.stop());

  it('removes what the snapshot no longer has, and nothing else', async () => {
    expect((await ask(website.url, '/api/region/page/9/index.json')).status).toBe(404);
    expect((await ask(website.url, '/other.txt')).status).toBe(200);
  });

  it('lets pages of other sites read the ETag', async () => {
    const headers = { origin: 'https://reader.example' };
    const answer = await ask(website.url, '/api/region/', { headers });
    expect(answer.headers['access-control-expose-headers']?.toLowerCase()).toBe('etag');
  });
});

describe("s3's files (no tool is needed)", () => {
  const text = (host: typeof s3, name: string, more: Parameters<typeof sampleSite>[0]) =>
    host.operated(sampleSite(more)).find(({ path }) => path === name)?.text ?? '';

  it('name the error document below the path of the base URL', () => {
    expect(JSON.parse(text(s3, 'website.json', { prefix: '/portal' }))).toEqual({
      IndexDocument: { Suffix: 'index.json' },
      ErrorDocument: { Key: 'portal/404.json' },
    });
  });
});
