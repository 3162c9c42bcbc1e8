// A clean clone of this project, as a new user has it.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { oncePerFile } from './at-end.js';
import { projectFolder, temporaryFolder } from './folders.js';
import { writeFile } from './portal.js';

/** The author of commits in the clone. npm prints no messages of its own. */
export const editor = {
  GIT_AUTHOR_NAME: 'Editor',
  GIT_AUTHOR_EMAIL: 'editor@example.org',
  GIT_COMMITTER_NAME: 'Editor',
  GIT_COMMITTER_EMAIL: 'editor@example.org',
  npm_config_update_notifier: 'false',
};

/** The same with an `npx` that only looks into the working folder, which takes a tenth of the time. */
export const editorInHaste = oncePerFile(() => {
  const bin = temporaryFolder();
  writeFile(
    bin,
    'npx',
    `#!/bin/bash
[ "$1" = portal-snapshot ] || exit 127
shift
for folder in . node_modules/portal-snapshot; do
  file=$folder/bin/portal-snapshot.js
  [ ! -f $file ] || exec node $file "$@"
done
exit 127
`,
  );
  chmodSync(join(bin, 'npx'), 0o755);
  return { ...editor, PATH: `${bin}:${process.env['PATH']}` };
});

/** Clones the last commit, and returns the folder. It has what `npm ci` installs. (CI runs that before the tests.) */
export function cloneProject(): string {
  const clone = join(temporaryFolder(), 'portal');
  execFileSync('git', ['clone', '--quiet', projectFolder, clone]);
  symlinkSync(join(projectFolder, 'node_modules'), join(clone, 'node_modules'));
  // Copied, not linked, because the code looks for files beside itself.
  cpSync(join(projectFolder, 'lib'), join(clone, 'lib'), { recursive: true });
  return clone;
}
