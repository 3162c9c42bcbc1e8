// What is declared for a setting in addition to its zod schema. Also says which commands accept which settings.
import { sentence, type Text } from '../../problems/say.js';

/** The settings file, in the working folder. */
export const CONFIG = 'portal-snapshot.config.json';

/** The texts about a setting, for the help, for the table on the settings page, and for the schema for editors. */
export interface About {
  readonly about: Text;
  /** Its flag on the command line: `--out <dir>`. */
  readonly flag?: string;
  /** A second flag, which switches the setting off. */
  readonly off?: { readonly flag: string; readonly about: Text };
  /** Turns the text after the flag into the value. Without it, the text is the value. */
  readonly parse?: Parse;
  /**
   * What the setting affects: the findings, or neither findings nor files. Without it, the setting affects what is
   * published.
   */
  readonly decides?: 'findings' | 'nothing';
  readonly takenBy?: { readonly [C in CommandName]?: 'shown' | 'hidden' };
}

export type Parse = 'number' | 'repeated' | ((text: string) => unknown);

/** The commands that accept settings. */
export type CommandName = 'build' | 'check' | 'preview' | 'diff' | 'docs' | 'schema' | 'import';

export const EVERYWHERE = {
  build: 'shown',
  check: 'shown',
  preview: 'shown',
  diff: 'shown',
} as const;
// `check` also accepts the flags that only matter for writing, so that the same flags work for `build` and `check`.
export const WRITING = { build: 'shown', check: 'hidden', diff: 'shown' } as const;
export const SHOWING = { ...WRITING, preview: 'shown' } as const;

/** What the value of a setting that names a folder must be. */
export const A_FOLDER = sentence('must be the name of a folder');
