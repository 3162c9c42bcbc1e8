// `npm run mutate -- ROOM…` changes the code of rooms (or files, src/…) of rooms.ts in small ways, one at a time, and runs the tests that
// reach the change. A change that no test notices survives: its code is not tested, or not needed. `npm run mutate -- I/N`
// takes the I-th of N parts of all rooms. Results are kept in .mutation.portal-snapshot/: what stayed as it was is not run again.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import fastGlob from 'fast-glob';
import { accepted } from './accepted.js';
import { rooms } from './rooms.js';

const FOLDER = '.mutation.portal-snapshot';
/** Per cent of the mutants that tests have to notice. */
const GOAL = 85;

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** What Stryker keeps. */
interface Results {
  readonly files: Readonly<Record<string, { mutants: readonly MutantResult[] }>>;
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

/** What a mutant makes of what, in a line. It is what accepted.ts calls it. */
function nameOf({ fileName, location: { start, end }, replacement }: MutantResult): string {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1)!.slice(0, end.column - 1);
  lines[0] = lines[0]!.slice(start.column - 1);
  const short = (text: string): string => {
    const line = text.replace(/\s+/g, ' ');
    return line.length > 60 ? `${line.slice(0, 40)} … ${line.slice(-16)}` : line;
  };
  return `${short(lines.join('\n'))} → ${short(replacement)}`;
}

/** Stryker takes it that no other test reaches a mutant that counts while code is loaded: what survived is asked again. */
function forgetStatic(results: string, files: readonly string[]): void {
  if (!existsSync(results)) return;
  const kept = JSON.parse(readFileSync(results, 'utf8')) as Results;
  for (const name of files) {
    const file = kept.files[name];
    if (!file) continue;
    file.mutants = file.mutants.filter((mutant) => !mutant.static || mutant.status !== 'Survived');
  }
  writeFileSync(results, JSON.stringify(kept));
}

/** Runs the mutants of some files, prints those that survive, and tells the score. */
async function mutate({ room, files }: Work): Promise<number> {
  process.env['MUTATION_TESTS'] = rooms[room]!.tests.join(' ');
  process.env['MUTATION_FILES'] = files.join('|');
  // Random tests look at fewer inputs: what survives would wait for all of them.
  process.env['ORACLE_RUNS'] = '0.1';
  const began = Date.now();
  const results = `${FOLDER}/${room}.json`;
  forgetStatic(results, files);
  const stryker = new Stryker({
    mutate: [...files],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    ignorePatterns: ['/.*', '/dist', '/hosts'],
    tempDirName: `${FOLDER}/sandboxes`,
    incremental: true,
    incrementalFile: results,
    concurrency: Number(process.env['MUTATION_PROCESSES'] ?? 2),
    timeoutMS: 8_000,
    dryRunTimeoutMinutes: 20,
    reporters: ['progress'],
    tsconfigFile: 'none',
  });
  const mutants = (await stryker.runMutationTest()).filter(({ status }) => status !== 'Ignored');
  // Where no test was run, the code could not even be loaded.
  const alive = mutants.filter(
    ({ status, testsCompleted }) =>
      status === 'NoCoverage' || (status === 'Survived' && testsCompleted !== 0),
  );
  let listed = 0;
  for (const mutant of alive) {
    const file = relative('src', mutant.fileName);
    const name = nameOf(mutant);
    if (accepted[file]?.[name] !== undefined) listed++;
    else {
      const { line } = mutant.location.start;
      console.log(`src/${file}:${line} ${mutant.status} ${mutant.mutatorName}: ${name}`);
    }
  }
  const score = (100 * (mutants.length - alive.length)) / mutants.length;
  const timeouts = mutants.filter(({ status }) => status === 'Timeout').length;
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(
    `${room}: ${score.toFixed(1)} % of ${mutants.length} mutants, ${timeouts} by time limits; ` +
      `${alive.length} survive, ${listed} of them accepted; ${seconds} s`,
  );
  return score;
}

for (const work of workOf(process.argv.slice(2))) {
  if ((await mutate(work)) < GOAL) process.exitCode = 1;
}
