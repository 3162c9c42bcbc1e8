// An editor's desk: a folder with data in it, and `new` run there in this process.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '../../src/index.js';
import { temporaryFolder } from '../support/folders.js';
import { type Portal, writeData } from '../support/portal.js';
import { type Printed, runIn } from '../support/run.js';
import { readTree, type Tree } from '../support/tree.js';

/** A fresh folder with a cache, which spares each command after the first one most of its work. */
export function desk(data?: Portal): string {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'package.json'), '{}');
  mkdirSync(join(cwd, 'data'));
  if (data) writeData(join(cwd, 'data'), data);
  return cwd;
}

/** Runs `portal-snapshot new` with these arguments in a folder. */
export const runNew = (cwd: string, ...args: readonly string[]): Promise<Printed> =>
  runIn(cwd, 'new', ...args);

/** The data of a desk, file by file. */
export const dataOf = (cwd: string): Tree => readTree(join(cwd, 'data'));

/** The texts of the files that are new or other than they were. */
export function changed(before: Tree, after: Tree): Record<string, string> {
  const names = new Set([...before.keys(), ...after.keys()]);
  const other = [...names].filter((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    return !old || !now || !old.equals(now);
  });
  return Object.fromEntries(other.map((name) => [name, after.get(name)?.toString() ?? 'gone']));
}

/** What the check has to say of a desk, a line a problem. */
export async function problemsOf(cwd: string): Promise<string[]> {
  const { problems } = await check({ cwd });
  return problems.map(({ file, path, message }) => `${file}${path}: ${message}`);
}
