// The files in a folder: their bytes, identities and times.
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'vitest';

/** Bytes by path (relative, with slashes), also of hidden files. */
export type Tree = ReadonlyMap<string, Buffer>;

/** What changes when a file is written again, even with the same bytes. */
export interface Identity {
  readonly inode: bigint;
  readonly mtime: bigint;
}

function* entries(root: string, below = ''): Generator<{ path: string; folder: boolean }> {
  const found = readdirSync(join(root, below), { withFileTypes: true });
  for (const entry of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    yield { path, folder: entry.isDirectory() };
    if (entry.isDirectory()) yield* entries(root, path);
  }
}

/** The paths of all files below a folder, sorted within each folder. */
export function filesOf(root: string): string[] {
  return [...entries(root)].filter((entry) => !entry.folder).map((entry) => entry.path);
}

/** The paths of all folders below a folder. */
export function foldersOf(root: string): string[] {
  return [...entries(root)].filter((entry) => entry.folder).map((entry) => entry.path);
}

/** All files below a folder with their bytes, except those that commands keep for `undo`. */
export function readTree(root: string): Tree {
  return new Map(ownFilesOf(root).map((path) => [path, readFileSync(join(root, path))]));
}

const KEPT = /(?:^|\/)\.portal-snapshot\/(?:undo\/|\.gitignore$)/;
const ownFilesOf = (root: string) => filesOf(root).filter((path) => !KEPT.test(path));

/** The inode and the modification time in nanoseconds of each file that `readTree` reads. */
export function identitiesOf(root: string): Map<string, Identity> {
  const identity = (path: string): Identity => {
    const stat = lstatSync(join(root, path), { bigint: true });
    return { inode: stat.ino, mtime: stat.mtimeNs };
  };
  return new Map(ownFilesOf(root).map((path) => [path, identity(path)]));
}

/** The differences between two trees, one line for each file; empty if they are the same. */
export function differences(actual: Tree, expected: Tree): string[] {
  const lines: string[] = [];
  for (const [path, bytes] of actual) {
    const other = expected.get(path);
    if (other === undefined) lines.push(`${path}: should not be there`);
    else if (!bytes.equals(other)) lines.push(`${path}: other bytes`);
  }
  for (const path of expected.keys()) {
    if (!actual.has(path)) lines.push(`${path}: is missing`);
  }
  return lines;
}

/** Expects that a folder contains exactly these files, and no empty folder. */
export function expectTree(root: string, expected: Tree): void {
  expect(differences(readTree(root), expected)).toEqual([]);
  const needed = new Set<string>();
  for (const path of expected.keys()) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      needed.add(path.slice(0, at));
    }
  }
  const spare = foldersOf(root).filter((folder) => !needed.has(folder) && !KEPT.test(`${folder}/`));
  expect(spare.filter((folder) => folder !== '.portal-snapshot')).toEqual([]);
}

/** The parsed JSON of a file. The caller says which type it has. */
export function readJson<T>(root: string, path: string): T {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as T;
}

const unpack = { '.br': brotliDecompressSync, '.gz': gunzipSync } as const;
/** For compressed bytes that were checked: the bytes that they contain. */
const unpacked = new WeakMap<Buffer, Buffer>();

/** The compressed copies in a tree. Each must contain the same as its file. */
export function siblingsIn(tree: Tree): string[] {
  const siblings: string[] = [];
  for (const [path, bytes] of tree) {
    const ending = path.slice(-3);
    if (ending !== '.br' && ending !== '.gz') continue;
    siblings.push(path);
    const file = tree.get(path.slice(0, -3))!;
    if (unpacked.get(bytes) === file) continue;
    expect(unpack[ending](bytes).equals(file), path).toBe(true);
    unpacked.set(bytes, file);
  }
  return siblings.sort();
}
