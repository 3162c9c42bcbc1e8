// The exit statuses of commands (PROMISES.md §4).

export const DONE = 0;
/** The command found something wrong, such as errors in the data, or files that `fmt --check` would change. */
export const HAS_ERRORS = 1;
/** Wrong usage, or the tool failed. */
export const FAILED = 2;
