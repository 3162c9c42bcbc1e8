// What `publish` does, refuses and tells, on a bucket in memory.
import { hash as digest } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { NotLive } from '../../src/delivery/publish/bucket.js';
import { temporaryFolder } from '../support/folders.js';
import { runIn } from '../support/run.js';
import { readTree } from '../support/tree.js';
import { filesOf, folderWith, snapshotOf, walk } from './lists.js';
import { killedAnywhere, publish, Store } from './memory.js';

const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const lists = { region: ten, 'job/vacancy': [3, 2, 1], event: ten, 'post-comment': [1] };
const HEADS = 'Cache-Control: public, max-age=60, must-revalidate';

async function publishedIn(store: Store, ...words: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const word of words) ids.push((await publish(store, snapshotOf(lists, word))).snapshot!);
  return ids;
}

const sha256 = (bytes: Buffer): string => digest('sha256', bytes, 'hex');

const idOf = (out: string): string =>
  (JSON.parse(readFileSync(join(out, 'api/snapshot.json'), 'utf8')) as { id: string }).id;

describe('a publication', () => {
  it('is to the byte what was built, and is named as snapshot.json names it', async () => {
    const store = new Store();
    const out = snapshotOf(lists);
    writeFileSync(join(out, 'notes.txt'), 'no part of it');
    writeFileSync(join(out, 'api/index.json.gz'), 'nor this');
    const report = await publish(store, out);
    expect(report).toMatchObject({ ok: true, before: null, snapshot: idOf(out), warnings: [] });
    const wanted = new Map(readTree(out));
    for (const name of ['notes.txt', 'api/index.json.gz']) wanted.delete(name);
    expect(store.live()).toEqual(wanted);
    expect(store.objects.get('live/api/region/index.json')?.headers).toContain(HEADS);
    const last = [...store.objects.keys()].filter((key) => key.startsWith('live/')).slice(-1);
    expect(last).toEqual(['live/api/snapshot.json']);
  });

  it('costs two requests for each changed file and at most 20 others', async () => {
    const store = new Store();
    await publish(store, snapshotOf(lists));
    const out = snapshotOf({ ...lists, region: [...ten.slice(0, 9), 11] });
    const edit = await publish(store, out);
    expect(edit.files).toMatchObject({ added: 0, changed: 2, removed: 0 });
    expect(edit.requests).toBeLessThanOrEqual(2 * 2 + 20);
    expect(edit.asked.filter((what) => /list (live|kept\/objects)/.test(what))).toEqual([]);
    const again = await publish(store, out);
    expect(again.files).toMatchObject({ added: 0, changed: 0, removed: 0 });
    expect(again.requests).toBeLessThan(10);
  });

  it('sends headers that another version of the tool would send otherwise', async () => {
    const store = new Store();
    const out = snapshotOf(lists);
    await publish(store, out);
    const [list] = store.below('kept/snapshots/');
    const key = `kept/snapshots/${list}` as const;
    // As if the version before had let caches keep heads for two minutes.
    const older = String(store.objects.get(key)?.bytes).replaceAll('max-age=60', 'max-age=120');
    store.put(key, Buffer.from(older));
    const head = 'live/api/region/index.json';
    store.objects.delete(head);
    const { files, sent } = await publish(store, out);
    expect(files.changed).toBeGreaterThan(5);
    expect(sent).toBeLessThan(10_000);
    expect(store.objects.get(head)?.headers).toContain(HEADS);
    expect((await publish(store, out)).files.changed).toBe(0);
  });

  it('only says what it would do with --dry-run', async () => {
    const store = new Store();
    await publish(store, snapshotOf(lists));
    const before = new Map(store.objects);
    const out = snapshotOf({ ...lists, event: [12, 11, ...ten] });
    const { files, ...dry } = await publish(store, out, { dryRun: true });
    expect(dry).toMatchObject({ ok: true, dryRun: true, snapshot: idOf(out) });
    expect(store.objects).toEqual(before);
    expect(files.added).toBe(1);
    expect((await publish(store, out)).files).toEqual(files);
  });
});

describe('a dist/ is refused, and nothing of it is live,', () => {
  it.each<[string, (api: string) => unknown]>([
    ['that is not there', (api) => rmSync(join(api, '..'), { recursive: true })],
    ['with a damaged page', (api) => writeFileSync(join(api, 'event/index.json'), '{}')],
    ['with a damaged description', (api) => writeFileSync(join(api, 'snapshot.json'), '{"')],
    ['without its root index', (api) => rmSync(join(api, 'index.json'))],
    ['without a page', (api) => rmSync(join(api, 'event/index.json'))],
    ['without its description', (api) => rmSync(join(api, 'snapshot.json'))],
  ])('%s', async (_, spoil) => {
    const store = new Store();
    const [live, out] = [snapshotOf(lists, 'труба'), snapshotOf(lists)];
    await publish(store, live);
    spoil(join(out, 'api'));
    await expect(publish(store, out)).rejects.toThrow(/as it was built|build again|build first/);
    expect(store.live()).toEqual(readTree(live));
  });

  it('with another 404.json', async () => {
    const out = snapshotOf(lists);
    writeFileSync(join(out, '404.json'), '{}');
    await expect(publish(new Store(), out)).rejects.toThrow('not as it was built');
  });

  it.each<[string, () => string, string]>([
    [
      'that was built for another base URL',
      () => folderWith(filesOf(lists, 'котёл', 'https://test.example.org')),
      'its links begin with https://test.example.org; what is live has https://api.example.org',
    ],
    [
      'with less than half of a list',
      () => snapshotOf({ ...lists, region: [1, 2, 3, 4] }),
      'records of region: 4; what is live has 10',
    ],
  ])('%s', async (_, make, said) => {
    const store = new Store();
    await publish(store, snapshotOf(lists));
    const before = store.live();
    const out = make();
    const error = await publish(store, out).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: expect.stringContaining('--accept-change') });
    expect(String((error as { details: unknown }).details)).toContain(said);
    expect(store.live()).toEqual(before);
    expect((await publish(store, out, { acceptChange: true })).ok).toBe(true);
  });

  it.each([
    [['--rollback', '12'], 'its first 6 digits or more'],
    [['--forget', '--audit'], '--forget publishes nothing'],
    [['--purge', 'fastly:X'], '--purge takes cloudfront:ID'],
  ])('where %j is wrong usage', async (flags, why) => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'x');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'x');
    const bucket = ['s3://portal/forum', '--endpoint', 'http://127.0.0.1:1'];
    const ended = await runIn(temporaryFolder(), 'publish', ...bucket, ...flags);
    vi.unstubAllEnvs();
    expect(ended).toMatchObject({ status: 2, stderr: expect.stringContaining(why) });
  });

  it('but not where the only record of a list goes', async () => {
    const store = new Store();
    await publish(store, snapshotOf(lists));
    expect((await publish(store, snapshotOf({ ...lists, 'post-comment': [] }))).ok).toBe(true);
  });
});

describe('history', () => {
  it('goes back step by step, and to an id, without sending a page', async () => {
    const store = new Store();
    const ids = await publishedIn(store, 'a', 'b', 'c');
    for (const id of [ids[1], ids[0]]) {
      const back = await publish(store, '', { rollback: true });
      expect(back.snapshot).toBe(id);
      expect(back.sent).toBeLessThan(3000); // signs of life
    }
    const refused = await publish(store, '', { rollback: true }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ message: expect.stringContaining('no snapshot of memory') });
    const marked = (refused as { details: string[] }).details.map((line) => / live$/.test(line));
    expect(marked).toEqual([false, false, true]);
    expect((await publish(store, '', { rollback: ids[2]!.slice(0, 8) })).snapshot).toBe(ids[2]);
    expect(store.live()).toEqual(readTree(snapshotOf(lists, 'c')));
    await expect(publish(store, '', { rollback: 'ffffffff' })).rejects.toThrow('no snapshot "ffff');
  });

  it.each([
    ['a b c b', 'c b a'],
    ['a b a', 'b a'],
    ['a b a b a', 'b a b a'],
    ['a a b', 'a'],
    // What a rollback took back is forgotten once something else is published.
    ['a b < c', 'a'],
  ])('of %j goes back by one each time: %j', async (published, back) => {
    const store = new Store();
    for (const word of published.split(' ')) {
      if (word === '<') await publish(store, '', { rollback: true });
      else await publish(store, snapshotOf(lists, word));
    }
    for (const word of back.split(' ')) {
      await publish(store, '', { rollback: true });
      expect(store.live()).toEqual(readTree(snapshotOf(lists, word)));
    }
    const again = publish(store, '', { rollback: true });
    await expect(again).rejects.toThrow('no snapshot of memory');
  });

  it.each([1, 2])(
    'rollback %i, killed anywhere and run again, ends where it was going',
    async (n) => {
      const kills = await killedAnywhere(
        async (store) => {
          await publishedIn(store, 'a', 'b', 'c');
          store.onChange = () => walk(store.live());
          for (let before = 1; before < n; before++) await publish(store, '', { rollback: true });
        },
        (store) => publish(store, '', { rollback: true }),
        async (store, killAfter) => {
          store.killAfter = (killAfter * 5) % 23;
          const again = await publish(store, '', { rollback: true }).catch(() => undefined);
          store.killAfter = Number.POSITIVE_INFINITY;
          if (!again) await publish(store, '', { rollback: true });
          const wanted = readTree(snapshotOf(lists, 'cba'[n]));
          expect(store.live(), `killed at ${killAfter}`).toEqual(wanted);
        },
      );
      expect(kills).toBeGreaterThan(15);
    },
  );

  it('has as many as are kept, and their bytes alone', async () => {
    const store = new Store();
    for (const word of ['a', 'b', 'c', 'd']) {
      await publish(store, snapshotOf(lists, word), { keep: 2 });
    }
    expect(store.below('kept/snapshots/').map((name) => name[0])).toEqual(['2', '3', '4']);
    await publish(store, snapshotOf(lists, 'e'), { keep: 0 });
    expect(store.below('kept/snapshots/')).toHaveLength(1);
    expect(store.below('kept/objects/')).toHaveLength(store.live().size);
  });

  it('is removed by --forget, which warns of versions', async () => {
    const store = new Store();
    await expect(publish(store, '', { forget: true })).rejects.toThrow('nothing is');
    // Another target, `s3://b/objects` below `s3://b`, keeps its history there.
    const theirs = ['lock', `snapshots/1-${'a'.repeat(64)}`, `objects/${'b'.repeat(64)}`];
    for (const name of theirs) store.put(`kept/objects/${name}`, Buffer.from('theirs'));
    const [, live] = await publishedIn(store, 'a', 'b');
    store.keepsVersions = true;
    const report = await publish(store, '', { forget: true });
    expect(report).toMatchObject({ ok: true, snapshot: live, history: [] });
    expect(report.warnings.join()).toContain('keeps versions');
    expect(report.warnings.join()).toContain('has 3 objects of somebody else');
    expect(store.below('kept/objects/')).toEqual(expect.arrayContaining(theirs));
    expect(
      JSON.stringify([...store.objects.values()].map(({ bytes }) => String(bytes))),
    ).not.toContain('\\"name\\":\\"a\\"');
  });

  it('says so where its bytes are lost, and --audit sends them again', async () => {
    const store = new Store();
    const [out, other] = [snapshotOf(lists), snapshotOf(lists, 'труба')];
    await publish(store, out);
    await publish(store, other);
    for (const name of store.below('kept/objects/')) store.objects.delete(`kept/objects/${name}`);
    const back = await publish(store, '', { rollback: true });
    expect(back.problem).toContain('has lost the bytes');
    expect((await publish(store, out, { audit: true })).ok).toBe(true);
    expect(store.live()).toEqual(readTree(out));
  });
});

describe('what others do', () => {
  it('is put right by --audit', async () => {
    const store = new Store();
    const out = snapshotOf(lists);
    await publish(store, out);
    store.put('live/api/region/index.json', Buffer.from('{}'));
    store.put('live/api/region/page/9/index.json', Buffer.from('{}'));
    store.objects.delete('live/api/event/index.json');
    expect((await publish(store, out)).files.changed).toBe(0);
    const audit = await publish(store, out, { audit: true });
    expect(audit.files).toMatchObject({ added: 1, changed: 1, removed: 0 });
    expect(audit.foreign).toEqual(['api/region/page/9/index.json']);
    expect(audit.warnings.join()).toContain('2 files are not as they were published');
    store.objects.delete('live/api/region/page/9/index.json');
    expect(store.live()).toEqual(readTree(out));
    expect((await publish(store, out, { audit: true })).warnings).toEqual([]);
  });

  it('is put right by --audit where only a header was changed', async () => {
    const store = new Store();
    const out = snapshotOf(lists);
    await publish(store, out);
    const key = 'live/api/region/index.json';
    const { bytes, headers } = store.objects.get(key)!;
    store.put(key, bytes, headers.replace('application/json', 'text/html'));
    const audit = await publish(store, out, { audit: true });
    expect(audit.warnings).toEqual([
      '1 files are not as they were published: api/region/index.json',
    ]);
    expect(store.objects.get(key)?.headers).toBe(headers);
  });

  it('to the bytes that are kept is found by --audit and by a rollback, and never goes live', async () => {
    const store = new Store();
    const [older, newer] = [snapshotOf(lists), snapshotOf(lists, 'труба')];
    await publish(store, older);
    const page = store.objects.get('live/api/event/cursor/2/index.json')!;
    const hash = store.below('kept/objects/').find((name) => {
      return store.objects.get(`kept/objects/${name}`)?.etag === page.etag;
    });
    await publish(store, newer);
    store.put(`kept/objects/${hash}`, Buffer.from('{}'));
    const audit = await publish(store, newer, { audit: true });
    expect(audit.warnings.join()).toContain('the kept bytes of 1 files are missing or not');
    const back = await publish(store, '', { rollback: true });
    expect(back.problem).toContain('or somebody changed them');
    expect(store.live()).toEqual(readTree(newer));
    // What is sent again can be brought back again.
    expect((await publish(store, older)).ok).toBe(true);
    expect(store.live()).toEqual(readTree(older));
  });

  it('is put right by --audit also where it was done to the bytes that are kept', async () => {
    const store = new Store();
    const out = snapshotOf(lists);
    await publish(store, out);
    for (const name of store.below('kept/objects/')) {
      store.put(`kept/objects/${name}`, Buffer.from(`not ${name}`));
      // Both may have been changed in the same way.
      if (name < '8') {
        const [copy] = [...store.live()].find(([, bytes]) => sha256(bytes) === name)!;
        store.put(`live/${copy}`, Buffer.from(`not ${name}`));
      }
    }
    expect((await publish(store, out, { audit: true })).ok).toBe(true);
    expect(store.live()).toEqual(readTree(out));
  });

  it('stays, whatever its name, and is told; at an address of the snapshot, it is replaced', async () => {
    const store = new Store();
    const out = snapshotOf(lists);
    const foreign = [
      ...['404.json.bak', 'api/.hidden', 'api/blog/readme.txt', 'api/event/cursor/99/index.json'],
      ...['api/openapi.json', 'api/post/feed.json', 'api/region/a b+c&d.json'],
      ...['api/region/index.json.gz', 'api/region/page/77/index.json', 'api/\u0007'],
      ...['api/snapshot.json.sig', 'api/дома/index.json', 'search/pagefind.js'],
    ].sort();
    for (const name of foreign) store.put(`live/${name}`, Buffer.from('theirs'));
    store.put('live/shop/index.html', Buffer.from('theirs'));
    store.put('live/api/region/page/2/index.json', Buffer.from('theirs'));
    const before = new Map(store.objects);
    const dry = await publish(store, out, { dryRun: true });
    expect(store.objects).toEqual(before);
    expect(dry).toMatchObject({ foreign, removed: [], files: { changed: 1, removed: 0 } });
    const report = await publish(store, out);
    expect(report).toMatchObject({ ok: true, foreign, removed: [], warnings: dry.warnings });
    for (const name of foreign) expect(report.warnings.join()).toContain(name);
    const replaced = 'the addresses of 1 files that publish did not write: api/region/page/2/';
    expect(report.warnings.join()).toContain(replaced);
    // Later publications, rollbacks and audits leave them there, too.
    const shorter = snapshotOf({ ...lists, region: [1, 2, 3, 4, 5, 6] });
    const next = await publish(store, shorter);
    expect(next.removed).toEqual(['api/region/page/4/index.json', 'api/region/page/5/index.json']);
    await publish(store, '', { rollback: true });
    await publish(store, shorter, { audit: true });
    const theirs = new Map([...foreign, 'shop/index.html'].map((name) => [name, 'theirs']));
    const all = new Map([...readTree(shorter)].map(([name, bytes]) => [name, String(bytes)]));
    const there = [...store.live()].map(([name, bytes]) => [name, String(bytes)] as const);
    expect(new Map(there)).toEqual(new Map([...all, ...theirs]));
  });

  it('stays also where the snapshot had that address before', async () => {
    const store = new Store();
    await publish(store, snapshotOf(lists));
    const [gone, taken] = ['api/region/page/5/index.json', 'api/region/page/4/index.json'] as const;
    store.put(`live/${taken}`, Buffer.from('theirs'));
    const shorter = snapshotOf({ ...lists, region: [1, 2, 3, 4, 5, 6] });
    const report = await publish(store, shorter, { audit: true });
    expect(report).toMatchObject({ removed: [gone], foreign: [taken] });
    expect(String(store.live().get(taken))).toBe('theirs');
  });

  it('is all sent again where the list of the live snapshot is damaged', async () => {
    const store = new Store();
    const out = snapshotOf(lists);
    await publish(store, out);
    store.put(`kept/snapshots/${store.below('kept/snapshots/')[0]}`, Buffer.from('{"'));
    const forgetting = publish(store, '', { forget: true });
    await expect(forgetting).rejects.toThrow('the list of the files that are live at memory:// is');
    const { ok, warnings } = await publish(store, out);
    expect([ok, warnings.join()]).toEqual([true, expect.stringContaining('damaged')]);
    expect((await publish(store, out)).warnings).toEqual([]);
  });
});

describe('the lock', () => {
  const holder = { run: 'r', host: 'runner-7', pid: 4711, since: '2026-03-01', work: 'publish' };
  const held = Buffer.from(JSON.stringify({ ...holder, state: 'held' }));

  it('keeps others out for a quarter of an hour after the last sign of life', async () => {
    const store = new Store();
    await publishedIn(store, 'a');
    store.put('kept/lock', held);
    store.now += 14 * 60_000;
    const { ok, problem } = await publish(store, snapshotOf(lists, 'b'));
    expect([ok, problem]).toEqual([false, expect.stringContaining('process 4711 on "runner-7"')]);
    store.now += 2 * 60_000;
    expect((await publish(store, snapshotOf(lists, 'b'))).ok).toBe(true);
  });

  it('of a run that has certainly ended keeps nobody out', async () => {
    const store = new Store();
    await publishedIn(store, 'a');
    const own = JSON.parse(String(store.objects.get('kept/lock')?.bytes)) as object;
    // No process of this machine has that id.
    const ended = { ...own, pid: 2 ** 30, state: 'held' };
    store.put('kept/lock', Buffer.from(JSON.stringify(ended)));
    expect((await publish(store, snapshotOf(lists, 'b'))).problem).toBeNull();
    for (const running of [{ machine: 'another one' }, { pid: process.pid }, { pid: 1 }]) {
      store.put('kept/lock', Buffer.from(JSON.stringify({ ...ended, ...running })));
      expect((await publish(store, snapshotOf(lists))).problem).toContain('someone else');
    }
  });

  it('is given back where the store fails right after it was taken', async () => {
    const store = new Store();
    await publishedIn(store, 'a');
    let asked = 0;
    store.onRequest = () => {
      if (++asked === 3) throw new NotLive('the store failed');
    };
    expect((await publish(store, snapshotOf(lists, 'b'))).problem).toBe('the store failed');
    expect(JSON.parse(String(store.objects.get('kept/lock')?.bytes)).state).toBe('free');
    // It fails for good.
    asked = 0;
    store.onRequest = () => {
      if (++asked >= 3) throw new NotLive('the store failed');
    };
    expect((await publish(store, snapshotOf(lists, 'b'))).problem).toBe('the store failed');
    store.onRequest = () => {};
    expect((await publish(store, snapshotOf(lists, 'b'))).problem).toBeNull();
  });

  it('that is damaged is taken by --break-lock alone', async () => {
    const store = new Store();
    store.put('kept/lock', Buffer.from('x'));
    expect((await publish(store, snapshotOf(lists))).problem).toContain('--break-lock');
    expect((await publish(store, snapshotOf(lists), { breakLock: true })).ok).toBe(true);
  });

  it('stops its holder before the next requests when someone breaks it', async () => {
    const counted = new Store();
    await publishedIn(counted, 'a');
    let changes = 0;
    counted.onChange = () => void changes++;
    await publishedIn(counted, 'b');
    // The last two changes are snapshot.json, and that the lock is given back.
    for (let at = 1; at < changes - 2; at++) {
      const store = new Store();
      await publishedIn(store, 'a');
      let made = 0;
      const late = new Set<string>();
      store.onChange = (key) => {
        if (++made > at) late.add(key.split('/').slice(0, 2).join('/'));
        if (made === at) store.put('kept/lock', held);
      };
      const { problem } = await publish(store, snapshotOf(lists, 'b'));
      expect(problem, `broken after change ${at}`).toContain('process 4711 on "runner-7"');
      // Of the requests that were under way at that moment, all were of one step.
      expect(late.size).toBeLessThan(2);
      store.onChange = () => {};
      const out = snapshotOf({ ...lists, event: [4, 3, 1, 5, 6] }, 'c');
      expect((await publish(store, out, { breakLock: true })).problem).toBeNull();
      expect(store.live()).toEqual(readTree(out));
    }
  });

  it('is given back on Ctrl-C, and the next run takes back what was begun', async () => {
    const store = new Store();
    const first = snapshotOf(lists);
    await publish(store, first);
    const stopping = new AbortController();
    store.onChange = (key) => {
      if (key === 'live/api/region/index.json') stopping.abort(new Error('stopped'));
    };
    const stopped = publish(store, snapshotOf(lists, 'b'), { signal: stopping.signal });
    await expect(stopped).rejects.toThrow('stopped');
    expect(store.live()).not.toEqual(readTree(first));
    expect((await publish(store, '', { rollback: true })).ok).toBe(true);
    expect(store.live()).toEqual(readTree(first));
  });
});
