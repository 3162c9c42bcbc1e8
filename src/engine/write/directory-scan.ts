// What is in the snapshot's folder: whether its files are as they were left, files of older
// snapshots, and foreign ones. Looks, and writes nothing.
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isFolder } from '../../files/disk/boundary.js';
import { isRacilyClean, statSignature } from '../../files/disk/stat-signature.js';
import { memo } from '../../model/memo.js';
import { next, type Queue } from '../pool/queue.js';
import type { KnownSegment } from './assemble.js';
import { Stage } from './stage.js';

/** What is known of a file of the last snapshot; it still holds if the signature is the same. */
export interface KnownFile {
  /** Stands for all that the file was made from: equal keys give equal bytes. */
  readonly key: string;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly bytes: number;
  /** Its stat signature (files/disk/stat-signature.ts). */
  readonly signature: string;
  /** Of a long page: what it is made of, in order. */
  readonly segments?: readonly KnownSegment[];
}

/** What the last snapshot left in its folder. */
export interface Left {
  readonly files: ReadonlyMap<string, KnownFile>;
  /** The stat signatures of the folders in which there was nothing but these files and their folders. */
  readonly folders: ReadonlyMap<string, string>;
}

/**
 * The signatures of the folders if the snapshot's folder holds exactly the files that were left there, as
 * they were; otherwise undefined. Reads only folders that do not have the signatures of before.
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
      if (!readdirSync(path).every((entry) => isKnown(below(name, entry)))) return undefined;
      if (isRacilyClean(there, moment)) continue;
    }
    signatures.set(name, signature);
  }
  return signatures;
}

/** The folders of a snapshot, to be looked at. Plain data. */
export interface FolderQueue extends Queue {
  /** The snapshot's folder. */
  readonly root: string;
  readonly folders: Left['folders'];
}

/** Looks at folders, if nobody else does; tells of those that are not as they were left, by their names. */
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
 * The signatures of the folders of published files after a scan, but for those that held more and those
 * that changed since a moment before it: what came there since, nobody has seen. `asBefore`: those that
 * were not read. `changed`: the files that were put there or removed.
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
  /** What no snapshot wrote; a folder that is wholly foreign counts once. */
  readonly foreign: readonly string[];
  /** Folders of snapshots with nothing in them. */
  readonly empty: readonly string[];
  /** Folders that hold more than files of this snapshot and their folders. */
  readonly mixed: ReadonlySet<string>;
}

/**
 * What is in the snapshot's folder besides the files that belong there. `left`: with the folders that are
 * as they were left, and are not read; `stage`: a folder in it that counts as ours. Throws a
 * {@link UsageError} where a folder that belongs there is something else.
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
  /** Whether anything of a snapshot is in a folder. */
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
    foreign.push(...strangers);
    return ours;
  };
  visit('');
  return { stale, foreign: foreign.sort(), empty, mixed };
}

interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** Gives the entries of a folder; it reads those that are not as they were left. */
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
      return { name: below(folder, entry.name), isFolder: entry.isDirectory() };
    });
  };
}

/** The snapshot's folder, which is '', and all folders above some files of it. */
function foldersOf(files: Iterable<string>): Set<string> {
  const folders = new Set(['']);
  for (const file of files) {
    for (let at = parentOf(file); !folders.has(at); at = parentOf(at)) folders.add(at);
  }
  return folders;
}

const parentOf = (name: string) => name.slice(0, Math.max(0, name.lastIndexOf('/')));
const below = (folder: string, entry: string) => (folder === '' ? entry : `${folder}/${entry}`);
/** The path of a folder; that of the snapshot's may be a link, which the slash at the end follows. */
const pathOf = (root: string, folder: string) => `${root}/${folder}`;
