// What a plan decides, without any target: what may wait, what goes at once, and by which clock.
import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ids, idsText, rangesOf } from '../../src/delivery/publish/ids.js';
import { headersOf } from '../../src/delivery/publish/kinds.js';
import { idsIn } from '../../src/delivery/publish/local.js';
import { asRecorded } from '../../src/delivery/publish/look.js';
import { makePlan } from '../../src/delivery/publish/plan.js';
import { decode, encode } from '../../src/delivery/publish/records.js';
import {
  EMPTY,
  type Manifest,
  type ManifestEntry,
  type TargetState,
} from '../../src/delivery/publish/state.js';
import { temporaryFolder } from '../support/folders.js';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

const sumOf = (text: string) => hash('sha256', text, 'hex');

/** A snapshot whose pages show these ids; the bytes of a file follow from its name and its ids. */
function files(pages: Readonly<Record<string, readonly number[]>>): Manifest {
  const all = Object.entries({ 'api/index.json': [], '404.json': [], ...pages });
  return new Map(
    all.map(([name, ids]): [string, ManifestEntry] => {
      const sum = sumOf(`${name} ${ids}`);
      const entry = { hash: sum, size: 1, headers: headersOf(name), ids: idsText(ids), etag: sum };
      return [name, entry];
    }),
  );
}

const terms = { grace: DAY, keep: 10 };
/** The plan, and the state when it is done. */
function plan(state: TargetState, wanted: Manifest, now: number) {
  const made = makePlan(
    state,
    asRecorded(state).there,
    { id: sumOf(JSON.stringify([...wanted])), files: wanted },
    { now, ...terms },
  );
  const live = made.next.live!;
  const tagged = new Map(
    [...live.files].map(([name, entry]) => [name, { ...entry, etag: entry.hash }]),
  );
  const next: TargetState = {
    ...made.next,
    live: { ...live, files: tagged },
    pending: undefined,
    visible: [],
    pendingPurges: [],
  };
  return { ...made, state: next };
}

const one = 'api/region/index.json';
const two = 'api/region/page/2/index.json';

describe('what is no longer part', () => {
  it('waits while all that it shows is still shown, and goes at once when it is not', () => {
    const first = plan(EMPTY, files({ [one]: [1, 2], [two]: [3] }), 0);
    const fewer = plan(first.state, files({ [one]: [1, 2, 3] }), HOUR);
    expect([...fewer.state.expiring.keys()]).toEqual([two]);
    expect(fewer.deletions.size).toBe(0);
    // 3 is withheld while the old page waits.
    const withheld = plan(fewer.state, files({ [one]: [1, 2] }), 2 * HOUR);
    expect([...withheld.deletions.keys()]).toEqual([two]);
    expect(withheld.purge.slice(0, 2).sort()).toEqual([one, two]);
    expect([...withheld.withdrawn].sort()).toEqual([one, two]);
    expect(withheld.state.expiring.size).toBe(0);
  });

  it('is held against the list above where its own is gone', () => {
    const lookup = 'api/post-comment/post/42/index.json';
    const list = 'api/post-comment/index.json';
    const first = plan(EMPTY, files({ [list]: [7, 8, 9], [lookup]: [7, 8] }), 0);
    expect(plan(first.state, files({ [list]: [7, 8, 9] }), 1).state.expiring.has(lookup)).toBe(
      true,
    );
    expect(plan(first.state, files({ [list]: [7, 9] }), 1).deletions.has(lookup)).toBe(true);
    expect(plan(first.state, files({}), 1).deletions.has(lookup)).toBe(true);
  });

  it('waits its whole time, also when the clock is turned back', () => {
    const first = plan(EMPTY, files({ [one]: [1, 2], [two]: [3] }), 100 * DAY);
    const wanted = files({ [one]: [1, 2, 3] });
    const fewer = plan(first.state, wanted, 100 * DAY);
    const back = plan(fewer.state, wanted, 10 * DAY);
    expect(back.deletions.size).toBe(0);
    expect(plan(back.state, wanted, 11 * DAY - 1).deletions.size).toBe(0);
    expect([...plan(back.state, wanted, 11 * DAY).deletions.keys()]).toEqual([two]);
    expect([...plan(fewer.state, wanted, 101 * DAY).deletions.keys()]).toEqual([two]);
  });
});

it('an old sibling goes before its file comes, and each that is wanted comes after it', () => {
  const siblings = { [`${one}.br`]: [], [`${one}.gz`]: [] };
  const first = plan(EMPTY, files({ [one]: [1], ...siblings }), 0);
  // The same siblings: their bytes are only said to be the same.
  const next = plan(first.state, files({ [one]: [2], ...siblings }), 1);
  const puts = next.puts.get('changed heads')!;
  expect(puts.map(({ name }) => name)).toEqual([one, `${one}.br`, `${one}.gz`]);
  expect(puts[0]!.before).toEqual([`${one}.br`, `${one}.gz`]);
  expect(plan(first.state, files({ [one]: [1] }), 1).deletions.size).toBe(2);
});

it('keeps the newest snapshots, and what they need', () => {
  let { state } = plan(EMPTY, files({ [one]: [0] }), 0);
  for (let number = 1; number <= 15; number++) {
    const next = plan(state, files({ [one]: [number] }), number);
    expect(next.keep.map(({ name }) => name)).toEqual([one]);
    state = {
      ...next.state,
      kept: new Map([...next.state.kept, [sumOf(`${one} ${number - 1}`), 't']]),
    };
  }
  expect(state.history.map(({ number }) => number)).toEqual([15, 14, 13, 12, 11, 10, 9, 8, 7, 6]);
  expect(state.kept.size).toBe(10);
  expect(decode(encode(state), 'memory://')).toEqual(state);
  const bytes = encode(state);
  bytes[bytes.length - 3]! ^= 1;
  expect(decode(bytes, 'memory://')).toBeUndefined();
});

it('sets of ids are the same as texts', () => {
  const some = fc.uniqueArray(fc.integer({ min: 1, max: 40 }));
  fc.assert(
    fc.property(some, some, some, (a, b, asked) => {
      const ids = new Ids();
      ids.add(idsText(a));
      ids.add(idsText(b));
      const all = new Set([...a, ...b]);
      expect(ids.hasAll(idsText(asked))).toBe(asked.every((id) => all.has(id)));
      const parts = rangesOf(idsText(a)).map(([first, last]) => last - first + 1);
      expect(parts.reduce((sum, size) => sum + size, 0)).toBe(a.length);
    }),
  );
});

it('knows what a long list shows, though a record in it is as long as none of a stranger may be', async () => {
  const records = [4, 5, 6].map((id) => ({ id, text: 'x'.repeat(6 << 20) }));
  const [array, lines] = [
    JSON.stringify(records),
    records.map((one) => JSON.stringify(one)).join('\n'),
  ];
  const path = join(temporaryFolder(), 'long');
  for (const [name, text] of [
    ['api/post-comment/index.json', array],
    ['api/post-comment/all.ndjson', lines],
  ] as const) {
    writeFileSync(path, text);
    expect(await idsIn(name, path, text.length)).toBe('4-6');
  }
});
