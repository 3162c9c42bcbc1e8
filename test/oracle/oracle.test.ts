// Properties of every build, against an oracle that knows the documented behaviour alone.
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { readTree, type Tree } from '../support/tree.js';
import { baseOf, listsOf, oracle, published } from './oracle.js';
import { portal as portals } from './portals.js';
import { inFolder, itHolds, publish, seed, settings, walkList } from './publish.js';
import {
  bytes,
  difference,
  differing,
  digestsOf,
  fetchPage,
  firstDifference,
  hashed,
  walk,
  writtenAt,
} from './tree.js';
import { COLLECTIONS, type Item, type Portal, parts, type Settings } from './types.js';
import { withheld, withhold } from './withhold.js';
import { asWritten } from './written.js';

/** The digests of all files that snapshot.json describes. */
function described({ tree, descriptions }: { tree: Tree; descriptions: Tree }) {
  const digests = hashed(new Map([...tree, ...descriptions]));
  for (const undescribed of ['404.json', 'api/snapshot.json']) digests.delete(undescribed);
  return digests;
}

describe('a portal, however it is laid out', () => {
  itHolds(
    'is published as exactly the files of the oracle',
    5,
    [portals, seed, settings],
    async (portal, layout, chosen) => {
      await inFolder(async (cwd) => {
        const { summary, tree, descriptions } = await publish(cwd, portal, layout, chosen);
        const expected = bytes(oracle(portal, chosen));
        expect(difference(tree, expected)).toBe('');
        const total = expected.size + descriptions.size;
        expect(summary.files).toEqual({ written: total, unchanged: 0, removed: 0, total });
        expect(digestsOf(descriptions)).toEqual(described({ tree, descriptions }));
        expect(noZeros(summary.withheld)).toEqual(withheldCounts(portal, chosen));
      });
    },
  );

  itHolds(
    'has the same bytes and the same id in every layout',
    1,
    [portals, seed, seed, settings],
    async (portal, one, other, chosen) => {
      await inFolder(async (cwd) => {
        const first = await publish(join(cwd, 'one'), portal, one, chosen);
        const second = await publish(join(cwd, 'other'), portal, other, chosen);
        expect(firstDifference(second.tree, first.tree)).toBe('');
        expect(firstDifference(second.descriptions, first.descriptions)).toBe('');
        expect(first.summary.snapshot).toMatch(/^[0-9a-f]{64}$/);
        expect(second.summary.snapshot).toBe(first.summary.snapshot);
      });
    },
  );
});

describe('the pages of a list', () => {
  itHolds(
    'join to the whole list, and previous leads back',
    1,
    [portals, settings],
    async (portal, chosen) => {
      const tree = bytes(oracle(portal, chosen));
      const lists = published(portal, chosen);
      for (const endpoint of listsOf('page', 'cursor')) {
        const there = walkList(tree, endpoint, chosen);
        const list = JSON.parse(asWritten(JSON.stringify(lists[endpoint])));
        expect(JSON.stringify(there.flatMap(({ page }) => page.results))).toBe(
          JSON.stringify(list),
        );
        const back = walk(tree, baseOf(chosen), there.at(-1)!.address, 'previous');
        expect(back.reverse()).toEqual(there);
      }
    },
  );

  itHolds(
    'stay put when the newest event arrives, and a walk half-way through stays whole',
    2,
    [portals, seed, settings],
    async (portal, layout, chosen) => {
      const [newest] = published(portal, chosen).event;
      fc.pre(newest !== undefined);
      await inFolder(async (cwd) => {
        const old = await publish(cwd, portal, layout, chosen);
        const added = {
          ...portal.events.find((event) => event.id === newest.id)!,
          id: 650_000,
          datetime: '2099-01-01T00:00:00+03:00',
        };
        const grown = { ...portal, events: [...portal.events, added] };
        const now = await publish(cwd, grown, layout, chosen);

        const changed = differing(old.tree, now.tree);
        const inBlog = changed.filter((path) => path.startsWith(`api/event/blog/${newest.blog}/`));
        const pages = changed.filter(
          (path) => !/\/(?:all\.ndjson|feed\.\w+)$/.test(path) && !inBlog.includes(path),
        );
        expect(pages.length).toBeGreaterThan(0);
        expect(Math.max(pages.length, inBlog.length)).toBeLessThanOrEqual(3);
        expect(changed.filter((path) => !path.startsWith('api/event/'))).toEqual([]);
        expect(pages.filter((path) => path.startsWith('api/event/blog/'))).toEqual([]);
        expect(changed.filter((path) => !now.tree.has(path))).toEqual([]);
        const redescribed = differing(old.descriptions, now.descriptions);
        const digests = redescribed.filter((path) => path === 'api/event/blog/digests.json');
        expect(digests).toHaveLength(inBlog.length > 0 ? 1 : 0);
        expect(redescribed).toEqual([...digests, 'api/snapshot.json']);
        expect(now.summary.files.written).toBe(changed.length + redescribed.length);
        expect(now.summary.snapshot).not.toBe(old.summary.snapshot);

        const before = walkList(old.tree, 'event', chosen);
        const list = JSON.stringify(before.flatMap(({ page }) => page.results));
        for (const [at, { page }] of before.entries()) {
          const rest = walk(now.tree, baseOf(chosen), page.next);
          const seen = [...before.slice(0, at + 1), ...rest].flatMap((step) => step.page.results);
          expect(JSON.stringify(seen)).toBe(list);
        }
      });
    },
  );

  itHolds(
    'stay put when an expert of a greater id arrives',
    1,
    [portals, seed, settings],
    async (portal, layout, chosen) => {
      const taken = portal.experts.map((expert) => expert.id as number);
      fc.pre(taken.length > 0 && Math.max(...taken) < 600_000);
      await inFolder(async (cwd) => {
        const old = await publish(cwd, portal, layout, chosen);
        const added = { ...portal.experts[0]!, id: 600_000 };
        const grown = { ...portal, experts: [...portal.experts, added] };
        const now = await publish(cwd, grown, layout, chosen);

        const idsOf = (steps: { page: { results: Item[] } }[]) =>
          steps.flatMap(({ page }) => page.results.map((expert) => expert.id as number));
        const before = walkList(old.tree, 'epb-e/expert', chosen);
        expect(idsOf(walkList(now.tree, 'epb-e/expert', chosen))).toEqual([
          ...idsOf(before),
          600_000,
        ]);
        for (const [at, { page, address }] of before.entries()) {
          const rest = walk(now.tree, baseOf(chosen), page.next);
          const seen = idsOf([...before.slice(0, at + 1), ...rest]);
          expect(seen.filter((id) => id !== 600_000)).toEqual(idsOf(before));
          expect(new Set(seen).size).toBe(seen.length);
          if (page.next === null) continue; // the last page is the one that grows
          expect(fetchPage(now.tree, baseOf(chosen), address).results).toEqual(page.results);
        }
      });
    },
  );
});

describe('withheld records', () => {
  const letters = fc.stringMatching(/^[a-z]{12}$/).map((word) => `zqx${word}`);

  itHolds(
    'leave no trace in any file',
    2,
    [portals, seed, settings, letters],
    async (portal, layout, other, marker) => {
      const chosen: Settings = { ...other, audience: 'public' };
      const marked = markWithheld(portal, marker);
      fc.pre(marked !== undefined);
      await inFolder(async (cwd) => {
        const { tree } = await publish(cwd, marked, layout, chosen);
        expect(difference(tree, bytes(oracle(portal, chosen)))).toBe('');
        const traces = [...readTree(join(cwd, 'dist'))]
          .filter(([path, body]) => path.includes(marker) || body.includes(marker))
          .map(([path]) => path);
        expect(traces).toEqual([]);
      });
    },
  );
});

describe('a build after a build', () => {
  itHolds(
    'of other data leaves what a first build would, and does not touch what stays',
    2,
    [
      fc.tuple(portals, seed, settings),
      fc.tuple(portals, seed, settings),
      fc.record({ sameSettings: fc.boolean(), otherData: fc.boolean() }),
    ],
    async ([portal, layout, chosen], [other, relaid, rechosen], { sameSettings, otherData }) => {
      await inFolder(async (cwd) => {
        const first = await publish(cwd, portal, layout, chosen);
        const times = writtenAt(join(cwd, 'dist'), first.tree);
        const again = sameSettings ? chosen : rechosen;
        const next = otherData ? other : withhold(portal);
        const second = await publish(cwd, next, relaid, again);
        const expected = bytes(oracle(next, again));
        expect(difference(second.tree, expected)).toBe('');
        expect(digestsOf(second.descriptions)).toEqual(described(second));

        const changed = new Set(differing(first.tree, second.tree));
        const besides = differing(first.descriptions, second.descriptions);
        const all = [...changed, ...besides];
        const isThere = (path: string) => expected.has(path) || second.descriptions.has(path);
        const removed = all.filter((path) => !isThere(path)).length;
        const written = all.length - removed;
        const total = expected.size + second.descriptions.size;
        const unchanged = total - written;
        expect(second.summary.files).toEqual({ written, unchanged, removed, total });
        const now = writtenAt(join(cwd, 'dist'), second.tree);
        for (const [path, time] of times) {
          if (!changed.has(path)) expect([path, now.get(path)]).toEqual([path, time]);
        }
      });
    },
  );
});

function noZeros(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

function withheldCounts(portal: Portal, chosen: Settings): Record<string, number> {
  if (chosen.audience === 'all') return {};
  return noZeros(
    Object.fromEntries(Object.entries(withheld(portal)).map(([name, gone]) => [name, gone.size])),
  );
}

const TEXTS = ['text', 'short_text', 'cleaned_text', 'title', 'slug', 'work_position', 'about'];

/** The portal with the marker in all texts of its withheld records; undefined if it has none. */
function markWithheld(portal: Portal, marker: string): Portal | undefined {
  const gone = withheld(portal);
  let marks = 0;
  const mark = (record: Item): Item => {
    marks++;
    const texts = TEXTS.filter((field) => typeof record[field] === 'string');
    return {
      ...record,
      ...Object.fromEntries(texts.map((field) => [field, `${record[field]} ${marker}`])),
      ...('polls' in record && { polls: parts(record, 'polls').map(mark) }),
      ...(parts(record, 'available_for').length > 0 && { available_for: [{ group: marker }] }),
    };
  };
  const marked = Object.fromEntries(
    COLLECTIONS.map((name) => [
      name,
      portal[name].map((record) => (gone[name].has(record.id as number) ? mark(record) : record)),
    ]),
  ) as unknown as Portal;
  return marks > 0 ? marked : undefined;
}
