// Of much data pages are begun while all records are looked at together. What is wrong in it is told as by
// `check`, whatever became of them, and nothing is left of them.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { build, check } from '../../../src/index.js';
import { generatePortal } from '../../bench/generate.js';
import { temporaryFolder } from '../../support/folders.js';
import { expectTree, readTree } from '../../support/tree.js';

const cwd = temporaryFolder();
const options = { cwd, cache: 'cache', workers: 2 };
let events: string;
let comments: string;

beforeAll(async () => {
  // 53,000 records.
  const { lastEvents, lastComments } = generatePortal(join(cwd, 'data'), 25_000);
  [events, comments] = [lastEvents, lastComments].map((name) => join(cwd, 'data', name)) as [
    string,
    string,
  ];
  expect((await build(options)).ok).toBe(true);
});

/** Replaces what matches in a file while something is done. */
async function spoilt<T>(file: string, what: RegExp, by: string, run: () => Promise<T>) {
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(what);
  writeFileSync(file, text.replace(what, by));
  try {
    return await run();
  } finally {
    writeFileSync(file, text);
  }
}

const faults: Record<string, [file: () => string, what: RegExp, by: string]> = {
  'an event of no comment': [() => events, /"comment":\d+/, '"comment":999999'],
  'a comment of nobody': [() => comments, /"user":\d+/, '"user":999999'],
  'a comment that answers itself': [() => comments, /("id":(\d+),.*?"parent":)\d+/, '$1$2'],
};

it.each(Object.entries(faults))('%s', async (_, [file, what, by]) => {
  const before = readTree(join(cwd, 'dist'));
  const [built, checked] = await spoilt(file(), what, by, async () => [
    await build(options),
    await check({ ...options, cache: false }),
  ]);
  expect(built).toEqual(checked);
  expect(built.ok).toBe(false);
  expect(built.problems.length).toBeGreaterThan(0);
  expectTree(join(cwd, 'dist'), before);
  expect(readdirSync(cwd).sort()).toEqual(['cache', 'data', 'dist']);
});

it('is told rather than that the folder cannot be written', async () => {
  const out = join(cwd, 'elsewhere', 'dist');
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'api'), 'no folder');
  const [file, what, by] = faults['an event of no comment']!;
  await expect(build({ ...options, out })).rejects.toThrow(/api/);
  const { ok, problems } = await spoilt(file(), what, by, () => build({ ...options, out }));
  expect(ok).toBe(false);
  expect(problems.map(({ code }) => code)).toEqual(['dangling-reference']);
});
