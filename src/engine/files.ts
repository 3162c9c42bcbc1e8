// The data folder → its data files, by collection, in order of their names; and what is not read.
import { type Dirent, lstatSync, readdir } from 'node:fs';
import { join, relative } from 'node:path';
import fastGlob, { type FileSystemAdapter } from 'fast-glob';
import type { Arguments, MessageName } from '../problems/messages.js';
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
export interface FileFinding<N extends MessageName = MessageName> {
  /** Relative to the data folder. */
  readonly file: string;
  readonly name: N;
  readonly args: Arguments<N>;
}

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
  const unmatched: string[] = [];
  const entries = await fastGlob('**', {
    cwd: folder,
    objectMode: true,
    onlyFiles: false,
    followSymbolicLinks: false,
    fs: { readdir: noting(folder, unmatched) },
  });
  const files: DataFile[] = [];
  const findings: FileFinding[] = [];
  const strange = new Set<string>();
  for (const { path: name, dirent } of entries.sort((a, b) => (a.path < b.path ? -1 : 1))) {
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
      const what = dirent.isSymbolicLink()
        ? 'a symbolic link'
        : dirent.isFile()
          ? 'this file'
          : 'what is no file';
      findings.push({ file: name, name: 'ignored-file', args: { what } });
    }
  }
  for (const file of unmatched) {
    findings.push({ file, name: 'ignored-file', args: { what: 'a name with a line break' } });
  }
  return { files, findings };
}

// No pattern matches a name with a line break: such entries are noted on the way.
function noting(folder: string, unmatched: string[]): FileSystemAdapter['readdir'] {
  type Done = (error: NodeJS.ErrnoException | null, entries: Dirent[]) => void;
  const read = (path: string, options: { withFileTypes: true }, done: Done) =>
    readdir(path, options, (error, entries) => {
      for (const { name } of entries ?? []) {
        if (/[\n\r\u2028\u2029]/.test(name) && !name.startsWith('.')) {
          unmatched.push(relative(folder, join(path, name)));
        }
      }
      done(error, entries);
    });
  // The type also has a form without options, which is not called when objects are asked for.
  return read as unknown as FileSystemAdapter['readdir'];
}
