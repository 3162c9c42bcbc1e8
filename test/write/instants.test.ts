// The instants of a publication: after every single step of it, a reader who walks a list from its head, and back, finds
// every page that a link names, each file is whole, each compressed sibling holds what its file holds, and api/snapshot.json
// describes no page that is not there. What a kill or a failure leaves is mended by the next build.
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { build } from '../../src/index.js';
import { memo } from '../../src/model/memo.js';
import type { BuildOptions } from '../../src/snapshot/settings/index.js';
import { temporaryFolder } from '../support/folders.js';
import { replaceInFs } from '../support/node-fs.js';
import { directory, experts, forum, type Portal, vacancies, writeData } from '../support/portal.js';
import { isNight } from '../support/runs.js';
import { expectTree, readTree, siblingsIn, type Tree } from '../support/tree.js';
import { workplace } from './workplace.js';

const steps = { after: (_path: string): void => {} };

beforeAll(() => {
  replaceInFs((own) => ({
    renameSync(from, to) {
      own.renameSync(from, to);
      steps.after(String(to));
    },
    rmSync(path, options) {
      own.rmSync(path, options);
      steps.after(String(path));
    },
    rmdirSync(path) {
      own.rmdirSync(path);
      steps.after(String(path));
    },
  }));
});

afterEach(() => {
  steps.after = () => {};
});

interface Envelope {
  readonly next: string | null;
  readonly previous: string | null;
}

/** What `of` says of a file's bytes, which is found out once: nobody writes into what was read. */
function once<T>(of: (bytes: Buffer) => T): (bytes: Buffer) => T {
  const known = new WeakMap<Buffer, { readonly value: T }>();
  return (bytes) => {
    const found = known.get(bytes) ?? { value: of(bytes) };
    known.set(bytes, found);
    return found.value;
  };
}

const envelopeOf = once((bytes) => JSON.parse(bytes.toString()) as Envelope);
const sha256 = once((bytes) => hash('sha256', bytes, 'hex'));

/** A tree after a step that put or removed what is at `path`: files that are the same keep their bytes. */
function after(tree: Tree, root: string, path: string): Tree {
  const at = path.slice(root.length + 1);
  const others = [...tree].filter(([file]) => file !== at && !file.startsWith(`${at}/`));
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile()) return new Map([...others, [at, fs.readFileSync(path)]]);
  const below = stat ? [...readTree(path)] : [];
  return new Map([...others, ...below.map(([file, bytes]) => [`${at}/${file}`, bytes] as const)]);
}

/** The page that a link names. */
function pageAt(tree: Tree, link: string): Envelope {
  const { pathname } = new URL(link);
  const file = `${pathname.slice(1).replace(/index\.json$/, '')}index.json`;
  const bytes = tree.get(file);
  if (!bytes) throw new Error(`${link} leads to nothing`);
  return envelopeOf(bytes);
}

/** Walks every list to its end and back; how many pages that were. */
function walkAll(tree: Tree): number {
  let pages = 0;
  for (const [file, body] of tree) {
    const [, name] = /^api\/(?!.*\/(?:page|cursor)\/)(.+)\/index\.json$/.exec(file) ?? [];
    if (name === undefined || !isPage(file, body)) continue;
    const head = `http://portal.example/api/${name}/`;
    let last = head;
    for (let at: string | null = head; at !== null; at = pageAt(tree, at).next) {
      last = at;
      pages += 1;
      expect(pages, name).toBeLessThan(1000);
    }
    let first = last;
    for (let at: string | null = last; at !== null; at = pageAt(tree, at).previous) first = at;
    expect(new URL(first).pathname.replace('index.json', '')).toBe(new URL(head).pathname);
  }
  return pages;
}

interface Described {
  readonly lists: Readonly<Record<string, { readonly files?: Readonly<Record<string, string>> }>>;
}

const describedBy = once((bytes) => {
  const { lists } = JSON.parse(bytes.toString()) as Described;
  return new Map(
    Object.entries(lists).flatMap(([name, { files = {} }]) =>
      Object.entries(files).map(([path, digest]) => [`api/${name}/${path}index.json`, digest]),
    ),
  );
});

/** The files that snapshot.json describes, with their hashes; undefined where there is none. */
function describedIn(tree: Tree): ReadonlyMap<string, string> | undefined {
  const bytes = tree.get('api/snapshot.json');
  return bytes && describedBy(bytes);
}

/** A portal with so many pages at two records a page. */
function pagesOf(n: number, word = 'обсуждение'): Portal {
  return {
    ...directory(2 * n),
    ...experts(2 * n),
    ...vacancies(2 * n, 700),
    ...forum({ posts: n, replies: 1, word }),
  };
}

/** The same lists in another order: what was first is last. */
function turned({ regions = [], ...others }: Portal): Portal {
  const names = regions.map(({ name }) => name ?? '').reverse();
  return { ...others, regions: regions.map((region, i) => ({ ...region, name: names[i] ?? '' })) };
}

type State = readonly [portal: Portal, settings?: BuildOptions];
const paged: BuildOptions = { pageSize: 2, extras: ['/api/post/', '/api/post/blog/{id}/'] };

const changes: Record<string, readonly [before: State | undefined, after: State]> = {
  'a first snapshot': [undefined, [pagesOf(3)]],
  'lists that grow by several pages, beyond nine': [[pagesOf(2)], [pagesOf(10)]],
  'lists that were empty': [[{}], [pagesOf(3)]],
  'lists that shrink by several pages': [[pagesOf(10)], [pagesOf(2)]],
  'lists that become one page': [[pagesOf(3)], [pagesOf(3), { pageSize: 100 }]],
  'extras that are switched on, and off again': [
    [pagesOf(5), { extras: ['/api/post/blog/{id}/'] }],
    [pagesOf(3), { extras: ['/api/post/'] }],
  ],
  'lists that become empty': [[pagesOf(3)], [{}]],
  'records that move, and lists that grow': [[pagesOf(3)], [turned(pagesOf(5, 'надзор'))]],
  'other links': [[pagesOf(3)], [pagesOf(4), { links: 'file' }]],
};

/** A copy of a working folder, as a build leaves it that is killed now. */
function killedIn(cwd: string): string {
  const copy = join(temporaryFolder(), 'killed');
  fs.cpSync(cwd, copy, { recursive: true });
  const lock = join(copy, '.dist.portal-snapshot/lock');
  const { pid } = spawnSync('true');
  fs.writeFileSync(lock, fs.readFileSync(lock, 'utf8').replace(` ${process.pid} `, ` ${pid} `));
  return copy;
}

it.each(Object.entries(changes))(
  'no step leaves a link to what is not there, for %s',
  async (_, [before, [portal, settings]]) => {
    const cwd = workplace(before?.[0] ?? {});
    const same = { ...paged, baseUrl: 'http://portal.example', compress: ['gzip'] as const };
    const run = (more?: BuildOptions) => build({ ...same, cwd, cache: 'cache', ...more });
    if (before) expect((await run(before[1])).ok).toBe(true);
    writeData(join(cwd, 'data'), portal);
    const dist = join(cwd, 'dist');
    const start = before ? readTree(dist) : new Map<string, Buffer>();
    const old = start.get('api/snapshot.json');
    const heads = new Set<string>();
    const seen = new Map<string, Set<Buffer>>();
    const killed: string[] = [];
    let [tree, walked] = [start, 0];
    steps.after = (path) => {
      if (!path.startsWith(`${dist}/`)) return;
      tree = after(tree, dist, path);
      const file = path.slice(dist.length + 1);
      const bytes = tree.get(file);
      if (bytes) memo(seen, file, () => new Set<Buffer>()).add(bytes);
      walkAll(tree);
      siblingsIn(tree);
      const described = describedIn(tree);
      const isNew = described && !(old && tree.get('api/snapshot.json')?.equals(old));
      for (const [file, digest] of described ?? []) {
        // The old one may be ahead of pages that go, and behind those that changed.
        if (isNew) expect(sha256(tree.get(file)!), file).toBe(digest);
        else expect(tree.has(file), file).toBe(true);
      }
      // The first page of a lookup goes with the extra, or with what was looked up.
      const now = [...tree.keys()].filter((file) => !/\/(page|cursor)\/|^api\/post/.test(file));
      const gone = [...heads].filter((file) => file.endsWith('.json') && !tree.has(file));
      expect(gone).toEqual([]);
      for (const file of now) heads.add(file);
      // A build for each step takes seconds: by day one is mended.
      if (isNight || walked === 9) killed.push(killedIn(cwd));
      walked += 1;
    };
    expect((await run(settings)).ok).toBe(true);
    expect(walked).toBeGreaterThan(9);
    expectTree(dist, tree);
    const isWhole = ([file, all]: [string, Set<Buffer>]) =>
      [...all].every((bytes) => [start, tree].some((one) => one.get(file)?.equals(bytes)));
    expect([...seen].filter((one) => !isWhole(one))).toEqual([]);
    expect(describedIn(tree)!.size).toBeGreaterThan(10);
    expect(walkAll(tree)).toBe([...tree].filter(([file, body]) => isPage(file, body)).length);
    expect(killed.length).toBeGreaterThan(0);
    for (const copy of killed) {
      const mended = await build({ ...same, ...settings, cwd: copy, cache: false });
      expect(mended.problems).toEqual([]);
      expectTree(join(copy, 'dist'), tree);
      expect(fs.existsSync(join(copy, '.dist.portal-snapshot'))).toBe(false);
    }
  },
);

it('what a build began that fails at a step is mended by the next one', async () => {
  const cwd = workplace(pagesOf(3));
  const older = { ...paged, cwd, cache: 'cache', compress: ['gzip'] } as const;
  const newer = { ...older, pageSize: 3, extras: ['/api/job/vacancy/region/{id}/'] };
  await build(newer);
  const now = readTree(join(cwd, 'dist'));
  for (let at = 1, isDone = false; !isDone; at += isNight ? 3 : 40) {
    await build(older);
    let left = at;
    steps.after = (path) => {
      if (path.includes('/dist/') && --left === 0) throw new Error('the disk is gone');
    };
    isDone = await build(newer).then(
      () => true,
      (error) => !String(error).includes('the disk is gone'),
    );
    steps.after = () => {};
    expect((await build(newer)).problems).toEqual([]);
    expectTree(join(cwd, 'dist'), now);
  }
});

const hasLinks = once((body) => /^\{(?:"count":\d+,)?"next":/.test(body.toString()));
/** Whether a file is a page of a list that has pages: those alone have links. */
const isPage = (file: string, body: Buffer): boolean =>
  file.endsWith('/index.json') && hasLinks(body);

it('a page comes before its head, the root index after, and what describes the lists last', async () => {
  const cwd = workplace(pagesOf(3));
  const settings = { ...paged, cwd, baseUrl: 'http://portal.example' };
  await build(settings);
  const dist = join(cwd, 'dist');
  const order = ['region/page/3/index.json', 'region/index.json', 'index.json', 'snapshot.json'];
  for (const file of order) fs.rmSync(join(dist, 'api', file));
  const came: string[] = [];
  steps.after = (path) => {
    if (path.startsWith(`${dist}/`)) came.push(path.slice(dist.length + 1));
  };
  await build(settings);
  expect(came).toEqual(order.map((file) => `api/${file}`));
});
