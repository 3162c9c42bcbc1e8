// What `build` and `check` share: their flags, and how their report reaches the user.
import { type Command, InvalidArgumentError, Option } from 'commander';
import pc from 'picocolors';
import { LANGUAGES, type Language } from '../problems/messages/catalogue.js';
import { catalogues } from '../problems/messages.js';
import type { FindingsReport } from '../report.js';
import type { View } from '../reporters/reporter.js';
import type { Options } from '../settings.js';
import { ProgressLine } from '../terminal/progress.js';
import { visible } from '../terminal/visible.js';
import { DONE, HAS_ERRORS } from './status.js';

/** The flags of both commands, as commander gives them. */
export interface Flags extends Omit<Options, 'hosts'> {
  readonly host?: readonly string[];
  readonly lang?: Language;
  readonly reporter: 'pretty' | 'json' | 'github';
  readonly verbose?: boolean;
  readonly all?: boolean;
}

/** Adds the flags of both commands. */
export function addOptions(command: Command): void {
  for (const option of options()) command.addOption(option);
}

/** The flags of both commands, each an object of its own. */
export function options(): Option[] {
  return [
    new Option('--data <dir>', 'the data folder').default('data'),
    new Option('--out <dir>', "the snapshot's folder").default('dist'),
    new Option('--config <file>', 'the settings file (default: portal-snapshot.config.json)'),
    new Option('--base-url <url>', 'prefix of every absolute URL (default: http://localhost:8080)'),
    new Option('--page-size <n>', 'records a page (default: 20)').argParser(wholeNumber),
    new Option('--links <style>', 'how links name a page').choices(['path', 'query', 'file']),
    new Option('--host <name>', 'write the files of a host (repeatable); list shows all').argParser(
      (value: string, before: string[] | undefined) => [...(before ?? []), value],
    ),
    new Option(
      '--compress <list>',
      'write compressed siblings: br, gzip, both, or none; br:11 sets the level (default: what the hosts serve, at 9)',
    ).argParser(
      // The settings say what is wrong with it.
      (value: string) => (value === 'none' ? value : value.split(',')) as Options['compress'],
    ),
    new Option('--listen <address>', 'where servers listen (default: 127.0.0.1:8080)'),
    new Option('--host-files <dir>', 'where to write the files of hosts (default: hosts)'),
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
    new Option('--verbose', 'tell what is withheld and why, and how long each phase took'),
    new Option('--reporter <name>', 'how to show the result')
      .choices(['pretty', 'json', 'github'])
      .default('pretty'),
    langOption(),
    new Option('--all', 'show each problem, however many there are'),
  ];
}

/** The language of the environment, by the first variable that says anything (POSIX, §8.2). */
export function languageOf(env: Readonly<Record<string, string | undefined>>): Language {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return /^ru/i.test(locale) ? 'ru' : 'en';
}

/** How standard output is to be written to. `lang`: the flag, if it was given. */
export function viewOf(lang: Language | undefined): View & { readonly lang: Language } {
  const isTerminal = process.stdout.isTTY || process.env['FORCE_COLOR'] !== undefined;
  return { lang: lang ?? languageOf(process.env), color: isTerminal && pc.isColorSupported };
}

export const langOption = () =>
  new Option('--lang <language>', "of messages (default: the environment's)").choices(LANGUAGES);

/** Parses the number of an option. */
export function wholeNumber(text: string): number {
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of at least 1.');
}

/** Hears of a cache that cannot be written, perhaps several times; tells of it once, in the end. */
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
  flags: Flags,
): Promise<number> {
  const { reporters } = await import('../reporters/index.js');
  const { host, reporter, lang: wanted, verbose = false, all = false, ...options } = flags;
  const view = viewOf(wanted);
  const isWatched = process.stderr.isTTY && !process.env['CI'] && reporter !== 'json';
  const progress = new ProgressLine(isWatched ? process.stderr : undefined);
  const { onUnwritableCache, tell } = cacheWarning(view.lang);
  let report: FindingsReport;
  let times: string[] = [];
  try {
    const more = { onProgress: progress.follow, onUnwritableCache, ...(host && { hosts: host }) };
    report = await work({ ...options, ...more });
  } finally {
    times = progress.end();
    tell();
  }
  const { cwd } = options;
  const shown = { ...view, all, verbose, ...(cwd !== undefined && { cwd }) };
  process.stdout.write(reporters[reporter](report, name, shown));
  if (verbose) process.stderr.write(`${times.join('\n')}\n`);
  return report.ok ? DONE : HAS_ERRORS;
}
