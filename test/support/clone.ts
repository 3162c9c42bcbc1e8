// A clean clone of this project, as whoever reads its pages makes one.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { oncePerFile } from './at-end.js';
import { projectFolder, temporaryFolder } from './folders.js';
import { writeFile } from './portal.js';

/** Who commits in the clone; and npm says nothing of itself. */
export const editor = {
  GIT_AUTHOR_NAME: 'Editor',
  GIT_AUTHOR_EMAIL: 'editor@example.org',
  GIT_COMMITTER_NAME: 'Editor',
  GIT_COMMITTER_EMAIL: 'editor@example.org',
  npm_config_update_notifier: 'false',
};

/** The same with an npx that takes a tenth of the time: it looks into the folder alone where it is called. */
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

/** Clones what is committed here, and returns the folder; what `npm ci` makes is there. (CI runs that before the tests.) */
export function cloneProject(): string {
  const clone = join(temporaryFolder(), 'portal');
  execFileSync('git', ['clone', '--quiet', projectFolder, clone]);
  symlinkSync(join(projectFolder, 'node_modules'), join(clone, 'node_modules'));
  // A copy: its code finds the files of the clone beside it.
  cpSync(join(projectFolder, 'lib'), join(clone, 'lib'), { recursive: true });
  return clone;
}
