// The promise of the order, at every single instant of any sequence of publications, kills and rollbacks:
// nothing that a reader can reach leads to what is not there, and what is signed has its signature; and where it
// ends is exactly what was wanted.
import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { publishTo } from '../../src/delivery/publish/index.js';
import type { PublishOptions } from '../../src/delivery/publish/options.js';
import { portal } from '../../src/portal/index.js';
import { UsageError } from '../../src/problems/problem.js';
import { isSigned, signaturesIn } from '../../src/site/signature.js';
import { newKeys } from '../support/keys.js';
import { asBuilt, filesOf as filesIn } from '../support/tree.js';
import { type Lists, snapshotOf, walk } from './lists.js';
import { Killed, memoryTarget, Store } from './memory.js';

const HOUR = 60 * 60_000;

const publish = (
  store: Store,
  out: string,
  more: Partial<PublishOptions> = {},
  key?: KeyObject | undefined,
) => {
  const options = { target: 'memory://', out, breakLock: true, acceptChange: true, ...more };
  return publishTo(portal, memoryTarget(store), [], options, key);
};

const SIGNATURE = 'api/snapshot.json.sig';
/** The second one takes the place of the first. */
const keys = [newKeys(), newKeys()];
const publicKeys = keys.map(({ publicKey }) => publicKey);

/** Readers who ask for the signature of what is there, now and after an instant or two. */
function expectSigned(live: ReadonlyMap<string, Buffer>): void {
  const [described, signatures] = [live.get('api/snapshot.json'), live.get(SIGNATURE)];
  if (!described) return;
  expect(signatures && isSigned(publicKeys, described, signaturesIn(signatures))).toBe(true);
}

/** What is live is this folder, but for files that wait until they go. */
function expectLive(store: Store, out: string, isExact: boolean, isSigned = false): void {
  const live = store.live();
  expect(live.has(SIGNATURE)).toBe(isSigned);
  live.delete(SIGNATURE);
  expect(isLive(store, out)).toBe(true);
  if (isExact) expect([...live.keys()].sort()).toEqual(filesIn(out).sort());
}

const isLive = (store: Store, out: string): boolean =>
  filesIn(out).every((name) => {
    const bytes = store.live().get(name);
    return bytes && asBuilt(bytes).equals(readFileSync(join(out, name)));
  });

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { maxLength: 11 });
const lists: fc.Arbitrary<Lists> = fc.record({
  region: ids,
  'job/vacancy': ids.map((some) => some.sort((a, b) => b - a)),
  event: ids.map((some) => some.sort((a, b) => b - a)),
  'post-comment': ids,
});

/** What is done one after the other. */
const deeds = fc.array(
  fc.record({
    lists,
    word: fc.constantFrom('котёл', 'труба'),
    /** How many changes until the publisher is killed. */
    killAfter: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
    hours: fc.constantFrom(0, 1, 23, 25, -30),
    isAudited: fc.boolean(),
    keep: fc.constantFrom(10, 10, 1, 0),
    /** Which key signs, if any does. */
    signer: fc.constantFrom(0, 1, 2),
    how: fc.constantFrom<'publish' | 'rollback' | 'forget'>(
      'publish',
      'publish',
      'rollback',
      'forget',
    ),
  }),
  { minLength: 4, maxLength: 9 },
);

describe('at every instant', () => {
  it('nothing leads to what is not there, whatever is published, killed or brought back', async () => {
    let instants = 0;
    let kills = 0;
    let rollbacks = 0;
    await fc.assert(
      fc.asyncProperty(
        deeds,
        fc.constantFrom('never', 'always', 'sometimes'),
        fc.infiniteStream(fc.integer({ min: 0, max: 3 })),
        async (all, signing, turns) => {
          const store = new Store();
          store.turns = () => turns.next().value ?? 0;
          store.onChange = (key) => {
            if (!key.startsWith('live/')) return;
            instants++;
            walk(store.live());
            if (signing === 'always') expectSigned(store.live());
          };
          /** The folders of what is published, by id. */
          const folders = new Map<string, readonly [folder: string, isSigned: boolean]>();
          for (const { lists, word, killAfter, hours, how, signer, isAudited, keep } of all) {
            store.now += hours * HOUR;
            store.killAfter = killAfter ?? Number.POSITIVE_INFINITY;
            const out = snapshotOf(lists, word);
            const isRollback = how === 'rollback' && folders.size > 1;
            const options: Partial<PublishOptions> = isRollback
              ? { rollback: true, audit: isAudited }
              : { audit: isAudited, keep };
            try {
              const isNever = signing === 'never' || (signing === 'sometimes' && signer === 2);
              const key = isRollback || isNever ? undefined : keys[signer % 2]!.privateKey;
              const report = await publish(store, out, options, key);
              expect(report.problem).toBeNull();
              // Nobody else was there, whatever was killed before.
              expect(report.warnings.join()).not.toMatch(/someone else|not as they were/);
              if (!isRollback) folders.set(report.snapshot ?? '', [out, key !== undefined]);
              else rollbacks++;
              const isForgotten = how === 'forget' && !isRollback;
              if (isForgotten) {
                const forgotten = await publish(store, '', { forget: true });
                expect(forgotten).toMatchObject({ problem: null, snapshot: report.snapshot });
                expect(store.keptNames()).toEqual([]);
              }
              const live = folders.get(report.snapshot ?? '');
              if (live) {
                const [folder, wasSigned] = live;
                expectLive(store, folder, isForgotten, wasSigned);
                if (wasSigned) expectSigned(store.live());
              }
              const waiting = isForgotten ? 0 : report.files.waiting;
              expect(waiting).toBe(store.live().size - report.files.total);
            } catch (error) {
              if (error instanceof Error && /no snapshot of|is kept/.test(error.message)) continue;
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
          const isSigned = signing === 'always';
          await publish(store, out, {}, isSigned ? keys[0]!.privateKey : undefined);
          await publish(store, '', { forget: true });
          expectLive(store, out, true, isSigned);
          expect([...store.objects.keys()].filter((key) => key.startsWith('kept/')).sort()).toEqual(
            ['kept/lock', 'kept/probe', 'kept/state'],
          );
        },
      ),
      { numRuns: 60, endOnFailure: true },
    );
    expect(instants).toBeGreaterThan(500);
    expect(kills).toBeGreaterThan(5);
    expect(rollbacks).toBeGreaterThan(1);
  }, 120_000);

  describe.each([
    ['with history', 10, ['it is live again']],
    [
      'without history',
      0,
      [
        'it is live again',
        'no snapshot of memory:// is kept that was before the live one',
        'only a part of it is kept at memory://',
      ],
    ],
  ])('--rollback after a kill, %s', (_, keep, wanted) => {
    it('brings back what was live before, whole, or is refused', async () => {
      const same = { 'job/vacancy': [4, 2], 'post-comment': [1] };
      const [first, second, third] = [
        snapshotOf({ ...same, region: [1, 2], event: [3] }),
        snapshotOf({ ...same, region: [1, 2, 3], event: [4, 3] }),
        snapshotOf({ 'job/vacancy': [5], 'post-comment': [1, 2], region: [6], event: [5] }),
      ];
      const [{ privateKey }] = keys as [(typeof keys)[0]];
      const said = new Set<string>();
      /** Whether it is killed after so many changes, at none of which anything leads astray. */
      const isKilled = async (store: Store, killAfter: number, how: Parameters<typeof publish>) => {
        store.killAfter = killAfter;
        const done = publish(...how).then(() => undefined);
        const error: unknown = await done.catch((reason: unknown) => reason);
        store.killAfter = Number.POSITIVE_INFINITY;
        if (error !== undefined && !(error instanceof Killed)) throw error;
        return error !== undefined;
      };
      for (let killAfter = 0; ; killAfter++) {
        const store = new Store();
        store.onChange = () => {
          walk(store.live());
          expectSigned(store.live());
        };
        await publish(store, first, {}, privateKey);
        await publish(store, second, {}, privateKey);
        const recorded = store.objects.get('kept/state');
        if (!(await isKilled(store, killAfter, [store, third, { keep }, privateKey]))) break;
        const before = store.live();
        // Killed before it said what was coming, it has changed nothing.
        if (store.objects.get('kept/state') === recorded) continue;
        try {
          // Killed as well, it goes on, until it is live.
          const rollback = { rollback: true } as const;
          const isAgain = await isKilled(store, (killAfter * 7) % 40, [store, '', rollback]);
          if (isAgain && !isLive(store, second)) await publish(store, '', rollback);
          expectLive(store, second, false, true);
          said.add('it is live again');
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
          expect(store.live()).toEqual(before);
          said.add(error.message.replace(/[0-9a-f]{64}/, 'it').replace(/: .*/, ''));
        }
      }
      expect([...said].sort()).toEqual(wanted);
    });
  });
});
