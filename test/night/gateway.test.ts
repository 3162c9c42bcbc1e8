// `publish` to a real store, Ceph's gateway, as a user of the shell: the shipped data, an edit, the way back,
// a versioned bucket, two at once, and what readers are given.

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  ListObjectsV2Command,
  PutBucketPolicyCommand,
  PutBucketVersioningCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PublishReport } from '../../src/delivery/publish/report.js';
import { cephClient, cephCredentials, cephTools, startGateway } from '../support/ceph.js';
import { runCommand } from '../support/command.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { describeWith, type Running } from '../support/tools.js';
import { readTree } from '../support/tree.js';

describeWith(cephTools, "Ceph's gateway", () => {
  const cwd = temporaryFolder();
  let gateway: Running;
  let client: S3Client;
  const command = (...args: string[]) => runCommand(args, { cwd, env: cephCredentials });
  const build = async (...flags: string[]): Promise<void> => {
    expect((await command('build', '--no-cache', ...flags)).status).toBe(0);
  };
  const publish = async (target: string, ...flags: string[]): Promise<PublishReport> => {
    const more = ['--endpoint', gateway.url, '--reporter', 'json'];
    const ended = await command('publish', target, ...more, ...flags);
    expect(ended.stderr).toBe('');
    return JSON.parse(ended.stdout) as PublishReport;
  };
  const keysOf = async (Bucket: string): Promise<string[]> => {
    const { Contents } = await client.send(new ListObjectsV2Command({ Bucket }));
    return (Contents ?? []).map(({ Key = '' }) => Key);
  };

  beforeAll(async () => {
    cpSync(join(projectFolder, 'data'), join(cwd, 'data'), { recursive: true });
    gateway = await startGateway(temporaryFolder());
    client = cephClient(gateway.url);
    for (const Bucket of ['portal', 'versions'])
      await client.send(new CreateBucketCommand({ Bucket }));
  });
  afterAll(async () => {
    client?.destroy();
    await gateway?.stop();
  });

  it('takes a snapshot, an edit and the way back, and refuses what is wrong', async () => {
    await build();
    const first = await publish('s3://portal');
    expect(first).toMatchObject({ ok: true, before: null });
    const tree = readTree(join(cwd, 'dist'));
    const isLive = (key: string) => !key.startsWith('.portal-snapshot/');
    expect((await keysOf('portal')).filter(isLive).sort()).toEqual([...tree.keys()].sort());

    const file = join(cwd, 'data/districts.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/"name": "[^"]+"/, '"name": "Окраина"'));
    await build();
    const edit = await publish('s3://portal');
    expect(edit.files.added).toBe(0);
    expect(edit.files.changed).toBeGreaterThan(0);
    // Each file that changed is sent and copied, about ten share a look at the lock, and all else is a handful.
    expect(edit.requests).toBeLessThanOrEqual(2.1 * edit.files.changed + 20);
    expect((await publish('s3://portal', '--audit')).warnings).toEqual([]);
    const back = await publish('s3://portal', '--rollback');
    expect(back.snapshot).toBe(first.snapshot);
    expect(back.sent).toBeLessThan(200_000);
    expect((await publish('s3://portal', '--rollback', edit.snapshot!)).snapshot).toBe(
      edit.snapshot,
    );
    await publish('s3://portal', '--forget');
    const kept = (await keysOf('portal')).filter((key) => !isLive(key));
    expect(kept.filter((key) => !key.includes('/objects/')).sort()).toEqual([
      '.portal-snapshot/lock',
      expect.stringMatching(`^\\.portal-snapshot/snapshots/\\d+-${edit.snapshot}$`),
    ]);

    const wrong = await runCommand(['publish', 's3://portal', '--endpoint', gateway.url], {
      cwd,
      env: { ...cephCredentials, AWS_SECRET_ACCESS_KEY: 'nonsense' },
    });
    expect([wrong.status, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('SignatureDoesNotMatch'),
    ]);
    expect(wrong.stderr).not.toContain('nonsense');
  });

  it('is refused where it keeps versions, since it ignores conditions there', async () => {
    await client.send(
      new PutBucketVersioningCommand({
        Bucket: 'versions',
        VersioningConfiguration: { Status: 'Enabled' },
      }),
    );
    const refused = await command('publish', 's3://versions', '--endpoint', gateway.url);
    const why = 'ignores the conditions of writes';
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining(why)]);
  });

  it('one of two at once is told', async () => {
    const args = ['publish', 's3://portal/two', '--endpoint', gateway.url];
    const both = await Promise.all([command(...args), command(...args)]);
    expect(both.map(({ status }) => status).sort()).toEqual([0, 1]);
    expect(both.find(({ status }) => status === 1)?.stdout).toContain('someone else');
  });

  it('gives its readers the API, and nothing of what is kept', async () => {
    const Resource = ['arn:aws:s3:::portal/api/*', 'arn:aws:s3:::portal/404.json'];
    const Statement = [{ Effect: 'Allow', Principal: '*', Action: ['s3:GetObject'], Resource }];
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement });
    await client.send(new PutBucketPolicyCommand({ Bucket: 'portal', Policy }));
    const ask = (key: string) => fetch(`${gateway.url}/portal/${key}`);
    const page = await ask('api/region/index.json');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('application/json');
    expect(page.headers.get('cache-control')).toContain('max-age=60');
    await page.arrayBuffer();
    const kept = (await keysOf('portal')).filter((key) => key.startsWith('.portal-snapshot/'));
    for (const key of kept.slice(0, 5)) expect((await ask(key)).status).toBe(403);
  });
});
