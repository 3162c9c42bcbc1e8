// What is in the snapshot's folder: whether its files are as they were left, files of older
// snapshots, and foreign ones. Looks, and writes nothing.
import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { isFolder } from '../../disk/boundary.js';
import type { KnownStretch } from './assemble.js';
import { Stage } from './stage.js';

/** What is known of a file of the last snapshot; it still holds if the stamp is the same. */
export interface KnownFile {
  /** Stands for all that the file was made from: equal keys give equal bytes. */
  readonly key: string;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly bytes: number;
  readonly stamp: string;
  /** Of a long page: what it is made of, in order. */
  readonly stretches?: readonly KnownStretch[];
}

/** Changes whenever a file is written, by all that the file system tells of it. */
export function stampOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/** Whether a folder holds exactly the files that are known, as they were. */
export function isAsKnown(
  folder: string,
  known: ReadonlyMap<string, KnownFile>,
  isOurs: (file: string) => boolean,
): boolean {
  if (Stage.isAt(folder)) return false;
  for (const [name, { stamp }] of known) {
    const there = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (!there || stampOf(there) !== stamp) return false;
  }
  const { stale, foreign } = survey(folder, known, known, isOurs);
  return stale.length === 0 && foreign.length === 0;
}

export interface Survey {
  /** Files of older snapshots. */
  readonly stale: readonly string[];
  /** What no snapshot wrote; a folder that is wholly foreign counts once. */
  readonly foreign: readonly string[];
  /** Folders of snapshots with nothing in them. */
  readonly empty: readonly string[];
}

/**
 * What is in the snapshot's folder besides the files that belong there. `stage`: a folder in it that
 * counts as ours. Throws a {@link UsageError} where a folder that belongs there is something else.
 */
export function survey(
  folder: string,
  files: ReadonlyMap<string, unknown>,
  known: ReadonlyMap<string, KnownFile>,
  isOurs: (file: string) => boolean,
  stage?: string,
): Survey {
  const isStale = (name: string) => {
    const stats = lstatSync(join(folder, name));
    return stats.isFile() && (isOurs(name) || known.get(name)?.stamp === stampOf(stats));
  };
  const folders = foldersOf(files.keys());
  const stale: string[] = [];
  const foreign: string[] = [];
  const empty: string[] = [];
  /** Whether anything of a snapshot is in a folder. */
  const visit = (prefix: string): boolean => {
    let ours = false;
    const strangers: string[] = [];
    const entries = readdirSync(join(folder, prefix), { withFileTypes: true });
    for (const entry of entries) {
      const name = prefix + entry.name;
      if (name === stage || files.has(name)) ours = true;
      else if (entry.isDirectory() || (folders.has(name) && isFolder(join(folder, name)))) {
        const before = foreign.length;
        if (visit(`${name}/`)) ours = true;
        else if (foreign.length > before) {
          foreign.length = before;
          strangers.push(name);
        }
      } else if (isStale(name)) {
        ours = true;
        stale.push(name);
      } else strangers.push(name);
    }
    if (entries.length === 0 && prefix.startsWith('api/')) empty.push(dirname(`${prefix}.`));
    foreign.push(...strangers);
    return ours;
  };
  visit('');
  return { stale, foreign: foreign.sort(), empty };
}

/** All folders above some files. */
function foldersOf(files: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const file of files) {
    for (let at = dirname(file); at !== '.' && !folders.has(at); at = dirname(at)) folders.add(at);
  }
  return folders;
}
