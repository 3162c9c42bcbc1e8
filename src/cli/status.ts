// Exit statuses of every command (PROMISES.md §4).

export const DONE = 0;
/** The data, or a deployment that was verified, has errors. */
export const HAS_ERRORS = 1;
/** Wrong usage, or the tool failed. */
export const FAILED = 2;
