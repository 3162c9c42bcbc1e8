// Compressed siblings: the same bytes, never older than what they were made of.
import {
  appendFileSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { build } from '../../src/index.js';
import type { BuildOptions } from '../../src/snapshot/settings/index.js';
import { temporaryFolder } from '../support/folders.js';
import { experts, writeData } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { differences, readTree, siblingsIn, type Tree } from '../support/tree.js';

const compress = ['br', 'gzip'] as const;

/** A portal of so many experts, built with siblings; each page of the list is over 1 KB. */
async function site(count: number) {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), experts(count));
  await build({ cwd, compress, cache: 'cache' });
  return cwd;
}

const filesOf = (cwd: string): Tree => readTree(join(cwd, 'dist'));

it('are beside each file above 1 KB, and beside no other', async () => {
  const tree = filesOf(await site(50));
  const plain = [...tree].filter(([path]) => path.endsWith('.json'));
  const large = plain.filter(([, { length }]) => length >= 1024).map(([path]) => path);
  expect(large.length).toBeGreaterThan(1);
  expect(large.length).toBeLessThan(plain.length);
  expect(siblingsIn(tree)).toEqual(large.flatMap((path) => [`${path}.br`, `${path}.gz`]).sort());
});

it('are made anew with their file alone, and not touched without', async () => {
  const cwd = await site(50);
  const before = filesOf(cwd);
  const again = await build({ cwd, compress, cache: 'cache' });
  expect(again.summary.files.written).toBe(0);
  rmSync(join(cwd, 'cache'), { recursive: true });
  expect((await build({ cwd, compress, cache: false })).summary.files.written).toBe(0);

  const file = join(cwd, 'data/experts.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"full_name": ?"/, '$&Новый '));
  const { summary } = await build({ cwd, compress, cache: 'cache' });
  const after = filesOf(cwd);
  // The page of the first expert, what describes the lists, and the two siblings of each.
  expect(summary.files.written).toBe(6);
  expect(differences(after, before)).toEqual(
    ['api/epb-e/expert/index.json', 'api/snapshot.json'].flatMap((file) =>
      ['', '.br', '.gz'].map((ending) => `${file}${ending}: other bytes`),
    ),
  );
  siblingsIn(after);
});

it('are the same in whatever order they are named', async () => {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), experts(50));
  const filesWith = async (compress?: BuildOptions['compress']) => {
    const out = temporaryFolder();
    const hostFiles = temporaryFolder();
    const wanted = compress === undefined ? {} : { compress };
    const { summary } = await build({ cwd, ...wanted, out, hostFiles, hosts: ['nginx', 'apache'] });
    const texts = [...readTree(hostFiles).values()].map((text) =>
      text.toString().replaceAll(out, '').replaceAll(hostFiles, ''),
    );
    return { texts, snapshot: summary.snapshot };
  };
  const named = await filesWith(['br', 'gzip']);
  expect(await filesWith(['gzip', 'br'])).toEqual(named);
  expect(await filesWith()).toEqual(named);
});

it('are what the chosen hosts serve, unless someone says otherwise', async () => {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), experts(50));
  const config = join(cwd, 'portal-snapshot.config.json');
  const endings = async (...flags: string[]) => {
    const args = ['build', '--no-cache', ...flags];
    const { status, stderr } = await runIn(cwd, ...args);
    expect(status, stderr).toBe(0);
    const paths = [...filesOf(cwd).keys()].filter((path) => path.startsWith('api/epb-e/expert/'));
    return [...new Set(paths.map((path) => path.replace(/.*index\.json/, '')))].sort();
  };
  const siblings = ['', '.br', '.gz'];
  expect(await endings()).toEqual(['']);
  expect(await endings('--host', 'nginx')).toEqual(siblings);
  expect(await endings('--host', 's3')).toEqual(['']);
  expect(await endings('--host', 's3', '--host', 'nginx')).toEqual(siblings);
  expect(await endings('--host', 'nginx', '--compress', 'gzip')).toEqual(['', '.gz']);
  expect(await endings('--host', 'nginx', '--compress', 'none')).toEqual(['']);
  for (const none of ['none', []]) {
    writeFileSync(config, JSON.stringify({ hosts: ['nginx'], compress: none }));
    expect(await endings()).toEqual(['']);
  }
  expect(await endings('--compress', 'br')).toEqual(['', '.br']);
});

it.each([
  ['br,br', 'compress: must name each encoding once, not ["br", "br"]'],
  ['gzip,br,gzip', 'compress: must name each encoding once, not ["gzip", "br", "gzip"]'],
  ['br:11', 'compress: Invalid option: expected one of "br"|"gzip", not "br:11"'],
  ['zstd', 'compress: Invalid option: expected one of "br"|"gzip", not "zstd"'],
])('of %s are refused', async (wanted, message) => {
  const { status, stderr } = await runIn(temporaryFolder(), 'check', '--compress', wanted);
  expect([status, stderr]).toEqual([2, `portal-snapshot: ${message}\n`]);
});

describe('have another second than the ones before them, as their files do,', () => {
  const page = 'api/epb-e/expert/index.json';
  const names = [page, `${page}.br`, `${page}.gz`];

  /** The seconds of a page and its siblings, which were of another one, before and after a build. */
  async function secondsAround(ahead: number) {
    const cwd = await site(50);
    const paths = names.map((name) => join(cwd, 'dist', name));
    const before = Math.floor(Date.now() / 1000) + ahead;
    for (const path of paths) utimesSync(path, before, before);
    const file = join(cwd, 'data/experts.json');
    const renamed = readFileSync(file, 'utf8').replaceAll(/"full_name": ?"./g, '"full_name":"Ж');
    writeFileSync(file, renamed);
    await build({ cwd, compress, cache: 'cache' });
    return { before, after: paths.map((path) => Math.floor(statSync(path).mtimeMs / 1000)) };
  }

  it('even where builds are quicker than a clock of whole seconds', async () => {
    // As if many had been made in one second.
    const { before, after } = await secondsAround(30);
    expect(after).toEqual(names.map(() => before + 1));
  });

  it('but not that of a clock that once was wrong', async () => {
    const { before, after } = await secondsAround(3600);
    for (const second of after) expect(before - second).toBeGreaterThan(3000);
  });
});

it('come back when they are gone, and go when nobody wants them', async () => {
  const cwd = await site(50);
  const before = filesOf(cwd);
  rmSync(join(cwd, 'dist/api/epb-e/expert/index.json.br'));
  const mended = await build({ cwd, compress, cache: 'cache' });
  expect(mended.summary.files.written).toBe(1);
  expect(differences(filesOf(cwd), before)).toEqual([]);

  const without = await build({ cwd, cache: 'cache' });
  expect(siblingsIn(filesOf(cwd))).toEqual([]);
  expect(without.summary.files).toMatchObject({ written: 0, removed: siblingsIn(before).length });
});

it('are made anew with a page that was edited, truncated or deleted by hand', async () => {
  const cwd = await site(50);
  const before = filesOf(cwd);
  const page = join(cwd, 'dist/api/epb-e/expert/index.json');
  const harms = [() => appendFileSync(page, ' '), () => truncateSync(page, 10), () => rmSync(page)];
  for (const harm of harms) {
    for (const cache of ['cache', false] as const) {
      harm();
      expect((await build({ cwd, compress, cache })).ok).toBe(true);
      expect(differences(filesOf(cwd), before)).toEqual([]);
    }
  }
});

it('of another tool are replaced or removed, since they would outlive their file', async () => {
  const cwd = await site(50);
  const page = join(cwd, 'dist/api/epb-e/expert/index.json');
  writeFileSync(`${page}.br`, 'older bytes');
  writeFileSync(`${page}.zst`, 'older bytes');
  const { problems, summary } = await build({ cwd, compress, cache: 'cache' });
  expect(problems).toEqual([]);
  expect(summary.files).toMatchObject({ written: 1, removed: 1 });
  siblingsIn(filesOf(cwd));
  expect(statSync(`${page}.zst`, { throwIfNoEntry: false })).toBeUndefined();
});
