// What a build writes, leaves and removes. Each scenario has a working folder of its own with `data/`, and
// builds into `dist/` beside it.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../src/index.js';
import { EXTRAS } from '../oracle/extras.js';
import { replaceInFs } from '../support/node-fs.js';
import {
  board,
  directory,
  experts,
  type Fields,
  forum,
  instant,
  type Portal,
  writeData,
  writeFile,
} from '../support/portal.js';
import { runIn } from '../support/run.js';
import { expectTree, filesOf, identitiesOf, readTree, type Tree } from '../support/tree.js';
import { broken, small, workplace } from './workplace.js';

/** The tree that a build of this portal into an empty folder gives. */
async function cleanBuild(portal: Portal, settings: { pageSize?: number } = {}): Promise<Tree> {
  const cwd = workplace(portal);
  expect((await build({ cwd, cache: false, ...settings })).ok).toBe(true);
  return readTree(join(cwd, 'dist'));
}

const jobs: Portal = { ...directory(2), ...board };
const talk = forum({ posts: 3, replies: 2 });
/** The portal with other fields of the record 2 of a collection, whose pages name none of them. */
const second = (portal: Portal, collection: string, fields: Fields): Portal => ({
  ...portal,
  [collection]: portal[collection]!.map((one, i) => (i === 1 ? { ...one, ...fields } : one)),
});
const newest = { id: 90, post: 1, parent: 1, user: 2, text: '<p>Да</p>', created: instant(9000) };
const edits: Record<string, readonly [before: Portal, after: Portal]> = {
  'regions, to which lists refer': [jobs, second(jobs, 'regions', { name: 'Другое' })],
  'categories, to which parts refer': [jobs, second(jobs, 'exact-categories', { name: 'Другое' })],
  'a blog, of which others give the level and the root': [
    talk,
    second(talk, 'blogs', { parent: null }),
  ],
  'a comment that becomes the newest one': [
    talk,
    { ...talk, comments: [...talk['comments']!, newest] },
  ],
};

/** Where files and folders were moved, in turn. */
let moved: string[] = [];
beforeAll(() => {
  replaceInFs((own) => ({
    renameSync(from, to) {
      own.renameSync(from, to);
      moved.push(String(to));
    },
  }));
});

describe('a portal with an error', () => {
  it('leaves the old snapshot whole and untouched', async () => {
    const cwd = workplace(small);
    await build({ cwd });
    const [before, identities] = [readTree(join(cwd, 'dist')), identitiesOf(join(cwd, 'dist'))];
    writeData(join(cwd, 'data'), broken);
    const result = await build({ cwd });
    expect(result.ok).toBe(false);
    expect(result.problems.map(({ code }) => code)).toContain('dangling-reference');
    expect(result.summary.snapshot).toBeNull();
    expect(result.summary.files).toMatchObject({ written: 0, removed: 0 });
    expectTree(join(cwd, 'dist'), before);
    expect(identitiesOf(join(cwd, 'dist'))).toEqual(identities);
  });

  it('writes nothing at all where there was no snapshot', async () => {
    const cwd = workplace(broken);
    expect((await runIn(cwd, 'build')).status).toBe(1);
    expect(existsSync(join(cwd, 'dist'))).toBe(false);
  });
});

it('tells how far it is, in pages', async () => {
  const told: string[] = [];
  const cwd = workplace(small);
  const onProgress = (phase: string, done: number, total: number) => {
    told.push(`${phase} ${done} of ${total}`);
  };
  await build({ cwd, pageSize: 3, cache: false, onProgress });
  const pages = filesOf(join(cwd, 'dist')).filter((name) => /^api\/.+\/index\.json$/.test(name));
  const of = pages.length;
  const linked = told.indexOf('linking 0 of 0');
  const [again, begun, ...written] = told.slice(linked + 1);
  expect([again, begun]).toEqual(['linking 0 of 0', `writing 0 of ${of}`]);
  const counts = written.map((line) => Number(/^writing (\d+) of /.exec(line)?.[1]));
  expect(counts).toEqual([...new Set(counts)].sort((a, b) => a - b));
  expect(written.at(-1)).toBe(`writing ${of} of ${of}`);
});

it('puts snapshot.json in its place after all else that changed', async () => {
  const cwd = workplace(small);
  await build({ cwd, hosts: ['apache'] });
  moved = [];
  await build({ cwd, hosts: ['apache'], baseUrl: 'https://example.org/portal', cache: false });
  const placed = moved.map((to) => relative(join(cwd, 'dist'), to));
  expect(placed.filter((name) => !/^\.\.|\.(?:br|gz)$/.test(name))).toEqual([
    '.htaccess',
    'api/openapi.json',
    'api/index.json',
    'api/snapshot.json',
  ]);
});

describe('a second build', () => {
  it('touches no file when nothing changed', async () => {
    const cwd = workplace(small);
    const first = await build({ cwd, pageSize: 2 });
    const identities = identitiesOf(join(cwd, 'dist'));
    const second = await build({ cwd, pageSize: 2 });
    const total = identities.size;
    expect(first.summary.files).toEqual({ written: total, unchanged: 0, removed: 0, total });
    expect(second.summary.files).toEqual({ written: 0, unchanged: total, removed: 0, total });
    expect(second.problems).toEqual([]);
    expect(identitiesOf(join(cwd, 'dist'))).toEqual(identities);
  });

  it('touches the pages of what changed, and what describes them, alone', async () => {
    const cwd = workplace(small);
    await build({ cwd });
    const identities = identitiesOf(join(cwd, 'dist'));
    const [first = {}, ...others] = experts(5)['experts'] ?? [];
    const married = { ...first, full_name: 'Петрова Анна Ильинична' };
    writeData(join(cwd, 'data'), { ...small, experts: [married, ...others] });
    const { summary } = await build({ cwd });
    const page = 'api/epb-e/expert/index.json';
    expect(summary.files).toMatchObject({ written: 2, unchanged: identities.size - 2 });
    expect(readFileSync(join(cwd, 'dist', page), 'utf8')).toContain('Петрова Анна Ильинична');
    const [after, untouched] = [identitiesOf(join(cwd, 'dist')), new Map(identities)];
    for (const file of [page, 'api/snapshot.json']) {
      expect(after.get(file)).not.toEqual(untouched.get(file));
      after.delete(file);
      untouched.delete(file);
    }
    expect(after).toEqual(untouched);
  });

  it.each(Object.entries(edits))('follows what others say: %s', async (_, [before, after]) => {
    const cwd = workplace(before);
    const settings = { extras: EXTRAS, allow: ['without-companions'] } as const;
    expect((await build({ cwd, cache: 'cache', ...settings })).problems).toEqual([]);
    writeData(join(cwd, 'data'), after);
    const { summary } = await build({ cwd, cache: 'cache', ...settings });
    const clean = await build({ cwd, cache: false, out: 'clean', ...settings });
    expect(summary.snapshot).toBe(clean.summary.snapshot);
    expectTree(join(cwd, 'dist'), readTree(join(cwd, 'clean')));
  });

  it('removes the pages of a list that shrank, and their empty folders', async () => {
    const cwd = workplace({ ...directory(7), ...experts(9) });
    await build({ cwd, pageSize: 2 });
    expect(existsSync(join(cwd, 'dist/api/region/page/4/index.json'))).toBe(true);
    writeData(join(cwd, 'data'), { ...directory(3), ...experts(2) });
    const { summary } = await build({ cwd, pageSize: 2 });
    expect(summary.files.removed).toBeGreaterThanOrEqual(3);
    expectTree(
      join(cwd, 'dist'),
      await cleanBuild({ ...directory(3), ...experts(2) }, { pageSize: 2 }),
    );
  });

  it('restores pages that somebody edited, emptied or deleted', async () => {
    const cwd = workplace(small);
    await build({ cwd });
    const snapshot = readTree(join(cwd, 'dist'));
    const page = join(cwd, 'dist/api/region/index.json');
    writeFileSync(page, readFileSync(page, 'utf8').replace('001', '999'));
    writeFileSync(join(cwd, 'dist/api/event/index.json'), '');
    rmSync(join(cwd, 'dist/api/job'), { recursive: true });
    await build({ cwd });
    expectTree(join(cwd, 'dist'), snapshot);
  });

  it('leaves the files of others alone and warns of them', async () => {
    const cwd = workplace(small);
    await build({ cwd, pageSize: 2 });
    const foreign = ['dist/api/notes.txt', 'dist/api/region/page/4/seen.txt', 'dist/robots.txt'];
    for (const file of foreign) writeFile(cwd, file, 'User-agent: *\n');
    const robots = identitiesOf(join(cwd, 'dist')).get('robots.txt');
    const result = await build({ cwd, pageSize: 100 });
    expect(result.ok).toBe(true);
    const found = result.problems.filter(({ code }) => code === 'foreign-file');
    expect(found.map(({ file }) => file)).toEqual(foreign);
    expect(new Set(found.map(({ severity }) => severity))).toEqual(new Set(['warning']));
    expect(existsSync(join(cwd, 'dist/api/region/page/4/index.json'))).toBe(false);
    expect(identitiesOf(join(cwd, 'dist')).get('robots.txt')).toEqual(robots);
    const kept = foreign.map((file) => file.slice('dist/'.length));
    const clean = await cleanBuild(small, { pageSize: 100 });
    expect(filesOf(join(cwd, 'dist')).sort()).toEqual([...clean.keys(), ...kept].sort());
  });
});
