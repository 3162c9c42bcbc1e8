// Which addresses are still to be purged from caches, as the record has it. Pure.
import type { PublishOptions } from '../options.js';

/** Files whose addresses are still to be purged: for each `--purge`, such as `fastly:SERVICE`, and for `--purge-file`. */
export type Owed = ReadonlyMap<string, readonly string[]>;

const PURGE_FILE = 'file';
/** What records of earlier builds owe; they do not say to which CDN. */
export const ANY_CDN = 'any';

type PurgeOptions = Pick<PublishOptions, 'purge' | 'purgeFile'>;

const namesOf = ({ purge = [], purgeFile }: PurgeOptions): readonly string[] =>
  purgeFile === undefined ? purge : [...purge, PURGE_FILE];

/** Returns what is owed once these files have changed. */
export function owedAfter(owed: Owed, files: readonly string[], options: PurgeOptions): Owed {
  const all = new Map(owed);
  for (const name of namesOf(options)) {
    all.set(name, [...new Set([...files, ...(owed.get(name) ?? [])])]);
  }
  return all;
}

/** Returns the files that are owed to those who are purged now, and what is still owed when that is done. */
export function dueOf(owed: Owed, options: PurgeOptions): { files: readonly string[]; rest: Owed } {
  const names = [...namesOf(options), ...(options.purge?.length ? [ANY_CDN] : [])];
  return {
    files: names.flatMap((name) => owed.get(name) ?? []),
    rest: new Map([...owed].filter(([name]) => !names.includes(name))),
  };
}
