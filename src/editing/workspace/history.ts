// The changes of a data folder that `undo` can take back: the journals of those that are done.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isFolder } from '../../files/disk/boundary.js';
import { asideOf } from '../../files/disk/temporary.js';
import { JOURNAL } from '../../files/source/files.js';
import { hashAt, readJournal } from './journal.js';

/** The folder of what commands keep beside the data: hidden, so that it is not read as data. */
export const FOLDER = '.portal-snapshot';

/** How many changes are kept, and how many bytes besides those of the newest one. */
const MOST_CHANGES = 50;
const MOST_BYTES = 200 * 1024 * 1024;

const historyOf = (data: string) => join(data, FOLDER, 'undo');

/** Whether a change is kept. */
export const isKept = (data: string): boolean => existsSync(historyOf(data));

/** The folders of kept changes, the newest first; each is named by its number. */
function kept(data: string): string[] {
  const history = historyOf(data);
  if (!isFolder(join(data, FOLDER)) || !isFolder(history)) return [];
  const numbers = readdirSync(history).filter((name) => /^[1-9]\d{0,14}$/.test(name));
  return numbers.sort((a, b) => Number(b) - Number(a)).map((number) => join(history, number));
}

/** Ends a change, and keeps its journal; what is older than can be kept goes. */
export function keepDone(data: string): void {
  const [newest = '/0', ...older] = kept(data);
  const next = Number(/\d+$/.exec(newest)![0]) + 1;
  mkdirSync(historyOf(data), { recursive: true });
  renameSync(join(data, JOURNAL), join(historyOf(data), String(next)));
  let bytes = 0;
  [newest, ...older].filter(isFolder).forEach((folder, i) => {
    for (const name of readdirSync(folder)) bytes += statSync(join(folder, name)).size;
    if (i + 2 > MOST_CHANGES || bytes > MOST_BYTES) forget(folder);
  });
}

/** Forgets a kept change. */
export function forget(folder: string): void {
  if (existsSync(folder)) asideOf(folder, (aside) => renameSync(folder, aside));
}

/** A change that is done. */
export interface DoneChange {
  /** The folder that it is kept in. */
  readonly folder: string;
  readonly command: string;
  readonly at: Date;
  readonly files: readonly DoneFile[];
}

/** A file of a change that is done. */
export interface DoneFile {
  readonly file: string;
  /** What brings it back as it was; undefined: it was not there. */
  readonly old: Buffer | undefined;
  /** Its hash after the change; undefined: it was gone. */
  readonly now: string | undefined;
  /** Whether it is as the change left it. */
  readonly isUntouched: boolean;
}

/** The last change of which a file is still other than before; one that cannot be read is passed over. */
export function lastChange(data: string): DoneChange | undefined {
  for (const folder of kept(data)) {
    const journal = readJournal(data, folder);
    if (!journal) continue;
    const files = journal.entries.map(({ file, before, after }, i) => {
      const path = join(folder, String(i));
      const isWhole = before === undefined || hashAt(path) === before;
      const old = before !== undefined && isWhole ? readFileSync(path) : undefined;
      const is = hashAt(join(data, file));
      return { file, old, now: after, isUntouched: isWhole && is === after, isBack: is === before };
    });
    // Whoever took it back was killed before it was forgotten.
    if (files.every(({ isBack }) => isBack)) continue;
    return { folder, command: journal.command, at: statSync(folder).mtime, files };
  }
  return undefined;
}
