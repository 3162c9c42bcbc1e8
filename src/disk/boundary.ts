// Keeps writes inside one folder. The folder that the caller names may be a symbolic link; below it
// no link is followed, since a stranger's branch could contain one that points anywhere.
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { refused } from '../problems/problem.js';

/** A path with its symbolic links resolved, for as much of it as exists. */
export function realPath(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path);
  return join(realPath(dirname(path)), basename(path));
}

/** Whether a path is the folder itself or something inside it; both must be real paths. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Whether a folder exists at a path; throws a {@link UsageError} for a link or anything else there. */
export function isFolder(path: string): boolean {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (!there || there.isDirectory()) return there !== undefined;
  throw refused(there.isSymbolicLink() ? 'disk/link' : 'disk/no-folder', { path });
}

/** Throws a {@link UsageError} when anything between `root` and a file below it is not a real folder. */
export function mustStayBelow(root: string, file: string): void {
  for (let at = dirname(file); at !== '.'; at = dirname(at)) isFolder(join(root, at));
}

const SYSTEMS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT']);

/** A failed write to a folder as a {@link UsageError}, when the system's refusal is the reason. */
export function cannotWrite(folder: string, error: unknown): unknown {
  const {
    code = '',
    path = folder,
    dest = path,
  } = error as NodeJS.ErrnoException & {
    readonly dest?: string;
  };
  if (!SYSTEMS.has(code)) return error;
  const reason = { code, said: code };
  return refused('disk/refused', { folder, reason, ...(dest !== folder && { path: dest }) });
}
