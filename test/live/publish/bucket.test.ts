// `publish s3://`, against a store that holds every request to the protocol: what it costs, what it survives,
// and what it refuses.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { publish } from '../../../src/delivery/publish/index.js';
import type { PublishOptions } from '../../../src/delivery/publish/options.js';
import { portal } from '../../../src/portal/index.js';
import { folderWith, filesOf as listFiles, snapshotOf, walk } from '../../publish/lists.js';
import { CREDENTIALS, type StrictStore, startStrictStore } from '../../publish/strict-store.js';
import { temporaryFolder } from '../../support/folders.js';
import { asBuilt, readTree } from '../../support/tree.js';

const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const lists = { region: ten, 'job/vacancy': [3, 2, 1], event: ten, 'post-comment': [1] };

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

const send = (out: string, more: Partial<PublishOptions> = {}) =>
  publish(portal, { target: 's3://portal/forum', out, endpoint: store.url, ...more });

/** What readers are given: below the prefix. */
function live(): Map<string, Buffer> {
  const files = [...store.objects].filter(([key]) => key.startsWith('forum/'));
  return new Map(files.map(([key, { bytes }]) => [key.slice('forum/'.length), bytes]));
}

function expectLive(out: string): void {
  const wanted = readTree(out);
  expect([...live().keys()].sort()).toEqual([...wanted.keys()].sort());
  for (const [name, bytes] of live())
    expect(asBuilt(bytes).equals(wanted.get(name)!), name).toBe(true);
}

describe('a bucket', () => {
  it('gets each file with its headers, and what is kept is nowhere else', async () => {
    const out = snapshotOf(lists);
    store.delay = 20;
    const report = await send(out);
    expect(report.problem).toBeNull();
    expectLive(out);
    const others = [...store.objects.keys()].filter((key) => !key.startsWith('forum/'));
    expect(others.sort()).toEqual(
      ['lock', 'probe', 'state'].map((name) => `.portal-snapshot/forum/${name}`),
    );
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

  it('costs an edit the files that changed and a handful of requests, never a LIST', async () => {
    await send(snapshotOf(lists));
    store.asked.length = 0;
    const report = await send(snapshotOf({ ...lists, region: [...ten.slice(0, 9), 11] }));
    expect(report.files).toMatchObject({ added: 0, changed: 2, removed: 0 });
    const [files, others] = [0, 1].map((i) =>
      store.asked.filter(
        (what) => /copy|forum\/api/.test(what.replace('.portal-snapshot/forum', '')) === (i === 0),
      ),
    );
    // Each that changed is kept for history and sent; what snapshot.json was there is asked before.
    expect(files).toHaveLength(5);
    // Six of them ask whether the lock is still there, before a step or a record.
    expect(others!.length).toBeLessThanOrEqual(16);
    expect(store.asked.filter((what) => what === 'GET ')).toEqual([]);
    expect(report.requests).toBe(store.asked.length);
  });

  it('takes a large file in parts', async () => {
    const many = Array.from({ length: 110 }, (_, id) => id + 1);
    const out = folderWith(listFiles({ ...lists, 'post-comment': many }, 'котёл'.repeat(8_000)));
    expect((await send(out)).problem).toBeNull();
    expectLive(out);
    expect(store.asked.filter((what) => what.startsWith('POST'))).toHaveLength(2);
    expect((await send(out)).files).toMatchObject({ added: 0, changed: 0 });
    // It can be brought back as well.
    await send(snapshotOf(lists), { acceptChange: true });
    expect((await send(out, { rollback: true })).problem).toBeNull();
    expectLive(out);
  });
});

it('ends uploads in parts that broke off below its folders, and no others', async () => {
  const keys = ['api/a', 'search/b', 'other/c'].map((name) => `forum/${name}`);
  keys.push('.portal-snapshot/forum/objects/e');
  for (const key of [...keys, 'elsewhere/api/d'])
    store.uploads.set(`upload of ${key}`, { key, headers: {}, parts: new Map() });
  expect((await send(snapshotOf(lists))).problem).toBeNull();
  const left = [...store.uploads.values()].map(({ key }) => key);
  expect(left).toEqual(['forum/other/c', 'elsewhere/api/d']);
});

describe('faults', () => {
  it.each(['busy', 'cut', 'late'] as const)(
    'every 4th request: %s',
    async (fault) => {
      let broken = 0;
      store.fault = (n) => {
        if (n % 4 !== 0) return undefined;
        broken++;
        return fault;
      };
      store.onChange = () => walk(live());
      for (const region of [ten, ten.slice(3), [...ten, 11, 12]]) {
        const out = snapshotOf({ ...lists, region });
        const report = await send(out, { grace: 0 });
        expect(report.problem).toBeNull();
        expectLive(out);
      }
      expect(broken).toBeGreaterThan(15);
    },
    60_000,
  );

  it('a store that fails for good stops it before the next step; the next run goes on', async () => {
    await send(snapshotOf(lists));
    const before = live();
    const out = snapshotOf({ ...lists, region: [...ten, 11, 12, 13] });
    store.fault = (_, what) => (what.includes('page/7') ? 'busy' : undefined);
    const failed = await send(out, { timeout: 1000 });
    expect(failed.problem).toContain('publishing again goes on from there');
    for (const [name, bytes] of before) expect(live().get(name)?.equals(bytes), name).toBe(true);
    store.fault = () => undefined;
    expect((await send(out)).problem).toBeNull();
    expectLive(out);
  }, 60_000);

  it('a store that takes its time is waited for no longer than is said', async () => {
    store.delay = 1500;
    const refused = send(snapshotOf(lists), { timeout: 200 });
    await expect(refused).rejects.toThrow('cannot be reached');
  }, 60_000);

  it('a store that ignores conditions is refused, unless nobody else publishes', async () => {
    store.heedsConditions = false;
    const out = snapshotOf(lists);
    await expect(send(out)).rejects.toThrow(/ignores the conditions of writes.*--no-lock/);
    expect(live().size).toBe(0);
    expect((await send(out, { lock: false })).problem).toBeNull();
    expectLive(out);
  });

  it('of two publishers at once, one is told', async () => {
    store.delay = 20;
    const outs = [ten, ten.slice(1)].map((region) => snapshotOf({ ...lists, region }));
    const reports = await Promise.all(outs.map((out) => send(out)));
    const done = reports.filter(({ ok }) => ok);
    expect(done).toHaveLength(1);
    expectLive(outs[reports.findIndex(({ ok }) => ok)]!);
    expect(reports.find(({ ok }) => !ok)?.problem).toContain('someone else');
  });

  it('a publisher that is gone for a quarter of an hour is followed, by the clock of the store', async () => {
    await send(snapshotOf(lists));
    const holder = { run: 'r', host: 'h', pid: 1, since: 's', machine: 'm', start: '1' };
    const lock = '.portal-snapshot/forum/lock';
    const put = (minutes: number) =>
      store.objects.set(lock, {
        bytes: Buffer.from(JSON.stringify({ turn: 't', holder })),
        etag: '"of-the-lock"',
        headers: {},
        at: Date.now() - minutes * 60_000,
      });
    // The clock of this machine is a day behind.
    store.ahead = 24 * 60 * 60_000;
    put(14);
    expect((await send(snapshotOf(lists))).ok).toBe(false);
    put(16);
    expect((await send(snapshotOf(lists))).ok).toBe(true);
  });
});

describe('caches', () => {
  it('a purge file has every spelling, what was withdrawn first', async () => {
    await send(snapshotOf(lists));
    const file = join(temporaryFolder(), 'purge');
    // 7 and 8 are gone; the page that showed 9 and 10 is gone, and so is nothing that they show.
    const region = [1, 2, 3, 4, 5, 6, 9, 10];
    const report = await send(snapshotOf({ ...lists, region }), { purgeFile: file });
    expect(report.withdrawn).toBe(1);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const base = 'https://api.example.org/api/region';
    expect(lines.slice(0, 9).sort()).toEqual(
      [
        `${base}/?page=4`,
        `${base}?page=4`,
        `${base}/index.json?page=4`,
        ...['', '?page=4'].flatMap((query) =>
          [`${base}/page/4/`, `${base}/page/4`, `${base}/page/4/index.json`].map(
            (way) => way + query,
          ),
        ),
      ].sort(),
    );
    expect(lines).toContain(`${base}/?page=1`);
    expect(lines).toContain('https://api.example.org/api/snapshot.json');
    expect(new Set(lines).size).toBe(lines.length);
  });
});
