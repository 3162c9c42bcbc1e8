// The tool's own code as one hash, so that results cached by other code are not used. The files are read in each
// run: a hash made when they were compiled would miss later changes.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The names of files that are run: neither declarations of types (`.d.ts`) nor source maps. */
const CODE = /(?<!\.d)\.(?:ts|m?js)$/;
/** A folder that is left out: only browsers run its code, which is half of all. */
const SERVED = 'preview/docs/swagger-ui';

/** A hash of the version of Node and of all code in these folders, and below them. */
export function codeHash(...folders: readonly URL[]): string {
  const all = createHash('sha256').update(process.version);
  for (const folder of new Set(folders.map((url) => fileURLToPath(url)))) {
    for (const name of codeIn(folder).sort()) {
      const text = readFileSync(join(folder, name));
      all.update(`\n${name} ${text.length}\n`).update(text);
    }
  }
  return all.digest('hex');
}

/** The files of code in a folder and below it. (A `recursive` readdir takes ten times as long.) */
function codeIn(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) return name === SERVED ? [] : codeIn(folder, name);
    return CODE.test(name) ? [name] : [];
  });
}
