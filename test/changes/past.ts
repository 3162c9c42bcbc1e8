// Portals with a past that is a folder: what a git repository with one commit would have, without starting git. It
// stands in for `src/snapshot/git/git.ts`, whose own work test/changes/since.test.ts and diff.test.ts hold with git.
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import * as git from '../../src/snapshot/git/git.js';
import { temporaryFolder } from '../support/folders.js';
import { change, type Files } from './repository.js';

/** Folder → what was in it at its only commit. */
const pasts = new Map<string, string>();

/** The portal that a folder is in, which has a past. */
function portalOf(folder: string): string | undefined {
  if (pasts.has(folder)) return folder;
  return dirname(folder) === folder ? undefined : portalOf(dirname(folder));
}

/** Lets the tests of a file, or of a group, compare with such pasts. */
export function usePasts(): void {
  const { extract, findCommit } = git;
  beforeAll(() => {
    vi.spyOn(git, 'findCommit').mockImplementation(async (folder, ref) => {
      const portal = portalOf(folder);
      if (portal === undefined) return findCommit(folder, ref);
      if (pasts.has(ref) && ref !== portal) throw new Error('the commit of another portal');
      return { folder, ref, commit: portal, prefix: relative(portal, folder) };
    });
    vi.spyOn(git, 'extract').mockImplementation(async (at, into, names) => {
      const past = pasts.get(at.commit);
      if (past === undefined) return extract(at, into, names);
      mkdirSync(into, { recursive: true });
      const then = join(past, at.prefix);
      for (const name of names ?? ['.']) {
        if (existsSync(join(then, name))) cpSync(join(then, name), join(into, name), COPIED);
      }
    });
  });
  afterAll(() => vi.restoreAllMocks());
}

const COPIED = { recursive: true, verbatimSymlinks: true };

/** A folder with these files, as they are and as they were. */
export function withPast(files: Files): string {
  const cwd = temporaryFolder();
  change(cwd, files);
  keepPast(cwd);
  return cwd;
}

/** What is in a folder now is its past from now on. */
export function keepPast(cwd: string): void {
  const past = temporaryFolder();
  cpSync(cwd, past, COPIED);
  pasts.set(cwd, past);
}
