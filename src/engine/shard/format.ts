// What is kept of a compiled shard: columns of numbers, findings, and fragments of JSON.
// Layout of a fragment, little-endian: its bytes; then for each hole its place in these bytes (u32), its index in
// `holesOf` (u32) and the id of the record that fills it (f64; NaN if the record does not give one); then the number of
// holes (u32).
import type { Finding } from '../../problems/problem.js';
import type { CollectionPlan } from '../plan.js';

export const HOLE_SIZE = 16;
/** The number of holes, at the end of a fragment, takes this many bytes. */
export const COUNT_SIZE = 4;
/** How many 32-bit words of a record's SHA-256 are kept. Records with the same words count as the same. */
export const HASH_WORDS = 4;
/** How many digits of a fraction of a second are kept as a number: a double holds no more. */
export const FRACTION_DIGITS = 15;

/** An instant of each row: seconds, the first {@link FRACTION_DIGITS} digits of the fraction, and any later digits. */
export interface InstantColumn {
  readonly seconds: Float64Array;
  readonly fraction: Float64Array;
  readonly rest: ReadonlyMap<number, string>;
}

/** The records of a shard, one row for each, in the order of the files. */
export interface CompiledShard {
  /** What the shard depends on besides its files. */
  readonly scope: string;
  readonly files: readonly CompiledFile[];
  readonly rows: number;
  /** The byte of its file at which each record begins. */
  readonly starts: Float64Array;
  readonly numbers: readonly Float64Array[];
  readonly instants: readonly InstantColumn[];
  readonly collated: readonly (readonly string[])[];
  /** For each record the number of the first reason to withhold it, counted from 1; 0 if there is none. */
  readonly reasons: Uint8Array;
  /** 1 for a record with errors, from which nothing is computed. */
  readonly bad: Uint8Array;
  /** References inside lists and parts: the index of the reference in the plan's `inner`, the row, and the id. */
  readonly inner: {
    readonly which: Uint32Array;
    readonly row: Uint32Array;
    readonly id: Float64Array;
  };
  /** Numbers that look like ids in text that could not be read. `new` gives none of them to a new record. */
  readonly possibleIds: readonly number[];
  /**
   * For each row, {@link HASH_WORDS} words of a hash of all that its fragments depend on: equal words mean equal
   * fragments. The first word depends only on the record and its text files, the others also on the scope.
   */
  readonly hashes: Uint32Array;
  /** One for each kind of fragment. */
  readonly fragments: readonly FragmentIndex[];
}

/** A file of a shard. */
export interface CompiledFile {
  /** Relative to the data folder. */
  readonly name: string;
  /** The hash of its bytes (files/source/chunk-hash.ts); empty for a file with text files. */
  readonly hash: string;
  readonly bytes: number;
  readonly firstRow: number;
  readonly rows: number;
  /** Whether each of its records has a row. Not so if text could not be read, or a record lacks an id. */
  readonly isWhole: boolean;
  readonly findings: readonly Finding[];
}

/** Where the fragments of one kind are. */
export interface FragmentIndex {
  /** Where each row's fragment begins in the bytes of its kind, and where the last one ends. */
  readonly offsets: Float64Array;
  /** The CRC-32 of each block of the bytes. */
  readonly sums: Uint32Array;
}

/**
 * The number of kinds of fragments of a collection: one for each distinct shape, and one for each text that others
 * take.
 */
export function fragmentKinds(plan: CollectionPlan): number {
  return plan.fragments.length + plan.taken.length;
}

/** The name, in a store, of the file with a shard's fragments of one kind. */
export const fragmentsName = (key: string, kind: number): string => `${key}.${kind}`;
