// Where the tests keep what they write: fresh folders outside of the project, which are gone
// when the test file is done.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.js';

export { projectFolder } from './project.js';

/** Milliseconds: longer than a file or folder counts as young (src/files/disk/stat-signature.ts), and is looked at again. */
export const SETTLED = 150;

/** The files of temporary folders that this process has open, where the system tells. */
export function openFiles(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(realpathSync(tmpdir())) ? [path] : [];
    } catch {
      return []; // it has been closed meanwhile
    }
  });
}

/** A fresh, empty folder (its real path); it is removed after the test file's last test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'portal-snapshot-test-'));
  if (made.push(folder) === 1) atEnd(() => removeAll(made.splice(0)));
  return folder;
}

/** Those of this test file. */
const made: string[] = [];

/** Node removes a folder file by file, in script, which takes five times as long as `rm`. */
function removeAll(folders: readonly string[]): void {
  if (process.platform !== 'win32') execFileSync('rm', ['-rf', '--', ...folders]);
  else for (const folder of folders) rmSync(folder, { recursive: true, maxRetries: 3 });
}
