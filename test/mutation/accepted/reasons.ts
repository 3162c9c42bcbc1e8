// Why no test has to notice a change: reasons that hold of several.

/** By the file below `src/`, and by what `npm run mutate` calls a change. */
export type Accepted = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const SPARES_TIME = 'only spares time';
export const NARROWS = 'tells the compiler alone: other kinds have no such member';
export const TAKES_MEMORY = 'only takes more memory';
export const OVERWRITTEN = 'is overwritten before it is read';
export const NOT_DECLARED = 'only a portal that is declared wrongly comes here';
export const NOTHING_THERE = 'before the first row, and behind the last one, is nothing';
export const TAKES_A_FILE = 'leaves a file open until the process ends';
export const IN_THREADS =
  'only for much work are there other threads, which live tests have (test/live/write)';
export const THAT_INSTANT = 'differs only where somebody else writes there in the same instant';
