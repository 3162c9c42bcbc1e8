// What is wrong: findings, which the checks give as data, and problems, which are findings in words.
import type { Arguments, MessageName, MissingRecord } from './messages/catalogue.js';

/** A finding about the data, in its final form (contract §4.1). */
export interface Problem {
  /** Stable, in kebab case. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
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
  /** Problems that have this in common are mended by one change; it is part of no printed report. */
  readonly cause?: string;
}

/** Where in a data file: at a byte, or in a record at what its path names. */
export type Place =
  | { readonly kind: 'byte'; readonly offset: number }
  | { readonly kind: 'record'; readonly start: number };

/** A missing record, and what is the same for all problems that end when it is back. */
export interface Remedy extends MissingRecord {
  readonly cause: string;
}

/** A finding before it is placed and worded. */
export type Finding = {
  readonly [N in MessageName]: {
    readonly name: N;
    readonly args: Arguments<N>;
    readonly place: Place;
    /** JSON Pointer inside the record. */
    readonly path: string;
    /** The record whose absence is to blame: what is said of it is the hint. */
    readonly remedy?: Remedy | undefined;
    /** How many other problems are not listed because they follow from this one. */
    readonly followers?: number | undefined;
    /** Put it at the key that the path names, not at its value. */
    readonly atKey?: true;
  };
}[MessageName];

/** A mistake of the caller (a setting, a folder, a lock): no problem of the data. Exit status 2. */
export class UsageError extends Error {
  override name = 'UsageError';

  /** `details`: further lines. */
  constructor(
    message: string,
    readonly details: readonly string[] = [],
  ) {
    super(message);
  }
}

/** The code of a message: what stands before the slash. */
export function codeOf(name: MessageName): string {
  return name.split('/', 1)[0]!;
}

/** A step of a JSON Pointer (RFC 6901). */
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
