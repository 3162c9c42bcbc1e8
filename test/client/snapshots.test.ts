import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createClient, type List, ListChanged } from '../../src/client/index.js';
import { runs } from '../support/runs.js';
import {
  answer,
  type Content,
  type Cut,
  type Fetch,
  type Files,
  type Got,
  nobodyWaits,
  plainHost,
  publication,
  type Row,
  refusalOf,
  row,
  serve,
  snapshotOf,
  streamed,
} from './site.js';

const baseUrl = plainHost.base;
nobodyWaits();

/** Each page by a walk of its own, from where the one before stopped. */
async function resumed(list: List<unknown>): Promise<Got> {
  const rows: unknown[] = [];
  let from: string | undefined;
  try {
    do {
      const { value: page } = await list.pages({ from }).next();
      rows.push(...(page?.results ?? []));
      from = page?.next ?? undefined;
    } while (from !== undefined);
    return { rows };
  } catch (error) {
    return { rows, error };
  }
}
const walks = [
  ['streaming', streamed],
  ['resuming after each page', resumed],
] as const;

const whole = (list: List<unknown>): Promise<Got> =>
  list.all().then(
    (rows) => ({ rows }),
    (error: unknown) => ({ rows: [], error }),
  );

/** As a browser does: an answer is kept for as long as the test runs, but for those that ask past it. */
function cachedBy(fetch: Fetch): Fetch {
  const kept = new Map<string, string>();
  return async (url, init) => {
    const text = kept.get(url);
    if (text !== undefined && init?.cache !== 'no-cache') return answer(200, text);
    const response = await fetch(url, init);
    if (response.status === 200) kept.set(url, await response.clone().text());
    return response;
  };
}

const LISTS = {
  numbers: ['job/vacancy', 'vacancies'],
  'newest first': ['event', 'events'],
  'newest last': ['epb-e/expert', 'experts'],
} as const satisfies Partial<Record<Cut, unknown>>;

/** Lists that follow one another in time, told apart by more than their ids. */
const states = fc
  .array(
    fc.uniqueArray(
      fc.record({ id: fc.integer({ min: 1, max: 12 }), name: fc.constantFrom<string>('а', 'б') }),
      { selector: ({ id }) => id, maxLength: 12 },
    ),
    { minLength: 2, maxLength: 3 },
  )
  .map((all) => all.map((rows) => rows.sort((a, b) => b.id - a.id)));

const scenes = fc.record({
  states,
  cut: fc.constantFrom('numbers' as const, 'newest first' as const, 'newest last' as const),
  pageSize: fc.integer({ min: 1, max: 4 }),
  links: fc.constantFrom('path' as const, 'query' as const),
  /** How many steps of the publication come before each request. */
  steps: fc.array(fc.nat({ max: 2 }), { maxLength: 30 }),
  removes: fc.boolean(),
  isLong: fc.boolean(),
  isCached: fc.boolean(),
});
type Scene = typeof scenes extends fc.Arbitrary<infer T> ? T : never;

/** Reads a list while its states are published one after another, a step at a time. */
async function play(scene: Scene, read: (list: List<unknown>) => Promise<Got>): Promise<Got> {
  const { cut, pageSize, links, steps, removes } = scene;
  const [name, property] = LISTS[cut];
  const made = scene.states.map((rows) => {
    const content: Content = {
      [name]: { cut, rows: cut === 'newest last' ? [...rows].reverse() : rows },
    };
    return snapshotOf(content, { pageSize, links, baseUrl, longest: scene.isLong ? 1 : 1000 });
  });
  const live: Files = new Map(made[0]);
  const ahead = made.slice(1).flatMap((to, at) => publication(made[at]!, to, removes));
  const before = [...steps];
  const { fetch } = serve(() => {
    for (const step of ahead.splice(0, before.shift() ?? 0)) step(live);
    return live;
  });
  const api = createClient({ baseUrl, fetch: scene.isCached ? cachedBy(fetch) : fetch });
  return read(api[property]);
}

const listsOf = ({ cut, states }: Scene): Row[][] =>
  states.map((rows) => (cut === 'newest last' ? [...rows].reverse() : rows));

const isSame = (a: readonly unknown[], b: readonly unknown[]) =>
  JSON.stringify(a) === JSON.stringify(b);

const RUNS = runs(40);

it('all() is one of the lists that were published, or ListChanged', async () => {
  const met = { whole: 0, changed: 0 };
  await fc.assert(
    fc.asyncProperty(scenes, async (scene) => {
      const { rows, error } = await play(scene, whole);
      if (error === undefined) {
        met.whole++;
        expect(listsOf(scene).some((list) => isSame(list, rows))).toBe(true);
      } else {
        met.changed++;
        expect(error).toBeInstanceOf(ListChanged);
      }
    }),
    RUNS,
  );
  // Both happen.
  expect(Math.min(met.whole, met.changed)).toBeGreaterThan(0);
});

it.each(walks)(
  '%s hands over the beginning of one of the lists, and all of it unless ListChanged',
  async (_, read) => {
    const met = { whole: 0, changed: 0 };
    await fc.assert(
      fc.asyncProperty(scenes, async (scene) => {
        fc.pre(scene.cut === 'numbers');
        const { rows, error } = await play(scene, read);
        const lists = listsOf(scene);
        if (error === undefined) {
          met.whole++;
          expect(lists.some((list) => isSame(list, rows))).toBe(true);
        } else {
          met.changed++;
          expect(error).toBeInstanceOf(ListChanged);
          expect(lists.some((list) => isSame(list.slice(0, rows.length), rows))).toBe(true);
        }
      }),
      RUNS,
    );
    expect(Math.min(met.whole, met.changed)).toBeGreaterThan(0);
  },
);

it.each(walks)(
  '%s in a cursor list goes on when newer records come, and misses and repeats none',
  async (_, read) => {
    const met = { grown: 0 };
    await fc.assert(
      fc.asyncProperty(
        scenes,
        fc.array(fc.nat({ max: 6 }), { minLength: 2, maxLength: 2 }),
        async (scene, more) => {
          fc.pre(scene.cut !== 'numbers' && !scene.isCached);
          // Each state is the one before and newer records.
          const [first = []] = scene.states;
          let [rows, id] = [first, 100];
          const states = [first];
          for (const count of more) {
            const newer = Array.from({ length: count }, () => row(id++)).reverse();
            rows = [...newer, ...rows];
            states.push(rows);
          }
          const got = await play({ ...scene, states }, read);
          expect(got.error).toBeUndefined();
          const ids = (got.rows as Row[]).map((record) => record.id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids).toEqual(expect.arrayContaining(first.map((record) => record.id)));
          if (ids.length > first.length) met.grown++;
        },
      ),
      RUNS,
    );
    expect(met.grown).toBeGreaterThan(0);
  },
);

describe('in single steps', () => {
  const before = [7, 6, 5, 4, 3, 2, 1].map((id) => row(id));
  const after = [row(8), ...before];
  const filesOf = (rows: readonly Row[], cut: Cut = 'numbers', longest = 1000) =>
    snapshotOf(
      { [cut === 'numbers' ? 'job/vacancy' : 'event']: { cut, rows } },
      { baseUrl, longest },
    );

  /** Serves one snapshot for so many requests, and then the next. */
  function inTurn(...turns: (readonly [Files, number])[]) {
    const left = turns.flatMap(([files, requests]) => Array<Files>(requests).fill(files));
    const last = turns.at(-1)![0];
    return serve(() => left.shift() ?? last);
  }
  const vacancies = ({ fetch }: ReturnType<typeof inTurn>) =>
    createClient({ baseUrl, fetch }).vacancies;

  it('starts anew when another snapshot was published in between', async () => {
    const served = inTurn([filesOf(before), 3], [filesOf(after), 99]);
    expect(await vacancies(served).all()).toEqual(after);
    expect(served.asked.filter((path) => path === '/api/job/vacancy/')).toHaveLength(2);
  });

  it('gives up after three times', async () => {
    const snapshots = [1, 2, 3, 4, 5, 6, 7].map((version) =>
      filesOf(before.map(({ id }) => row(id, `${version}`))),
    );
    let asked = 0;
    const served = serve(() => snapshots[Math.floor(asked++ / 3)]!);
    expect(await refusalOf(vacancies(served).all())).toMatch(
      /^ListChanged: https:.*page=\d is of another snapshot: /,
    );
    expect(served.asked.filter((path) => path === '/api/job/vacancy/')).toHaveLength(3);
  });

  it('begins a stream anew as long as nothing of it was handed over', async () => {
    const half = new Map(filesOf(after));
    half.set('api/snapshot.json', filesOf(before).get('api/snapshot.json')!);
    const { rows, error } = await streamed(vacancies(inTurn([half, 3], [filesOf(after), 99])));
    expect(error).toBeUndefined();
    expect(rows).toEqual(after);
  });

  it('reads a page past a cache that has it from before', async () => {
    const stale = filesOf(before, 'newest first').get('api/event/cursor/1/index.json')!;
    const renamed = before.map(({ id }) => row(id, 'Новое имя'));
    const { fetch, asked } = serve(() => filesOf(renamed, 'newest first'));
    const events = createClient({
      baseUrl,
      // A cache on the way, which keeps immutable pages by their address, and listens to nobody.
      fetch: async (url) =>
        /\/cursor\/1\/\?cursor=1$/.test(url) ? answer(200, stale) : fetch(url),
    }).events;
    expect(await events.all()).toEqual(renamed);
    expect(asked.filter((path) => path.includes('digest='))).toHaveLength(1);
    // A walk by the links takes the page as it comes.
    expect((await streamed(events)).rows).toEqual([...renamed.slice(0, -2), ...before.slice(-2)]);
  });

  describe('tells what changes answers on the way from a new snapshot', () => {
    /** Serves the vacancies through a proxy, which changes each page of a list. */
    const through = (change: (page: object) => string) => {
      const { fetch, asked } = serve(() => filesOf(before));
      const proxied: Fetch = async (url) => {
        const response = await fetch(url);
        return /\/vacancy\//.test(url)
          ? answer(200, change((await response.json()) as object))
          : response;
      };
      return { asked, ...createClient({ baseUrl, fetch: proxied }) };
    };
    const escaped = (page: object) =>
      JSON.stringify(page).replace(/[а-яё]/gi, (sign) => {
        return `\\u0${sign.charCodeAt(0).toString(16)}`;
      });

    it.each<[string, (page: object) => string]>([
      ['spaces', (page) => JSON.stringify(page, null, 2)],
      ['a line end', (page) => `${JSON.stringify(page)}\n`],
      ['escapes', escaped],
    ])('%s', async (_, change) => {
      const { vacancies, asked } = through(change);
      const { rows, error } = await whole(vacancies);
      expect(rows).toEqual([]);
      expect(error).not.toBeInstanceOf(ListChanged);
      expect(String(error)).toBe(
        `PortalError: ${baseUrl}/api/job/vacancy/ has the content that was published, but not its bytes: ` +
          'something on the way, such as a CDN or a proxy, rewrites JSON',
      );
      expect(asked.filter((path) => !path.includes('digest='))).toHaveLength(2);
    });

    it('what cannot be told from a publication under way', async () => {
      const { vacancies } = through((page) => JSON.stringify({ ...page, served_by: 'cdn-3' }));
      const { error } = await whole(vacancies);
      expect(error).toBeInstanceOf(ListChanged);
      expect(String(error)).toMatch(/SHA-256 that snapshot\.json still gives: .* CDN/);
      expect(String(error)).not.toContain('published anew');
    });

    it('a mark before the text changes nothing', async () => {
      const { vacancies } = through((page) => `\ufeff${JSON.stringify(page)}`);
      expect(await whole(vacancies)).toEqual({ rows: before });
    });
  });

  it('reads the digests of a long list past a cache that has them from before', async () => {
    const stale = filesOf(before, 'numbers', 2).get('api/job/vacancy/digests.json')!;
    const { fetch, asked } = serve(() => filesOf(after, 'numbers', 2));
    const { vacancies } = createClient({
      baseUrl,
      fetch: async (url) => (url.endsWith('/digests.json') ? answer(200, stale) : fetch(url)),
    });
    expect(await vacancies.all()).toEqual(after);
    expect(asked.filter((path) => path.includes('digest='))).toHaveLength(1);
  });

  it('holds the records of a filter against the digests of its id, past a cache that has older ones', async () => {
    const ofBlog = (rows: readonly Row[]) =>
      snapshotOf({ 'post/blog/2': { cut: 'numbers', rows } }, { baseUrl });
    const file = 'api/post/blog/digests.json';
    const stale = ofBlog(before).get(file)!;
    // Its first page and this file come from a cache.
    const old = ofBlog(before).get('api/post/blog/2/index.json')!;
    const { fetch, asked } = serve(() => ofBlog(after));
    const { posts } = createClient({
      baseUrl,
      fetch: async (url) => {
        if (url.endsWith(file)) return answer(200, stale);
        return url.endsWith('/api/post/blog/2/') ? answer(200, old) : fetch(url);
      },
    });
    expect(await posts.where({ blog: 2 }).all()).toEqual(after);
    const again = asked.filter((path) => path.includes('digest='));
    expect(again.map((path) => path.split('?')[0])).toContain(`/${file}`);
  });

  it("streams a list that no digests tell of past the browser's cache once it has changed", async () => {
    const without = (rows: readonly Row[]) => {
      const files = filesOf(rows);
      files.delete('api/snapshot.json');
      return files;
    };
    let live = without(before);
    const fetch = cachedBy(serve(() => live).fetch);
    const { vacancies } = createClient({ baseUrl, fetch });
    for await (const _ of vacancies) break;
    live = without(after);
    expect(await streamed(vacancies)).toMatchObject({ error: { name: 'ListChanged' } });
    expect(await streamed(vacancies)).toEqual({ rows: after });
  });

  it.each([
    ['a page of plain http', {}],
    ['a platform without crypto', undefined],
  ])('promises on %s what it promises of a live origin', async (_, crypto) => {
    vi.stubGlobal('crypto', crypto);
    const served = inTurn([filesOf(before), 2], [filesOf(after), 99]);
    expect(await vacancies(served).all()).toEqual(after);
    expect(served.asked).not.toContain('/api/snapshot.json');
  });

  it('knows no other format of snapshot.json', async () => {
    const files = new Map(filesOf(before)).set('api/snapshot.json', '{"format":2,"lists":[]}');
    await expect(vacancies(inTurn([files, 99])).all()).rejects.toThrow(
      'https://api.example.org/api/snapshot.json has a format that this client does not know',
    );
  });
});
