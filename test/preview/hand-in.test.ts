// Handing in, as the page asks for it. What git commits and pushes is in test/live/preview/hand-in.test.ts.
import { cpSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { commitFiles } from '../../src/snapshot/git/hand-in.js';
import { type Files, git, repository } from '../changes/repository.js';
import { FILES } from '../query/portal.js';
import { temporaryFolder } from '../support/folders.js';
import { times, writeFile } from '../support/portal.js';
import { edit, fill } from './edits.js';
import { type Running, start } from './support.js';

/** A repository with one commit of these files, in which a commit can be made. */
function committed(files: Files): string {
  const cwd = repository(files);
  git(cwd, ['config', 'user.name', 'Анна']);
  git(cwd, ['config', 'user.email', 'anna@example.org']);
  return cwd;
}

/** A preview of the portal, where the last commit has a region without a name. */
function mended(): Promise<Running> {
  const from = committed({ ...FILES, 'data/regions.json': '[{"id": 47}]' });
  return start((data) => {
    cpSync(from, dirname(data), { recursive: true });
    fill(data);
  });
}

it('is possible where the last commit has errors that are mended since', async () => {
  const running = await mended();
  const { body } = await edit(running, 'changes', undefined, 'ru');
  expect(body).toMatchObject({ files: ['regions.json'], isMain: true });
  expect(body.ok).toBeUndefined();
  expect(body.records[0]).toMatchObject({ collection: 'regions', id: 47, kind: 'changed' });
  expect(body.sentence).toMatch(/^Регион: .*, изменено: название, и ещё 1$/);
  expect(body.comparing).toBe('npx portal-snapshot diff HEAD');
});

it('has room for more files than a command line', async () => {
  const cwd = committed({ 'a.json': '[]' });
  const deep = Array.from({ length: 15 }, () => 'x'.repeat(240)).join('/');
  const files = times(650, (n) => `${deep}/[${n}]*.json`);
  for (const file of files) writeFile(cwd, file, '[]');
  expect(await commitFiles(cwd, files, 'Всё', 'vsyo')).toMatchObject({ ok: true });
  expect(git(cwd, ['show', '--shortstat', '--format='])).toContain('650 files changed');
});

it('says why git was not run', async () => {
  const cwd = committed({ 'a.json': '[]' });
  const { ok, output } = await commitFiles(cwd, ['a.json'], 'Я'.repeat(1 << 17), undefined);
  expect([ok, output]).toEqual([false, expect.stringContaining('E2BIG')]);
});

it('leads back to the branch before where git refuses, whatever stands in its way', async () => {
  const cwd = committed({ 'a.json': '[]' });
  writeFile(cwd, 'a.json', '[1]');
  for (const from of ['main', 'HEAD']) {
    if (from === 'HEAD') git(cwd, ['switch', '--quiet', '--detach']);
    const is = () => [git(cwd, ['rev-parse', '--abbrev-ref', 'HEAD']), git(cwd, ['branch'])];
    const before = is();
    // Another program of git is at work, or was killed.
    writeFile(cwd, '.git/index.lock', '');
    const refused = await commitFiles(cwd, ['a.json'], 'Всё', 'vsyo');
    expect(refused).toMatchObject({ ok: false, output: expect.stringContaining('index.lock') });
    expect([from, is()]).toEqual([from, before]);
    rmSync(join(cwd, '.git/index.lock'));
  }
  expect(await commitFiles(cwd, ['a.json'], 'Всё', 'vsyo')).toMatchObject({ ok: true });
});

it('is done once, where it is asked for twice at a time', async () => {
  const running = await mended();
  writeFile(running.data, 'notes.txt', 'Новое\n');
  const seen = { branch: 'main', isMain: true, files: ['regions.json', 'notes.txt'] };
  const asked = { seen, message: 'Область', branch: 'oblast' };
  const answers = await Promise.all([1, 2].map(() => edit(running, 'hand-in', asked)));
  const text = expect.stringMatching(/^Other files have changed/);
  expect(answers.map(({ body }) => body)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ok: true, branch: 'oblast' }),
      expect.objectContaining({ ok: false, text }),
    ]),
  );
  expect(git(running.cwd, ['status', '--porcelain'])).toBe('');
});

it('goes onto no branch but the one that was shown, and pushes no main branch', async () => {
  const running = await mended();
  const { cwd } = running;
  const remote = temporaryFolder();
  git(remote, ['init', '--quiet', '--bare', '.']);
  git(cwd, ['remote', 'add', 'origin', remote]);
  const why = expect.stringMatching(/^Other files.*or another branch/);
  const refused = { ok: false, problems: [], text: why };
  const seen = { branch: 'main', isMain: true, files: ['regions.json'] };
  const asked = { seen, message: 'Область', branch: 'oblast' };
  git(cwd, ['switch', '--quiet', '--create', 'other']);
  expect((await edit(running, 'hand-in', asked)).body).toEqual(refused);
  expect((await edit(running, 'push', { branch: 'oblast' })).body).toEqual(refused);
  git(cwd, ['switch', '--quiet', 'main']);
  expect((await edit(running, 'push', { branch: 'main' })).body).toEqual(refused);
  expect(git(cwd, ['log', '--all', '--format=%s']).split('\n')).toHaveLength(1);
  expect(git(remote, ['for-each-ref'])).toBe('');
});
