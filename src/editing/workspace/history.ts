// The finished changes of a data folder, which `undo` can revert. Each is kept as its journal (journal.ts).
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isFolder } from '../../files/disk/boundary.js';
import { asideOf } from '../../files/disk/temporary.js';
import { JOURNAL } from '../../files/source/files.js';
import { hashAt, readJournal } from './journal.js';

/** The folder in the data folder for what commands keep; hidden, so that it is not read as data. */
export const FOLDER = '.portal-snapshot';

/** How many changes are kept at most, and how many bytes those before the newest one may have together. */
const MOST_CHANGES = 50;
const MOST_BYTES = 200 * 1024 * 1024;

/** The greatest number of a kept change. Nobody makes so many: a stranger's branch brought it. */
const GREATEST = '9'.repeat(15);

const historyOf = (data: string) => join(data, FOLDER, 'undo');

/** Whether the folder for kept changes exists. */
export const isKept = (data: string): boolean => existsSync(historyOf(data));

/** The folders of kept changes, the newest first; each is named by its number. */
function kept(data: string): string[] {
  const history = historyOf(data);
  if (!isFolder(join(data, FOLDER)) || !isFolder(history)) return [];
  const numbers = readdirSync(history).filter((name) => /^[1-9]\d{0,14}$/.test(name));
  return numbers.sort((a, b) => Number(b) - Number(a)).map((number) => join(history, number));
}

/** Ends a change, and keeps its journal. Deletes the oldest kept changes while they exceed the limits. */
export function keepDone(data: string): void {
  const all = kept(data);
  if (all[0]?.endsWith(GREATEST)) forget(all.shift()!); // no change could follow it
  const [newest = '/0', ...older] = all;
  const next = Number(/\d+$/.exec(newest)![0]) + 1;
  mkdirSync(historyOf(data), { recursive: true });
  renameSync(join(data, JOURNAL), join(historyOf(data), String(next)));
  let bytes = 0;
  [newest, ...older].filter(isFolder).forEach((folder, i) => {
    for (const name of readdirSync(folder)) bytes += statSync(join(folder, name)).size;
    if (i + 2 > MOST_CHANGES || bytes > MOST_BYTES) forget(folder);
  });
}

/** Deletes a kept change. */
export function forget(folder: string): void {
  if (existsSync(folder)) asideOf(folder, (aside) => renameSync(folder, aside));
}

/** A change that is done. */
export interface DoneChange {
  /** The folder in which the change is kept. */
  readonly folder: string;
  readonly command: string;
  readonly at: Date;
  readonly files: readonly DoneFile[];
}

/** A file of a change that is done. */
export interface DoneFile {
  readonly file: string;
  /** Its content before the change; undefined if there was no such file, or the kept copy is damaged. */
  readonly old: Buffer | undefined;
  /** Its mode before the change, where `old` is there. */
  readonly mode: number | undefined;
  /** Its hash after the change; undefined if the change deleted it. */
  readonly now: string | undefined;
  /** Whether the file is as the change left it, and the kept copy is not damaged. */
  readonly isUntouched: boolean;
}

/** The newest change that is not reverted yet; skips changes whose journals cannot be read. */
export function lastChange(data: string): DoneChange | undefined {
  for (const folder of kept(data)) {
    const journal = readJournal(data, folder);
    if (!journal) continue;
    const files = journal.entries.map(({ file, before, after }, i) => {
      const path = join(folder, String(i));
      const isWhole = before === undefined || hashAt(path) === before;
      const old = before !== undefined && isWhole ? readFileSync(path) : undefined;
      const mode = old && statSync(path).mode;
      const is = hashAt(join(data, file));
      const isUntouched = isWhole && is === after;
      return { file, old, mode, now: after, isUntouched, isBack: is === before };
    });
    // It is reverted already, such as by an `undo` that was killed before it deleted the journal.
    if (files.every(({ isBack }) => isBack)) continue;
    return { folder, command: journal.command, at: statSync(folder).mtime, files };
  }
  return undefined;
}
