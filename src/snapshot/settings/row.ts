// The type of a row in the table of settings (table.ts), and the groups of commands that accept rows.
import type * as z from 'zod';
import type { Said } from '../../problems/messages/catalogue.js';
import type { UsageError } from '../../problems/problem.js';
import type { SchemaContext } from './schemas.js';

/** The settings file, in the working folder. */
export const CONFIG = 'portal-snapshot.config.json';

export interface SettingRow {
  /** Where the setting can be given: in the settings file, as an option of a call, or for the report only. */
  readonly of: 'file' | 'options' | 'report';
  readonly schema: (known: SchemaContext) => z.ZodType;
  /** All values, if they are few; the default, if there is one, comes first. */
  readonly choices?: readonly string[];
  /** What a value must be ("links is …, not 7"). If absent, commander or the compiler checks values. */
  readonly must?: Said;
  /** A more exact message for a wrong value than `must`, if there is one. */
  readonly wrong?: (value: unknown, known: SchemaContext) => UsageError | undefined;
  readonly standard?: unknown;
  /** What the setting affects: the findings, or nothing. If absent, a setting of the file affects what is published. */
  readonly decides?: 'findings' | 'nothing';
  /** The flags on the command line, by their spelling. */
  readonly flags?: Readonly<Record<string, Flag>>;
  readonly takenBy: { readonly [C in CommandName]?: 'shown' | 'hidden' };
  /** The text in the README's table; the flag and the default are derived from the row unless given here. */
  readonly readme?: Said & { readonly flag?: string; readonly standard?: string | Said };
}

/** The help of a flag. `parse`: how the text of its argument becomes the value; if absent, the text is the value. */
export interface Flag extends Said {
  readonly parse?: 'number' | 'repeated' | ((text: string) => unknown);
}

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

export const A_SIZE: Said = {
  en: 'must be a whole number of at least 1',
  ru: '— это целое число не меньше 1',
};

export const oneOf = (choices: readonly string[]): Said => {
  const all = choices.join(', ');
  return { en: `is one of ${all}`, ru: `— одно из: ${all}` };
};
