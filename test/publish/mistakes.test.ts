// What a publication must not do unless it is meant: replace what is live by a snapshot of another kind, or touch what
// others put into the target.
import { hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { mustBeAsBuilt } from '../../src/delivery/publish/checks/as-built.js';
import { publishTo } from '../../src/delivery/publish/index.js';
import type { LocalSnapshot } from '../../src/delivery/publish/local.js';
import type { PublishOptions } from '../../src/delivery/publish/options.js';
import { NOT_ALLOWED } from '../../src/hosts/answers.js';
import { LAST_RULE } from '../../src/hosts/apache/index.js';
import { portal } from '../../src/portal/index.js';
import { describeSnapshot } from '../../src/site/snapshot-file.js';
import { newKeys } from '../support/keys.js';
import { filesOf, folderWith, type Lists, snapshotOf } from './lists.js';
import { Killed, memoryTarget, Store } from './memory.js';

const lists: Lists = {
  region: [1, 2, 3, 4, 5],
  'job/vacancy': [9, 8, 7, 6],
  event: [3, 2, 1],
  'post-comment': [1],
};
const keys = newKeys();

const publish = (
  store: Store,
  out: string,
  options: Partial<PublishOptions> = {},
  key?: typeof keys.privateKey,
) => publishTo(portal, memoryTarget(store), [], { target: 'memory://', out, ...options }, key);

/** The files of the snapshot of these lists, each text changed; every record differs from that of other words. */
const variant = (change: (text: string) => string, word = 'труба'): string =>
  folderWith(filesOf(lists, word, change));
/** The same with more files. */
function withMore(more: (files: ReturnType<typeof filesOf>) => void): string {
  const files = filesOf(lists, 'труба');
  more(files);
  return folderWith(files);
}
const packed = (files: ReturnType<typeof filesOf>): void => {
  for (const name of ['api/index.json', 'api/region/index.json']) {
    files.set(`${name}.br`, brotliCompressSync(files.get(name)!));
  }
};

describe('a snapshot of another kind', () => {
  it.each<[string, string, () => string]>([
    [
      'another base URL',
      'its links begin with http://localhost:8080; what is live has https://api.example.org',
      () => variant((text) => text.replaceAll('https://api.example.org', 'http://localhost:8080')),
    ],
    [
      'links with queries alone',
      'its links to pages are those of --links query; what is live has --links path',
      () => variant((text) => text.replace(/(page|cursor)\/(\d+)\/"/g, '?$1=$2"')),
    ],
    [
      'compressed files',
      'it has compressed files (.br); what is live has not',
      () => withMore(packed),
    ],
    [
      'the files of a host',
      'it has .htaccess; what is live has not',
      () => withMore((files) => files.set('.htaccess', LAST_RULE)),
    ],
    [
      'less than half of a list',
      '/api/region/ has 2 records; what is live has 5',
      () => snapshotOf({ ...lists, region: [1, 2] }),
    ],
    [
      'a list less',
      '/api/job/vacancy/ has 0 records; what is live has 4',
      () => {
        const { 'job/vacancy': _, ...others } = lists;
        return folderWith(filesOf(others, 'труба'));
      },
    ],
  ])('is refused with what differs, and published when it is meant: %s', async (_, line, make) => {
    const store = new Store();
    await publish(store, snapshotOf(lists));
    const before = store.live();
    const out = make();
    for (const dryRun of [false, true]) {
      await expect(publish(store, out, { dryRun })).rejects.toMatchObject({
        message: expect.stringContaining('if that is meant, publish with --accept-change'),
        details: [line],
      });
    }
    expect(store.live()).toEqual(before);
    const { problem, snapshot } = await publish(store, out, { acceptChange: true });
    expect(problem).toBeNull();
    // The next one is of the same kind, and whoever goes back means it.
    expect((await publish(store, out)).snapshot).toBe(snapshot);
    expect((await publish(store, '', { rollback: true })).problem).toBeNull();
  });

  it('has no signature, or one that nobody asked for', async () => {
    const store = new Store();
    await publish(store, snapshotOf(lists));
    // Who gives a key for the first time means to sign.
    const signed = await publish(store, snapshotOf(lists), {}, keys.privateKey);
    expect([...store.live().keys()]).toContain('api/snapshot.json.sig');
    await expect(publish(store, snapshotOf(lists, 'труба'))).rejects.toMatchObject({
      details: ['it has no signature (publish --sign); what is live has'],
    });
    expect([...store.live().keys()]).toContain('api/snapshot.json.sig');
    expect((await publish(store, snapshotOf(lists), {}, keys.privateKey)).snapshot).toBe(
      signed.snapshot,
    );
  });

  it('is none where a record or two are removed, also the last one of a list', async () => {
    const store = new Store();
    await publish(store, snapshotOf(lists));
    const fewer = { ...lists, region: [1, 2, 3], 'post-comment': [] };
    expect((await publish(store, snapshotOf(fewer))).problem).toBeNull();
  });

  it('is found without a request where one list of pages is the same', async () => {
    const store = new Store();
    await publish(store, snapshotOf(lists));
    const target = memoryTarget(store);
    const out = snapshotOf({ ...lists, region: [1, 2, 3, 4, 5, 6] });
    await publishTo(portal, target, [], { target: 'memory://', out });
    const reads = target.asked.filter((what) => what.startsWith('read live/'));
    // What is asked for besides is which snapshot this one takes the place of.
    expect(reads).toEqual(['read live/api/snapshot.json']);
  });
});

it('is links as files, also where no list has a second page', async () => {
  const store = new Store();
  const short = { ...lists, region: [1], 'job/vacancy': [1], event: [1] };
  await publish(store, snapshotOf(short));
  const asFiles = (text: string) => text.replaceAll('/"', '/index.json"');
  const out = folderWith(filesOf(short, 'труба', asFiles));
  await expect(publish(store, out)).rejects.toMatchObject({
    details: ['its links are those of --links file; what is live has --links path or query'],
  });
  expect((await publish(store, out, { acceptChange: true })).problem).toBeNull();
});

describe('a snapshot that is not as it was built', () => {
  const region = 'api/region/index.json';
  it.each<[string, string, (files: ReturnType<typeof filesOf>) => unknown]>([
    ['a page that is cut off', region, (files) => files.set(region, '{"count":5,"ne')],
    [
      'a page of before',
      region,
      (files) => files.set(region, filesOf(lists, 'котёл').get(region)!),
    ],
    ['a page that is missing', region, (files) => files.delete(region)],
    [
      'a page that it does not have',
      'api/region/page/9/index.json',
      (files) => files.set('api/region/page/9/index.json', '{"results":[]}'),
    ],
    [
      'a snapshot.json of before',
      'api/snapshot.json',
      (files) => files.set('api/snapshot.json', '{"format":1,"id":"0"}'),
    ],
    [
      'a compressed file that holds another page',
      `${region}.br`,
      (files) => files.set(`${region}.br`, brotliCompressSync(files.get('api/index.json')!)),
    ],
    ['one that is cut off', `${region}.br`, (files) => files.set(`${region}.br`, 'x')],
    ...['404.json', '405.json', '.htaccess'].map(
      (name): [string, string, (files: ReturnType<typeof filesOf>) => unknown] => [
        `${name} that is cut off`,
        name,
        (files) => files.set(name, (files.get(name) ?? '{').slice(0, -1)),
      ],
    ),
  ])('is refused: %s', async (_, name, spoil) => {
    const store = new Store();
    await publish(store, withMore(packed));
    const before = store.live();
    const out = withMore((files) => {
      for (const [path, text] of filesOf(lists, 'насос')) files.set(path, text);
      packed(files);
      spoil(files);
    });
    for (const dryRun of [false, true]) {
      await expect(publish(store, out, { dryRun, acceptChange: true })).rejects.toThrow(
        new RegExp(
          `is not as it was built: .*${name.replaceAll('.', '\\.')}; build again, and remove what that warns of$`,
        ),
      );
    }
    expect(store.live()).toEqual(before);
  });
});

it('is as it was built, however long its description is', async () => {
  const digest = 'a'.repeat(64);
  const pages = ['', 'page/2/'].map((path) => ({ path, hash: digest }));
  const walks = [{ name: 'region', count: pages.length, pages }];
  const described = describeSnapshot([{ name: 'region', walks }], { 'api/index.json': digest });
  // As long as that of a quarter of a million pages.
  const spaces = ' '.repeat(17 * 2 ** 20);
  const texts = new Map(described.map(({ file, body }) => [file, body + spaces]));
  const out = folderWith(texts);
  const digests = new Map<string, string>();
  for (const { path } of pages) digests.set(`api/region/${path}index.json`, digest);
  digests.set('api/index.json', digest);
  for (const [name, text] of texts) digests.set(name, hash('sha256', text, 'hex'));
  const files: LocalSnapshot['files'] = new Map(
    [...digests].map(([name, hash]) => [name, { hash, size: 1, headers: '', ids: '', etag: '' }]),
  );
  const sources = new Map(
    [...texts.keys()].map((name) => [name, { path: join(out, name), size: 1, hash: '' }]),
  );
  const snapshot = { id: digest, files, sources, signature: undefined };
  await expect(mustBeAsBuilt(portal, out, snapshot, new Map())).resolves.toBeUndefined();
});

it('sends only what a snapshot consists of, and leaves files of others beside it', async () => {
  const store = new Store();
  const theirs = ['api/notes.json', 'api/notes/index.json', 'api/notes.json.br', 'notes.json'];
  const out = withMore((files) => {
    for (const name of theirs) files.set(name, '{}');
    files.set('405.json', NOT_ALLOWED);
    files.set('405.json.gz', gzipSync(NOT_ALLOWED));
  });
  const { snapshot, problem } = await publish(store, out);
  expect(problem).toBeNull();
  const live = [...store.live().keys()];
  expect(live.filter((name) => theirs.includes(name))).toEqual([]);
  expect(live).toEqual(expect.arrayContaining(['405.json', '405.json.gz']));
  for (const name of theirs) rmSync(join(out, name));
  expect((await publish(store, out)).snapshot).toBe(snapshot);
});

describe('what others put into the target', () => {
  it('stays, and is told of: only addresses of this portal are ours', async () => {
    const store = new Store();
    const put = (name: string) => {
      store.objects.set(`live/${name}`, { bytes: Buffer.from('{}'), headers: '', at: store.now });
    };
    const theirs = ['api/other/index.json', 'api/region/extra/index.json', 'api/cities.json'];
    const left = ['api/region/page/9/index.json', 'api/region/53/index.json', 'api/openapi.json'];
    for (const name of [...theirs, ...left]) put(name);
    const out = snapshotOf(lists);
    const first = await publish(store, out, { grace: 0 });
    expect(first.warnings.join()).toContain('memory:// also has 3 files that are not of this API');
    expect(first.warnings.join()).toContain('api/other/index.json');
    const live = [...store.live().keys()];
    expect(live.filter((name) => theirs.includes(name))).toEqual(theirs);
    // Pages of an older snapshot, which nobody recorded.
    expect(live.filter((name) => left.includes(name))).toEqual([]);
    await publish(store, '', { forget: true });
    await publish(store, out, { audit: true, grace: 0 });
    expect([...store.live().keys()].filter((name) => theirs.includes(name))).toEqual(theirs);
  });

  it('is not replaced without a word', async () => {
    const store = new Store();
    const bytes = Buffer.from('{"error": "not here"}');
    store.objects.set('live/404.json', { bytes, headers: '', at: store.now });
    await expect(publish(store, snapshotOf(lists))).rejects.toThrow(/in place of 404\.json/);
    expect([...store.live().keys()]).toEqual(['404.json']);
    expect((await publish(store, snapshotOf(lists), { acceptChange: true })).problem).toBeNull();
    // What is the same may have been brought by any program.
    const another = new Store();
    const same = Buffer.from('{"detail":"Not found."}');
    another.objects.set('live/404.json', { bytes: same, headers: '', at: another.now });
    expect((await publish(another, snapshotOf(lists))).problem).toBeNull();
  });
});

it('--rollback brings back what was live, not a newer one that was taken back, whenever it broke off', async () => {
  const [good, bad] = [snapshotOf(lists), snapshotOf(lists, 'труба')];
  const next = snapshotOf({ ...lists, region: [1, 2, 3] }, 'насос');
  for (let killAfter = 0, isWhole = false; !isWhole; killAfter++) {
    const store = new Store();
    const { snapshot } = await publish(store, good);
    await publish(store, bad);
    await publish(store, '', { rollback: true });
    const recorded = store.objects.get('kept/state');
    store.killAfter = killAfter;
    isWhole = await publish(store, next).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Killed) return false;
        throw error;
      },
    );
    store.killAfter = Number.POSITIVE_INFINITY;
    if (store.objects.get('kept/state') === recorded) continue;
    const back = await publish(store, '', { rollback: true, breakLock: true });
    expect(back.snapshot, `killed at change ${killAfter}`).toBe(snapshot);
  }
});

describe('--forget', () => {
  it('publishes nothing, and leaves what is live alone', async () => {
    const store = new Store();
    await publish(store, snapshotOf(lists));
    const { snapshot } = await publish(store, snapshotOf({ ...lists, region: [1, 2, 3, 5] }));
    const live = store.live();
    // The old last page of the regions waits.
    expect(live.delete('api/region/page/3/index.json')).toBe(true);
    expect(store.keptNames()).not.toEqual([]);
    const report = await publish(store, '/no/such/dist', { forget: true });
    expect(report).toMatchObject({
      ok: true,
      snapshot,
      before: snapshot,
      history: [],
      sent: expect.any(Number),
    });
    expect(store.live()).toEqual(live);
    expect(store.keptNames()).toEqual([]);
  });

  it('is refused where it is not known what is live', async () => {
    const store = new Store();
    await expect(publish(store, '', { forget: true })).rejects.toThrow('no publication is known');
    await publish(store, snapshotOf(lists));
    store.killAfter = 5;
    const changed = snapshotOf({ ...lists, region: [1, 2, 3, 4, 6] });
    await expect(publish(store, changed)).rejects.toThrow();
    store.killAfter = Number.POSITIVE_INFINITY;
    const live = store.live();
    const forget = publish(store, '', { forget: true, breakLock: true });
    await expect(forget).rejects.toThrow('a publication broke off there: publish first');
    expect(store.live()).toEqual(live);
  });
});
