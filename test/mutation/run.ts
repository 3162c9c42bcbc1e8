// `npm run mutate -- ROOM…` changes the code of rooms (or files, src/…) of rooms.ts in small ways, one at a time, and runs the tests that
// reach the change. A change that no test notices survives: its code is not tested, or not needed. `npm run mutate -- I/N`
// takes the I-th of N parts of all rooms. Results are kept in .mutation.portal-snapshot/: what stayed as it was is not run again.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import fastGlob from 'fast-glob';
import { rooms } from './rooms.js';

const FOLDER = '.mutation.portal-snapshot';
/** Per cent of the mutants that tests have to notice. */
const GOAL = 85;

/** What Stryker keeps. */
interface Results {
  readonly files: Readonly<Record<string, { mutants: readonly MutantResult[] }>>;
  readonly testFiles?: Readonly<Record<string, { readonly tests: readonly unknown[] }>>;
}

interface Work {
  readonly room: string;
  readonly files: readonly string[];
}

const filesOf = (room: string): string[] =>
  fastGlob.sync(rooms[room]!.sources.map((glob) => `src/${glob}`)).sort();

/** Rooms or files by name, or the part I/N of all: the files are dealt by size, so that parts take about as long. */
function workOf(args: readonly string[]): Work[] {
  const all = Object.keys(rooms).flatMap((room) => filesOf(room).map((file) => ({ room, file })));
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(args[0] ?? '') ?? [];
  const size = ({ file }: { readonly file: string }): number => statSync(file).size;
  const mine =
    part !== undefined
      ? all
          .sort((a, b) => size(b) - size(a))
          .filter((_, i) => i % Number(parts) === Number(part) - 1)
      : all.filter(
          ({ room, file }) => args.length === 0 || args.some((arg) => arg === room || arg === file),
        );
  if (mine.length === 0)
    throw new Error(`no room or file is called so; rooms are ${Object.keys(rooms).join(', ')}`);
  return [...new Set(mine.map(({ room }) => room))].map((room) => ({
    room,
    files: mine.flatMap((one) => (one.room === room ? [one.file] : [])),
  }));
}

/**
 * Stryker takes it that no other test reaches a mutant that counts while code is loaded: what survived is asked again.
 */
function forget(results: string, files: readonly string[]): void {
  if (!existsSync(results)) return;
  const kept = JSON.parse(readFileSync(results, 'utf8')) as Results;
  for (const name of files) {
    const file = kept.files[name];
    if (!file) continue;
    file.mutants = file.mutants.filter(
      ({ status, coveredBy = [] }) => !(status === 'Survived' && coveredBy.length === 0),
    );
  }
  writeFileSync(results, JSON.stringify(kept));
}

/** Runs the mutants of some files, prints those that survive, and tells the score. */
async function mutate({ room, files }: Work): Promise<number> {
  process.env['MUTATION_TESTS'] = rooms[room]!.tests.join(' ');
  process.env['MUTATION_FILES'] = files.join('|');
  const began = Date.now();
  const results = `${FOLDER}/${room}.json`;
  forget(results, files);
  const stryker = new Stryker({
    mutate: [...files],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunnerNodeArgs: ['--import', 'tsx'],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    ignorePatterns: ['/.*', '/dist', '/hosts'],
    tempDirName: `${FOLDER}/sandboxes`,
    incremental: true,
    incrementalFile: results,
    concurrency: Number(process.env['MUTATION_PROCESSES'] ?? 2),
    timeoutMS: 3_000,
    dryRunTimeoutMinutes: 20,
    reporters: ['progress'],
    tsconfigFile: 'none',
  });
  const mutants = (await stryker.runMutationTest()).filter(({ status }) => status !== 'Ignored');
  // All tests are run of a change that counts while code is loaded. Where some are missing, their files could not be loaded.
  const { testFiles = {} } = JSON.parse(readFileSync(results, 'utf8')) as Results;
  const all = Object.values(testFiles).reduce((sum, { tests }) => sum + tests.length, 0);
  const alive = mutants.filter(
    ({ status, static: isStatic, testsCompleted = 0 }) =>
      status === 'NoCoverage' || (status === 'Survived' && !(isStatic && testsCompleted < all)),
  );
  for (const { status, mutatorName, fileName, location, replacement } of alive) {
    const where = `${relative('.', fileName)}:${location.start.line}`;
    console.log(`${status}, ${where}, ${mutatorName}: ${replacement}`);
  }
  const score = (100 * (mutants.length - alive.length)) / mutants.length;
  const timeouts = mutants.filter(({ status }) => status === 'Timeout').length;
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(
    `${room}: ${score.toFixed(1)} % of ${mutants.length} mutants, ${timeouts} by time limits; ` +
      `${alive.length} survive; ${seconds} s`,
  );
  return score;
}

for (const work of workOf(process.argv.slice(2))) {
  if ((await mutate(work)) < GOAL) process.exitCode = 1;
}
