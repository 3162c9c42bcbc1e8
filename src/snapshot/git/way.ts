// Commands of git that are printed for a person to type: how they reach the data folder from the working
// folder, and how paths are written in them.
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { realPath } from '../../files/disk/boundary.js';
import { quoted } from '../../problems/quote.js';
import { git } from './git.js';

/** How printed commands reach a folder of a working tree. */
export interface GitPath {
  /** Stands between `git` and the command's name: ` -C data`, or nothing. */
  readonly option: string;
  /** The folder that stands before each path, such as `../data`, or nothing. */
  readonly to: string;
  /** The folder's path in its repository, with a slash at its end. */
  readonly prefix: string;
}

/** How commands in the working folder reach a data folder; undefined where the data is in no working tree. */
export async function wayTo(
  cwd: string,
  data: string,
  signal: AbortSignal,
): Promise<GitPath | undefined> {
  const there = await placeIn(data, signal);
  if (!there) return undefined;
  const here = await placeIn(cwd, signal);
  const { prefix } = there;
  // If the working folder is in the data's repository, relative paths are enough; else `-C`.
  return here?.top === there.top
    ? { option: '', to: slashed(relative(`/${here.prefix}`, `/${prefix}`)), prefix }
    : { option: ` -C ${quoted(slashed(relative(cwd, data)))}`, to: '', prefix };
}

/** A path of the data folder, as it is written in a printed command. */
export const fromHere = ({ to }: GitPath, name: string): string =>
  to === '' ? name : `${to}/${name}`;

/** The command that restores paths; `from`: further options, such as ` --source=HEAD`. */
export function restoring({ option }: GitPath, paths: readonly string[], from = ''): string {
  // Git would read special characters in a path as a pattern, and a leading hyphen as an option.
  const literal = paths.some((path) => /[*?[\\]|^:/.test(path)) ? ' --literal-pathspecs' : '';
  const dashes = paths.some((path) => path.startsWith('-')) ? ' --' : '';
  return `git${option}${literal} restore${from}${dashes} ${paths.map(quoted).join(' ')}`;
}

/** The working tree that a folder is in, and the folder's path in it. */
async function placeIn(folder: string, signal: AbortSignal) {
  const path = realPath(folder);
  if (!isBelowGit(path)) return undefined; // without starting git
  const asked = ['rev-parse', '--is-inside-work-tree', '--show-prefix'];
  const [, prefix] = /^true\n(.*)$/s.exec((await git(folder, asked, signal)).text) ?? [];
  if (prefix === undefined) return undefined;
  return { top: resolve(path, '../'.repeat(prefix.split('/').length - 1)), prefix };
}

/** Whether a folder, or one above it, has an entry `.git`. */
function isBelowGit(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true;
  return folder !== dirname(folder) && isBelowGit(dirname(folder));
}

const slashed = (path: string) => path.split(sep).join('/');
