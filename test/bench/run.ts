// Times whole processes on a generated portal: builds, checks, the floor (reading and parsing all data,
// and copying the finished snapshot), and the start on the shipped data. Each
// round works in folders of its own, which are removed after the last one: a file system that has
// just removed thousands of files is slower, and so is memory that it has to find anew.
// usage: npm run bench -- [COMMENTS] [ROUNDS] [--against FOLDER]
//   100,000 comments and 5 rounds by default. FOLDER: another compiled checkout, timed in turn with this one.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { addComment, renameUser } from './edits.js';
import { generatePortal } from './generate.js';
import { measure, median, type Run } from './measure.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
  },
});
const comments = Number(positionals[0] ?? 100_000);
const rounds = Number(positionals[1] ?? 5);
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const checkouts = [here('../..'), ...(options.against ? [resolve(options.against)] : [])];
const scratch = mkdtempSync(join(tmpdir(), 'portal-bench-'));
process.chdir(scratch); // no settings of this repository are to count

/** A row of the table: its name, what its time is divided by, what is timed, and what is done before. */
type Measure = readonly [
  name: string,
  by: 'floor' | 'node',
  run: () => Promise<Run>,
  prepare?: () => void,
];

const node = (...args: string[]) => measure(process.execPath, args);

/** What one checkout does in a round; each measure leaves what the next one needs. */
function ofCheckout(checkout: string, work: string, round: number): Measure[] {
  const tool = join(checkout, 'bin', 'portal-snapshot.js');
  const run = (command: string, data: string, cache: string, ...more: string[]) => {
    const where = ['--data', data, '--cache', join(work, cache), '--reporter', 'json'];
    return node(tool, command, ...where, ...more);
  };
  const [given, derived, shipped] = [
    ...['given', 'derived'].map((kind) => join(work, `${kind}-data`)),
    join(checkout, 'data'),
  ] as [string, string, string];
  const build = (data: string, cache = 'cache', out = 'out') =>
    run('build', data, cache, '--out', join(work, out));
  const buildDerived = () => build(derived, 'derived-cache', 'derived-out');
  const uncached = ['--no-cache', '--out', join(work, 'uncached')];
  const copy = (kind: string, to: string) => () =>
    cpSync(join(scratch, kind), to, { recursive: true });
  const comment = (kind: 'given' | 'derived', data: string) => () =>
    addComment(portals[kind], data, round, kind === 'given');
  const rename = () => renameUser(portals.given, given, round);
  const sample = "check of this repository's sample data";
  return [
    ['clean build', 'floor', () => build(given), copy('given', given)],
    ['nothing changed', 'floor', () => build(given)],
    ['one comment with its event', 'floor', () => build(given), comment('given', given)],
    ['a user renamed', 'floor', () => build(given), rename],
    [
      'clean build without a cache',
      'floor',
      () => node(tool, 'build', '--data', given, ...uncached),
    ],
    ['fields left out: clean build', 'floor', buildDerived, copy('derived', derived)],
    [
      ...(['fields left out: one comment with its event', 'floor', buildDerived] as const),
      comment('derived', derived),
    ],
    ['check, cold', 'floor', () => run('check', given, 'check-cache')],
    ['check, warm', 'floor', () => run('check', given, 'check-cache')],
    ['--version', 'node', () => node(tool, '--version')],
    [`${sample}, cold`, 'node', () => run('check', shipped, 'shipped-cache')],
    [`${sample}, warm`, 'node', () => run('check', shipped, 'shipped-cache')],
  ];
}

/** What any build has to do. */
function others(work: string): Measure[] {
  const data = join(scratch, 'given');
  const built = join(work, '0', 'uncached');
  return [
    ['floor: read and parse', 'floor', () => node(here('floor.mjs'), data)],
    ['floor: copy', 'floor', () => measure('cp', ['-r', built, join(work, 'copy')])],
    ['node -e 0', 'node', () => node('-e', '0')],
  ];
}

/** Runs of a measure, a list for each checkout that took it. */
type Taken = Map<string, Run[][]>;

async function take(taken: Taken, [name, , run, prepare]: Measure, which: number): Promise<void> {
  prepare?.();
  const result = await run();
  const runs = taken.get(name) ?? [];
  taken.set(name, runs);
  runs[which] = [...(runs[which] ?? []), result];
  process.stderr.write(`${name}${which > 0 ? ' (against)' : ''}: ${result.seconds.toFixed(2)} s\n`);
}

function table(all: readonly Measure[], taken: Taken): string {
  const secondsOf = (name: string, which = 0) => taken.get(name)![which]!.map((run) => run.seconds);
  const parse = secondsOf('floor: read and parse');
  const bases = {
    floor: secondsOf('floor: copy').map((seconds, i) => seconds + parse[i]!),
    node: secondsOf('node -e 0'),
  };
  const shown = (number: number | undefined) => number?.toFixed(2) ?? '';
  const against = checkouts.length > 1;
  const lines = all.map(([name, by]) => {
    const [own = [], other] = taken.get(name)!;
    const seconds = secondsOf(name);
    const ratios = seconds.map((value, i) => value / bases[by][i]!);
    const memory = median(own.map((run) => run.megabytes));
    const written = /"written":(\d+),"unchanged":\d+,"removed":\d+,"total":[1-9]/.exec(
      own.at(-1)!.output,
    )?.[1];
    const before = other && median(seconds.map((value, i) => value / other[i]!.seconds));
    const cells = [
      name,
      shown(median(seconds)),
      `${shown(median(ratios))}${by === 'node' ? ' × node' : ''}`,
      memory > 0 ? memory.toFixed(0) : '',
      written ?? '',
      ...(against ? [shown(before)] : []),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const heads = ['measure', 'seconds', '× floor', 'peak MB', 'files written'];
  if (against) heads.push('× the other');
  const rule = heads.map((_, i) => (i === 0 ? '---' : '---:'));
  return [
    `${comments} comments, ${rounds} rounds, medians; the floor is ${shown(median(bases.floor))} s`,
    '',
    `| ${heads.join(' | ')} |`,
    `|${rule.join('|')}|`,
    ...lines,
    '',
  ].join('\n');
}

const portals = {
  given: generatePortal(join(scratch, 'given'), comments),
  derived: generatePortal(join(scratch, 'derived'), comments, false),
};
try {
  const taken: Taken = new Map();
  let all: Measure[] = [];
  for (let round = 1; round <= rounds; round++) {
    const work = join(scratch, `round-${round}`);
    mkdirSync(work);
    const own = checkouts.map((checkout, i) => ofCheckout(checkout, join(work, `${i}`), round));
    for (let i = 0; i < own[0]!.length; i++) {
      for (const [which, measures] of own.entries()) await take(taken, measures[i]!, which);
    }
    const rest = others(work);
    for (const one of rest) await take(taken, one, 0);
    all = [...own[0]!, ...rest];
  }
  process.stdout.write(table(all, taken));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
