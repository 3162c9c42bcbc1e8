// What a change of the data folder replaces, kept in a hidden folder until all of the change is done. A command that
// is killed before that leaves this journal, by which the next one takes back what was begun. The journal of a change
// that is done is what `undo` takes it back by (history.ts).
import {
  closeSync,
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

/** A file of a change, by its name in the data folder; its hashes before and after, if it is there then. */
export interface JournalEntry {
  readonly file: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** In the journal, beside the old files: these are named `0`, `1` and so on, by the place of their entry. */
const ENTRIES = 'entries.json';

/** A change and its files. */
export interface Journal {
  /** The command that made the change, such as `remove vacancy 100`. */
  readonly command: string;
  readonly entries: readonly JournalEntry[];
}

/** Writes the journal of a change, in full or not at all; false when a file is not as it was before. */
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

/** Ends a change: what it replaced is no longer kept. */
export function dropJournal(data: string): void {
  const journal = join(data, JOURNAL);
  asideOf(journal, (aside) => renameSync(journal, aside));
}

/**
 * Brings the first `count` files of a change back as the journal has them, and drops it. Throws a
 * {@link UsageError}, and changes nothing, when someone else has changed one of those meanwhile.
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

/** Takes back the change that a killed command has begun, if there is one; gives the names of its files. */
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
 * The journal in a folder; undefined where it cannot be read. It can be a stranger's: only files are named that a
 * change of ours can have, else this throws.
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

/** The name of a visible file, or of one that an import keeps. */
const NAME = /^(?:\.import\/)?(?!\.)[^/\\\0]+(?:\/(?!\.)[^/\\\0]+)*$/;

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

/** The hash of bytes as of a file (source/chunk-hash.ts). */
export function hashOf(bytes: Buffer): string {
  const hash = new ChunkHash();
  hash.update(bytes);
  return hash.digest();
}

const NOTHING = hashOf(Buffer.alloc(0));
const BLOCK = 1 << 18;

/** The hash of a file, which is copied to another path, if one is given; undefined when there is no file. */
export function hashAt(path: string, copy?: string): string | undefined {
  const from = openIfThere(path);
  if (from === undefined) return undefined;
  const to = copy === undefined ? undefined : openSync(copy, 'wx', fstatSync(from).mode);
  try {
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
