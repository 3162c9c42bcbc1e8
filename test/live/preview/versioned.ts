// A preview of a portal in a git repository, with a bare one that it is pushed to.
import { cpSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, vi } from 'vitest';
import { git, repository } from '../../changes/repository.js';
import { edit } from '../../preview/edits.js';
import { type Running, start } from '../../preview/support.js';
import { FILES } from '../../query/portal.js';
import { temporaryFolder } from '../../support/folders.js';

export interface Versioned {
  readonly cwd: string;
  readonly remote: string;
}

/** Writes the portal into a folder, as a clone of a bare repository whose main branch it follows. */
export function writeVersioned(cwd: string): string {
  // Nothing of the machine's own settings and names.
  for (const name of ['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM']) vi.stubEnv(name, '/dev/null');
  const { ['package.json']: _, ...files } = FILES;
  const remote = temporaryFolder();
  git(remote, ['init', '--quiet', '--bare', '--initial-branch', 'main', '.']);
  cpSync(repository({ ...files, 'notes.txt': 'Моё\n' }), cwd, { recursive: true });
  git(cwd, ['remote', 'add', 'origin', remote]);
  return remote;
}

/** Says who commits in a repository. */
export function name(cwd: string): void {
  git(cwd, ['config', 'user.name', 'Анна']);
  git(cwd, ['config', 'user.email', 'anna@example.org']);
}

/** A preview of such a repository; who commits is known. */
export async function versioned(): Promise<Running & Versioned> {
  let remote = '';
  const running = await start((data) => {
    remote = writeVersioned(dirname(data));
    name(dirname(data));
  });
  return { ...running, remote };
}

/** Changes the vacancy in its form. */
export async function changeVacancy(running: Running, salary: number): Promise<void> {
  const { record } = (await edit(running, 'record/vacancies/100')).body;
  const asked = { values: { work_salary: salary }, seen: record };
  expect((await edit(running, 'save/vacancies/100', asked)).body).toMatchObject({ ok: true });
}

/** Hands in all that changed, with what else is asked for. */
export async function handInAll(running: Running, more: object, lang = 'en') {
  const { branch, isMain, files } = (await edit(running, 'changes')).body;
  const asked = { seen: { branch, isMain, files }, message: 'Оплата', ...more };
  return (await edit(running, 'hand-in', asked, lang)).body;
}
