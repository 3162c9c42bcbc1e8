// The limits of data files and declarations. They are in one place because the engine's formats depend on them: counts
// and offsets in columns are 32-bit integers or doubles, and a reason, a collection or a reference is stored in a byte.

const MIB = 1024 * 1024;

/** The greatest numbers that are accepted or reported. */
export const LIMITS = {
  /** Bytes of a data file: it is read as a whole, by each of several threads. */
  fileBytes: 1e9,
  /** Bytes of one record. A longer one may exceed the maximum length of a string. */
  recordBytes: 256 * MIB,
  /** Bytes of a text in a file of its own: as JSON it may take six times as many. */
  textBytes: 64 * MIB,
  /** Levels of nested lists and objects. */
  depth: 500,
  /** Elements of a list in a record. */
  listElements: 100_000,
  /** Reported problems of one record, and of one file. */
  recordProblems: 1000,
  fileProblems: 100_000,
  /** Reported warnings of one rule across records. */
  ruleWarnings: 1000,
  /** Collections of a portal: the collection of a reference is stored in a byte (engine/link/withhold.ts). */
  collections: 2 ** 8,
  /** Reasons to withhold records of a collection: stored in a byte, where 0 is none (engine/compile/rows.ts). */
  reasons: 2 ** 8 - 1,
  /**
   * References through which a field's value is derived: the index of the one used is stored in a byte
   * (engine/link/derive.ts).
   */
  references: 2 ** 8,
} as const;
