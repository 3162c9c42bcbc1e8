// What `build` and `check` share: how their report reaches the user.
import pc from 'picocolors';
import type { Language } from '../problems/messages/catalogue.js';
import { catalogues } from '../problems/messages.js';
import type { FindingsReport } from '../report.js';
import type { View } from '../reporters/reporter.js';
import type { FlagsOf, Options } from '../settings/types.js';
import { ProgressLine } from '../terminal/progress.js';
import { visible } from '../terminal/visible.js';
import { languageOf } from './language.js';
import { DONE, HAS_ERRORS } from './status.js';

/** The language and colouring of standard output. `lang`: the flag, if it was given. */
export function viewOf(lang: Language | undefined): View & { readonly lang: Language } {
  const isTerminal = process.stdout.isTTY || process.env['FORCE_COLOR'] !== undefined;
  return { lang: lang ?? languageOf(process.env), color: isTerminal && pc.isColorSupported };
}

/** Keeps the warning that a cache cannot be written, which may come several times, to print it once. */
export function cacheWarning(lang: Language) {
  let text = '';
  const onUnwritableCache = (folder: string, reason: string) => {
    text = `portal-snapshot: ${visible(catalogues[lang].report.withoutCache(folder, reason))}\n`;
  };
  return { onUnwritableCache, tell: () => process.stderr.write(text) };
}

/** Does the work of a command, prints its report, and gives the exit status. */
export async function report(
  name: 'build' | 'check',
  work: (options: Options) => Promise<FindingsReport>,
  flags: FlagsOf<'build'>,
): Promise<number> {
  const { reporters } = await import('../reporters/index.js');
  const { reporter = 'pretty', lang, verbose = false, all = false, ...options } = flags;
  const view = viewOf(lang);
  const isWatched = process.stderr.isTTY && !process.env['CI'] && reporter !== 'json';
  const progress = new ProgressLine(isWatched ? process.stderr : undefined, view.lang);
  const { onUnwritableCache, tell } = cacheWarning(view.lang);
  let report: FindingsReport;
  let times: string[] = [];
  try {
    const more = { onProgress: progress.follow, onUnwritableCache };
    report = await work({ ...options, ...more });
  } finally {
    times = progress.end();
    tell();
  }
  process.stdout.write(reporters[reporter](report, name, { ...view, all, verbose }));
  if (verbose) process.stderr.write(`${times.join('\n')}\n`);
  return report.ok ? DONE : HAS_ERRORS;
}
