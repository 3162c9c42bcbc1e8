// Compares the snapshot's folder with what the last build left there. Finds files of older snapshots, and files that no
// snapshot wrote. Writes nothing.
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isFolder } from '../../files/disk/boundary.js';
import { isRacilyClean, statSignature } from '../../files/disk/stat-signature.js';
import { nameBelow } from '../../files/source/files.js';
import type { OutputFiles } from './output-file.js';
import { Stage } from './stage.js';

/** What a build left in the snapshot's folder. */
export interface FolderState {
  readonly files: OutputFiles;
  /** The stat signatures of folders that contained only these files. Folders for which this is not sure are missing. */
  readonly folders: ReadonlyMap<string, string>;
}

/**
 * Checks that the snapshot's folder has exactly the files of the last build, unchanged. Returns undefined if it does
 * not, or if a build may be at work there; otherwise its present state, which is `last` itself if nothing is different.
 */
export function unchangedFolder(root: string, last: FolderState): FolderState | undefined {
  if (Stage.isAt(root)) return undefined;
  for (const [name, { signature }] of last.files) {
    const there = lstatSync(`${root}/${name}`, { throwIfNoEntry: false });
    if (!there || statSignature(there) !== signature) return undefined;
  }
  return withoutOthers(root, last);
}

/**
 * Checks that the folders of a snapshot exist, and contain nothing besides `last.files`. Returns undefined if that is
 * wrong; otherwise their present state. Only folders whose stat signature is not in `last` are read.
 */
export function withoutOthers(root: string, last: FolderState): FolderState | undefined {
  const { files, folders } = last;
  const moment = Date.now();
  const signatures = new Map<string, string>();
  let isSame = true;
  for (const [name, entries] of entriesOf(files.keys())) {
    const path = `${root}/${name}`; // ends in a slash if `name` is '', so that a symbolic link is followed
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (!there?.isDirectory()) return undefined;
    const signature = statSignature(there);
    if (folders.get(name) !== signature) {
      isSame = false;
      if (!readdirSync(path).every((entry) => entries.has(entry))) return undefined;
      // The folder changed just now. If it changes again at once, its signature may stay the same. So the signature is
      // not kept.
      if (isRacilyClean(there, moment)) continue;
    }
    signatures.set(name, signature);
  }
  return isSame ? last : { files, folders: signatures };
}

/** What is in the snapshot's folder besides the files of the snapshot. */
export interface Others {
  /** Files of older snapshots, which may be removed. */
  readonly stale: readonly string[];
  /** Files and folders that no snapshot wrote. If everything in a folder is foreign, only the folder is listed. */
  readonly foreign: readonly string[];
  readonly empty: readonly string[];
}

/**
 * Finds what is in the snapshot's folder besides `files`. `isOurs`: whether a file with this name is part of a
 * snapshot, so that it may be removed. `last`: the files of the last build. `stage`: the name of a folder to ignore.
 * Throws a {@link UsageError} if a link or a file is where a folder is needed.
 */
export function findOthers(
  root: string,
  files: OutputFiles,
  {
    isOurs,
    last,
    stage,
  }: {
    readonly isOurs: (file: string) => boolean;
    readonly last: OutputFiles;
    readonly stage: string | undefined;
  },
): Others {
  const othersAt = (name: string): Others => {
    const there = lstatSync(join(root, name));
    if (!there.isDirectory()) {
      const isStale =
        there.isFile() && (isOurs(name) || last.get(name)?.signature === statSignature(there));
      return { stale: isStale ? [name] : [], foreign: isStale ? [] : [name], empty: [] };
    }
    const entries = readdirSync(join(root, name));
    if (entries.length === 0 && name.startsWith('api/')) return { ...NOTHING, empty: [name] };
    const inside = together(entries.map((entry) => othersAt(nameBelow(name, entry))));
    const isForeign = inside.stale.length === 0 && inside.foreign.length > 0;
    return isForeign ? { ...inside, foreign: [name] } : inside;
  };
  const found = [...othersIn(root, entriesOf(files.keys()))].filter((name) => name !== stage);
  const { foreign, ...ours } = together(found.map(othersAt));
  return { ...ours, foreign: [...foreign].sort() };
}

const NOTHING: Others = { stale: [], foreign: [], empty: [] };

const together = (all: readonly Others[]): Others => ({
  stale: all.flatMap(({ stale }) => stale),
  foreign: all.flatMap(({ foreign }) => foreign),
  empty: all.flatMap(({ empty }) => empty),
});

/** Yields everything that is in these folders on the disk, but not in their `Entries`. */
function* othersIn(root: string, folders: Entries): Generator<string> {
  function* inside(folder: string): Generator<string> {
    const belonging = folders.get(folder)!;
    // `${root}/` ends in a slash, so that a symbolic link to the snapshot's folder is followed.
    for (const entry of readdirSync(`${root}/${folder}`, { withFileTypes: true })) {
      const name = nameBelow(folder, entry.name);
      if (!belonging.has(entry.name)) yield name;
      else if (!folders.has(name)) continue;
      // isFolder throws if there is a link or a file where a folder is needed.
      else if (entry.isDirectory() || isFolder(`${root}/${name}`)) yield* inside(name);
    }
  }
  if (isFolder(`${root}/`)) yield* inside('');
}

/** For each folder of the snapshot, the names of its entries. '' is the snapshot's folder. */
type Entries = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns all folders above these files, at any depth, each with the names of its entries. */
function entriesOf(files: Iterable<string>): Entries {
  const folders = new Map([['', new Set<string>()]]);
  const add = (name: string): void => {
    const end = name.lastIndexOf('/');
    const folder = name.slice(0, Math.max(0, end));
    let entries = folders.get(folder);
    if (!entries) {
      entries = new Set();
      folders.set(folder, entries);
      add(folder);
    }
    entries.add(name.slice(end + 1));
  };
  for (const name of files) add(name);
  return folders;
}
