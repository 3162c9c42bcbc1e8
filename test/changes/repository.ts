// Portals in git repositories of their own, as editors have them.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { oncePerFile } from '../support/at-end.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';

/** Contents by path; null removes the file. */
export type Files = Readonly<Record<string, string | null>>;

/** Nothing of the machine's own settings, names or hooks. Commits start no second program to tidy the repository. */
const env = {
  PATH: process.env['PATH'],
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'maintenance.auto',
  GIT_CONFIG_VALUE_0: 'false',
  GIT_AUTHOR_NAME: 'Редактор',
  GIT_AUTHOR_EMAIL: 'editor@example.org',
  GIT_COMMITTER_NAME: 'Редактор',
  GIT_COMMITTER_EMAIL: 'editor@example.org',
};

/** Runs git in a folder; what it prints. */
export function git(cwd: string, args: readonly string[], input = ''): string {
  const printed = execFileSync('git', args, { cwd, env, input, stdio: 'pipe' });
  return printed.toString().trimEnd();
}

/** Writes and removes files of a folder. */
export function change(cwd: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    if (content === null) rmSync(join(cwd, path), { recursive: true, force: true });
    else writeFile(cwd, path, content);
  }
}

/** Commits all that is in a repository's folder. */
export function commitAll(cwd: string): void {
  git(cwd, ['add', '--all']);
  git(cwd, ['commit', '--quiet', '--allow-empty', '--message', 'Правка']);
}

/** A copy is quicker than another `git init`. */
const empty = oncePerFile(() => {
  const cwd = temporaryFolder();
  git(cwd, ['init', '--quiet', '--initial-branch', 'main', '--template', '']);
  return cwd;
});

/** A repository on the branch main with one commit of these files. */
export function repository(files: Files): string {
  const cwd = temporaryFolder();
  cpSync(join(empty(), '.git'), join(cwd, '.git'), { recursive: true });
  change(cwd, files);
  commitAll(cwd);
  return cwd;
}

/** A repository with the shipped portal, and a first commit of these files. */
export function shippedRepository(files: Files = {}): string {
  const cwd = repository(files);
  cpSync(join(projectFolder, 'data'), join(cwd, 'data'), { recursive: true });
  commitAll(cwd);
  return cwd;
}

/** The JSON of a file, with two spaces a level as editors write it. */
export function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
