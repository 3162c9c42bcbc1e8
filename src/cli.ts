// The command line: arguments in, exit status out. The only place that prints.
import { readFileSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Report } from './report.js';
import type { Options } from './settings.js';

/** Exit statuses (contract §4). */
const DONE = 0;
const HAS_ERRORS = 1;
const FAILED = 2;

/** Runs a command line, such as `['build', '--strict']`; the exit status. */
export async function run(args: readonly string[]): Promise<number> {
  let status = DONE;
  const program = new Command('portal-snapshot')
    .description("Publishes a portal's read-only JSON API as a static snapshot.")
    .version(version())
    .exitOverride();
  const command = (name: 'build' | 'check', description: string) => {
    const added = program.command(name).description(description);
    for (const option of options()) added.addOption(option);
    added.action(async (flags: Flags) => {
      status = await execute(name, flags);
    });
  };
  command('build', 'check the data and, if there is no error, bring the snapshot up to date');
  command('check', 'check the data; write nothing');
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : FAILED;
    process.stderr.write(`portal-snapshot: ${explain(error)}\n`);
    return FAILED;
  }
  return status;
}

interface Flags extends Omit<Options, 'hosts'> {
  readonly host?: readonly string[];
  readonly reporter: 'pretty' | 'json' | 'github';
  readonly verbose?: boolean;
}

/** The flags of both commands, so that one command line serves for either. */
function options(): Option[] {
  return [
    new Option('--data <dir>', 'the data folder').default('data'),
    new Option('--out <dir>', "the snapshot's folder").default('dist'),
    new Option('--config <file>', 'the settings file (default: portal-snapshot.config.json)'),
    new Option('--base-url <url>', 'prefix of every absolute URL (default: http://localhost:8080)'),
    new Option('--page-size <n>', 'records a page (default: 20)').argParser(wholeNumber),
    new Option('--links <style>', 'how links name a page').choices(['path', 'query', 'file']),
    new Option('--host <name>', 'write the configuration files of a host (repeatable)').argParser(
      (value: string, before: string[] | undefined) => [...(before ?? []), value],
    ),
    new Option('--audience <who>', 'withhold what is not for everyone, or nothing').choices([
      'public',
      'all',
    ]),
    new Option('--personal <how>', 'blank personal fields, or publish them').choices([
      'withhold',
      'publish',
    ]),
    new Option('--strict', 'an id that does not exist is always an error'),
    new Option('--cache <dir>', 'where to keep what the next build can use'),
    new Option('--no-cache', 'keep nothing for the next build, and use nothing kept'),
    new Option('--workers <n>', 'threads that read the data (default: by its size)').argParser(
      wholeNumber,
    ),
    new Option('--verbose', 'tell how long each phase took'),
    new Option('--reporter <name>', 'how to show the result')
      .choices(['pretty', 'json', 'github'])
      .default('pretty'),
  ];
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of at least 1.');
}

async function execute(name: 'build' | 'check', flags: Flags): Promise<number> {
  // Loaded when needed: `--version` and `--help` should not wait for the rest.
  const { build, check } = await import('./build.js');
  const { reporters } = await import('./reporters/index.js');
  const { ProgressLine } = await import('./progress.js');
  const { host, reporter, verbose, ...options } = flags;
  const isWatched = process.stderr.isTTY && !process.env['CI'] && reporter !== 'json';
  const progress = new ProgressLine(isWatched ? process.stderr : undefined);
  const work = name === 'build' ? build : check;
  let report: Report;
  let times: string[] = [];
  try {
    const more = { onProgress: progress.follow, ...(host && { hosts: host }) };
    report = await work({ ...options, ...more });
  } finally {
    times = progress.end();
  }
  process.stdout.write(reporters[reporter](report, name));
  if (verbose) process.stderr.write(`${times.join('\n')}\n`);
  return report.ok ? DONE : HAS_ERRORS;
}

function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Mistakes of the caller in a line; our own with their trace. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return error.name === 'UsageError' || code !== undefined ? error.message : String(error.stack);
}
