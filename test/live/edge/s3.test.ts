// S3: what the script does in a bucket, and what the website does not fall for; verify.test.ts has the rest.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloudfront } from '../../../src/hosts/cloudfront/index.js';
import { s3 } from '../../../src/hosts/s3/index.js';
import { type Published, publish, sampleSite } from '../../support/published.js';
import {
  makeWebsite,
  openBucket,
  s3Website,
  serveWebsite,
  upload,
} from '../../support/standins/s3.js';
import { describeWith, type Running } from '../../support/tools.js';
import { ask, fallenFor } from './requests.js';

describeWith(s3Website.tools, 's3 on s3rver', () => {
  let published: Published;
  let website: Running;
  /** The commands that the script gave. */
  let commands: readonly string[];

  beforeAll(async () => {
    published = await publish(s3);
    const bucket = await openBucket(published.folder, async (bucket) => {
      await makeWebsite(bucket, published);
      // A page of an older snapshot, and a file of someone else.
      for (const key of ['api/region/page/9/index.json', 'other.txt']) {
        const put = await fetch(`${bucket.url}/portal/${key}`, { method: 'PUT', body: '{}' });
        expect(put.status).toBe(200);
      }
      const before = bucket.commands().length;
      await upload(bucket, published);
      commands = bucket.commands().slice(before);
    });
    website = await serveWebsite(bucket);
  }, 90_000);
  afterAll(() => website?.stop());

  it('removes what the snapshot no longer has, and nothing else', async () => {
    expect((await ask(website.url, '/api/region/page/9/index.json')).status).toBe(404);
    expect((await ask(website.url, '/other.txt')).status).toBe(200);
  });

  it('uploads pages before heads, and removes last', () => {
    const parts = commands.map((line) => {
      if (line.includes('--delete')) return 'removals';
      if (line.includes('404.json')) return 'error';
      const included = /--include (\S+)/.exec(line)?.[1];
      return included;
    });
    expect(parts).toEqual([
      '*/cursor/*/index.json',
      '*/page/*/index.json',
      'error',
      '*index.json',
      'removals',
    ]);
  });

  it('falls for nothing that it can tell, and serves no configuration', async () => {
    const own = ['/upload.sh', '/website.json', '/cors.json'];
    expect(await fallenFor(website.url, published.tree, { queries: false, own })).toEqual([]);
  });
});

describe("s3's files (no tool is needed)", () => {
  const text = (host: typeof s3, name: string, more: Parameters<typeof sampleSite>[0]) =>
    host.operated(sampleSite(more)).find(({ path }) => path === name)?.text ?? '';

  it('upload in this order', () => {
    const script = text(s3, 'upload.sh', {});
    expect(script.slice(script.indexOf('\nupload '))).toBe(`
upload 'public, max-age=86400, stale-while-revalidate=604800' api --recursive --exclude '*' --include '*/cursor/*/index.json'
upload 'public, max-age=60, must-revalidate' api --recursive --exclude '*' --include '*/page/*/index.json'
upload 'public, max-age=10, must-revalidate' 404.json
upload 'public, max-age=60, must-revalidate' api --recursive --exclude '*' --include '*index.json' \\
  --exclude '*/page/*/index.json' --exclude '*/cursor/*/index.json'

# Sizes are the same by now, so this uploads nothing; it removes what the snapshot no longer has.
aws s3 sync "$from/api" "$to/api" --exclude '*' --include '*index.json' \\
  --size-only --delete --only-show-errors
`);
  });

  it('name the error document below the path of the base URL', () => {
    expect(JSON.parse(text(s3, 'website.json', { prefix: '/portal' }))).toEqual({
      IndexDocument: { Suffix: 'index.json' },
      ErrorDocument: { Key: 'portal/404.json' },
    });
    expect(text(s3, 'upload.sh', { prefix: '/portal' })).toContain('to="s3://$BUCKET/portal"\n');
  });

  it('run nothing that is in the name of a folder', () => {
    for (const host of [s3, cloudfront]) {
      const script = text(host, 'upload.sh', { root: "/srv/it's $(touch x)/`y`\n" });
      expect(script).toContain("from='/srv/it'\\''s $(touch x)/`y`\n'\n");
    }
  });
});
