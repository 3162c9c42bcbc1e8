// What compiling a shard leaves for the other stages: columns of numbers, findings, and fragments of JSON.
// Layout of a fragment, little-endian: its body; for each hole, which another record fills, its place in the body
// (u32), its index in `holesOf` (u32) and an id (f64; NaN if the record does not give one); the number of holes (u32).
import type { Finding } from '../../problems/problem.js';
import type { CollectionPlan } from '../plan.js';

export const HOLE_SIZE = 16;
/** Bytes of the number of holes, which ends a fragment. */
export const COUNT_SIZE = 4;
/** How many 32-bit words of a SHA-256 are kept of a record: records with equal words count as equal. */
export const HASH_WORDS = 4;
/** How many digits of a fraction of a second are kept as a number: a double holds no more. */
export const FRACTION_DIGITS = 15;

/** An instant of each row: seconds, the first {@link FRACTION_DIGITS} digits of the fraction, and any later digits. */
export interface InstantColumn {
  readonly seconds: Float64Array;
  readonly fraction: Float64Array;
  readonly rest: ReadonlyMap<number, string>;
}

/** The records of a shard, a row each, in the order of its files. */
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
  /** The first reason to withhold each record, from 1; 0 for none. */
  readonly reasons: Uint8Array;
  /** 1 for a record with errors: nothing can be worked out from it. */
  readonly bad: Uint8Array;
  /** References inside lists and parts: which of the plan's `inner`, in which row, to which id. */
  readonly inner: {
    readonly which: Uint32Array;
    readonly row: Uint32Array;
    readonly id: Float64Array;
  };
  /** Ids found in text that could not be read: no new record gets them. */
  readonly possibleIds: readonly number[];
  /**
   * For each row {@link HASH_WORDS} words of a hash of all that its fragments depend on: rows with equal words have
   * the same fragments. The first word depends on the record and its text files alone, the others on the scope, too.
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
  /** Whether all of its records have a row: none is in text that could not be read, or lacks an id. */
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

/** How many kinds of fragments a collection has: one for each distinct shape, then one for each text that is taken. */
export function fragmentKinds(plan: CollectionPlan): number {
  return plan.fragments.length + plan.taken.length;
}

/** The name, in a store, of the file with a shard's fragments of one kind. */
export const fragmentsName = (key: string, kind: number): string => `${key}.${kind}`;
