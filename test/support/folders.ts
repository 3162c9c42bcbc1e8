// Where the tests keep what they write: fresh folders outside of the project, which are gone
// when the test file is done.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.js';

export { projectFolder } from './project.js';

/** Milliseconds: longer than a file or folder counts as young (src/files/disk/stat-signature.ts), and is looked at again. */
export const SETTLED = 150;

/** A fresh, empty folder (its real path); it is removed after the test file's last test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'portal-snapshot-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
