// Checks that no folder of a run is inside another one where it would be read as data or served.

import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { isWithin, realPath } from '../../files/disk/boundary.js';
import { refused } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { sentence, type Text } from '../../problems/say.js';
import type { ResolvedSettings } from './types.js';
import { A_FOLDER } from './values.js';

const AS_DATA = sentence('what is there would be read as data');
const SERVED = sentence('a host would serve what is there');
const OF_OTHERS = sentence('git or npm keeps its own files there');
const TIDIED = sentence('old files are removed there');

/**
 * Throws a {@link UsageError} for an empty path. It would mean the working folder, but probably comes from a shell
 * variable that is not set.
 */
export function mustBeNamed(name: string, value: unknown): void {
  if (value === '')
    throw refused('{name}: {must}, not {found}', { name, must: A_FOLDER, found: quote(value) });
}

/** Throws a {@link UsageError} if a folder is inside another one. `name`: the setting or flag. `would`: the reason. */
function mustBeOutside(name: string, folder: string, outer: string, would: Text): void {
  if (isWithin(realPath(folder), realPath(outer))) refuse(name, outer, would);
}

function refuse(name: string, outer: string, would: Text): never {
  throw refused('{name} must not be inside {outer}: {would}', { name, outer, would });
}

/**
 * Throws a {@link UsageError} if `out` is empty, is inside the data folder, which is read as data, or is where git or
 * npm keeps files. `name`: the setting or flag.
 */
export function keepOutOfData(out: string, data: string, name = 'out'): void {
  mustBeNamed(name, out);
  mustBeOutside(name, out, data, AS_DATA);
  // Relative to the data, because a whole portal may be in node_modules.
  const parts = relative(realPath(data), realPath(out)).split(sep);
  const other = parts.find((part) => /^(?:\.git|node_modules)$/i.test(part));
  if (other !== undefined) refuse(name, other, OF_OTHERS);
}

type ApartSettings = Pick<ResolvedSettings, 'data' | 'out' | 'hostFiles' | 'cache'> & {
  readonly hosts: readonly unknown[];
};

/**
 * Throws a {@link UsageError} if the next build would read the output of this build as data, if a server of the
 * snapshot would also serve the data, the cache or the servers' configuration, or if the output would be among files of
 * other programs.
 */
export function keepApart({ data, out, hosts, hostFiles, cache }: ApartSettings): void {
  keepOutOfData(out, data);
  mustBeOutside('data', data, out, SERVED);
  if (cache !== undefined) {
    mustBeOutside('cache', cache, out, SERVED);
    mustBeOutside('out', out, cache, TIDIED);
  }
  if (hosts.length === 0) return;
  keepOutOfData(hostFiles, data, 'hostFiles');
  mustBeOutside('hostFiles', hostFiles, out, SERVED);
}

/**
 * Returns the folder of the cache; undefined for no cache. Throws a {@link UsageError} if `wanted` names a folder
 * inside the data folder or the snapshot.
 */
export function cacheOf(
  cwd: string,
  data: string,
  out: string,
  wanted: string | boolean,
): string | undefined {
  if (typeof wanted === 'string') {
    const folder = resolve(cwd, wanted);
    mustBeOutside('cache', folder, data, AS_DATA);
    mustBeOutside('cache', folder, out, SERVED);
    return folder;
  }
  const modules = join(cwd, 'node_modules');
  const cache = join('.cache', 'portal-snapshot');
  if (!wanted || !existsSync(join(cwd, 'package.json'))) return undefined;
  // The default folder is not used if a part of it below node_modules is a symbolic link: a stranger's repository could
  // contain such a link.
  const isOwn = realPath(join(modules, cache)) === join(realPath(modules), cache);
  return isOwn ? join(modules, cache) : undefined;
}
