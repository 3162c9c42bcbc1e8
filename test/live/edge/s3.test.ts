// S3's website on s3rver: the configuration and the script go through the real command line.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloudfront } from '../../../src/hosts/cloudfront/index.js';
import { s3 } from '../../../src/hosts/s3/index.js';
import {
  describeWith,
  type Published,
  packaged,
  program,
  publish,
  type Running,
  sampleSite,
  startBucket,
  toolEnvironment,
} from '../../support/services.js';
import { ask, fallenFor, seenAbilities } from './requests.js';

const tools = [packaged('s3rver', 'bin/s3rver.js'), program('aws')];

describeWith(tools, 's3 on s3rver', () => {
  let published: Published;
  let running: Running;
  let website: string;
  /** The commands that the script gave, one a line. */
  let commands: readonly string[];

  beforeAll(async () => {
    published = await publish(s3);
    const { folder, operated } = published;
    const bucket = await startBucket(folder);
    running = bucket;
    website = `${bucket.url}/portal`;
    const env = await awsFor(bucket.url, folder);
    const run = promisify(execFile);
    const configure = (kind: string, flag: string, file: string) => [
      ...['s3api', `put-bucket-${kind}`, '--bucket', 'portal'],
      ...[flag, `file://${join(operated, file)}`],
    ];
    await run('aws', configure('website', '--website-configuration', 'website.json'), { env });
    await run('aws', configure('cors', '--cors-configuration', 'cors.json'), { env });
    // A page of an older snapshot, and a file of someone else.
    for (const key of ['api/region/page/9/index.json', 'other.txt']) {
      const put = await fetch(`${website}/${key}`, { method: 'PUT', body: '{}' });
      expect(put.status).toBe(200);
    }
    writeFileSync(join(folder, 'log'), '');
    await run('sh', [join(operated, 'upload.sh')], { env: { ...env, BUCKET: 'portal' } });
    commands = readFileSync(join(folder, 'log'), 'utf8').trimEnd().split('\n');
  }, 90_000);
  afterAll(() => running?.stop());

  it('can do what it declares', async () => {
    expect(await seenAbilities(website, published.tree)).toEqual([...s3.can].sort());
  });

  it('removes what the snapshot no longer has, and nothing else', async () => {
    expect((await ask(website, '/api/region/page/9/index.json')).status).toBe(404);
    expect((await ask(website, '/other.txt')).status).toBe(200);
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
    expect(await fallenFor(website, published.tree, { queries: false, own })).toEqual([]);
  });
});

/** The real command line, in front of which stands one that names the server and keeps a record. */
async function awsFor(endpoint: string, folder: string): Promise<NodeJS.ProcessEnv> {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const env = toolEnvironment(folder);
  const script = `#!/bin/sh
printf '%s\\n' "$*" >> '${join(folder, 'log')}'
exec '${program('aws').file}' --endpoint-url '${endpoint}' "$@"
`;
  writeFileSync(join(bin, 'aws'), script, { mode: 0o755 });
  return {
    ...env,
    PATH: `${bin}${delimiter}${env['PATH']}`,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    AWS_DEFAULT_REGION: 'us-east-1',
    AWS_EC2_METADATA_DISABLED: 'true',
    // s3rver knows none of the newer checksums.
    AWS_REQUEST_CHECKSUM_CALCULATION: 'when_required',
    AWS_RESPONSE_CHECKSUM_VALIDATION: 'when_required',
  };
}

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
