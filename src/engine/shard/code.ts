// Computes a hash of the tool's own code, so that cached results of other versions are not used.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Matches the names of files with code, but not of declarations of types (`.d.ts`). */
const CODE = /(?<!\.d)\.(?:ts|m?js)$/;
/** A folder with code that runs only in browsers. It is half of all code, and is not hashed. */
const SERVED = 'preview/docs/swagger-ui';
/** The name of a file that holds the hash of the code in its folder. Reading all code at each start would take long. */
export const HASH_FILE = 'code-hash.txt';

/** Returns a hash of the version of Node and of the code in these folders and below them. */
export function codeHash(...folders: readonly URL[]): string {
  const all = createHash('sha256').update(process.version);
  for (const folder of new Set(folders.map((url) => fileURLToPath(url)))) {
    const made = join(folder, HASH_FILE);
    all.update(existsSync(made) ? readFileSync(made) : hashOfFiles(folder));
  }
  return all.digest('hex');
}

/** Returns a hash of the code in a folder and below it. */
export function hashOfFiles(folder: string): string {
  const all = createHash('sha256');
  for (const name of codeIn(folder).sort()) {
    const text = readFileSync(join(folder, name));
    all.update(`\n${name} ${text.length}\n`).update(text);
  }
  return all.digest('hex');
}

/** Whether a folder has code of others. The module of a portal may be in the folder that has its packages. */
const isLeftOut = (name: string) => name === SERVED || /(?:^|\/)(?:node_modules$|\.)/.test(name);

/** Returns the paths of the files of code in the folder of a portal's module. */
export function codeBeside(module: URL): string[] {
  const folder = fileURLToPath(new URL('.', module));
  return codeIn(folder).map((name) => join(folder, name));
}

/** Returns the files of code in a folder and below it. (A `recursive` readdir takes ten times as long.) */
function codeIn(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) return isLeftOut(name) ? [] : codeIn(folder, name);
    return CODE.test(name) ? [name] : [];
  });
}
