// S3: what the script does in a bucket, and what the website does not fall for; verify.test.ts has the rest.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloudfront } from '../../../src/hosts/cloudfront/index.js';
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
import { identitiesOf } from '../../support/tree.js';
import { ask, fallenFor } from './requests.js';

describeWith(s3Website.tools, 's3 on s3rver', () => {
  let published: Published;
  let bucket: Bucket;
  let website: Running;
  /** The commands that the script gave. */
  let commands: readonly string[];

  beforeAll(async () => {
    published = await publish(s3);
    bucket = await openBucket(published.folder, async (bucket) => {
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
      if (line.includes('list-objects')) return 'what is there';
      if (line.includes('--delete')) return 'removals';
      if (line.includes('404.json')) return 'error';
      return /--include (\S+)/.exec(line)?.[1] ?? 'heads';
    });
    expect(parts).toEqual([
      'what is there',
      '*/cursor/*/index.json',
      '*/page/*/index.json',
      'error',
      'heads',
      'snapshot.json',
      'removals',
    ]);
  });

  it('falls for nothing that it can tell, and serves no configuration', async () => {
    const own = ['/upload.sh', '/website.json', '/cors.json'];
    expect(await fallenFor(website.url, published.tree, { queries: false, own })).toEqual([]);
  });

  it('uploads what differs from what is there, and nothing else', () =>
    expectDifferences(bucket, published, ''));

  it('lets pages of other sites read the ETag', async () => {
    const headers = { origin: 'https://reader.example' };
    const answer = await ask(website.url, '/api/region/', { headers });
    expect(answer.headers['access-control-expose-headers']?.toLowerCase()).toBe('etag');
  });

  it('brings nothing to a bucket when it cannot tell what differs', async () => {
    const bin = join(published.folder, 'broken');
    mkdirSync(bin);
    writeFileSync(join(bin, 'md5sum'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const before = bucket.commands().length;
    const path = [bin, join(published.folder, 'bin'), process.env['PATH']].join(delimiter);
    await expect(upload(bucket, published, { PATH: path })).rejects.toThrow('upload.sh');
    const asked = bucket.commands().slice(before);
    expect(asked.filter((line) => !line.includes('list-objects'))).toEqual([]);
  });
});

describeWith(s3Website.tools, 's3 on s3rver, below a path', () => {
  let bucket: Bucket | undefined;
  afterAll(() => bucket?.stop());

  it('uploads what differs from what is there, and nothing else', async () => {
    const published = await publish(s3, { prefix: '/forum' });
    bucket = await openBucket(published.folder, (bucket) => upload(bucket, published));
    await expectDifferences(bucket, published, 'forum');
  }, 120_000);
});

/** Uploads a snapshot again: as it is, with another page, and all of it. */
async function expectDifferences(bucket: Bucket, published: Published, below: string) {
  const stored = join(published.folder, 'buckets', 'portal', below);
  let before = identitiesOf(stored);
  /** The objects that were uploaded since the last time. */
  const uploaded = (): string[] => {
    const after = identitiesOf(stored);
    const names = [...after].filter(([name, { mtime }]) => before.get(name)?.mtime !== mtime);
    before = after;
    return names.flatMap(([name]) => /^(.+)\._S3rver_object$/.exec(name)?.[1] ?? []).sort();
  };
  await upload(bucket, published);
  expect(uploaded()).toEqual(['404.json']);
  const page = 'api/region/page/2/index.json';
  const file = join(published.out, page);
  writeFileSync(file, readFileSync(file, 'utf8').replace('Область', 'Окраина'));
  await upload(bucket, published);
  expect(uploaded()).toEqual(['404.json', page]);
  const object = await fetch(`${bucket.url}/portal/${below && `${below}/`}${page}`);
  expect(await object.text()).toContain('Окраина');
  await upload(bucket, published, { ALL: '1' });
  expect(uploaded()).toEqual([...published.tree.keys()].sort());
}

describe("s3's files (no tool is needed)", () => {
  const text = (host: typeof s3, name: string, more: Parameters<typeof sampleSite>[0]) =>
    host.operated(sampleSite(more)).find(({ path }) => path === name)?.text ?? '';

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
