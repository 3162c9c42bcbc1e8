// Describes what is wrong with the data. A finding has no words yet; a problem is a finding in words. Also has the
// error for wrong usage of the tool.

import type { Arguments, MessageName, MissingId, MissingRecord } from './messages/catalogue.js';
import { inLanguage, type Line, type Text, type Values } from './say.js';

/** A finding in words, as reports show it (PROMISES.md §4.1). */
export interface Problem {
  /** Such as `duplicate-id`. A code never changes between versions. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** The name of the rule of an `implausible` problem. The setting `allow` switches rules off by this name. */
  readonly rule?: string;
  /** Relative to the working folder, with `/` between its parts. */
  readonly file: string;
  /** The first line is 1. */
  readonly line: number;
  /** The first column is 1. Counts UTF-16 units; a byte-order mark does not count. */
  readonly column: number;
  /** JSON Pointer inside the record; empty for the record or the file itself. */
  readonly path: string;
  readonly message: string;
  readonly hint?: string;
  /** The same text in all problems that seem to have the same cause. Reports do not print it. */
  readonly cause?: string;
}

/** A whole file or folder. Names of files in places are relative to the data folder. */
export interface FilePlace {
  readonly kind: 'file';
  readonly file: string;
}

/**
 * A value of a record. The `path` of the finding leads to it. For a reference inside of lists and objects whose path was
 * not kept, `inner` tells which one it is: its index in `CollectionPlan.inner`, and its index among the ids of this
 * reference in the record.
 */
export interface RecordPlace {
  readonly kind: 'record';
  readonly file: string;
  /** The byte at which the record begins. */
  readonly start: number;
  readonly inner?: { readonly which: number; readonly nth: number } | undefined;
}

/** A byte of a data file, or of a file with a text of a record. */
export interface BytePlace {
  readonly kind: 'byte';
  readonly file: string;
  readonly offset: number;
  /** The byte at which the record begins, in its data file; undefined if it is not known. */
  readonly start?: number;
}

export type Place = FilePlace | RecordPlace | BytePlace;

/** A missing record. All problems that have the same reason as this one have the same `cause`. */
export interface Remedy extends MissingRecord {
  readonly cause: string;
}

/**
 * Belongs to the finding because of which some records of a collection could not be read. References to the collection
 * were not all checked. `hidden`: the worst finding that may be missing because of that.
 */
export interface Unchecked {
  readonly collection: string;
  readonly hidden: MessageName;
}

/** Something wrong, before its place is known as line and column, and before it is put into words. */
export type Finding<P extends Place = Place> = {
  readonly [N in MessageName]: {
    readonly name: N;
    readonly args: Arguments<N>;
    readonly place: P;
    /** JSON Pointer inside the record. */
    readonly path: string;
  } & Besides;
}[MessageName];

/** What some findings have besides. */
export interface Besides {
  /** Another record that the message mentions. */
  readonly about?: RecordPlace | undefined;
  /** The missing record that causes the finding. */
  readonly missing?: MissingId | undefined;
  /** What the hint says about the missing record. */
  readonly remedy?: Remedy | undefined;
  readonly unchecked?: Unchecked | undefined;
  /** Set if the finding is about the key at the end of the path, not about its value. */
  readonly atKey?: true;
  /** The offset of the finding in the text at `path`, in UTF-16 units. */
  readonly at?: number;
}

/** Makes a finding from parts whose types are not known one by one. */
export const finding = <N extends MessageName, P extends Place>(
  name: N,
  args: Arguments<N>,
  place: P,
  path: string,
  besides?: Besides,
): Finding<P> =>
  // `name` and `args` belong together, but for an N that may be a union, TypeScript cannot know that.
  ({ name, args, place, path, ...besides }) as Finding<P>;

/**
 * The kinds of refusals that callers handle in their own way: another command holds the lock, a file changed while it
 * was read, or the system refused a write.
 */
type RefusalKind = 'lock' | 'changed' | 'disk';

/**
 * The error for a wrong setting, a missing folder, a lock and the like, where the data is not at fault. If it ends a
 * command, the exit status is 2. Its `message` is in English.
 */
export class UsageError extends Error {
  override name = 'UsageError';

  /** `what`: the first line. `details`: further lines. */
  constructor(
    readonly what: Line,
    readonly details: readonly Line[] = [],
    readonly kind?: RefusalKind,
  ) {
    super(inLanguage(what, 'en'));
  }
}

/** Makes an error from an English text and its values. The error can be shown in any language. */
export const refused = (text: string, values?: Values, kind?: RefusalKind): UsageError =>
  new UsageError({ text, values }, [], kind);

/** The text of an error, if it is a refusal of this kind; otherwise undefined. */
export function refusalOf(error: unknown, kind: RefusalKind): Text | undefined {
  const isOfKind = error instanceof UsageError && error.kind === kind;
  return isOfKind && typeof error.what === 'object' ? error.what : undefined;
}

/**
 * The name of the rule of an `implausible` finding; undefined for other findings. The setting `allow` switches
 * rules off by this name.
 */
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
  const [, ...steps] = path.split('/');
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
