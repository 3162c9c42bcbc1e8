// What caches are told, held to their vendors' documented requests, and the proof with the way back.

import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { publish } from '../../src/delivery/publish/index.js';
import type { PublishOptions } from '../../src/delivery/publish/options.js';
import { addressesOf } from '../../src/delivery/publish/purge/addresses.js';
import { pathsOf } from '../../src/delivery/publish/purge/cdns.js';
import { build } from '../../src/index.js';
import { portal } from '../../src/portal/index.js';
import { temporaryFolder } from '../support/folders.js';
import { directory, experts, writeData } from '../support/portal.js';
import { type Reply, type Request, serveReplies } from '../support/replies.js';
import type { Running } from '../support/tools.js';
import { expectTree, readTree } from '../support/tree.js';
import { snapshotOf } from './lists.js';

const lists = { region: [1, 2, 3], 'job/vacancy': [2, 1], event: [1], 'post-comment': [1] };
const changed = { ...lists, region: [1, 2, 4] };

const reply = (status: number, text: string, headers: Reply['headers'] = {}): Reply => ({
  status,
  headers,
  body: Buffer.from(text),
});
const DONE = reply(200, '{"success":true}');

/** A CDN: what it was asked, and what it answers. */
let cdn: Running;
let requests: Request[];
let answer: (request: Request) => Reply;
beforeEach(async () => {
  requests = [];
  answer = () => DONE;
  cdn = await serveReplies(undefined, (request) => {
    requests.push(request);
    return answer(request);
  });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await cdn.stop();
});

/** Publishes twice, the second time with a purge; hands back a third publication of the same. */
async function purged(purge: string, env: NodeJS.ProcessEnv) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const target = pathToFileURL(join(temporaryFolder(), 'www')).href;
  const send = (out: string, more: Partial<PublishOptions> = {}) =>
    publish(portal, { target, out, ...more });
  await send(snapshotOf(lists));
  const out = snapshotOf(changed);
  const first = await send(out, { purge: [purge] });
  return { first, again: (more: Partial<PublishOptions> = { purge: [purge] }) => send(out, more) };
}

describe('a purge', () => {
  const cloudflare = () => ({
    CLOUDFLARE_API_TOKEN: 'a-token',
    CLOUDFLARE_API_BASE_URL: cdn.url,
  });

  it('of Cloudflare: a hundred addresses a call, and nothing when nothing changed', async () => {
    const { first, again } = await purged('cloudflare:zone1', cloudflare());
    expect(first).toMatchObject({ ok: true, purged: expect.any(Number) });
    const [call] = requests;
    expect(call).toMatchObject({ method: 'POST', path: '/zones/zone1/purge_cache' });
    expect(call?.headers).toMatchObject({
      authorization: 'Bearer a-token',
      'content-type': 'application/json',
    });
    const { files } = JSON.parse(call?.body ?? '') as { files: string[] };
    expect(files).toHaveLength(first.purged);
    // What showed a record that is gone comes first.
    expect(files[0]).toContain('/api/region/');
    expect((await again()).purged).toBe(0);
    expect(requests).toHaveLength(1);

    const { openPurge } = await import('../../src/delivery/publish/purge/cdns.js');
    const many = Array.from({ length: 250 }, (_, i) => `https://x.example/${i}`);
    await (await openPurge('cloudflare:zone1', cloudflare()))(many, 'https://x.example');
    const sizes = requests.slice(1).map(({ body = '' }) => JSON.parse(body).files.length);
    expect(sizes).toEqual([100, 100, 50]);
  });

  it('that is refused is told without the token, owed, and made good by the next run', async () => {
    answer = () => reply(403, '{"success":false}');
    const { first, again } = await purged('cloudflare:zone1', cloudflare());
    expect(first.ok).toBe(false);
    expect(first.problem).toContain('status 403');
    expect(JSON.stringify(first)).not.toContain('a-token');
    answer = () => DONE;
    const second = await again();
    expect(second).toMatchObject({ ok: true, files: { changed: 0 } });
    expect(second.purged).toBe(10);
  });

  it('that is owed to one CDN stays owed while others are purged', async () => {
    answer = () => reply(403, '{"success":false}');
    const { again } = await purged('cloudflare:zone1', cloudflare());
    answer = () => DONE;
    await again({ purgeFile: join(temporaryFolder(), 'changed.txt') });
    await again({ purge: ['cloudflare:zone2'] });
    expect((await again()).purged).toBe(10);
    expect((await again()).purged).toBe(0);
  });

  it('whose file cannot be written is told of, owed, and keeps no proof from being made', async () => {
    const { again } = await purged('cloudflare:zone1', cloudflare());
    const purgeFile = join(temporaryFolder(), 'none', 'changed.txt');
    const report = await again({ purgeFile, verify: 'http://127.0.0.1:1', pauses: [0] });
    expect(report).toMatchObject({ ok: false, proof: { ok: false }, rolledBack: false });
    const words = 'it is published, but caches may show what was before: ENOENT';
    expect(report.problem).toContain(words);
    expect(report.problem).toContain(purgeFile);
  });

  it('can be interrupted: what is live stays, and the purge is owed', async () => {
    const stopping = new AbortController();
    answer = () => {
      stopping.abort('SIGINT');
      return reply(429, '', { 'retry-after': '60' });
    };
    for (const [name, value] of Object.entries(cloudflare())) vi.stubEnv(name, value);
    const target = pathToFileURL(join(temporaryFolder(), 'www')).href;
    const out = snapshotOf(lists);
    const { signal } = stopping;
    const purge = ['cloudflare:zone1'];
    const verify = 'http://127.0.0.1:1';
    const report = await publish(portal, { target, out, purge, verify, signal });
    expect(report).toMatchObject({ ok: false, purged: 0, proof: null, rolledBack: false });
    expect(report.problem).toContain('it was interrupted');
    expect(requests).toHaveLength(1);
    answer = () => DONE;
    expect((await publish(portal, { target, out, purge })).purged).toBeGreaterThan(0);
  });

  it('waits when it is told to', async () => {
    let busy = 2;
    answer = () => (busy-- > 0 ? reply(429, '', { 'retry-after': '1' }) : DONE);
    const start = performance.now();
    expect((await purged('cloudflare:zone1', cloudflare())).first.ok).toBe(true);
    expect(performance.now() - start).toBeGreaterThan(1900);
    expect(requests).toHaveLength(3);
  });

  it('of Fastly: an address a call, or the whole service', async () => {
    const env = { FASTLY_API_TOKEN: 'key', FASTLY_API_ENDPOINT: cdn.url };
    const { first } = await purged('fastly:service1', env);
    expect(requests).toHaveLength(first.purged);
    const paths = requests.map(({ path }) => path);
    expect(paths).toContain('/purge/api.example.org/api/region/?page=2');
    for (const { method, headers } of requests) {
      expect([method, headers['fastly-key']]).toEqual(['POST', 'key']);
    }
    const { openPurge } = await import('../../src/delivery/publish/purge/cdns.js');
    requests.length = 0;
    const many = Array.from({ length: 2001 }, (_, i) => `https://x.example/${i}`);
    await (await openPurge('fastly:service1', env))(many, 'https://x.example');
    expect(requests.map(({ path }) => path)).toEqual(['/service/service1/purge_all']);
  });

  it('of CloudFront: one signed batch of paths, waited for', async () => {
    const xml = (status: string) =>
      `<Invalidation><Id>I1</Id><Status>${status}</Status><CreateTime>2026-03-01T00:00:00Z</CreateTime></Invalidation>`;
    answer = ({ method }) =>
      method === 'POST' ? reply(201, xml('InProgress')) : reply(200, xml('Completed'));
    const { first } = await purged('cloudfront:E123', {
      AWS_ACCESS_KEY_ID: 'AKID',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_ENDPOINT_URL_CLOUDFRONT: cdn.url,
    });
    expect(first.problem).toBeNull();
    const [batch, look] = requests;
    expect(batch?.path).toBe('/2020-05-31/distribution/E123/invalidation');
    expect(batch?.headers['authorization']).toMatch(
      /^AWS4-HMAC-SHA256 .*\/us-east-1\/cloudfront\//,
    );
    const items = [...(batch?.body ?? '').matchAll(/<Path>([^<]*)<\/Path>/g)].map(
      ([, path]) => path,
    );
    expect(items).toContain('/api/region/page/2/index.json');
    expect(items.filter((path) => path?.includes('?'))).toEqual([]);
    expect(batch?.body).toContain(`<Quantity>${items.length}</Quantity>`);
    expect(look?.path).toBe('/2020-05-31/distribution/E123/invalidation/I1');
  });

  it('of CloudFront: beyond 3,000 paths, one with a star', () => {
    const many = (n: number) =>
      Array.from({ length: n }, (_, i) => `https://x.example/a/${i}?page=1`);
    expect(pathsOf(many(3000), 'https://x.example/a')).toHaveLength(3000);
    expect(pathsOf(many(3001), 'https://x.example/a')).toEqual(['/a/*']);
  });

  it('names a lookup by the query of its list, too', () => {
    const of = (name: string) => addressesOf([name], 'https://x.example', portal);
    expect(of('api/post-comment/post/42/index.json')).toContain(
      'https://x.example/api/post-comment/?post=42',
    );
    expect(of('api/post/blog/5/page/2/index.json')).toContain(
      'https://x.example/api/post/?blog=5&page=2',
    );
    expect(of('api/index.json')).toEqual([
      'https://x.example/api/',
      'https://x.example/api',
      'https://x.example/api/index.json',
    ]);
    expect(of('404.json')).toEqual(['https://x.example/404.json']);
    expect(of('api/event/index.json').join()).not.toContain('?page');
  });
});

describe('the proof', () => {
  it('that holds leaves the snapshot live; one that fails brings back what was before', async () => {
    const cwd = temporaryFolder();
    const make = async (regions: number): Promise<string> => {
      rmSync(join(cwd, 'data'), { recursive: true, force: true });
      writeData(join(cwd, 'data'), { ...directory(regions), ...experts(3) });
      expect((await build({ cwd, pageSize: 5, cache: false })).ok).toBe(true);
      const out = join(cwd, `dist-${regions}`);
      cpSync(join(cwd, 'dist'), out, { recursive: true });
      return out;
    };
    const [first, second] = [await make(7), await make(12)];
    const www = join(cwd, 'www');
    const stale = join(cwd, 'stale');
    cpSync(first, stale, { recursive: true });
    const send = (out: string, verify: string) =>
      publish(portal, { target: pathToFileURL(www).href, out, verify, pauses: [0] });
    const good = await send(first, www);
    expect(good.proof).toMatchObject({ ok: true, failed: [] });
    const bad = await send(second, stale);
    expect(bad).toMatchObject({ ok: false, rolledBack: true, snapshot: good.snapshot });
    expect(bad.problem).toContain('is not what was published');
    expect(bad.proof?.failed).not.toEqual([]);
    const live = readTree(www);
    for (const [name, bytes] of readTree(first)) expect(live.get(name)?.equals(bytes)).toBe(true);
    // With nothing before it there is no way back, and it says so.
    const alone = join(cwd, 'alone');
    mkdirSync(alone);
    const only = await publish(portal, {
      target: pathToFileURL(alone).href,
      out: second,
      verify: stale,
      pauses: [0],
    });
    expect(only).toMatchObject({ ok: false, rolledBack: false });
    expect(only.warnings.join()).toContain('no snapshot before it');
    expectTree(alone, readTree(second));
  }, 60_000);
});
