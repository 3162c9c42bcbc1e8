// Temporary folders for tests, outside of the project. They are removed at the end of the test file.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.js';

export { projectFolder } from './project.js';

/** Milliseconds after which the stat signature of a file can be trusted (src/files/disk/stat-signature.ts). */
export const SETTLED = 150;

/** The files in temporary folders that this process has open. Only known on Linux. */
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

/** Makes an empty folder, and returns its real path. It is removed after the last test of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'portal-snapshot-test-'));
  if (made.push(folder) === 1) atEnd(() => removeAll(made.splice(0)));
  return folder;
}

/** The folders of this test file. */
const made: string[] = [];

/** By `rm`, because Node takes five times as long. */
function removeAll(folders: readonly string[]): void {
  if (process.platform !== 'win32') execFileSync('rm', ['-rf', '--', ...folders]);
  else for (const folder of folders) rmSync(folder, { recursive: true, maxRetries: 3 });
}
