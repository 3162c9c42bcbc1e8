// The promise of the order, at every single instant of any sequence of publications, kills and rollbacks: nothing that a
// reader can reach leads to what is not there; and where it ends is exactly what was wanted.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PublishOptions } from '../../src/delivery/publish/publication.js';
import { UsageError } from '../../src/problems/problem.js';
import { runs } from '../support/runs.js';
import { filesOf as filesIn } from '../support/tree.js';
import { type Lists, snapshotOf, walk } from './lists.js';
import { Killed, killedAnywhere, publish as publishOnce, Store } from './memory.js';

const publish = (store: Store, out: string, more: Partial<PublishOptions> = {}) =>
  publishOnce(store, out, { breakLock: true, acceptChange: true, ...more });

/** What is live is this folder, to the byte. */
function expectLive(store: Store, out: string): void {
  const live = store.live();
  expect([...live.keys()].sort()).toEqual(filesIn(out).sort());
  for (const [name, bytes] of live)
    expect(bytes.equals(readFileSync(join(out, name))), name).toBe(true);
}

/** After `--forget`, no bytes are kept but those of the live files. */
function expectForgotten(store: Store): void {
  const hashes = new Set([...store.live().values()].map((bytes) => hash('sha256', bytes, 'hex')));
  expect(store.below('kept/objects/')).toEqual([...hashes].sort());
  expect(store.below('kept/snapshots/')).toHaveLength(1);
}

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { maxLength: 11 });
const newestFirst = ids.map((some) => some.sort((a, b) => b - a));
const lists: fc.Arbitrary<Lists> = fc.record({
  region: ids,
  'job/vacancy': newestFirst,
  event: newestFirst,
  'post-comment': ids,
});

/** What is done one after the other. */
const deeds = fc.array(
  fc.record({
    lists,
    word: fc.constantFrom('котёл', 'труба'),
    /** How many changes until the publisher is killed. */
    killAfter: fc.option(fc.integer({ min: 0, max: 120 }), { nil: undefined }),
    audit: fc.boolean(),
    keep: fc.constantFrom(10, 10, 1, 0),
    how: fc.constantFrom('publish', 'publish', 'rollback', 'forget'),
  }),
  { minLength: 4, maxLength: 9 },
);

describe('at every instant', () => {
  it.each([
    ['MD5', false],
    ['no MD5', true],
  ])('nothing leads to what is not there, in a store whose etags are %s', async (_, isOpaque) => {
    let [instants, kills, rollbacks] = [0, 0, 0];
    await fc.assert(
      fc.asyncProperty(
        deeds,
        fc.infiniteStream(fc.integer({ min: 0, max: 3 })),
        async (all, turns) => {
          const store = new Store();
          store.isOpaque = isOpaque;
          store.turns = () => turns.next().value ?? 0;
          store.onChange = (key) => {
            if (!key.startsWith('live/')) return;
            instants++;
            walk(store.live());
          };
          /** The folders of what is published, by id. */
          const folders = new Map<string | null, string>();
          for (const { lists, word, killAfter, how, audit, keep } of all) {
            store.killAfter = killAfter ?? Number.POSITIVE_INFINITY;
            const out = snapshotOf(lists, word);
            const isRollback = how === 'rollback' && folders.size > 1;
            try {
              const options = isRollback ? { rollback: true as const, audit } : { audit, keep };
              const report = await publish(store, out, options);
              expect(report.problem).toBeNull();
              if (isRollback) rollbacks++;
              else folders.set(report.snapshot, out);
              // A first publication that was cut off may be what a rollback leads to.
              if (folders.has(report.snapshot)) expectLive(store, folders.get(report.snapshot)!);
              if (how !== 'forget') continue;
              const forgotten = await publish(store, '', { forget: true });
              expect(forgotten).toMatchObject({ problem: null, snapshot: report.snapshot });
              expectLive(store, out);
              expectForgotten(store);
            } catch (error) {
              if (error instanceof UsageError && /before the live one/.test(error.message))
                continue;
              if (!(error instanceof Killed)) throw error;
              kills++;
            }
          }
          store.killAfter = Number.POSITIVE_INFINITY;
          const out = snapshotOf({
            region: [1, 2, 3],
            'job/vacancy': [],
            event: [9],
            'post-comment': [4],
          });
          await publish(store, out);
          await publish(store, '', { forget: true });
          expectLive(store, out);
          expectForgotten(store);
        },
      ),
      { ...runs(15), endOnFailure: true },
    );
    expect(instants).toBeGreaterThan(500);
    expect(kills).toBeGreaterThan(5);
    expect(rollbacks).toBeGreaterThan(1);
  });

  it('a page that a killed run left leads nowhere once another snapshot is published', async () => {
    const same = { 'job/vacancy': [4], event: [3], 'post-comment': [1] };
    const [first, long, wanted] = [4, 12, 6].map((many) =>
      snapshotOf({ ...same, region: Array.from({ length: many }, (_, i) => 100 * many + i) }),
    );
    const kills = await killedAnywhere(
      (store) => {
        store.onChange = () => walk(store.live());
        return publish(store, first!);
      },
      (store) => publish(store, long!),
      async (store) => {
        await publish(store, wanted!);
        expectLive(store, wanted!);
      },
    );
    expect(kills).toBeGreaterThan(12);
  });

  it('--rollback after a kill brings back what was live before, whole', async () => {
    const same = { 'job/vacancy': [4, 2], 'post-comment': [1] };
    const [first, second, third] = [
      snapshotOf({ ...same, region: [1, 2], event: [3] }),
      snapshotOf({ ...same, region: [1, 2, 3], event: [4, 3] }),
      snapshotOf({
        'job/vacancy': [5],
        'post-comment': [1, 2],
        region: [6, 7, 8, 9, 10],
        event: [5],
      }),
    ] as const;
    let listed = 0;
    const kills = await killedAnywhere(
      async (store) => {
        store.onChange = () => walk(store.live());
        await publish(store, first);
        await publish(store, second);
        listed = store.below('kept/snapshots/').length;
      },
      (store) => publish(store, third),
      async (store, killAfter) => {
        // Killed before it was listed, it has replaced nothing: there is nothing to take back but the second one.
        const wanted = store.below('kept/snapshots/').length > listed ? second : first;
        // Killed as well, it goes on, until it is live.
        store.killAfter = (killAfter * 7) % 40;
        const back = await publish(store, '', { rollback: true }).catch((error: unknown) => error);
        store.killAfter = Number.POSITIVE_INFINITY;
        if (back instanceof Killed) await publish(store, '', { rollback: true });
        expectLive(store, wanted);
      },
    );
    expect(kills).toBeGreaterThan(12);
  });
});
