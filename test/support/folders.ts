// Where the tests keep what they write: fresh folders outside of the project, which are gone
// when the test file is done.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export { projectFolder } from './project.js';

const made: string[] = [];

/** A fresh, empty folder (its real path); it is removed after the test file's last test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'portal-snapshot-test-'));
  made.push(folder);
  return folder;
}

// Many snapshots are many files.
afterAll(() => {
  for (const folder of made.splice(0)) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}, 60_000);
