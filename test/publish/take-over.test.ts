// A bucket that version 2.0.0 published: its record is read once, no page is sent again, and what could be brought back
// can be brought back. `fixture/version-2.json` is all that 2.0.0 left in a bucket after three publications: two pages
// wait until their time is over, and the last snapshot had a compressed file.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Key } from '../../src/delivery/publish/bucket.js';
import { readTree } from '../support/tree.js';
import { filesOf, folderWith, snapshotOf, walk } from './lists.js';
import { Killed, publish, Store } from './memory.js';

type Fixture = Readonly<Record<Key, { headers: string; text?: string; base64?: string }>>;
const fixture: Fixture = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixture/version-2.json'), 'utf8'),
);
const lists = { region: [1, 2, 3], 'job/vacancy': [2, 1], event: [3, 2, 1], 'post-comment': [1] };
/** The three snapshots that were published. */
const published = [
  snapshotOf(lists, 'котёл'),
  snapshotOf(lists, 'труба'),
  folderWith(filesOf(lists, 'труба', undefined, 5)),
] as const;

function bucketOf2(): Store {
  const store = new Store();
  for (const [key, { headers, text, base64 }] of Object.entries(fixture)) {
    const bytes = base64 === undefined ? Buffer.from(text!) : Buffer.from(base64, 'base64');
    store.put(key as Key, bytes, headers);
  }
  store.onChange = () => walk(store.live());
  return store;
}

/** What readers get of a snapshot, without what 2.0.0 added to its snapshot.json. */
function expectLive(store: Store, out: string): void {
  const asBuilt = [...store.live()].map(([name, bytes]) => [
    name,
    String(bytes).replace(/"previous":"\w+",/, ''),
  ]);
  const built = [...readTree(out)].map(([name, bytes]) => [name, String(bytes)]);
  expect(new Map(asBuilt as [string, string][])).toEqual(new Map(built as [string, string][]));
}

it('is gone on with: nothing is sent but what changed, and what no longer belongs there goes', async () => {
  const store = bucketOf2();
  const dry = await publish(store, published[2], { dryRun: true });
  // Only its snapshot.json differs: 2.0.0 wrote into it which one it replaced.
  expect(dry.files).toMatchObject({ added: 0, changed: 1, removed: 0 });
  expect(store.objects.size).toBe(Object.keys(fixture).length);
  const report = await publish(store, published[2]);
  expect(report).toMatchObject({
    ok: true,
    before: report.snapshot,
    files: { changed: 1, removed: 0 },
  });
  expect(report.asked.filter((what) => /^write kept\/objects/.test(what))).toHaveLength(1);
  expect(report.history).toHaveLength(2);
  expect(store.live()).toEqual(readTree(published[2]));
  expect(store.below('kept/').filter((name) => !name.includes('/'))).toEqual(['lock']);

  const next = await publish(store, snapshotOf({ ...lists, event: [4, 3, 2, 1] }, 'труба'));
  expect(next.asked).not.toContain('read kept/state');
});

it('can be brought back to what it was before', async () => {
  const store = bucketOf2();
  await publish(store, '', { rollback: true });
  expectLive(store, published[1]);
  await publish(store, '', { rollback: true });
  expectLive(store, published[0]);
});

it('is taken over by the next run, where one is killed at that', async () => {
  const out = snapshotOf(lists, 'насос');
  for (let killAfter = 0, isKilled = true; isKilled; killAfter++) {
    const store = bucketOf2();
    store.killAfter = killAfter;
    isKilled = await publish(store, out).then(
      () => false,
      (error) => {
        if (error instanceof Killed) return true;
        throw error;
      },
    );
    store.killAfter = Number.POSITIVE_INFINITY;
    const again = await publish(store, out, { breakLock: true });
    expect(again, `killed after ${killAfter}`).toMatchObject({ ok: true, warnings: [] });
    expect(again.history).toHaveLength(3);
    expect(store.live()).toEqual(readTree(out));
  }
});

it('whose last publication broke off is taken back first', async () => {
  const store = bucketOf2();
  // 2.0.0 had kept what it was to replace, replaced one page, and sent one of several new ones.
  const [head, page] = ['live/api/region/index.json', 'live/api/region/page/3/index.json'] as const;
  const { bytes } = store.objects.get(head)!;
  store.put(`kept/objects/${hash('sha256', bytes, 'hex')}`, bytes);
  store.put(head, Buffer.from(String(bytes).replaceAll('труба', 'насос')));
  const next = 'https://api.example.org/api/region/page/4/';
  store.put(page, Buffer.from(JSON.stringify({ next, previous: null, results: [] })));
  const out = snapshotOf({ ...lists, region: [1, 2, 3, 4, 5, 6] }, 'насос');
  expect(await publish(store, out)).toMatchObject({ ok: true, warnings: [] });
  expect(store.live()).toEqual(readTree(out));
});

it.each([
  ['cut off', (text: string) => text.slice(0, 300)],
  ['of another format', () => '{"format":2}'],
])('is published anew where its record is %s', async (_, change) => {
  const store = bucketOf2();
  store.put('kept/state', Buffer.from(change(fixture['kept/state']!.text!)));
  const report = await publish(store, published[1]);
  expect(report).toMatchObject({ ok: true, history: [] });
  expect(report.warnings.join()).toContain('version 2 published here cannot be used');
  expect(store.live()).toEqual(readTree(published[1]));
});

it('is not published to while 2.0.0 is at work there', async () => {
  const store = bucketOf2();
  const holder = { run: 'r', host: 'runner-7', pid: 4711, since: 's', machine: 'm', start: '1' };
  store.put('kept/lock', Buffer.from(JSON.stringify({ turn: 't', holder })));
  expect((await publish(store, published[0])).problem).toContain('process 4711 on "runner-7"');
  store.now += 16 * 60_000;
  expect((await publish(store, published[0])).ok).toBe(true);
});
