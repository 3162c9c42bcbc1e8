// The texts of reports besides those of their problems, in English.
import { plural } from './en-counts.js';

export const report = {
  preview: {
    built: (ms: number, written: number, removed: number) =>
      `built in ${ms} ms: ${plural(written, 'file')} written, ${removed} removed`,
    checked: (ms: number) => `checked in ${ms} ms`,
    /** Says that the last good snapshot is still served. */
    stays: 'the last good snapshot stays',
    /** Printed when the system stops watching files. */
    unwatched: (reason: string) => `saves may go unnoticed: ${reason}`,
  },
  withoutCache: (folder: string, reason: string) =>
    `the cache ${folder} cannot be written (${reason}); this is done without it`,
  /** A killed command had begun to change these files. */
  takenBack: (files: readonly string[]) =>
    `another command was killed while it changed the data: these files are as they were before it: ${files.join(', ')}`,
  /** Printed before the count of the problems that existed at a git ref already. */
  wereBefore: (ref: string) => `not shown, because they were there before (${ref})`,
  /** Printed where `ref` is the branch, which has no commit to compare with. */
  unborn: (ref: string) => `${ref} has no commit yet: everything counts as changed`,
  /** Printed before the count of the problems in files other than those asked for. */
  areElsewhere: 'not shown, because they are in other files',
  format: {
    /** `isCheck`: the files were only checked, and nothing was written. */
    summary: (files: number, changed: number, same: number, refused: number, isCheck: boolean) => {
      const [due, fine] = isCheck ? ['to be formatted', 'canonical'] : ['formatted', 'unchanged'];
      const left = refused > 0 ? `, ${refused} left alone` : '';
      return `${plural(files, 'file')}: ${changed} ${due}, ${same} ${fine}${left}`;
    },
  },
  error: 'error',
  warning: 'warning',
  counted: (count: number, noun: 'error' | 'warning' | 'record' | 'file' | 'byte') =>
    plural(count, noun),
  units: ['kB', 'MB', 'GB', 'TB'],
  point: '.',
  withheld: (records: number, collection: string, reason: string) =>
    `withheld: ${records} of ${collection}, because ${reason}`,
  /** Says how many records are withheld in all, and that `--verbose` tells more. */
  withheldInAll: (records: number) =>
    `withheld: ${plural(records, 'record')} (--verbose tells which and why)`,
  nothingWritten: 'nothing was written',
  changes: (written: number, unchanged: number, removed: number) =>
    `${written} written, ${unchanged} unchanged, ${removed} removed`,
  snapshot: 'snapshot',
  /** "and in 19 more places:", followed by some of them. */
  morePlaces: (count: number) => `and in ${plural(count, 'more place')}:`,
  /** The column headings of the table of problems by code. */
  columns: { count: 'count', code: 'code', files: 'files', example: 'for example' },
  /** Printed above the first few problems when there are too many to show. */
  firstOnes: (count: number) => `the first ${count}:`,
  /** Says that `--all` prints every problem. */
  all: (problems: number) => `--all prints each of the ${plural(problems, 'problem')}`,
};
