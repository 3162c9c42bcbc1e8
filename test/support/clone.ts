// A clean clone of this project, as whoever reads its pages makes one.
import { execFileSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder, temporaryFolder } from './folders.js';

/** Only where CI is set; elsewhere the clone takes what is installed here. */
export const INSTALL = 'npm ci';

/** Who commits in the clone; and npm says nothing of itself. */
export const editor = {
  GIT_AUTHOR_NAME: 'Editor',
  GIT_AUTHOR_EMAIL: 'editor@example.org',
  GIT_COMMITTER_NAME: 'Editor',
  GIT_COMMITTER_EMAIL: 'editor@example.org',
  npm_config_update_notifier: 'false',
};

/** Clones what is committed here, and returns the folder. */
export function cloneProject(): string {
  const clone = join(temporaryFolder(), 'portal');
  execFileSync('git', ['clone', '--quiet', projectFolder, clone]);
  if (process.env['CI']) return clone;
  symlinkSync(join(projectFolder, 'node_modules'), join(clone, 'node_modules'));
  // A copy: its code finds the files of the clone beside it.
  cpSync(join(projectFolder, 'lib'), join(clone, 'lib'), { recursive: true });
  return clone;
}
