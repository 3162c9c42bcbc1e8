// What is done around the work of each command: this file shows progress, prints warnings, handles signals, prints the
// result, and returns the exit status.
import pc from 'picocolors';
import { inTemporaryFolder } from '../files/disk/temporary.js';
import { commandFor } from '../problems/commands.js';
import type { Language } from '../problems/messages/catalogue.js';
import { say, sentence, speak, type Text } from '../problems/say.js';
import { ProgressLine } from '../problems/text/progress.js';
import { visible } from '../problems/text/visible.js';
import { resolveSettings } from '../snapshot/settings/index.js';
import type { BuildOptions } from '../snapshot/settings/types.js';
import type { CommandEntry, Frame, Result, Run } from './command.js';
import type { ParsedLine } from './define.js';
import { portalFor } from './portal.js';
import { DONE, HAS_ERRORS } from './status.js';
import { stoppable } from './stoppable.js';

/** Runs a command, prints its result, and returns the exit status. */
export async function runCommand(
  { load, isStoppable }: CommandEntry,
  line: ParsedLine,
  lang: Language,
): Promise<number> {
  if (!isStoppable) return work(load, line, lang, new AbortController().signal);
  return stoppable((signal) => work(load, line, lang, signal));
}

async function work(
  load: CommandEntry['load'],
  { given, settings }: ParsedLine,
  lang: Language,
  signal: AbortSignal,
): Promise<number> {
  // The cast is right: commander gives the arguments and flags that the table declares for this command.
  const run = (await load()) as Run<unknown>;
  const { all = false, verbose = false } = given;
  const reporter = (given['reporter'] ?? 'pretty') as Frame['reporter']; // commander only accepts names of reporters
  const isLog = !process.stderr.isTTY || Boolean(process.env['CI']);
  const progress = new ProgressLine(reporter === 'json' ? undefined : process.stderr, lang, isLog);
  const warnings = new Set<string>();
  const warn = (text: Text) => void warnings.add(`portal-snapshot: ${visible(say(text, lang))}\n`);
  const color = isColored(process.stdout);
  const told: BuildOptions = { ...settings, ...warningsBy(warn), onProgress: progress.follow };
  const portal = await portalFor(folderOf(given), told.config);
  await speak(lang, portal.russian);
  const frame: Frame = {
    ...{ portal, lang, signal, warn, reporter, onProgress: progress.follow },
    view: { lang, all: all === true, verbose: verbose === true, color, startedWith: told },
    options: told,
    resolve: () => resolveSettings(told, portal),
  };
  let times: readonly string[] = [];
  const result = await run(given, frame).finally(() => {
    times = progress.end();
    process.stderr.write([...warnings].join(''));
  });
  if (verbose) process.stderr.write(`${times.join('\n')}\n`);
  await print(result, frame, given['dryRun'] === true);
  if (!result.ok) signal.throwIfAborted();
  return result.ok ? DONE : HAS_ERRORS;
}

/** The folder of the portal: that which the command line names, as `init` does, or the working folder. */
const folderOf = ({ folder = '.' }: ParsedLine['given']) => String(folder);

const isColored = (stream: NodeJS.WriteStream): boolean =>
  (stream.isTTY || process.env['FORCE_COLOR'] !== undefined) && pc.isColorSupported;

/** Functions that warn about the cache, and about a change that a killed command left unfinished. */
const warningsBy = (warn: Frame['warn']): Partial<BuildOptions> => ({
  onUnwritableCache: (folder, reason) =>
    warn(
      sentence('the cache {folder} cannot be written ({reason}); this is done without it', {
        folder,
        reason,
      }),
    ),
  onTakenBack: (files) =>
    warn(
      sentence(
        'another command was killed while it changed the data: these files are as they were before it: {files}',
        { files: files.join(', ') },
      ),
    ),
});

async function print(result: Result, frame: Frame, isDryRun: boolean): Promise<void> {
  const { ok, output, problems, isUndoable = false } = result;
  if (problems && problems.report.problems.length > 0) await printProblems(problems, frame);
  const text = typeof output === 'string' ? output : output.map((line) => `${line}\n`).join('');
  process.stdout.write(text);
  if (!ok || !isUndoable || isDryRun) return;
  const command = commandFor(frame.options, 'undo');
  process.stdout.write(`${visible(say('undo: {command}', frame.lang, { command }))}\n`);
}

/** Prints the problems that a change causes, with lines of the changed files, even if the change was not written. */
async function printProblems(
  { report, edits = [] }: NonNullable<Result['problems']>,
  { lang, resolve, options: startedWith }: Frame,
): Promise<void> {
  const { reporters } = await import('../snapshot/reporters/index.js');
  const { shownName } = await import('../editing/workspace/portal-data.js');
  const { laidIn } = await import('../editing/workspace/try-out.js');
  await inTemporaryFolder(async (folder) => {
    const readInstead = new Map<string, string>();
    for (const [file, path] of laidIn(folder, edits)) {
      if (path !== undefined) readInstead.set(shownName(resolve(), file), path);
    }
    const view = { lang, color: isColored(process.stderr), readInstead, startedWith };
    process.stderr.write(reporters.pretty(report, 'check', view));
  });
}
