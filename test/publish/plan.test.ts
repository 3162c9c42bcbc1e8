// What a plan decides, without any target: what may wait, what goes at once, and by which clock.
import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countOf, Ids, idsText, rangesOf } from '../../src/delivery/publish/ids.js';
import { headerIn, headersOf, isPublished, phaseOf } from '../../src/delivery/publish/kinds.js';
import { idsIn } from '../../src/delivery/publish/local.js';
import { asRecorded } from '../../src/delivery/publish/look.js';
import { makePlan, type WantedSnapshot } from '../../src/delivery/publish/plan.js';
import { decode, encode } from '../../src/delivery/publish/records.js';
import {
  EMPTY,
  isSum,
  type Manifest,
  type ManifestEntry,
  type TargetState,
  UNKNOWN,
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
interface More extends Pick<WantedSnapshot, 'number' | 'at'> {
  readonly there?: Manifest;
  readonly keep?: number;
}

/** The plan, and the state when it is done. */
function plan(state: TargetState, wanted: Manifest, now: number, more: More = {}) {
  const { there = asRecorded(state).there, keep = terms.keep, ...earlier } = more;
  const id = sumOf(JSON.stringify([...wanted]));
  const made = makePlan(state, there, { id, files: wanted, ...earlier }, { now, ...terms, keep });
  const live = made.next.live!;
  const tagged = new Map(
    [...live.files].map(([name, entry]) => [name, { ...entry, etag: entry.hash }]),
  );
  const next: TargetState = {
    ...made.next,
    live: { ...live, files: tagged },
    kept: new Map([...made.next.kept, ...made.keep.map(({ entry }) => [entry.hash, 't'] as const)]),
    pending: undefined,
    visible: [],
    pendingPurges: new Map([['fastly:one', [one]]]),
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
    ({ state } = next);
  }
  expect(state.history.map(({ number }) => number)).toEqual([15, 14, 13, 12, 11, 10, 9, 8, 7, 6]);
  expect(state.kept.size).toBe(10);
  expect(decode(encode(state), 'memory://')).toEqual(state);
  const bytes = encode(state);
  bytes[bytes.length - 3]! ^= 1;
  expect(decode(bytes, 'memory://')).toBeUndefined();
});

/** The phases that have files, and these files. */
const sentIn = ({ puts }: ReturnType<typeof plan>) =>
  Object.fromEntries(
    [...puts].flatMap(([phase, some]) =>
      some.length > 0 ? [[phase, some.map(({ name }) => name)]] : [],
    ),
  );

describe('what is sent', () => {
  it('is all at first, in its phases and files before their siblings, and then what differs', () => {
    const wanted = files({ [`${two}.br`]: [], [two]: [3], [one]: [1, 2] });
    const first = plan(EMPTY, wanted, 0);
    expect(sentIn(first)).toEqual({
      'new pages': [two, `${two}.br`],
      'new heads': [one],
      'the root index': ['api/index.json'],
      errors: ['404.json'],
    });
    expect([first.added, first.withdrawn, first.pending.size]).toEqual([5, [], 5]);
    expect(first.next).toMatchObject({ history: [], trash: [] });
    const next = plan(first.state, files({ [`${two}.br`]: [], [two]: [3, 4], [one]: [1, 2] }), 1);
    expect(sentIn(next)).toEqual({ 'changed pages': [two, `${two}.br`] });
    expect([...next.puts.values()].flat().map(({ before }) => before)).toEqual([[`${two}.br`], []]);
    expect(next.added).toBe(0);
    const third = plan(next.state, files({ [two]: [3, 4], [one]: [1], 'api/openapi.json': [] }), 2);
    expect(third.added).toBe(1);
    expect(third.purge).toEqual([one, `${two}.br`, 'api/openapi.json']);
  });

  it('comes back in a phase of its own, unless readers may come by it', () => {
    const first = plan(EMPTY, files({ [one]: [1, 2], [two]: [3] }), 0);
    const fewer = plan(first.state, files({ [one]: [1, 2, 3] }), 1);
    const back = files({ [one]: [1, 2, 3], [two]: [1] });
    expect(sentIn(plan(fewer.state, back, 2))).toEqual({ 'pages that come back': [two] });
    const seen = { ...fewer.state, visible: [two] };
    expect(sentIn(plan(seen, back, 2))).toEqual({ 'changed pages': [two] });
  });

  it('with other headers alone leaves its siblings', () => {
    const wanted = files({ [one]: [1], [`${one}.br`]: [] });
    const { state } = plan(EMPTY, wanted, 0);
    const headers = new Map([...wanted].map(([name, entry]) => [name, { ...entry, headers: 'X' }]));
    const { puts, next } = plan(state, headers, 1);
    expect([...puts.values()].flat().flatMap(({ before }) => before)).toEqual([]);
    expect(next.live!.files.get(one)!.etag).toBe('');
  });

  it('is known by its etag where it is there already', () => {
    const { state } = plan(EMPTY, files({ [one]: [1], [two]: [2] }), 0);
    const { live } = plan(state, files({ [one]: [1, 3], [two]: [2] }), 1).next;
    expect([one, two].map((name) => live!.files.get(name)!.etag)).toEqual([
      '',
      state.live!.files.get(two)!.hash,
    ]);
  });
});

describe('what showed a record that is withdrawn', () => {
  it('is a page’s sibling, too', () => {
    const first = plan(EMPTY, files({ [one]: [1, 2], [two]: [3], [`${two}.br`]: [] }), 0);
    const waits = plan(first.state, files({ [one]: [1, 2, 3] }), 1);
    expect([...waits.deletions.keys()]).toEqual([]);
    const goes = plan(first.state, files({ [one]: [1, 2] }), 1);
    expect([...goes.deletions.keys()]).toEqual([two, `${two}.br`]);
  });

  it('is no feed that newer records have pushed others out of', () => {
    const [list, feed] = ['api/post/index.json', 'api/post/feed.json'];
    const { state } = plan(EMPTY, files({ [list]: [1, 2], [feed]: [1, 2] }), 0);
    expect(plan(state, files({ [list]: [1, 2, 3], [feed]: [2, 3] }), 1).withdrawn).toEqual([]);
    const { withdrawn } = plan(state, files({ [list]: [2, 3], [feed]: [2, 3] }), 1);
    expect([...withdrawn].sort()).toEqual([feed, list]);
  });

  it('is what its own list shows no more, though the list above does', () => {
    const [list, lookup] = ['api/post/index.json', 'api/post/blog/2/index.json'];
    const { state } = plan(EMPTY, files({ [list]: [1, 2], [lookup]: [1, 2] }), 0);
    const next = plan(state, files({ [list]: [1, 2], [lookup]: [1] }), 1);
    expect(next.withdrawn).toEqual([lookup]);
  });

  it('is not a page without records, nor a sibling whose file is gone', () => {
    const { state } = plan(EMPTY, files({ [one]: [], [two]: [], [`${two}.br`]: [] }), 0);
    const there = new Map(asRecorded(state).there);
    there.delete(two);
    const { deletions, next } = plan(state, files({}), 1, { there });
    expect([[...deletions.keys()], [...next.expiring.keys()]]).toEqual([[], [one, `${two}.br`]]);
  });

  it.each([
    ['a stranger put there, which goes at once', '', [two]],
    ['one of our snapshots had, which waits', UNKNOWN, []],
  ])('may be what %s', (_, hash, gone) => {
    const { state } = plan(EMPTY, files({ [one]: [1], [two]: [2] }), 0);
    const there = new Map(asRecorded(state).there);
    there.set(two, { ...there.get(two)!, hash });
    const { deletions } = plan(state, files({ [one]: [1, 2] }), 1, { there });
    expect([...deletions.keys()]).toEqual(gone);
  });
});

describe('history', () => {
  const snapshots = [1, 2, 3].map((id) => files({ [one]: [id] }));
  const [first, second, third] = snapshots as [Manifest, Manifest, Manifest];
  /** The state when the first few are published. */
  const after = (some: number): TargetState =>
    snapshots.slice(0, some).reduce((state, wanted, i) => plan(state, wanted, i).state, EMPTY);
  const numbers = ({ next: { live, history } }: ReturnType<typeof plan>) => [
    live!.number,
    ...history.map(({ number }) => number),
  ];

  it('has a snapshot once, under its number, whatever is live', () => {
    const state = after(3);
    expect(numbers(plan(state, third, 9))).toEqual([3, 2, 1]);
    expect(plan(state, third, 9).next.live!.at).toBe(state.live!.at);
    const at = '2026-03-01T00:00:00.000Z';
    const back = plan(state, first, 9, { number: 1, at });
    expect([numbers(back), back.next.live!.at]).toEqual([[1, 3, 2], at]);
    const next = plan(back.state, files({ [one]: [4] }), 10);
    expect(numbers(next)).toEqual([4, 3, 2, 1]);
    expect(next.next.live!.at).toBe('1970-01-01T00:00:00.010Z');
  });

  it('keeps the one that was live, though a rollback left newer ones', () => {
    const back = plan(after(3), first, 9, { number: 1, at: '2026-03-01T00:00:00.000Z' });
    const next = (keep: number) => plan(back.state, files({ [one]: [4] }), 10, { keep });
    expect([0, 1, 2, 3].map((keep) => numbers(next(keep)))).toEqual([
      [4],
      [4, 1],
      [4, 3, 1],
      [4, 3, 2, 1],
    ]);
  });

  it('loses a snapshot whose bytes are not to be had', () => {
    const state = after(1);
    const lost = [{ id: state.live!.id, number: 1, at: state.live!.at }];
    for (const gone of [{ hash: '' }, { etag: '' }]) {
      const there = new Map(asRecorded(state).there);
      there.set(one, { ...there.get(one)!, ...gone });
      const made = plan(state, second, 9, { there });
      expect([made.lost, made.next.history, made.keep]).toEqual([lost, [], []]);
    }
    expect(plan(state, second, 9).lost).toEqual([]);
  });

  it('keeps no bytes that it does not need', () => {
    const state = after(3);
    const sums = [1, 2, 9].map((id) => sumOf(`${one} ${id}`));
    const [old, , other] = sums as [string, string, string];
    const kept = new Map(sums.map((sum) => [sum, 't']));
    const trash = [sumOf('long gone'), old];
    const { next, keep } = plan({ ...state, kept, trash }, third, 9);
    expect([[...next.kept.keys()], keep]).toEqual([sums.slice(0, 2), []]);
    expect(next.trash).toEqual([trash[0], other]);
    const none = plan({ ...state, kept, trash: [] }, third, 9, { keep: 0 });
    expect([none.next.history, none.lost, none.next.trash]).toEqual([[], [], sums]);
  });
});

it.each([
  [[], '', 0],
  [[7], '7', 1],
  [[34, 2, 1, 2], '1-2,34', 3],
  [[10, 9, 3, 11, 1], '1,3,9-11', 5],
])('the ids %j are written %j', (ids, text, count) => {
  expect(idsText(ids)).toBe(text);
  expect(countOf(text)).toBe(count);
  expect(new Set(rangesOf(text).flat())).toEqual(new Set((text.match(/\d+/g) ?? []).map(Number)));
});

it('ids that several pages show are looked up as one set', () => {
  const ids = new Ids();
  expect([ids.hasAll(''), ids.hasAll('1')]).toEqual([true, false]);
  for (const text of ['20-29', '3-4', '1-2', '22-23', '9']) ids.add(text);
  const yes = ['', '1-4', '2-3', '9', '20-29', '1,9,24-29'];
  const no = ['1-5', '4-9', '5', '8', '10', '19-20', '29-30', '1,30'];
  expect(yes.map((text) => ids.hasAll(text))).toEqual(yes.map(() => true));
  expect(no.map((text) => ids.hasAll(text))).toEqual(no.map(() => false));
  ids.add('5-8');
  expect(ids.hasAll('1-9')).toBe(true);
});

it.each([
  ['api/region/page/2/index.json', 'new pages', 'pages that come back', 'changed pages'],
  ['api/region/page/2/index.json.gz', 'new pages', 'pages that come back', 'changed pages'],
  ['api/region/index.json', 'new heads', 'changed heads', 'changed heads'],
  ['api/index.json', 'the root index', 'the root index', 'the root index'],
  ['api/snapshot.json.sig', 'the signature', 'the signature', 'the signature'],
  ['404.json', 'errors', 'errors', 'errors'],
] as const)('%s is sent in its phase', (name, ...all) => {
  expect((['absent', 'expiring', 'live'] as const).map((at) => phaseOf(name, at))).toEqual(all);
});

it('files have the headers of their kind', () => {
  const volatile =
    'Content-Type: application/json\nCache-Control: public, max-age=60, must-revalidate';
  expect(headersOf(one)).toBe(volatile);
  expect(headersOf(one, true)).toBe(
    'Content-Type: application/json\nCache-Control: public, max-age=86400, stale-while-revalidate=604800',
  );
  expect(headersOf(`${one}.br`)).toBe(`${volatile}\nContent-Encoding: br`);
  expect(headersOf(`${one}.gz`)).toBe(`${volatile}\nContent-Encoding: gzip`);
  expect(headerIn(headersOf(`${one}.gz`), 'Cache-Control')).toBe(
    'public, max-age=60, must-revalidate',
  );
  expect(headerIn(volatile, 'Content-Encoding')).toBeUndefined();
});

it('names that no target takes, and those that are hidden, are not published', () => {
  const long = (length: number) => `api/${'a/'.repeat((length - 14) / 2)}index.json`;
  const yes = [one, '404.json', '.htaccess', `${one}.br`, long(900)];
  const no = ['', 'README.md', 'api/x.json', long(902)];
  for (const folder of ['.x', 'a/..', 'a b']) no.push(`api/${folder}/index.json`);
  expect([...yes, ...no].filter(isPublished)).toEqual(yes);
  const sum = sumOf('');
  expect([sum, `${sum}0`, `x${sum}`, 'unknown'].filter(isSum)).toEqual([sum]);
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
