// Who may publish: a publisher whose lock is taken from it stops before its next change, and a dry run asks a store
// for what a publication would ask it for.
import { expect, it, vi } from 'vitest';
import { publishTo } from '../../src/delivery/publish/index.js';
import type { PublishOptions } from '../../src/delivery/publish/options.js';
import { portal } from '../../src/portal/index.js';
import { filesOf } from '../support/tree.js';
import { snapshotOf } from './lists.js';
import { memoryTarget, Store } from './memory.js';

const send = (store: Store, out: string, more: Partial<PublishOptions> = {}) =>
  publishTo(portal, memoryTarget(store), [], { target: 'memory://', out, ...more });

const lists = {
  region: [1, 2, 3, 4, 5],
  'job/vacancy': [2, 1],
  event: [3, 2, 1],
  'post-comment': [1],
};
const outs = [
  snapshotOf(lists),
  snapshotOf(lists, 'труба'),
  snapshotOf({ ...lists, event: [4, 3, 1] }),
];

it('stops before its next change when someone breaks its lock', async () => {
  const changes: string[] = [];
  const counted = new Store();
  counted.onChange = (key) => changes.push(key);
  await send(counted, outs[0]!);
  changes.length = 0;
  await send(counted, outs[1]!);
  expect([changes[0], ...changes.slice(-2)]).toEqual(['kept/lock', 'kept/state', 'kept/lock']);
  for (let at = 1; at < changes.length - 1; at++) {
    const store = new Store();
    await send(store, outs[0]!);
    const [lock] = [...store.objects].filter(([key]) => key === 'kept/lock');
    let made = 0;
    const late: string[] = [];
    store.onChange = (key) => {
      if (++made > at) late.push(key);
      // As another process would take it.
      if (made === at) store.objects.set('kept/lock', { ...lock![1], bytes: held });
    };
    const report = await send(store, outs[1]!);
    expect(report.problem, `broken after change ${at}`).toContain('process 4711 on "runner-7"');
    // What was under way at that moment, up to 16 at once, comes to its end.
    expect(new Set(late.map((key) => key.split('/').slice(0, 2).join('/'))).size).toBeLessThan(2);
    expect(late.length).toBeLessThan(16);
    store.onChange = () => {};
    expect((await send(store, outs[2]!, { breakLock: true })).problem).toBeNull();
    expect([...store.live().keys()].sort()).toEqual(filesOf(outs[2]!).sort());
  }
});

const held = Buffer.from(
  JSON.stringify({
    turn: 'x',
    holder: { run: 'r', host: 'runner-7', pid: 4711, since: 's', machine: 'm', start: '1' },
  }),
);

it('a dry run refuses a store that ignores conditions, and writes nothing to one that does not', async () => {
  for (const out of [[], outs.slice(0, 1)]) {
    const store = new Store();
    for (const one of out) await send(store, one);
    const changed = vi.fn();
    store.onChange = changed;
    expect((await send(store, outs[1]!, { dryRun: true })).problem).toBeNull();
    expect(changed).not.toHaveBeenCalled();
    store.heedsConditions = false;
    const refused = send(store, outs[1]!, { dryRun: true });
    await expect(refused).rejects.toThrow('ignores the conditions of writes');
    expect((await send(store, outs[1]!, { dryRun: true, lock: false })).problem).toBeNull();
  }
});
