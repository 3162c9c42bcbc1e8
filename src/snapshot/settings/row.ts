// What is declared for a setting in addition to its zod schema, and the groups of commands that accept settings.
import { sentence, type Text } from '../../problems/say.js';

/** The settings file, in the working folder. */
export const CONFIG = 'portal-snapshot.config.json';

/** The words about a setting, for help, for the table of its page, and for the schema for editors. */
export interface About {
  readonly about: Text;
  /** Its flag on the command line: `--out <dir>`. */
  readonly flag?: string;
  /** A second flag, with which the setting is off. */
  readonly off?: { readonly flag: string; readonly about: Text };
  /** How the text after the flag becomes the value; if absent, the text is the value. */
  readonly parse?: Parse;
  /** What the setting affects: the findings, or nothing. If absent, a setting of the file affects what is published. */
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
// A check accepts the flags that only matter for writing, so that build and check accept the same command line.
export const WRITING = { build: 'shown', check: 'hidden', diff: 'shown' } as const;
export const SHOWING = { ...WRITING, preview: 'shown' } as const;

/** What the value of a setting that names a folder must be. */
export const A_FOLDER = sentence('must be the name of a folder');
