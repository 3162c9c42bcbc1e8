// The GitHub workflows of a new portal: copies of this project's workflows, for the top folder of the repository.
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { realPath } from '../../files/disk/boundary.js';
import { asset } from '../../files/shipped.js';
import { refused } from '../../problems/problem.js';
import { topOf } from '../../snapshot/git/git.js';

const NAMES = ['pull-request', 'publish', 'import'];

/**
 * The path of a folder in its repository; empty for the top folder, and outside of a repository. Throws a {@link
 * UsageError} for a path that cannot be written into a workflow.
 */
export async function pathInRepository(folder: string): Promise<string> {
  const top = await topOf(folder);
  const path = top === undefined ? '' : relative(top, realPath(folder)).split(sep).join('/');
  // Other characters may have a special meaning in YAML or in GitHub's expressions.
  if (/^(?:[\p{L}\p{N}._][\p{L}\p{N}._ /-]*)?$/u.test(path)) return path;
  throw refused(
    `the repository's workflows cannot name {path}: use letters, digits, ".", "_", "-" and blanks alone`,
    { path: JSON.stringify(path) },
  );
}

/** The workflows, by their paths in the repository. `path`: the path of the portal's folder. */
export function workflowsFor(path: string): (readonly [string, string])[] {
  return NAMES.map((name) => {
    const file = `.github/workflows/${name}.yml`;
    const text = readFileSync(asset(`../${file}`), 'utf8');
    return [file, path === '' ? text : inFolder(text, path)] as const;
  });
}

/**
 * Changes a workflow so that its commands run in a folder of the repository, and its paths begin with that folder. Paths
 * are quoted, because YAML would read `true` or `1.0` as other values, and would cut off a blank at the end.
 */
const inFolder = (text: string, path: string): string =>
  text
    .replace(/^jobs:$/m, `defaults:\n  run:\n    working-directory: ${JSON.stringify(path)}\n\n$&`)
    .replace(/^( +)cache: npm$/gm, `$&\n$1cache-dependency-path: "${path}/package-lock.json"`)
    .replace(/\bpath: ((?:node_modules|dist)\S*)/g, `path: "${path}/$1"`)
    .replace(/hashFiles\('/g, `$&${path}/`);
