// `verify` on a website of Ceph's gateway, as `publish` filled it. In front of it stands nginx, as in any deployment of
// it that browsers can use: the gateway's own answers to what is not there break HTTP.
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  PutBucketCorsCommand,
  type PutBucketCorsCommandInput,
  PutBucketPolicyCommand,
  PutBucketWebsiteCommand,
  type PutBucketWebsiteCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PublishReport } from '../../../src/delivery/publish/report.js';
import { hostNamed } from '../../support/built.js';
import {
  cephClient,
  cephCredentials,
  cephTools,
  startGateway,
  websiteName,
} from '../../support/ceph.js';
import { runCommand } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';
import { newKeys } from '../../support/keys.js';
import { tenth, writeData } from '../../support/portal.js';
import { publicFolder, startServer } from '../../support/servers.js';
import { verify } from '../../support/tool.js';
import { describeWith, freePort, program, type Running } from '../../support/tools.js';
import { readJson } from '../../support/tree.js';

/**
 * What a website of this gateway (16.2) cannot do, as AWS' can: it answers no preflight (OPTIONS is 405), and its
 * 304 has no ETag. Neither is anything that a snapshot could put right.
 */
const IMPOSSIBLE = ['preflight'];

describeWith([...cephTools, program('nginx')], "a website of Ceph's gateway", () => {
  const cwd = temporaryFolder();
  const keys = newKeys();
  const host = `portal.${websiteName}`;
  let gateway: Running;
  let front: Pick<Running, 'stop'>;
  let baseUrl: string;
  let client: S3Client;

  const command = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await runCommand(args, { cwd, env: cephCredentials });
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  };
  const publish = async (...flags: string[]): Promise<PublishReport> => {
    const more = ['--endpoint', gateway.url, '--reporter', 'json', ...flags];
    return JSON.parse(await command('publish', 's3://portal', ...more)) as PublishReport;
  };
  const flags = () => [
    ...['--no-cache', '--page-size', '4', '--host', 's3', '--extra', 'all', '--base-url', baseUrl],
  ];
  /** As the deployment page says, but for the command line. */
  const makeWebsite = async (): Promise<void> => {
    const Bucket = 'portal';
    const operated = join(cwd, 'hosts/s3');
    await client.send(new CreateBucketCommand({ Bucket }));
    const WebsiteConfiguration = readJson<PutBucketWebsiteCommandInput['WebsiteConfiguration']>(
      operated,
      'website.json',
    );
    await client.send(new PutBucketWebsiteCommand({ Bucket, WebsiteConfiguration }));
    const CORSConfiguration = readJson<PutBucketCorsCommandInput['CORSConfiguration']>(
      operated,
      'cors.json',
    );
    await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration }));
    const Action = ['s3:GetObject', 's3:ListBucket'];
    const Resource = ['', '/api/*', '/search/*', '/404.json'].map(
      (name) => `arn:aws:s3:::${Bucket}${name}`,
    );
    const Statement = [{ Effect: 'Allow', Principal: '*', Action, Resource }];
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement });
    await client.send(new PutBucketPolicyCommand({ Bucket, Policy }));
  };

  beforeAll(async () => {
    writeData(join(cwd, 'data'), tenth);
    gateway = await startGateway(temporaryFolder());
    client = cephClient(gateway.url);
    const port = await freePort();
    baseUrl = `http://127.0.0.1:${port}`;
    front = await startFront(gateway.url, host, port);
    await command('build', ...flags(), '--sign', keys.secret);
    await makeWebsite();
    await publish();
  }, 180_000);
  afterAll(async () => {
    client?.destroy();
    await front?.stop();
    await gateway?.stop();
  });

  const failed = async (): Promise<string[]> => {
    const { rules } = await verify({
      target: baseUrl,
      against: join(cwd, 'dist'),
      hosts: [hostNamed('s3')],
      keys: [keys.publicKey],
    });
    const passed = rules.filter(({ result }) => result === 'pass').map(({ name }) => name);
    expect(passed).toEqual(
      expect.arrayContaining(['digests', 'same-bytes', 'signature', 'directories', 'not-found']),
    );
    return rules.filter(({ result }) => result === 'fail').map(({ name }) => name);
  };

  it('is the API: the snapshot, an edit, and the way back', async () => {
    expect((await failed()).sort()).toEqual([...IMPOSSIBLE].sort());
    const dist = join(cwd, 'dist');
    cpSync(dist, join(cwd, 'before'), { recursive: true });
    const file = join(cwd, 'data/districts.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"name": "[^"]+"/, '"name": "Окраина"'));
    await command('build', ...flags(), '--sign', keys.secret);
    expect((await publish()).files.changed).toBeGreaterThan(1);
    expect((await failed()).sort()).toEqual([...IMPOSSIBLE].sort());
    await publish('--rollback');
    const { rules } = await verify({
      target: baseUrl,
      against: join(cwd, 'before'),
      keys: [keys.publicKey],
      only: ['signature', 'same-bytes', 'digests'],
    });
    expect(rules.map(({ result }) => result)).toEqual(['pass', 'pass', 'pass']);
  }, 180_000);
});

/** nginx that passes everything on to a bucket's website, with a connection for each request. */
async function startFront(url: string, host: string, port: number): Promise<Pick<Running, 'stop'>> {
  const folder = publicFolder();
  chmodSync(folder, 0o777); // root starts servers as nobody
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `pid ${folder}/pid;
error_log stderr;
events {}
http {
  access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${url};
      proxy_set_header Host ${host};
    }
  }
}
`,
  );
  return startServer('nginx', ['-c', file, '-g', 'daemon off;'], port);
}
