// How reports of `build` and `check`, and the progress and warnings of all commands, reach the user.
import pc from 'picocolors';
import type { Language } from '../../problems/messages/catalogue.js';
import type { FindingsReport } from '../../problems/report.js';
import { say, sentence, type Text } from '../../problems/say.js';
import { ProgressLine } from '../../problems/text/progress.js';
import { visible } from '../../problems/text/visible.js';
import type { ReportView } from '../../snapshot/reporters/reporter.js';
import type { BuildOptions, SettingFlags } from '../../snapshot/settings/types.js';
import { DONE, HAS_ERRORS } from './status.js';

/** The language and colouring of standard output. */
export function viewOf(lang: Language): ReportView & { readonly lang: Language } {
  const isTerminal = process.stdout.isTTY || process.env['FORCE_COLOR'] !== undefined;
  return { lang, color: isTerminal && pc.isColorSupported };
}

/** Collects warnings about the cache and about killed commands, which may be repeated, to print each once. */
export function warnings(lang: Language) {
  const lines = new Set<string>();
  const tell = (text: Text) => void lines.add(`portal-snapshot: ${visible(say(text, lang))}\n`);
  return {
    on: {
      onUnwritableCache: (folder: string, reason: string) =>
        tell(
          sentence('the cache {folder} cannot be written ({reason}); this is done without it', {
            folder,
            reason,
          }),
        ),
      onTakenBack: (files: readonly string[]) =>
        tell(
          sentence(
            'another command was killed while it changed the data: these files are as they were before it: {files}',
            { files: files.join(', ') },
          ),
        ),
    },
    tell: () => process.stderr.write([...lines].join('')),
  };
}

/** Does some work, and shows its progress if standard error is a terminal and the reporter is not for programs. */
export async function withProgress<T>(
  reporter: string,
  lang: Language,
  work: (onProgress: ProgressLine['follow']) => Promise<T>,
  verbose = false,
): Promise<T> {
  const isWatched = process.stderr.isTTY && !process.env['CI'] && reporter !== 'json';
  const progress = new ProgressLine(isWatched ? process.stderr : undefined, lang);
  let times: readonly string[] = [];
  const result = await work(progress.follow).finally(() => {
    times = progress.end();
  });
  if (verbose) process.stderr.write(`${times.join('\n')}\n`);
  return result;
}

/**
 * Does the work of a command, prints its report, and returns the exit status. `onUnusable`: called with the reason if a
 * bucket is not used; by default, the work goes on without it and a warning is printed.
 */
export async function report(
  name: 'build' | 'check',
  work: (options: BuildOptions) => Promise<FindingsReport>,
  flags: SettingFlags,
): Promise<number> {
  const { reporters } = await import('../../snapshot/reporters/index.js');
  const { reporter = 'pretty', lang, verbose = false, all = false, ...options } = flags;
  const view = viewOf(lang);
  const { on, tell } = warnings(view.lang);
  const report = await withProgress(
    reporter,
    view.lang,
    (onProgress) => work({ ...options, onProgress, ...on }),
    verbose,
  ).finally(tell);
  const repository = reporter === 'github' ? await repositoryHere() : undefined;
  const shown = { ...view, all, verbose, ...(repository && { repository }) };
  process.stdout.write(reporters[reporter](report, name, shown));
  return report.ok ? DONE : HAS_ERRORS;
}

/** The folder from which GitHub names files: in a job that of its checkout, else the top folder of the repository. */
async function repositoryHere(): Promise<string | undefined> {
  const workspace = process.env['GITHUB_WORKSPACE'];
  if (workspace) return workspace;
  const { topOf } = await import('../../snapshot/git/git.js');
  return topOf('.');
}
