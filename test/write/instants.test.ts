// A build at every instant: before each file that it moves or removes, every link that a reader can reach leads to a
// file, each file is whole, and what a kill leaves then is mended by the next build.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { build } from '../../src/index.js';
import { temporaryFolder } from '../support/folders.js';
import { replaceInFs } from '../support/node-fs.js';
import { directory, experts, forum, type Portal, vacancies, writeData } from '../support/portal.js';
import { isNight } from '../support/runs.js';
import { expectTree, readTree, type Tree } from '../support/tree.js';

// From one to the other regions stay, posts and vacancies go, replies and experts come; a filter goes, and one comes.
const before: Portal = {
  ...directory(3),
  ...experts(2),
  ...vacancies(5),
  ...forum({ posts: 5, replies: 1 }),
};
const after: Portal = {
  ...directory(3),
  ...experts(5),
  ...vacancies(2),
  ...forum({ posts: 2, replies: 3, word: 'проверка' }),
};
const settings = { pageSize: 2, compress: ['gzip'], baseUrl: 'https://api.example.org' } as const;
const older = { ...settings, data: 'before', extras: ['/api/post/blog/{id}/'] };
const newer = { ...settings, data: 'after', extras: ['/api/job/vacancy/region/{id}/'] };

/** Called before each move or removal in a published folder. */
let instant = (): void => {};
beforeAll(() => {
  const seen = (path: unknown) => {
    if (String(path).includes('/dist/')) instant();
  };
  replaceInFs((own) => ({
    renameSync(from, to) {
      if (existsSync(from)) seen(to);
      own.renameSync(from, to);
    },
    rmSync(path, options) {
      if (existsSync(path)) seen(path);
      own.rmSync(path, options);
    },
  }));
});

/** A working folder with the older snapshot; both snapshots as they are in the end. */
async function scene() {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'before'), before);
  writeData(join(cwd, 'after'), after);
  const trees: Tree[] = [];
  for (const options of [newer, older]) {
    expect((await build({ cwd, cache: 'cache', ...options })).problems).toEqual([]);
    trees.push(readTree(join(cwd, 'dist')));
  }
  return { cwd, dist: join(cwd, 'dist'), now: trees[0]!, old: trees[1]! };
}

/** The files to which a page or the root index leads. */
function linksIn(bytes: Buffer): string[] {
  const { next, previous, results, ...index } = JSON.parse(bytes.toString());
  const links = results === undefined ? Object.values(index) : [next, previous];
  return links
    .filter((link) => typeof link === 'string')
    .map((link) => `${new URL(link).pathname.slice(1)}index.json`);
}

/** Links that lead to nothing, for a reader who begins at a first page of the older snapshot. */
function dangling(tree: Tree, old: Tree, now: Tree): string[] {
  const isHead = (name: string) => /^api\/(?!.*(?:page|cursor)\/\d).*index\.json$/.test(name);
  const reached = new Set([...old.keys()].filter((name) => isHead(name) && tree.has(name)));
  const missing: string[] = [];
  for (const name of reached) {
    for (const link of linksIn(tree.get(name)!)) {
      if (tree.has(link)) reached.add(link);
      else if (old.has(link) || now.has(link)) missing.push(`${name} → ${link}`);
    }
  }
  return missing;
}

it('leaves no link to what is missing, only whole files, and nothing that the next build does not mend', async () => {
  const { cwd, dist, now, old } = await scene();
  // A list goes that has more than one page.
  expect([...old.keys()].some((name) => /post\/blog\/\d+\/page\/2/.test(name))).toBe(true);
  const killed: string[] = [];
  let instants = 0;
  instant = () => {
    const tree = readTree(dist);
    expect(dangling(tree, old, now)).toEqual([]);
    for (const [name, bytes] of tree) {
      const isWhole = [old, now].some((whole) => whole.get(name)?.equals(bytes));
      expect(isWhole, name).toBe(true);
    }
    expect(
      [...now.keys()].filter((name) => old.has(name) && !/\.gz$/.test(name) && !tree.has(name)),
    ).toEqual([]);
    // A build for each instant takes seconds: by day each fourth is mended.
    if (!isNight && instants++ % 4 > 0) return;
    const copy = join(temporaryFolder(), 'killed');
    cpSync(cwd, copy, { recursive: true });
    killed.push(copy);
  };
  expect((await build({ cwd, cache: 'cache', ...newer })).problems).toEqual([]);
  instant = () => {};
  expectTree(dist, now);
  expect(killed.length).toBeGreaterThan(9);
  const { pid } = spawnSync('true');
  for (const copy of killed) {
    const lock = join(copy, '.dist.portal-snapshot/lock');
    writeFileSync(lock, readFileSync(lock, 'utf8').replace(` ${process.pid} `, ` ${pid} `));
    expect((await build({ cwd: copy, cache: false, ...newer })).problems).toEqual([]);
    expectTree(join(copy, 'dist'), now);
    expect(existsSync(join(copy, '.dist.portal-snapshot'))).toBe(false);
  }
});

it('fails at a move or a removal, and the next build mends what it began', async () => {
  const { cwd, dist, now } = await scene();
  for (let at = 1, isDone = false; !isDone; at += isNight ? 3 : 20) {
    await build({ cwd, cache: 'cache', ...older });
    let left = at;
    instant = () => {
      if (--left === 0) throw new Error('the disk is gone');
    };
    isDone = await build({ cwd, cache: 'cache', ...newer }).then(
      () => true,
      (error) => !String(error).includes('the disk is gone'),
    );
    instant = () => {};
    expect((await build({ cwd, cache: 'cache', ...newer })).problems).toEqual([]);
    expectTree(dist, now);
  }
});
