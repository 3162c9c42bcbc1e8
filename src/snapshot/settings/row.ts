// What a row of the table of settings says (table.ts), and which commands take which rows.
import type { z as Zod } from 'zod';
import type { Said } from '../../problems/messages/catalogue.js';
import type { UsageError } from '../../problems/problem.js';
import type { SchemaContext } from './schemas.js';

/** The settings file, in the working folder. */
export const CONFIG = 'portal-snapshot.config.json';

export interface SettingRow {
  /** Where it can be given: in the settings file, as an option of a call, or for the report only. */
  readonly of: 'file' | 'options' | 'report';
  readonly schema: (z: typeof Zod, known: SchemaContext) => Zod.ZodType;
  /** All of its values, if they are few; the default, if it has one, comes first. */
  readonly choices?: readonly string[];
  /** What a value must be ("links is …, not 7"). If absent, commander or the compiler checks values. */
  readonly must?: Said;
  /** A more exact message for a wrong value than `must`, if there is one. */
  readonly wrong?: (value: unknown, known: SchemaContext) => UsageError | undefined;
  readonly standard?: unknown;
  /** What hangs on it: all that is found, or nothing; if absent, a setting of the file decides what is published. */
  readonly decides?: 'findings' | 'nothing';
  /** Its flags on the command line, by their spelling. */
  readonly flags?: Readonly<Record<string, Flag>>;
  readonly takenBy: { readonly [C in CommandName]?: 'shown' | 'hidden' };
  /** What the README's table says of it; the flag and the default are derived from the row unless given here. */
  readonly readme?: Said & { readonly flag?: string; readonly standard?: string | Said };
}

/** What help says of a flag, and how its text becomes the value, if it is not it. */
export interface Flag extends Said {
  readonly parse?: 'number' | 'repeated' | ((text: string) => unknown);
}

/** The commands that take settings. */
export type CommandName = 'build' | 'check' | 'preview' | 'diff' | 'docs' | 'schema' | 'import';

export const EVERYWHERE = {
  build: 'shown',
  check: 'shown',
  preview: 'shown',
  diff: 'shown',
} as const;
// A check accepts the flags that only matter for writing, so that both take the same command line.
export const WRITING = { build: 'shown', check: 'hidden', diff: 'shown' } as const;
export const SHOWING = { ...WRITING, preview: 'shown' } as const;

export const A_SIZE: Said = {
  en: 'must be a whole number of at least 1',
  ru: '— это целое число не меньше 1',
};

export const oneOf = (choices: readonly string[]): Said => {
  const all = choices.join(', ');
  return { en: `is one of ${all}`, ru: `— одно из: ${all}` };
};
