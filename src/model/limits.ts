// How much data files and declarations may hold. All limits stand here, since the formats of the engine are as wide as they
// ask for: counts and places in columns have 32 bits or are doubles, and a byte tells a reason, a collection or a reference.

const MIB = 1024 * 1024;

/** The most that is taken; each is told with the problem of what is beyond it. */
export const LIMITS = {
  /** Bytes of one record: JavaScript may not be able to hold a longer string. */
  recordBytes: 256 * MIB,
  /** Bytes of a text in a file of its own: as JSON it may take six times as many. */
  textBytes: 64 * MIB,
  /** Lists and objects within one another. */
  depth: 500,
  /** Elements of a list in a record. */
  listElements: 100_000,
  /** Problems of one record that are reported, and of one file. */
  recordProblems: 1000,
  fileProblems: 100_000,
  /** Warnings of one rule of what is implausible. */
  ruleWarnings: 1000,
  /** Collections of a portal: which one a reference comes from is a byte (engine/link/withhold.ts). */
  collections: 2 ** 8,
  /** Reasons to withhold a record of a collection: a byte, in which 0 stands for none (engine/compile/rows.ts). */
  reasons: 2 ** 8 - 1,
  /** References of a field, through which its text is taken: a byte (engine/link/derive.ts). */
  references: 2 ** 8,
} as const;
