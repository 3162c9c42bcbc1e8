// Two publishers at once: the second one breaks the lock of the first, or somebody removes the lock by hand. Whoever says
// that a snapshot is live has seen it: no page of another one is among its files, then or after the next publication.
import { describe, expect, it } from 'vitest';
import type { PublishReport } from '../../src/delivery/publish/report.js';
import { Choices } from '../oracle/random.js';
import { readTree } from '../support/tree.js';
import { type Lists, snapshotOf, walk } from './lists.js';
import { publish as publishOnce, Store } from './memory.js';

const publish = (store: Store, out: string, breakLock = false) =>
  publishOnce(store, out, { acceptChange: true, breakLock });

const same: Lists = { region: [1, 2], 'job/vacancy': [4, 2], event: [3], 'post-comment': [1] };
const first = snapshotOf({ ...same, region: [1, 2, 3, 4, 5], event: [5, 4, 3] });
const second = snapshotOf({ ...same, region: [1, 2, 3, 4, 5, 6, 7, 8, 9], event: [3] }, 'труба');
const third = snapshotOf(
  { ...same, region: [2, 3, 4, 5, 6, 7], event: [9, 8, 7, 6, 5, 4, 3], 'job/vacancy': [5, 4] },
  'насос',
);

interface Race {
  readonly store: Store;
  /** What each of the two published, and its report, in the order in which they ended. */
  readonly ended: { readonly out: string; readonly report: PublishReport }[];
  /** Links that led to nothing for a moment. */
  readonly broken: string[];
}

/** Lets a second publisher begin at the n-th request of the first one; undefined if that makes fewer requests. */
async function race(n: number, how: 'broken' | 'removed'): Promise<Race | undefined> {
  const store = new Store();
  for (const out of [third, first]) await publish(store, out);
  const result: Race = { store, ended: [], broken: [] };
  store.onChange = () => {
    try {
      walk(store.live());
    } catch (error) {
      result.broken.push((error as Error).message);
    }
  };
  const run = async (out: string, breakLock: boolean) => {
    const report = await publish(store, out, breakLock);
    if (report.ok) expect(store.live(), `begun at request ${n}`).toEqual(readTree(out));
    result.ended.push({ out, report });
  };
  let rival: Promise<void> | undefined;
  let asked = 0;
  const at = new Choices(n);
  // Some requests take much longer than others.
  store.turns = () => (at.once(10) ? 40 : at.below(4));
  store.onRequest = () => {
    if (++asked !== n) return;
    if (how === 'removed') store.objects.delete('kept/lock');
    rival = run(third, how === 'broken');
    rival.catch(() => {}); // awaited below
  };
  await run(second, false);
  await rival;
  store.turns = () => 0;
  store.onRequest = () => {};
  return rival && result;
}

describe.each(['broken', 'removed'] as const)('a lock that is %s while its holder works', (how) => {
  it('leaves one snapshot, and no link that leads to nothing', async () => {
    let [races, winners] = [0, 0];
    for (let n = 1; ; n++) {
      const ended = await race(n, how);
      if (!ended) break;
      races++;
      expect(ended.broken).toEqual([]);
      const last = ended.ended.filter(({ report }) => report.ok).at(-1);
      if (!last) continue;
      winners++;
      expect(ended.store.live()).toEqual(readTree(last.out));
    }
    expect(races).toBeGreaterThan(30);
    expect(winners).toBeGreaterThan(races * 0.9);
  });
});

it('the run that lost its lock stops at once, and what it left is mended by the next one', async () => {
  const long = snapshotOf({ ...same, region: Array.from({ length: 90 }, (_, id) => id + 1) });
  for (let at = 8; at < 100; at += 9) {
    const store = new Store();
    await publish(store, first);
    let requests = 0;
    const late: string[] = [];
    store.onRequest = (what) => {
      if (++requests === at) store.put('kept/lock', otherLock('held'));
      if (requests > at && /^(?:copy|remove|write kept\/objects)/.test(what)) late.push(what);
    };
    const { problem } = await publish(store, long);
    expect(problem, `at ${at}`).toContain('process 4711 on "runner-7"');
    // Sixteen requests are made at the same time, and those that were under way come to their end.
    expect(late.length, `at ${at}`).toBeLessThanOrEqual(16);
    store.onRequest = () => {};
    store.put('kept/lock', otherLock('left'));
    expect((await publish(store, second)).problem).toBeNull();
    expect(store.live()).toEqual(readTree(second));
  }
});

it('a publication after a broken lock is compared once more by the next one', async () => {
  const store = new Store();
  await publish(store, first);
  store.put('kept/lock', otherLock('held'));
  const newer = await publish(store, second, true);
  expect([newer.ok, newer.warnings.join()]).toEqual([true, expect.stringContaining('once more')]);
  // The last request of the other run arrives only now.
  store.put('live/api/region/index.json', readTree(first).get('api/region/index.json')!);
  const again = await publish(store, second);
  expect(again).toMatchObject({ ok: true, warnings: [], files: { changed: 1 } });
  expect(store.live()).toEqual(readTree(second));
  expect((await publish(store, second)).asked).not.toContain('list kept/objects/');
});

it('a run that loses its lock after the others have ended makes the next one look', async () => {
  const store = new Store();
  await publish(store, first);
  store.onChange = (key) => {
    // While it works, another one takes the lock, and ends.
    if (key === 'live/api/region/index.json') store.put('kept/lock', otherLock('free'));
  };
  const { ok, problem } = await publish(store, second);
  expect([ok, problem]).toEqual([false, expect.stringContaining('runner-7')]);
  store.onChange = () => {};
  expect(JSON.parse(String(store.objects.get('kept/lock')?.bytes))).toMatchObject({
    ...{ run: 'r', state: 'left' },
  });
});

const otherLock = (state: string): Buffer =>
  Buffer.from(
    JSON.stringify({ state, run: 'r', host: 'runner-7', pid: 4711, since: '2026-03-01' }),
  );
