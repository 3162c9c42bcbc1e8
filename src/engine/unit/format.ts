// What compiling a unit leaves for the other stages: columns of numbers, findings, and pieces of JSON.
// A piece is its body, then for each placeholder u32 place in the body, u16 slot and f64 id (NaN when the
// record does not give one), then u16 number of placeholders.
import type { Finding } from '../../problems/problem.js';
import type { CollectionPlan } from '../plan.js';

export const PLACEHOLDER_SIZE = 14;
/** The 32-bit words kept of a piece's SHA-256: pieces with the same ones count as the same. */
export const HASH_WORDS = 4;
/** The digits of a fraction of a second that a number keeps. */
export const FRACTION_DIGITS = 15;

/** An instant of each record: {@link FRACTION_DIGITS} digits of the fraction, and the rest if there is more. */
export interface InstantColumn {
  readonly seconds: Float64Array;
  readonly fraction: Float64Array;
  readonly rest: ReadonlyMap<number, string>;
}

/** The records of a unit, a row each, in the order of its files. */
export interface CompiledUnit {
  readonly files: readonly CompiledFile[];
  readonly rows: number;
  /** The byte of its file at which each record begins. */
  readonly starts: Float64Array;
  readonly numbers: readonly Float64Array[];
  readonly instants: readonly InstantColumn[];
  readonly collated: readonly (readonly string[])[];
  /** The first reason to withhold each record, from 1; 0 for none. */
  readonly reasons: Uint8Array;
  /** 1 for a record with findings: nothing can be worked out from it. */
  readonly bad: Uint8Array;
  /** References inside lists and parts: which one of the plan, of which row, to which id. */
  readonly inner: {
    readonly which: Uint16Array;
    readonly row: Uint32Array;
    readonly id: Float64Array;
  };
  /** Ids that stand in what could not be read: records that others may rightly refer to. */
  readonly possibleIds: readonly number[];
  /** Of each kind; the SHA-256 of each block of their bytes is in `digests`. */
  readonly pieces: readonly (PieceIndex & { readonly digests: Uint8Array })[];
}

/** A file of a unit. */
export interface CompiledFile {
  /** Relative to the data folder. */
  readonly name: string;
  readonly firstRow: number;
  readonly findings: readonly Finding[];
}

/** The pieces of one kind of a unit's records, but for their bytes. */
export interface PieceIndex {
  /** Where each row's piece begins in the bytes, and where the last one ends. */
  readonly offsets: Float64Array;
  /** {@link HASH_WORDS} a row. */
  readonly hashes: Uint32Array;
}

/** How many kinds of pieces a collection has: one for each distinct shape, then the taken texts. */
export function pieceKinds(plan: CollectionPlan): number {
  return plan.pieces.length + plan.taken.length;
}

/** The name, in a store, of the bytes of a kind of piece of a unit. */
export const piecesName = (key: string, kind: number): string => `${key}.${kind}`;
