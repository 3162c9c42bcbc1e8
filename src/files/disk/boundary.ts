// Makes sure that writes stay inside one folder. The folder itself may be a symbolic link. A link inside the folder is
// not followed, because a stranger's repository could contain a link to any place.

import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { reasonText } from '../../problems/failure.js';
import { refused } from '../../problems/problem.js';

/** Resolves the symbolic links in a path. The last parts of the path need not exist. */
export function realPath(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path);
  return join(realPath(dirname(path)), basename(path));
}

/** Whether a path is the folder itself or inside it. Only compares the texts of the paths, and follows no links. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Whether there is a folder at a path. Throws a {@link UsageError} if there is something else, such as a link. */
export function isFolder(path: string): boolean {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (!there || there.isDirectory()) return there !== undefined;
  throw refused(
    there.isSymbolicLink()
      ? '{path} is a symbolic link, and nothing is written through it: remove it'
      : '{path} is in the way: it is not a folder',
    { path },
  );
}

/**
 * Makes a folder and its missing parents. `path` must be a real path, because a link is refused. (Node's own option
 * `recursive` never ends if each attempt fails with ENOENT, as in /proc.)
 */
export function makeFolder(path: string, mode = 0o777): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process may have made the folder meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(path)) throw error;
  }
}

/**
 * Throws a {@link UsageError} if one of the folders between `root` and `file` is a link or a file. `root` itself
 * may be a link. `file` is relative to `root`. Throws a plain Error if `file` leads out of `root`, which is a
 * mistake of the caller.
 */
export function mustStayBelow(root: string, file: string): void {
  if (!isWithin(resolve(root, file), resolve(root)))
    throw new Error(`${file} is outside of ${root}`);
  for (let at = dirname(file); at !== '.'; at = dirname(at)) isFolder(join(root, at));
}

const SYSTEMS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT']);

/** Whether a path is in or above the folder, or in a temporary folder beside it: `.dist.portal-snapshot` for `dist`. */
function isOf(path: string, folder: string): boolean {
  const root = realPath(folder);
  const beside = join(dirname(root), `.${basename(root)}`);
  return (
    [root, folder].some((at) => isWithin(path, at) || isWithin(at, path)) || path.startsWith(beside)
  );
}

/**
 * Returns the error to throw for a failed write: a {@link UsageError} if the system refused to write to `folder`, for
 * example because the disk is full; otherwise `error` itself.
 */
export function cannotWrite(folder: string, error: unknown): unknown {
  const {
    code = '',
    path = folder,
    dest = path,
  } = error as NodeJS.ErrnoException & {
    readonly dest?: string;
  };
  if (!SYSTEMS.has(code) || (isAbsolute(dest) && !isOf(dest, folder))) return error;
  const place = dest === folder ? '' : ` (${dest})`;
  return refused(
    '{folder} cannot be written: {reason}{place}',
    { folder, reason: reasonText(code, code), place },
    'disk',
  );
}
