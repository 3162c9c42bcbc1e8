// What follows from a proof: a rule that fails brings the snapshot before back, and so does an address where nobody
// answers; no limit that `verify` has for strangers makes a rule fail.
import { cpSync } from 'node:fs';
import { beforeEach, expect, it, vi } from 'vitest';
import { proofOf } from '../../src/delivery/publish/checks/proof.js';
import { publishTo } from '../../src/delivery/publish/index.js';
import type { PublishOptions } from '../../src/delivery/publish/options.js';
import type { VerifyOptions } from '../../src/delivery/verify/index.js';
import { portal } from '../../src/portal/index.js';
import { snapshotOf } from './lists.js';
import { Killed, memoryTarget, Store } from './memory.js';

const verifying = vi.hoisted(() => ({
  /** The results of rules by name, or why `verify` cannot run. */
  found: {} as Readonly<Record<string, string>> | Error,
  asked: [] as VerifyOptions[],
  /** Called while `verify` runs. */
  meanwhile: () => {},
}));

vi.mock('../../src/delivery/verify/index.js', () => ({
  verify: async (_: unknown, options: VerifyOptions) => {
    verifying.asked.push(options);
    verifying.meanwhile();
    const { found } = verifying;
    if (found instanceof Error) throw found;
    const rules = Object.entries(found).map(([name, result]) => ({ name, result }));
    return { ok: rules.every(({ result }) => result === 'pass'), rules };
  },
}));

beforeEach(() => {
  verifying.asked = [];
  verifying.meanwhile = () => {};
});

const url = 'https://api.example.org';
const lists = { region: [1, 2, 3], 'job/vacancy': [2, 1], event: [1], 'post-comment': [1] };

function send(store: Store, out: string, more: Partial<PublishOptions> = {}) {
  const how = { target: 'memory://', out, pauses: [0, 0], breakLock: true, ...more };
  return publishTo(portal, memoryTarget(store), [], how);
}

/** Publishes a second snapshot, of which `verify` finds this. */
async function proved(found: typeof verifying.found) {
  const store = new Store();
  await send(store, snapshotOf(lists));
  verifying.found = found;
  const out = snapshotOf({ ...lists, region: [1, 2, 4] });
  const { ok, problem, proof, rolledBack } = await send(store, out, { verify: url });
  return { out, ok, problem, proof, rolledBack };
}

const problem = `${url} is not what was published`;
it.each<[string, typeof verifying.found, string[]]>([
  ['a rule fails', { count: 'fail' }, ['count']],
  ['a rule fails, and others are late', { count: 'fail', etag: 'unfinished' }, ['count']],
  ['nobody answers', new Error('cannot reach it'), ['cannot reach it']],
])('where %s, the snapshot before comes back', async (_, found, failed) => {
  const proof = { url, ok: false, failed };
  expect(await proved(found)).toMatchObject({ ok: false, problem, proof, rolledBack: true });
  expect(verifying.asked).toHaveLength(2);
});

it('what comes back is what was live, also if a newer snapshot had been taken back', async () => {
  const store = new Store();
  const { snapshot } = await send(store, snapshotOf(lists));
  await send(store, snapshotOf(lists, 'труба'));
  await send(store, '', { rollback: true });
  verifying.found = { count: 'fail' };
  const report = await send(store, snapshotOf(lists, 'насос'), { verify: url });
  expect(report).toMatchObject({ rolledBack: true, before: snapshot, snapshot });
});

it('what is live stays if no time was left for a rule, and none failed', async () => {
  const found = { count: 'pass', etag: 'unfinished', head: 'unfinished' };
  const problem = `${url} was not proved: no time was left for etag, head; what is live stays`;
  expect(await proved(found)).toMatchObject({ ok: false, problem, proof: null, rolledBack: false });
});

it('what is live stays if its folder was built again during the proof', async () => {
  const store = new Store();
  const { snapshot } = await send(store, snapshotOf(lists));
  const [out, other] = [snapshotOf(lists, 'труба'), snapshotOf(lists, 'насос')];
  verifying.found = { 'same-bytes': 'fail' };
  verifying.meanwhile = () => cpSync(other, out, { recursive: true });
  const report = await send(store, out, { verify: url });
  const problem = `${out} was built again meanwhile: ${url} was not proved; what is live stays`;
  expect(report).toMatchObject({ ok: false, problem, proof: null, rolledBack: false });
  verifying.meanwhile = () => {};
  const next = await send(store, other, { verify: url });
  expect(next).toMatchObject({ ok: false, rolledBack: true, snapshot });
});

it('a snapshot stays unproved until a proof holds, and goes only until then', async () => {
  const store = new Store();
  const [first, second] = [snapshotOf(lists), snapshotOf({ ...lists, region: [1, 2, 4] })];
  const { snapshot } = await send(store, first);
  const proveAs = (result: string) => {
    verifying.found = { count: result };
    return send(store, second, { verify: url });
  };
  await proveAs('unfinished');
  expect(await proveAs('fail')).toMatchObject({ rolledBack: true, snapshot });
  for (const result of ['unfinished', 'pass']) await proveAs(result);
  expect(await proveAs('fail')).toMatchObject({ ok: false, rolledBack: false });
});

it('the snapshot before comes back in the next run, if the first was killed', async () => {
  const [first, second] = [snapshotOf(lists), snapshotOf({ ...lists, region: [1, 2, 4] })];
  verifying.found = { count: 'fail' };
  for (let killAfter = 0, isWhole = false; !isWhole; killAfter++) {
    const store = new Store();
    const { snapshot } = await send(store, first);
    store.killAfter = killAfter;
    isWhole = await send(store, second, { verify: url }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Killed) return false;
        throw error;
      },
    );
    store.killAfter = Number.POSITIVE_INFINITY;
    const again = await send(store, second, { verify: url });
    const warnings = ['1 files show records again that were withdrawn'];
    expect(again, `killed at change ${killAfter}`).toMatchObject({
      rolledBack: true,
      snapshot,
      warnings: expect.arrayContaining(warnings.map((text) => expect.stringContaining(text))),
    });
  }
});

it.each([10, 1])('no unproved snapshot comes back, of %d that are kept', async (keep) => {
  const store = new Store();
  const { snapshot } = await send(store, snapshotOf(lists), { keep });
  for (const [word, result] of [
    ['труба', 'unfinished'],
    ['насос', 'unfinished'],
    ['кран', 'fail'],
  ] as const) {
    verifying.found = { count: result };
    const report = await send(store, snapshotOf(lists, word), { keep, verify: url });
    expect(report.rolledBack).toBe(result === 'fail');
    if (report.rolledBack) expect(report.snapshot).toBe(snapshot);
  }
});

it('where none was proved, the one that is live stays: not the first one comes back', async () => {
  const store = new Store();
  verifying.found = { count: 'fail' };
  await send(store, snapshotOf(lists), { verify: url });
  const report = await send(store, snapshotOf(lists, 'труба'), { verify: url });
  expect(report).toMatchObject({ ok: false, rolledBack: false });
  expect(report.warnings).toEqual([expect.stringContaining('could be brought back: it stays')]);
  expect(report.snapshot).not.toBe(report.before);
});

it('what an unproved snapshot replaced was accepted: it stays, though its own proof fails', async () => {
  const store = new Store();
  const first = snapshotOf(lists);
  const { snapshot } = await send(store, first);
  verifying.found = { count: 'unfinished' };
  await send(store, snapshotOf(lists, 'труба'), { verify: url });
  verifying.found = { count: 'fail' };
  const report = await send(store, first, { verify: url });
  expect(report).toMatchObject({ ok: false, rolledBack: false, snapshot });
});

it('what is published again without --verify is accepted', async () => {
  const store = new Store();
  await send(store, snapshotOf(lists));
  const second = snapshotOf(lists, 'труба');
  verifying.found = { count: 'unfinished' };
  await send(store, second, { verify: url });
  const { snapshot } = await send(store, second);
  verifying.found = { count: 'fail' };
  const report = await send(store, snapshotOf(lists, 'насос'), { verify: url });
  expect(report).toMatchObject({ rolledBack: true, snapshot });
});

it('a snapshot of one’s own is read to its end', async () => {
  const { ok } = await proved({ count: 'pass' });
  expect(ok).toBe(true);
  expect(verifying.asked).toMatchObject([
    {
      ...{ all: true, deadline: 86_400, maxBody: 4 * 1024 ** 3 },
    },
  ]);
  // A second for each 250,000 bytes of the largest file, and half a minute besides.
  expect(verifying.asked[0]?.timeout).toBeGreaterThan(30);
  const size = 6 * 1024 ** 3;
  const live = new Map([['a', { size, hash: '', headers: '', ids: '', etag: '' }]]);
  await proofOf(portal, url, { live, pauses: [0] });
  expect(verifying.asked[1]?.maxBody).toBe(size);
});
