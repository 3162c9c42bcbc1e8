// The journal of the data folder, from which changes are undone. Before a change, the old files are copied into a
// folder `.portal-snapshot.change`. While this folder exists, no build reads the data. If a command was killed, the
// next command that edits data undoes the change. After a change, the folder is moved to `.portal-snapshot/undo/N`.
// `undo` moves it back, and then does the same as after a killed command.
import {
  constants,
  copyFileSync,
  existsSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fsExtra from 'fs-extra';
import { cannotWrite, isFolder, mustStayBelow } from '../../files/disk/boundary.js';
import { asideOf } from '../../files/disk/temporary.js';
import { readText } from '../../files/disk/text-file.js';
import { hashOf } from '../../files/source/chunk-hash.js';
import { JOURNAL } from '../../files/source/files.js';
import { isObject } from '../../model/fields.js';
import { writing } from '../../problems/failure.js';
import { refusalOf, refused } from '../../problems/problem.js';
import { hashAt } from './file-hash.js';

/** A file of a change, with its hash before and after the change; undefined if the file does not exist at that time. */
export interface JournalEntry {
  readonly file: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** The words of the command that makes a change, such as `remove`, `vacancy`, `100`. */
export type Command = readonly string[];

/** A change and its folder. The file `0` in it is a copy of the first file before the change, `1` of the second. */
export interface KeptChange {
  readonly folder: string;
  readonly command: Command;
  readonly at: Date;
  readonly files: readonly JournalEntry[];
}

/** The folder in the data folder that has finished changes and the lock. It is hidden, so it is not read as data. */
export const FOLDER = '.portal-snapshot';

/** At most this many changes are kept. All of them except the newest have at most this many bytes together. */
const MOST_CHANGES = 50;
const MOST_BYTES = 200 * 1024 * 1024;

/**
 * The greatest number that the folder of a change may have. No command gets that far, so somebody has put a change
 * with this number there, and it is deleted.
 */
const GREATEST = '9'.repeat(15);

const ENTRIES = 'entries.json';

const historyOf = (data: string) => join(data, FOLDER, 'undo');

/** Begins a change: copies the old files. If one is not as in its `before`, keeps no copies and returns false. */
export function begin(data: string, command: Command, entries: readonly JournalEntry[]): boolean {
  const journal = join(data, JOURNAL);
  return asideOf(journal, (folder) => {
    fsExtra.outputFileSync(join(folder, '.gitignore'), '*\n');
    fsExtra.outputJsonSync(join(folder, ENTRIES), { command, entries });
    const isAsBefore = entries.every(({ file, before }, i) => {
      const [path, copy] = [join(data, file), join(folder, String(i))];
      if (hashAt(path) !== before) return false;
      if (before === undefined) return true;
      writing(copy, () => copyFileSync(path, copy, constants.COPYFILE_EXCL));
      return hashAt(copy) === before;
    });
    if (isAsBefore) renameSync(folder, journal);
    return isAsBefore;
  });
}

/** Ends a change, so that `undo` finds it. Deletes the oldest changes if there are too many. */
export function end(data: string): void {
  const all = foldersOf(data);
  if (all[0]?.endsWith(GREATEST)) forget(all.shift()!); // a change with a greater number could not be added
  const [newest = '/0', ...older] = all;
  const next = Number(/\d+$/.exec(newest)![0]) + 1;
  fsExtra.ensureDirSync(historyOf(data));
  renameSync(join(data, JOURNAL), join(historyOf(data), String(next)));
  let bytes = 0;
  [newest, ...older].filter(isFolder).forEach((folder, i) => {
    for (const name of readdirSync(folder)) bytes += statSync(join(folder, name)).size;
    if (i + 2 > MOST_CHANGES || bytes > MOST_BYTES) forget(folder);
  });
}

/** The folders of finished changes, which have numbers as names. The newest one comes first. */
function foldersOf(data: string): string[] {
  const history = historyOf(data);
  if (!isFolder(join(data, FOLDER)) || !isFolder(history)) return [];
  const numbers = readdirSync(history).filter((name) => /^[1-9]\d{0,14}$/.test(name));
  return numbers.sort((a, b) => Number(b) - Number(a)).map((number) => join(history, number));
}

function forget(folder: string): void {
  if (existsSync(folder)) asideOf(folder, (aside) => renameSync(folder, aside));
}

/**
 * The newest finished change. `touched`: its files that `undo` cannot restore, because somebody has changed them or
 * their copies. Skips changes that are already undone or cannot be read.
 */
export function lastChange(
  data: string,
): (KeptChange & { readonly touched: readonly string[] }) | undefined {
  for (const folder of foldersOf(data)) {
    const change = readChange(data, folder);
    const left = change ? filesToTakeBack(data, change) : [];
    if (!change || left.length === 0) continue;
    const touched = left.filter(({ isClear }) => !isClear).map(({ file }) => file);
    return { ...change, touched };
  }
  return undefined;
}

/** Undoes a finished change. Changes nothing and returns false if one of the change's files was changed since. */
export function undoChange(data: string, change: KeptChange): boolean {
  if (filesToTakeBack(data, change).some(({ isClear }) => !isClear)) return false;
  renameSync(change.folder, join(data, JOURNAL));
  takeBackUnfinished(data);
  return true;
}

/** The change that a killed command left unfinished, if any. Throws a {@link UsageError} if its journal is damaged. */
export function unfinishedChange(data: string): KeptChange | undefined {
  const folder = join(data, JOURNAL);
  if (!isFolder(folder)) return undefined;
  const change = readChange(data, folder);
  if (change) return change;
  throw refused(
    'a killed command left a change half done, and its record in {journal} is damaged: mend the data by hand or by git, then remove that folder',
    { journal: folder },
  );
}

/** Undoes the change that a killed command left unfinished, and returns it; undefined if there is none. */
export function takeBackUnfinished(data: string): KeptChange | undefined {
  const change = unfinishedChange(data);
  if (change) takeBack(data, change);
  return change;
}

/**
 * Undoes the unfinished change, of which the first `count` files were written. If somebody else has changed one of them
 * or its copy, changes nothing and throws a {@link UsageError}.
 */
function takeBack(data: string, change: KeptChange, count = change.files.length): void {
  const { folder, files } = change;
  const begun = filesToTakeBack(data, { folder, files: files.slice(0, count) });
  const strange = begun.filter(({ isClear }) => !isClear).map(({ file }) => file);
  if (strange.length > 0)
    throw refused(
      'a killed command left a change half done, and these files are no longer as it left them: {files}; what was there before is in {journal}: mend the data, then remove that folder',
      { journal: folder, files: strange.join(', ') },
    );
  try {
    for (const { file, old } of begun.reverse()) {
      const path = join(data, file);
      fsExtra.ensureDirSync(dirname(path));
      if (old) renameSync(old, path);
      else rmSync(path);
    }
    for (const { file, before } of files) if (before === undefined) removeEmpty(data, file);
    forget(folder);
  } catch (error) {
    throw halfDone(data, error);
  }
}

/** The error for a disk that is full, for example, while a change is undone. The journal is still there. */
function halfDone(data: string, error: unknown): unknown {
  const why = refusalOf(cannotWrite(data, error), 'disk');
  if (!why) return error;
  return refused(
    '{why}; a change of the data is half done: the next command that changes the data undoes it completely',
    { why },
    'disk',
  );
}

/** Undoes the change that is being written: its first `count` files were written, but the next one could not be. */
export function giveUp(data: string, count: number): void {
  const change = readChange(data, join(data, JOURNAL));
  if (change) takeBack(data, change, count);
}

/** The files that are not as before a change. `isClear`: nobody else has changed the file or its copy. */
function filesToTakeBack(data: string, { folder, files }: Pick<KeptChange, 'folder' | 'files'>) {
  return files.flatMap(({ file, before, after }, i) => {
    const now = hashAt(join(data, file));
    if (now === before) return [];
    const old = before === undefined ? undefined : join(folder, String(i));
    // While a new file is put in its place, it may be empty for a moment (disk/place-new.ts).
    const isOurs = now === after || (!old && now === NOTHING);
    return [{ file, old, isClear: isOurs && (!old || hashAt(old) === before) }];
  });
}

const NOTHING = hashOf(Buffer.alloc(0));

/**
 * Reads a change from its folder. Returns undefined if the journal is damaged, or names a file that commands never
 * change. Throws a {@link UsageError} if a symbolic link leads to one of its files.
 */
function readChange(data: string, folder: string): KeptChange | undefined {
  let journal: unknown;
  try {
    journal = JSON.parse(readText(join(folder, ENTRIES)) ?? '');
  } catch {
    return undefined;
  }
  if (!isObject(journal)) return undefined;
  const { command, entries } = journal;
  const isCommand = Array.isArray(command) && command.every((word) => typeof word === 'string');
  if (!isCommand || !Array.isArray(entries) || !entries.every(isEntry)) return undefined;
  for (const { file } of entries) mustStayBelow(data, file);
  return { folder, command, at: statSync(folder).mtime, files: entries };
}

/** Matches the name of a data file, which is not hidden, or of a file that `import` keeps in `.import/`. */
const NAME = /^(?:\.import\/\.asked\.json|(?:\.import\/)?(?!\.)[^/\0]+(?:\/(?!\.)[^/\0]+)*)$/;

function isEntry(value: unknown): value is JournalEntry {
  if (!isObject(value)) return false;
  const { file, before, after } = value;
  const isHash = (hash: unknown) => hash === undefined || typeof hash === 'string';
  return typeof file === 'string' && NAME.test(file) && isHash(before) && isHash(after);
}

/** Removes the folder of a file if it is empty, then the folder above it if that is empty, and so on. */
function removeEmpty(data: string, file: string): void {
  try {
    for (let at = dirname(file); at !== '.'; at = dirname(at)) rmdirSync(join(data, at));
  } catch {
    // The folder has other files, or was already removed.
  }
}
