// `npm run mutate -- ROOM…` changes the code of rooms (or files, src/…) of rooms.ts in small ways, one at a time, and runs the tests that
// reach the change. A change that no test notices survives: its code is not tested, or not needed. `npm run mutate -- I/N`
// takes the I-th of N parts of all rooms.
import { statSync } from 'node:fs';
import { Stryker } from '@stryker-mutator/core';
import fastGlob from 'fast-glob';
import { rooms } from './rooms.js';

/** Per cent of the mutants that tests have to notice. */
const GOAL = 85;

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

for (const { room, files } of workOf(process.argv.slice(2))) {
  process.env['MUTATION_TESTS'] = rooms[room]!.tests.join(' ');
  const stryker = new Stryker({
    mutate: [...files],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunnerNodeArgs: ['--import', 'tsx'],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    ignorePatterns: ['/.*', '/dist', '/hosts'],
    tempDirName: '.mutation.portal-snapshot',
    concurrency: Number(process.env['MUTATION_PROCESSES'] ?? 2),
    dryRunTimeoutMinutes: 20,
    reporters: ['progress', 'clear-text'],
    clearTextReporter: { logTests: false, reportTests: false, skipFull: true },
    thresholds: { high: 95, low: GOAL, break: GOAL }, // below it, the exit status is 1
    tsconfigFile: 'none',
  });
  await stryker.runMutationTest();
}
