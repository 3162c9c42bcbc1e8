// What is declared for each setting besides its zod schema, such as the commands that accept it.
import { sentence, type Text } from '../../problems/say.js';

/** The usual settings file, in the working folder. */
export const CONFIG = 'portal-snapshot.config.json';

/** The texts and the flag of a setting, for the help, the settings page, and the JSON Schema for text editors. */
export interface About {
  readonly about: Text;
  /** The flag on the command line: `--out <dir>`. */
  readonly flag?: string;
  /** A second flag that switches the setting off: `--no-cache`. */
  readonly off?: { readonly flag: string; readonly about: Text };
  /** How to turn the text after the flag into the value. Without `parse`, the text is the value. */
  readonly parse?: Parse;
  /**
   * `findings`: the findings depend on the setting. `nothing`: neither findings nor published files depend on it.
   * Absent: published files may depend on it.
   */
  readonly decides?: 'findings' | 'nothing';
  readonly takenBy?: { readonly [C in CommandName]?: 'shown' | 'hidden' };
}

export type Parse = 'number' | 'repeated' | ((text: string) => unknown);

/**
 * The commands that `takenBy` can name. Other commands list the few settings that they accept in `cli/commands.ts`.
 */
export type CommandName = 'build' | 'check' | 'preview' | 'diff' | 'docs' | 'schema' | 'import';

export const EVERYWHERE = {
  build: 'shown',
  check: 'shown',
  preview: 'shown',
  diff: 'shown',
} as const;
// `check` accepts flags that matter only for writing, so that scripts can use the same flags for it as for `build`.
export const WRITING = { build: 'shown', check: 'hidden', diff: 'shown' } as const;
export const SHOWING = { ...WRITING, preview: 'shown' } as const;

/** For messages: what the value of a setting that names a folder must be. */
export const A_FOLDER = sentence('must be the name of a folder');
