// Finds out what is in the snapshot's folder: whether its files are as the last build left them, and which files are of
// older snapshots, or foreign. Writes nothing.

import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isFolder } from '../../files/disk/boundary.js';
import { isRacilyClean, statSignature } from '../../files/disk/stat-signature.js';
import { nameBelow } from '../../files/source/files.js';
import { memo } from '../../model/memo.js';
import { next, type Queue } from '../pool/queue.js';
import type { KnownSegment } from './assemble.js';
import { Stage } from './stage.js';

/** What is known of a file of the last snapshot. It is true as long as the file's signature is the same. */
export interface KnownFile {
  /** Identifies all that the file was made from: files with equal keys have equal bytes. */
  readonly key: string;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly bytes: number;
  /** Its stat signature (files/disk/stat-signature.ts). */
  readonly signature: string;
  /** Of a long page: its segments, in order. */
  readonly segments?: readonly KnownSegment[];
}

/** What the last build left in the snapshot's folder. */
export interface Left {
  readonly files: ReadonlyMap<string, KnownFile>;
  /** The stat signatures of the folders that held nothing but these files and their folders, by name. */
  readonly folders: ReadonlyMap<string, string>;
}

/**
 * Returns the signatures of the folders if the snapshot's folder holds exactly the files that were left there,
 * unchanged; otherwise undefined. Reads only folders whose signature is not the one that was left.
 */
export function asLeft(folder: string, left: Left): ReadonlyMap<string, string> | undefined {
  if (Stage.isAt(folder)) return undefined;
  for (const [name, { signature }] of left.files) {
    const there = lstatSync(`${folder}/${name}`, { throwIfNoEntry: false });
    if (!there || statSignature(there) !== signature) return undefined;
  }
  const moment = Date.now();
  const folders = foldersOf(left.files.keys());
  const isKnown = (name: string) => left.files.has(name) || folders.has(name);
  const signatures = new Map<string, string>();
  for (const name of folders) {
    const path = pathOf(folder, name);
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (!there?.isDirectory()) return undefined;
    const signature = statSignature(there);
    if (left.folders.get(name) !== signature) {
      if (!readdirSync(path).every((entry) => isKnown(nameBelow(name, entry)))) return undefined;
      if (isRacilyClean(there, moment)) continue;
    }
    signatures.set(name, signature);
  }
  return signatures;
}

/** The folders of a snapshot, whose signatures are to be compared. Plain data. */
export interface FolderQueue extends Queue {
  /** The snapshot's folder. */
  readonly root: string;
  readonly folders: Left['folders'];
}

/** Gives `say` the names of the folders that have changed, unless another thread has taken this task. */
export async function lookPart(
  queue: FolderQueue,
  say: (changed: readonly string[]) => void,
): Promise<void> {
  if (next(queue) < 0) return;
  const changed: string[] = [];
  for (const [name, signature] of queue.folders) {
    const there = lstatSync(pathOf(queue.root, name), { throwIfNoEntry: false });
    if (!there || statSignature(there) !== signature) changed.push(name);
  }
  say(changed);
}

/**
 * Returns the signatures of the folders of published files, after a scan. Omits folders that hold other things, too
 * (`mixed`), and those that changed after `moment`, which precedes the scan: it may not have seen what was added.
 * `asBefore`: the folders that were not read. `changed`: the files that were put there or removed.
 */
export function signaturesOfFolders(
  folder: string,
  files: Iterable<string>,
  { mixed }: Pick<DirectoryScan, 'mixed'>,
  asBefore: Left['folders'],
  changed: Iterable<string>,
  moment: number,
): ReadonlyMap<string, string> {
  const signatures = new Map<string, string>();
  const touched = foldersOf(changed);
  for (const name of foldersOf(files)) {
    if (mixed.has(name)) continue;
    const before = touched.has(name) ? undefined : asBefore.get(name);
    if (before !== undefined) {
      signatures.set(name, before);
      continue;
    }
    const there = lstatSync(pathOf(folder, name));
    if (!isRacilyClean(there, moment)) signatures.set(name, statSignature(there));
  }
  return signatures;
}

export interface DirectoryScan {
  /** Files of older snapshots. */
  readonly stale: readonly string[];
  /** Files and folders that no snapshot wrote; of a folder that is wholly foreign, only the folder. */
  readonly foreign: readonly string[];
  /** Empty folders below `api/`. */
  readonly empty: readonly string[];
  /** Folders that hold more than files of this snapshot and their folders. */
  readonly mixed: ReadonlySet<string>;
}

/**
 * Finds what is in the snapshot's folder besides `files`, which belong there. `left.folders`: the unchanged folders,
 * which are not read. `stage`: a folder in it that counts as ours. Throws a {@link UsageError} where a folder that
 * belongs there is something else.
 */
export function scanDirectory(
  folder: string,
  files: ReadonlyMap<string, unknown>,
  left: Left,
  isOurs: (file: string) => boolean,
  stage: string | undefined,
): DirectoryScan {
  const isStale = (name: string) => {
    const stats = lstatSync(join(folder, name));
    return (
      stats.isFile() && (isOurs(name) || left.files.get(name)?.signature === statSignature(stats))
    );
  };
  const folders = foldersOf(files.keys());
  const entriesIn = reader(folder, left);
  const mixed = new Set<string>();
  const stale: string[] = [];
  const foreign: string[] = [];
  const empty: string[] = [];
  /** Scans a folder. Returns whether anything of a snapshot is in it. */
  const visit = (at: string): boolean => {
    let ours = false;
    const strangers: string[] = [];
    const entries = entriesIn(at);
    for (const { name, isFolder: isReal } of entries) {
      if (!files.has(name) && !folders.has(name)) mixed.add(at);
      if (name === stage || files.has(name)) ours = true;
      else if (isReal || (folders.has(name) && isFolder(join(folder, name)))) {
        const before = foreign.length;
        if (visit(name)) ours = true;
        else if (foreign.length > before) {
          foreign.length = before;
          strangers.push(name);
        }
      } else if (isStale(name)) {
        ours = true;
        stale.push(name);
      } else strangers.push(name);
    }
    if (entries.length === 0 && at.startsWith('api/')) empty.push(at);
    for (const name of strangers) foreign.push(name);
    return ours;
  };
  visit('');
  return { stale, foreign: foreign.sort(), empty, mixed };
}

interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** Returns a function that lists the entries of a folder. It reads only folders that have changed. */
function reader(
  root: string,
  { files, folders }: Left,
): (folder: string) => readonly FolderEntry[] {
  const known = new Map<string, FolderEntry[]>();
  const add = (name: string, isFolder: boolean) =>
    memo(known, parentOf(name), () => []).push({ name, isFolder });
  if (folders.size > 0) {
    for (const name of files.keys()) add(name, false);
    for (const name of foldersOf(files.keys())) if (name !== '') add(name, true);
  }
  return (folder) => {
    if (folders.has(folder)) return known.get(folder)!;
    return readdirSync(pathOf(root, folder), { withFileTypes: true }).map((entry) => {
      return { name: nameBelow(folder, entry.name), isFolder: entry.isDirectory() };
    });
  };
}

/** The names of all folders that hold some of these files, at any depth; '' is the snapshot's folder itself. */
function foldersOf(files: Iterable<string>): Set<string> {
  const folders = new Set(['']);
  for (const file of files) {
    for (let at = parentOf(file); !folders.has(at); at = parentOf(at)) folders.add(at);
  }
  return folders;
}

const parentOf = (name: string) => name.slice(0, Math.max(0, name.lastIndexOf('/')));
/** The path of a folder. That of the snapshot's folder ends in a slash, which follows it if it is a symbolic link. */
const pathOf = (root: string, folder: string) => `${root}/${folder}`;
