// Where writing must stay. A folder that the caller names may be a link; below it no link is
// followed, since a branch of a stranger can bring one that leads anywhere.
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { UsageError } from '../problems/problem.js';

/** A path without symbolic links, as far as it is there. */
export function realPath(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path);
  return join(realPath(dirname(path)), basename(path));
}

/** Whether a path is a folder or something in it; both are real paths. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Whether there is a folder; a {@link UsageError} when it is a link, or something else. */
export function isFolder(path: string): boolean {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (!there || there.isDirectory()) return there !== undefined;
  throw new UsageError(
    there.isSymbolicLink()
      ? `${path} is a symbolic link, and nothing is written through it: remove it`
      : `${path} is in the way: it is not a folder`,
  );
}

/** A {@link UsageError} when a folder between `root` and a file below it is not a folder of its own. */
export function mustStayBelow(root: string, file: string): void {
  for (let at = dirname(file); at !== '.'; at = dirname(at)) isFolder(join(root, at));
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'it is not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
};

/** The failure of writing into a folder, in words of a user where it is none of ours. */
export function cannotWrite(folder: string, error: unknown): unknown {
  const {
    code = '',
    path = folder,
    dest = path,
  } = error as NodeJS.ErrnoException & {
    readonly dest?: string;
  };
  const reason = REASONS[code];
  if (reason === undefined) return error;
  const where = dest === folder ? '' : ` (${dest})`;
  return new UsageError(`${folder} cannot be written: ${reason}${where}`);
}
