// `diff`: what the current data changes in the API. Writes no snapshot.
import { type Command, Option } from 'commander';
import type { FlagsOf } from '../../settings/types.js';
import { ProgressLine } from '../../terminal/progress.js';
import { addFlags } from '../flags.js';
import { cacheWarning } from '../report.js';
import { DONE, HAS_ERRORS } from '../status.js';

interface DiffFlags extends FlagsOf<'diff'> {
  readonly reporter: (typeof REPORTERS)[number];
  readonly exitCode?: boolean;
}

const REPORTERS = ['pretty', 'json', 'github', 'markdown'] as const;

export function define(command: Command): (what: string, flags: DiffFlags) => Promise<number> {
  command.argument(
    '<ref-or-folder>',
    "what to compare with: a snapshot's folder, or else a git ref, whose data is built with the settings of now",
  );
  addFlags(command, 'diff');
  command
    .option('--exit-code', 'exit with 1 when there are differences')
    .addOption(reporterOption());
  return diff;
}

function reporterOption(): Option {
  const option = new Option('--reporter <name>', 'how to show the differences')
    .choices(REPORTERS)
    .default('pretty');
  const parse = option.parseArg!;
  // `text` was the first name of `pretty`.
  return option.argParser((name, before) => parse(name === 'text' ? 'pretty' : name, before));
}

async function diff(what: string, flags: DiffFlags): Promise<number> {
  const { diffSince } = await import('../../changes/snapshots.js');
  const { portal } = await import('../../portal/index.js');
  const { diffReporters } = await import('../../changes/table.js');
  const { reporter, exitCode, verbose, ...options } = flags;
  const isWatched = process.stderr.isTTY && !process.env['CI'];
  const progress = new ProgressLine(isWatched ? process.stderr : undefined);
  const { onUnwritableCache, tell } = cacheWarning('en');
  let times: string[] = [];
  let result: Awaited<ReturnType<typeof diffSince>>;
  try {
    const more = { onProgress: progress.follow, onUnwritableCache };
    result = await diffSince(portal, what, { ...options, ...more });
  } finally {
    times = progress.end();
    tell();
  }
  if (verbose) process.stderr.write(`${times.join('\n')}\n`);
  if ('errors' in result) {
    process.stderr.write(
      `portal-snapshot: the data has errors (${result.errors}), so there is no snapshot of it to compare; check tells which\n`,
    );
    return HAS_ERRORS;
  }
  process.stdout.write(diffReporters[reporter](result.diff));
  return exitCode && !result.diff.same ? HAS_ERRORS : DONE;
}
