// The journal of a change: a hidden folder with copies of the files that the change replaces. When a command is killed
// before all new files are in place, its journal remains, and the next command reverts the change by it. The journal of
// a finished change is kept for `undo` (history.ts).
import {
  closeSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isFolder, mustStayBelow } from '../../files/disk/boundary.js';
import { asideOf } from '../../files/disk/temporary.js';
import { textOf } from '../../files/disk/text-file.js';
import { ChunkHash } from '../../files/source/chunk-hash.js';
import { openData } from '../../files/source/data-file.js';
import { JOURNAL } from '../../files/source/files.js';
import { isObject } from '../../model/fields.js';
import { writing } from '../../problems/failure.js';
import { refused } from '../../problems/problem.js';

/** A file of a change: its name in the data folder, and its hash before and after, undefined where it is missing. */
export interface JournalEntry {
  readonly file: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** The file in the journal that lists the entries; beside it, the old file of entry 0 is named `0`, and so on. */
const ENTRIES = 'entries.json';

/** A change and its files. */
export interface Journal {
  /** The command that made the change, such as `remove vacancy 100`. */
  readonly command: string;
  readonly entries: readonly JournalEntry[];
}

/** Writes the journal of a change, in full or not at all. Returns false when a file is no longer as in `before`. */
export function keepOld(data: string, { command, entries }: Journal): boolean {
  const journal = join(data, JOURNAL);
  return asideOf(journal, (folder) => {
    mkdirSync(folder);
    writeFileSync(join(folder, '.gitignore'), '*\n');
    writeFileSync(join(folder, ENTRIES), JSON.stringify({ command, entries }));
    const isAsBefore = entries.every(({ file, before }, i) => {
      return hashAt(join(data, file), join(folder, String(i))) === before;
    });
    if (isAsBefore) renameSync(folder, journal);
    return isAsBefore;
  });
}

/** Deletes the journal: what the change replaced is no longer kept. */
export function dropJournal(data: string): void {
  const journal = join(data, JOURNAL);
  asideOf(journal, (aside) => renameSync(journal, aside));
}

/**
 * Restores the first `count` files of a change from the journal, and deletes the journal. Throws a
 * {@link UsageError}, and changes nothing, when somebody else has changed one of these files or its copy.
 */
export function takeBack(data: string, entries: readonly JournalEntry[], count: number): void {
  const journal = join(data, JOURNAL);
  const begun = entries.slice(0, count).flatMap(({ file, before, after }, i) => {
    const path = join(data, file);
    const now = hashAt(path);
    if (now === before) return [];
    const old = before === undefined ? undefined : join(journal, String(i));
    // Where there are no hard links, a new file is empty for a moment (disk/place-new.ts).
    const isOurs = now === after || (!old && now === NOTHING);
    return [{ file, path, old, isClear: isOurs && (!old || hashAt(old) === before) }];
  });
  const strange = begun.filter(({ isClear }) => !isClear).map(({ file }) => file);
  if (strange.length > 0) throw refused('data/not-taken-back', { journal, files: strange });
  for (const { path, old } of begun.reverse()) {
    if (old) renameSync(old, path);
    else rmSync(path);
  }
  for (const { file, before } of entries) if (before === undefined) removeEmpty(data, file);
  dropJournal(data);
}

/** Reverts the change that a killed command left unfinished, if there is one. Returns the names of its files. */
export function takeBackUnfinished(data: string): string[] {
  const folder = join(data, JOURNAL);
  if (!isFolder(folder)) return [];
  const journal = readJournal(data, folder);
  if (!journal) throw refused('data/not-taken-back', { journal: folder, files: [] });
  const { entries } = journal;
  takeBack(data, entries, entries.length);
  return entries.map(({ file }) => file);
}

/**
 * Reads the journal in a folder. Returns undefined when it is damaged or names a file that no change can have: anybody
 * may have written it. Throws a {@link UsageError} when a file that it names lies behind a symbolic link.
 */
export function readJournal(data: string, folder: string): Journal | undefined {
  let journal: unknown;
  try {
    journal = JSON.parse(textOf(join(folder, ENTRIES)) ?? '');
  } catch {
    return undefined;
  }
  if (!isObject(journal)) return undefined;
  const { command, entries } = journal;
  if (typeof command !== 'string' || !Array.isArray(entries) || !entries.every(isEntry)) {
    return undefined;
  }
  for (const { file } of entries) mustStayBelow(data, file);
  return { command, entries };
}

/** The name of a file in the data folder: one that is not hidden, or one that an import keeps in `.import/`. */
const NAME = /^(?:\.import\/\.asked\.json|(?:\.import\/)?(?!\.)[^/\0]+(?:\/(?!\.)[^/\0]+)*)$/;

function isEntry(value: unknown): value is JournalEntry {
  if (!isObject(value)) return false;
  const { file, before, after } = value;
  const isHash = (hash: unknown) => hash === undefined || typeof hash === 'string';
  return typeof file === 'string' && NAME.test(file) && isHash(before) && isHash(after);
}

/** Removes the folder of a file of the data folder, and those above it, as far as they are empty. */
function removeEmpty(data: string, file: string): void {
  try {
    for (let at = dirname(file); at !== '.'; at = dirname(at)) rmdirSync(join(data, at));
  } catch {
    // Other files are there, or it is gone already.
  }
}

/** The hash of a file with these bytes (source/chunk-hash.ts). */
export function hashOf(bytes: Buffer): string {
  const hash = new ChunkHash();
  hash.update(bytes);
  return hash.digest();
}

const NOTHING = hashOf(Buffer.alloc(0));
const BLOCK = 1 << 18;

/** The hash of a file; undefined when there is none. `copy`: a path to which the file is copied, with its mode. */
export function hashAt(path: string, copy?: string): string | undefined {
  const from = openIfThere(path);
  if (from === undefined) return undefined;
  const to = copy === undefined ? undefined : openSync(copy, 'wx', 0o600);
  try {
    const { mode } = fstatSync(from);
    if (to !== undefined && fstatSync(to).mode !== mode) fchmodSync(to, mode & 0o7777);
    const hash = new ChunkHash();
    const block = Buffer.allocUnsafe(BLOCK);
    for (;;) {
      const read = block.subarray(0, readSync(from, block));
      if (read.length === 0) return hash.digest();
      hash.update(read);
      if (to === undefined) continue;
      for (let at = 0; at < read.length; ) at += writing(copy!, () => writeSync(to, read, at));
    }
  } finally {
    closeSync(from);
    if (to !== undefined) closeSync(to);
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openData(path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
