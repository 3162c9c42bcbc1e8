// The commands that messages suggest, such as `npx portal-snapshot undo --data drafts`. Users run them in the working
// folder.
import { shellQuoted } from './quote.js';

/** The data folder and the settings file that a command was started with; undefined for the usual ones. */
export interface StartedWith {
  readonly data?: string | undefined;
  readonly config?: string | undefined;
}

/**
 * A command for a message, quoted for a shell. It has the data folder and the settings file of the command that says
 * so: without them it would change other data. `words`: such as `renumber`, `vacancy`, `5`.
 */
export function commandFor(startedWith: StartedWith, ...words: readonly string[]): string {
  const { data = 'data', config } = startedWith;
  const all = [
    ...words,
    ...(data === 'data' ? [] : ['--data', pathArgument(data)]),
    ...(config === undefined ? [] : ['--config', pathArgument(config)]),
  ];
  return ['npx portal-snapshot', ...all.map(shellQuoted)].join(' ');
}

/** A path as an argument. With `./` before it, a path such as `-old` is not taken for a flag. */
export const pathArgument = (path: string): string =>
  path === '' ? '.' : path.startsWith('-') ? `./${path}` : path;

/**
 * The command that breaks the lock of a data folder. It also undoes the change that a killed command left unfinished.
 * The preview suggests this command, because the preview has no flag `--break-lock`.
 */
export const breakingLock = (startedWith: StartedWith): string =>
  commandFor(startedWith, 'fmt', '--check', '--break-lock');
