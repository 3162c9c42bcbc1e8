// The limits of data files and declarations. Some of them follow from the format of compiled files, which has 32-bit
// integers or doubles for counts and offsets, and one byte for the number of a collection, of a reference or of a
// reason to withhold.

const MIB = 1024 * 1024;

/** The greatest numbers that are accepted or reported. */
export const LIMITS = {
  /** Bytes of a data file. A thread holds a whole file in memory. */
  fileBytes: 1e9,
  /** Bytes of one record, which is parsed as one string. A longer record may not fit into a JavaScript string. */
  recordBytes: 256 * MIB,
  /** Bytes of a text in a file of its own. Escaped as JSON, the text may become six times as long. */
  textBytes: 64 * MIB,
  /** Levels of nested lists and objects. */
  depth: 500,
  /** Elements of a list in a record. */
  listElements: 100_000,
  /** Problems that are reported for one record, and for one file. */
  recordProblems: 1000,
  fileProblems: 100_000,
  /** Warnings that are reported for one rule that compares records. */
  ruleWarnings: 1000,
  /** Collections of a portal. The number of a collection is stored in one byte. */
  collections: 2 ** 8,
  /** Reasons to withhold records of a collection. The number of a reason is stored in one byte; 0 means none. */
  reasons: 2 ** 8 - 1,
  /** References in a link `through` (links.ts). The number of the reference that is used is stored in one byte. */
  references: 2 ** 8,
} as const;
