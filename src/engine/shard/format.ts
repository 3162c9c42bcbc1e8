// The form of a compiled shard: columns of numbers, findings, and fragments of JSON. A fragment is stored as its
// bytes; then for each hole its place in these bytes (u32), its index in `holesOf` (u32) and the id of the record
// that fills it (f64; NaN if it is not known yet); then the number of holes (u32). All numbers are little-endian.
import type { Finding } from '../../problems/problem.js';
import type { CollectionPlan } from '../plan.js';

export const HOLE_SIZE = 16;
/** The number of holes, at the end of a fragment, takes this many bytes. */
export const COUNT_SIZE = 4;
/** How many 32-bit words of a record's SHA-256 are kept. Two records with equal words count as equal. */
export const HASH_WORDS = 4;
/** How many digits of the fraction of a second are kept as a number. More digits do not always fit into a double. */
export const FRACTION_DIGITS = 15;

/** The instant of each row: seconds, the first {@link FRACTION_DIGITS} digits of the fraction, and any later digits. */
export interface InstantColumn {
  readonly seconds: Float64Array;
  readonly fraction: Float64Array;
  readonly rest: ReadonlyMap<number, string>;
}

/**
 * The references inside lists and objects. For each: its index in `CollectionPlan.inner`, the row, and the id. They are
 * sorted by row, then by index.
 */
export interface InnerColumns {
  readonly which: Uint32Array;
  readonly row: Uint32Array;
  readonly id: Float64Array;
}

/** The records of a shard, one row for each, in the order of the files. */
export interface CompiledShard {
  /** What the shard depends on besides its files: a hash of the code and of the settings that compiling depends on. */
  readonly scope: string;
  readonly files: readonly CompiledFile[];
  readonly rows: number;
  /** For each record, the offset in its file at which it begins, in bytes. */
  readonly starts: Float64Array;
  readonly numbers: readonly Float64Array[];
  readonly instants: readonly InstantColumn[];
  readonly collated: readonly (readonly string[])[];
  /** For each record, the number of the first reason to withhold it, counted from 1; 0 for none or for a bad record. */
  readonly reasons: Uint8Array;
  /**
   * 1 for a record with errors. It has no fragments. If another record lacks a value because of it, this is not
   * reported.
   */
  readonly bad: Uint8Array;
  readonly inner: InnerColumns;
  /**
   * Numbers that look like ids, in files that could not be read completely, and in records that were left out. The
   * command `new` gives none of them to a record.
   */
  readonly possibleIds: readonly number[];
  /**
   * {@link HASH_WORDS} words for each row: a hash of everything that its fragments depend on. The first word depends
   * only on the record and its text files, the other words also on the scope.
   */
  readonly hashes: Uint32Array;
  /** One element for each kind of fragment. */
  readonly fragments: readonly FragmentIndex[];
}

export interface CompiledFile {
  /** The path below the data folder, such as `comments/2026.ndjson`. */
  readonly name: string;
  /** The hash of the bytes (files/source/chunk-hash.ts). Empty if the file has text files beside it. */
  readonly hash: string;
  readonly bytes: number;
  readonly firstRow: number;
  readonly rows: number;
  /** Whether each record of the file has a row. False if some text could not be read, or a record was left out. */
  readonly isWhole: boolean;
  readonly findings: readonly Finding[];
}

/** Where the fragments of one kind are in their file. */
export interface FragmentIndex {
  /** The offset at which each row's fragment begins and, as the last element, the end of the last fragment. */
  readonly offsets: Float64Array;
  /** The CRC-32 of each block of the bytes. */
  readonly sums: Uint32Array;
}

/**
 * The number of kinds of fragments of a collection: one for each distinct shape, and one for each text that other
 * records show.
 */
export function fragmentKinds(plan: CollectionPlan): number {
  return plan.fragments.length + plan.taken.length;
}

/** The name, in a store, of the file with a shard's fragments of one kind. */
export const fragmentsName = (key: string, kind: number): string => `${key}.${kind}`;
