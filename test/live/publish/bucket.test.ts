// `publish s3://`, against a store that holds every request to the protocol: what it costs, what it survives, and what
// it refuses; by the shell, killed and interrupted.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { publish } from '../../../src/delivery/publish/index.js';
import type { PublishOptions } from '../../../src/delivery/publish/publication.js';
import { openPurge } from '../../../src/delivery/publish/purge.js';
import type { PublishReport } from '../../../src/delivery/publish/report.js';
import { openBucket } from '../../../src/delivery/publish/s3.js';
import { portal } from '../../../src/portal/index.js';
import { folderWith, filesOf as listFiles, snapshotOf, walk } from '../../publish/lists.js';
import { CREDENTIALS, type StrictStore, startStrictStore } from '../../publish/strict-store.js';
import { type Ended, runCommand, startCommand } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';
import { serveReplies } from '../../support/replies.js';
import { readTree } from '../../support/tree.js';

const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const lists = { region: ten, 'job/vacancy': [3, 2, 1], event: ten, 'post-comment': [1] };
const KEPT = '.portal-snapshot/forum/';

let store: StrictStore;
beforeEach(async () => {
  store = await startStrictStore();
  for (const [name, value] of Object.entries(CREDENTIALS)) vi.stubEnv(name, value);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await store.close();
  expect(store.complaints).toEqual([]);
});

async function send(out: string, more: Partial<PublishOptions> = {}, timeout = 60_000) {
  const bucket = await openBucket('s3://portal/forum', { endpoint: store.url, timeout });
  return publish(portal, bucket, { out, ...more }).finally(() => bucket.close());
}

const commandWith = (...args: string[]): string[] => {
  return ['publish', 's3://portal/forum', '--endpoint', store.url, ...args];
};

/** What readers are given: below the prefix. */
function live(): Map<string, Buffer> {
  const files = [...store.objects].filter(([key]) => key.startsWith('forum/'));
  return new Map(files.map(([key, { bytes }]) => [key.slice('forum/'.length), bytes]));
}

const expectLive = (out: string): void => expect(live()).toEqual(readTree(out));

describe('a bucket', () => {
  it('gets each file with its headers, and what is kept is nowhere else', async () => {
    const out = snapshotOf(lists);
    store.delay = 20;
    expect((await send(out)).problem).toBeNull();
    expectLive(out);
    const others = [...store.objects.keys()].filter((key) => !key.startsWith('forum/'));
    expect(
      others.filter((key) => !/^\.portal-snapshot\/forum\/(?:objects|snapshots)\//.test(key)),
    ).toEqual([`${KEPT}lock`]);
    const about = (name: string) => store.objects.get(`forum/${name}`)?.headers;
    expect(about('api/event/cursor/1/index.json')).toEqual({
      'content-type': 'application/json',
      'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
    });
    expect(about('api/region/page/2/index.json')?.['cache-control']).toContain('max-age=60');
    expect(about('404.json')?.['cache-control']).toContain('max-age=10');
    expect(store.most()).toBeGreaterThan(4);
    expect(store.most()).toBeLessThanOrEqual(16);
  });

  it('takes a large file, again where that fails, and brings it back', async () => {
    const many = Array.from({ length: 220 }, (_, id) => id + 1);
    const out = folderWith(listFiles({ ...lists, 'post-comment': many }, 'котёл'.repeat(8_000)));
    let failures = 3;
    store.fault = (n, what) =>
      what.startsWith('PUT .portal-snapshot/forum/objects') && n % 2 === 0 && failures-- > 0
        ? 'busy'
        : undefined;
    expect((await send(out)).problem).toBeNull();
    expectLive(out);
    await send(snapshotOf(lists), { acceptChange: true });
    expect((await send('', { rollback: true })).problem).toBeNull();
    expectLive(out);
  });
});

describe('faults', () => {
  it.each(['busy', 'cut', 'late'] as const)('every 4th request: %s', async (fault) => {
    let broken = 0;
    store.fault = (n) => {
      if (n % 4 !== 0) return undefined;
      broken++;
      return fault;
    };
    store.onChange = () => walk(live());
    for (const region of [ten, [...ten.slice(3), 11, 12]]) {
      const out = snapshotOf({ ...lists, region });
      expect((await send(out)).problem).toBeNull();
      expectLive(out);
    }
    expect(broken).toBeGreaterThan(10);
  });

  it('a store that fails for good stops it before the next step; the next run goes on', async () => {
    await send(snapshotOf(lists));
    const before = live();
    const out = snapshotOf({ ...lists, region: [...ten, 11, 12, 13] });
    store.fault = (_, what) => (what.includes('page/7') ? 'busy' : undefined);
    const failed = await send(out, {});
    expect(failed.problem).toContain('publishing again goes on from there');
    for (const [name, bytes] of before) expect(live().get(name)?.equals(bytes), name).toBe(true);
    store.fault = () => undefined;
    expect((await send(out)).problem).toBeNull();
    expectLive(out);
  });

  it('a store that takes its time is waited for no longer than is said', async () => {
    store.delay = 1500;
    await expect(send(snapshotOf(lists), {}, 200)).rejects.toThrow('cannot be reached');
  });

  it('a store that ignores conditions is refused', async () => {
    store.heedsConditions = false;
    for (let twice = 0; twice < 2; twice++) {
      await expect(send(snapshotOf(lists))).rejects.toThrow(/ignores the conditions of writes/);
      expect(store.objects.size).toBe(0);
    }
  });

  it('of two publishers at once, one is told', async () => {
    store.delay = 20;
    const outs = [ten, ten.slice(1)].map((region) => snapshotOf({ ...lists, region }));
    const reports = await Promise.all(outs.map((out) => send(out)));
    expect(reports.filter(({ ok }) => ok)).toHaveLength(1);
    expectLive(outs[reports.findIndex(({ ok }) => ok)]!);
    expect(reports.find(({ ok }) => !ok)?.problem).toContain('someone else');
  });

  it('a publisher that is gone for a quarter of an hour is followed, by the clock of the store', async () => {
    await send(snapshotOf(lists));
    const { bytes } = store.objects.get(`${KEPT}lock`)!;
    const held = Buffer.from(String(bytes).replace('"free"', '"held"'));
    // The clock of this machine is a day behind.
    store.ahead = 24 * 60 * 60_000;
    for (const minutes of [14, 16]) {
      const at = Date.now() - minutes * 60_000;
      store.objects.set(`${KEPT}lock`, { bytes: held, etag: '"of-the-lock"', headers: {}, at });
      expect([minutes, (await send(snapshotOf(lists))).ok]).toEqual([minutes, minutes === 16]);
    }
  });
});

describe('the command', () => {
  const run = (...args: string[]): Promise<Ended> => {
    return runCommand(commandWith(...args), { cwd: temporaryFolder(), env: CREDENTIALS });
  };
  it('publishes, brings back, forgets and looks', async () => {
    const report = async (...args: string[]): Promise<PublishReport> =>
      JSON.parse((await run('--reporter', 'json', ...args)).stdout);
    const [first, second] = [snapshotOf(lists), snapshotOf(lists, 'труба')];
    const { snapshot: one } = await report('--out', first);
    const { snapshot: two } = await report('--out', second);
    expect((await report('--rollback')).snapshot).toBe(one);
    expect((await report('--rollback', two!.slice(0, 8))).snapshot).toBe(two);
    expect((await report('--forget')).history).toEqual([]);
    store.objects.delete('forum/api/region/index.json');
    expect((await report('--out', second, '--audit')).warnings.join()).toContain('1 files are not');
    expectLive(second);
  });

  it('that is killed or interrupted at any moment is finished by the next run', async () => {
    store.onChange = () => walk(live());
    await send(snapshotOf(lists));
    store.delay = 15;
    const counts = { SIGKILL: 0, SIGINT: 0 };
    for (let n = 0; n < 4; n++) {
      const signal = n % 2 === 0 ? 'SIGKILL' : 'SIGINT';
      const out = snapshotOf({ ...lists, region: ten.slice(n % 5) }, `слово ${n}`);
      const [begun, after] = [store.asked.length, 6 + 9 * n];
      const args = commandWith('--out', out, '--accept-change', '--break-lock');
      const running = startCommand(args, { cwd: temporaryFolder(), env: CREDENTIALS });
      store.fault = () => {
        if (store.asked.length - begun < after) return undefined;
        store.fault = () => undefined; // a second SIGINT would end the command at once, with its lock
        running.child.kill(signal);
        return undefined;
      };
      if ((await running.ended).signal === signal) counts[signal]++;
      store.fault = () => undefined;
      // Who was interrupted gave the lock back.
      const more = signal === 'SIGKILL' ? ['--break-lock'] : [];
      const ended = await run('--out', out, '--accept-change', ...more);
      expect([ended.status, ended.stderr]).toEqual([0, '']);
      expectLive(out);
    }
    expect(counts).toEqual({ SIGKILL: 2, SIGINT: 2 });
  });

  it('says what is wrong with a dist/, with credentials, and with a bucket', async () => {
    const out = snapshotOf(lists);
    writeFileSync(join(out, 'api/event/index.json'), '{}');
    const { status, stdout, stderr } = await run('--out', out);
    const why = 'api/event/index.json is not as it was built';
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(why)]);
    expect(live().size).toBe(0);
    store.fault = (_, what) => (what.startsWith('PUT') ? 'unable' : undefined);
    const unable = await run('--out', snapshotOf(lists));
    expect(unable.status).toBe(2);
    expect(unable.stderr).toContain('a checksum of this kind is not implemented');
    expect(unable.stderr).not.toContain(CREDENTIALS.AWS_SECRET_ACCESS_KEY);
    store.fault = () => 'denied';
    const denied = await run('--out', snapshotOf(lists));
    expect([denied.status, denied.stderr]).toEqual([2, expect.stringContaining('AccessDenied')]);
  });
});

it('a purge of CloudFront is one signed request for all paths, waited for, or told', async () => {
  const asked: { path: string; body: string; signature: string | undefined }[] = [];
  let status = 201;
  const cdn = await serveReplies(undefined, ({ method, path, headers, body }) => {
    asked.push({ path, body: String(body), signature: String(headers['authorization']) });
    const state = method === 'POST' ? 'InProgress' : 'Completed';
    const text = `<Invalidation><Id>I1</Id><Status>${state}</Status></Invalidation>`;
    return { status: method === 'POST' ? status : 200, headers: {}, body: Buffer.from(text) };
  });
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFRONT', cdn.url);
  const bucket = await openBucket('s3://portal/forum', { endpoint: store.url });
  const purges = [await openPurge('cloudfront:E123')];
  const out = snapshotOf(lists);
  const done = await publish(portal, bucket, { out }, purges);
  expect(done.problem).toBeNull();
  expect(asked.map(({ path }) => path)).toEqual([
    '/2020-05-31/distribution/E123/invalidation',
    '/2020-05-31/distribution/E123/invalidation/I1',
  ]);
  expect(asked[0]?.body).toContain('<Path>/*</Path>');
  expect(asked[0]?.signature).toMatch(/^AWS4-HMAC-SHA256 .*\/us-east-1\/cloudfront\//);
  status = 403;
  const failed = await publish(portal, bucket, { out }, purges);
  expect(failed).toMatchObject({ ok: false, snapshot: done.snapshot });
  expect(failed.problem).toContain('publish again with --purge');
  await cdn.stop();
});
