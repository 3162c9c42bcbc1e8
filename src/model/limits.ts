// The limits of data files and declarations. The engine's formats depend on them: counts and offsets are stored as
// 32-bit integers or doubles, and the number of a collection, of a reference or of a reason to withhold is stored in
// one byte.

const MIB = 1024 * 1024;

/** The greatest numbers that are accepted or reported. */
export const LIMITS = {
  /** Bytes of a data file. Each thread reads files as a whole. */
  fileBytes: 1e9,
  /** Bytes of one record. A longer one may exceed the maximum length of a string. */
  recordBytes: 256 * MIB,
  /** Bytes of a text in a file of its own. As JSON it may become six times as long. */
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
  /** Collections of a portal. The number of a collection is stored in one byte. */
  collections: 2 ** 8,
  /** Reasons to withhold records of a collection. The number of a reason is stored in one byte; 0 means none. */
  reasons: 2 ** 8 - 1,
  /** References from which a field may take its value. The number of the one that is used is stored in one byte. */
  references: 2 ** 8,
} as const;
