// What is wrong with the data: a finding is data, as the checks return it; a problem is a finding in words. Also the
// error for wrong usage of the tool.

import type { Arguments, MessageName } from './messages/arguments.js';
import type { MissingRecord } from './messages/catalogue.js';
import { say, type Text, type Values } from './say.js';

/** A finding in words, as reports show it (PROMISES.md §4.1). */
export interface Problem {
  /** Stable, in kebab case. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** The rule of an `implausible` problem, as the setting `allow` names it. */
  readonly rule?: string;
  /** Relative to the working folder, with `/` between its parts. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units; a byte-order mark is not counted. */
  readonly column: number;
  /** JSON Pointer inside the record; empty for the record or the file itself. */
  readonly path: string;
  readonly message: string;
  readonly hint?: string;
  /** One change corrects all problems with the same cause. Reports do not print the cause. */
  readonly cause?: string;
}

/**
 * A place in a data file: a byte, or a record (in which the finding's path names the exact value). `start`: the byte at
 * which the record begins; undefined for a place outside of records.
 */
export type Place =
  | { readonly kind: 'byte'; readonly offset: number; readonly start?: number }
  | { readonly kind: 'record'; readonly start: number }
  /** A byte of the file `name` in the data folder, which has a text of the record. */
  | {
      readonly kind: 'text';
      readonly name: string;
      readonly offset: number;
      readonly start?: number;
    };

/** A missing record, and the cause shared by all problems that disappear when it is restored. */
export interface Remedy extends MissingRecord {
  readonly cause: string;
}

/** A finding before its place becomes a line and column, and before it is put into words. */
export type Finding = {
  readonly [N in MessageName]: {
    readonly name: N;
    readonly args: Arguments<N>;
    readonly place: Place;
    /** JSON Pointer inside the record. */
    readonly path: string;
    /** The missing record that causes the finding. The hint says what to do about it. */
    readonly remedy?: Remedy | undefined;
    /** A collection whose records this finding hides, so that references to it were not checked. */
    readonly unchecked?: string | undefined;
    /** The place of the finding is the key in the path, not its value. */
    readonly atKey?: true;
    /** The finding's offset in the text that the path names, in UTF-16 units. */
    readonly at?: number;
  };
}[MessageName];

/** A mistake of the caller (a setting, a folder, a lock), not of the data. Exit status 2. */
export class UsageError extends Error {
  override name = 'UsageError';

  /** `details`: further lines. `refusal`: the message as data, if it also exists in other languages. */
  constructor(
    message: string,
    readonly details: readonly string[] = [],
    readonly refusal?: Refusal,
  ) {
    super(message);
  }
}

/**
 * Kinds of refusals that some code catches: a held lock, a file that changed while it was read, a write that the system
 * refused.
 */
type RefusalKind = 'lock' | 'changed' | 'disk';

interface Refusal extends Text {
  readonly kind?: RefusalKind | undefined;
}

/** An error with a text in English and its values. It can be shown in any language. */
export function refused(text: string, values?: Values, kind?: RefusalKind): UsageError {
  return new UsageError(say({ text, values }, 'en'), [], { text, values, kind });
}

/** The text of an error of this kind; undefined for any other error. */
export function refusalOf(error: unknown, kind: RefusalKind): Text | undefined {
  return error instanceof UsageError && error.refusal?.kind === kind ? error.refusal : undefined;
}

/** The rule of an `implausible` finding, as the setting `allow` names it; undefined for other findings. */
export function ruleOf({ name, args }: Pick<Finding, 'name' | 'args'>): string | undefined {
  if (codeOf(name) !== 'implausible') return undefined;
  const { rule } = Object(args) as { readonly rule?: string };
  return rule ?? name.slice(name.indexOf('/') + 1);
}

/** The code of a message: the part of its name before the slash. */
export function codeOf(name: MessageName): string {
  return name.split('/', 1)[0]!;
}

/** A key or index as a step of a JSON Pointer (RFC 6901). */
export function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The steps of a JSON Pointer. */
export function pointerSteps(path: string): string[] {
  return path === ''
    ? []
    : path
        .slice(1)
        .split('/')
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
