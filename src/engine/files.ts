// The data folder → its data files, by collection, in order of their names; and what is not read.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { nearest } from '../problems/nearest.js';
import type { Arguments, MessageName } from '../problems/messages.js';
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
export async function findFiles(folder: string, collections: readonly string[]): Promise<FoundFiles> {
  if (!lstatSync(join(folder, '.'), { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`there is no data folder ${folder}`);
  }
  const entries = await fastGlob('**', {
    cwd: folder,
    objectMode: true,
    onlyFiles: false,
    followSymbolicLinks: false,
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
      const what = dirent.isSymbolicLink() ? 'a symbolic link' : dirent.isFile() ? 'this file' : 'what is no file';
      findings.push({ file: name, name: 'ignored-file', args: { what } });
    }
  }
  return { files, findings };
}
