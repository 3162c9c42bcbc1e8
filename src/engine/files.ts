// The data folder → its data files, by collection, in order of their names; and what is not read.
import { type Dirent, lstatSync, readdir, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import fastGlob, { type FileSystemAdapter } from 'fast-glob';
import type { Arguments } from '../problems/messages.js';
import { nearest } from '../problems/nearest.js';
import { UsageError } from '../problems/problem.js';

/** A file that belongs to a collection. */
export interface DataFile {
  readonly collection: string;
  /** Relative to the data folder, with `/` between its parts. */
  readonly name: string;
  readonly path: string;
}

/** A finding about a file or folder as such. */
export type FileFinding = {
  readonly [N in 'unknown-collection' | 'ignored-file']: {
    /** Relative to the data folder. */
    readonly file: string;
    readonly name: N;
    readonly args: Arguments<N>;
  };
}['unknown-collection' | 'ignored-file'];

export interface FoundFiles {
  readonly files: readonly DataFile[];
  readonly findings: readonly FileFinding[];
}

const DATA = /\.(?:json|ndjson)$/;

/** Finds all data files. Follows no link; hidden entries and `*.md` are passed over. */
export async function findFiles(
  folder: string,
  collections: readonly string[],
): Promise<FoundFiles> {
  if (!lstatSync(join(folder, '.'), { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`there is no data folder ${folder}`);
  }
  const entries = new Map<string, Dirent>();
  const unmatched: string[] = [];
  const matched = await fastGlob('**', {
    cwd: folder,
    objectMode: true,
    onlyFiles: false,
    followSymbolicLinks: false,
    fs: { readdir: noting(unmatched) },
  });
  for (const { path, dirent } of matched) entries.set(path, dirent as Dirent);
  for (const path of unmatched) addBelow(entries, folder, relative(folder, path));
  const files: DataFile[] = [];
  const findings: FileFinding[] = [];
  const strange = new Set<string>();
  for (const [name, dirent] of [...entries].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [top = '', ...below] = name.split('/');
    if (strange.has(top)) continue;
    const isReadable = dirent.isFile() && DATA.test(name);
    if (below.length === 0 && (dirent.isDirectory() || isReadable)) {
      const collection = dirent.isDirectory() ? top : top.replace(DATA, '');
      if (!collections.includes(collection)) {
        strange.add(top);
        findings.push({
          file: name,
          name: 'unknown-collection',
          args: { name: collection, nearest: nearest(collection, collections) },
        });
        continue;
      }
    }
    if (dirent.isDirectory()) continue;
    if (isReadable) {
      const collection = below.length === 0 ? top.replace(DATA, '') : top;
      files.push({ collection, name, path: join(folder, name) });
    } else if (!name.endsWith('.md')) {
      const what = dirent.isSymbolicLink() ? 'link' : dirent.isFile() ? 'file' : 'other';
      findings.push({ file: name, name: 'ignored-file', args: { what } });
    }
  }
  return { files, findings };
}

// No pattern matches a name with a line break: folders that hold one are noted on the way.
function noting(folders: string[]): FileSystemAdapter['readdir'] {
  type Done = (error: NodeJS.ErrnoException | null, entries: Dirent[]) => void;
  const read = (path: string, options: { withFileTypes: true }, done: Done) =>
    readdir(path, options, (error, entries) => {
      if (entries?.some(({ name }) => /[\n\r\u2028\u2029]/.test(name))) folders.push(path);
      done(error, entries);
    });
  // The type also has a form without options, which is not called when objects are asked for.
  return read as unknown as FileSystemAdapter['readdir'];
}

/** Adds all that is below a folder of the data folder, but for hidden entries. */
function addBelow(entries: Map<string, Dirent>, root: string, name: string): void {
  for (const entry of readdirSync(join(root, name), { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    const path = name === '' ? entry.name : `${name}/${entry.name}`;
    entries.set(path, entry);
    if (entry.isDirectory()) addBelow(entries, root, path);
  }
}
