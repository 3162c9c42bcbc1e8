// Handing in what the forms of the preview changed, with git: what is committed and pushed, and nothing else.
import { chmodSync, cpSync, existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, repository } from '../../changes/repository.js';
import { edit, fill, VACANCY } from '../../preview/edits.js';
import { type Running, start } from '../../preview/support.js';
import { FILES } from '../../query/portal.js';
import { temporaryFolder } from '../../support/folders.js';
import { writeFile } from '../../support/portal.js';

describe('handing in', () => {
  /** The portal in a repository, with a bare one to push to. */
  async function versioned(): Promise<Running & { readonly remote: string }> {
    const { ['package.json']: _, ...files } = FILES;
    const remote = temporaryFolder();
    git(remote, ['init', '--quiet', '--bare', '.']);
    const from = repository({ ...files, 'notes.txt': 'Моё\n' });
    const running = await start((data) => {
      cpSync(from, dirname(data), { recursive: true });
      git(dirname(data), ['remote', 'add', 'origin', remote]);
      for (const [key, value] of [
        ['user.name', 'Анна'],
        ['user.email', 'anna@example.org'],
      ] as const) {
        git(dirname(data), ['config', key, value]);
      }
    });
    return { ...running, remote };
  }

  it('commits exactly the files that were shown, on a branch of its own, and pushes when it is asked', async () => {
    const running = await versioned();
    const { cwd, remote } = running;
    const main = git(cwd, ['rev-parse', 'main']);
    expect((await edit(running, 'changes')).body).toMatchObject({ files: [], isMain: true });
    const { record } = (await edit(running, 'record/vacancies/100')).body;
    await edit(running, 'save/vacancies/100', { values: { work_salary: 1000 }, seen: record });
    writeFileSync(join(cwd, 'notes.txt'), 'Не сдано\n');
    git(cwd, ['add', 'notes.txt']);
    // A hook of the repository does not run.
    writeFile(cwd, '.git/hooks/pre-commit', '#!/bin/sh\ntouch ran\nexit 1\n');
    const { body: changes } = await edit(running, 'changes');
    expect(changes).toMatchObject({ files: [VACANCY], branch: 'main', remote: 'origin' });
    expect(changes.parts[0].lines.join()).toContain('work_salary');
    expect(changes.effect).toContain('/api/job/vacancy/');
    const handIn = (more: object) =>
      edit(running, 'hand-in', {
        seen: { branch: 'main', isMain: true, files: changes.files },
        message: '--amend Оплата',
        branch: 'oplata',
        ...more,
      });
    for (const more of [
      ...[[], ['../notes.txt'], [...changes.files, '../notes.txt']].map((files) => ({
        seen: { branch: 'main', isMain: true, files },
      })),
      { message: ' ' },
      { branch: '--force' },
      { branch: '-f' },
      { branch: 'a b' },
    ]) {
      expect((await handIn(more)).body).toMatchObject({ ok: false, said: expect.any(String) });
      expect(git(cwd, ['symbolic-ref', '--short', 'HEAD'])).toBe('main');
    }
    const { body } = await handIn({});
    expect(body).toMatchObject({ ok: true, branch: 'oplata' });
    expect(body.said).toContain('Оплата');
    expect(git(cwd, ['rev-parse', 'main'])).toBe(main);
    expect(git(cwd, ['show', '--stat', '--format=%an %s', 'oplata'])).toContain(
      'Анна --amend Оплата',
    );
    expect(git(cwd, ['diff', '--name-only', 'main', 'oplata'])).toBe(`data/${VACANCY}`);
    expect(git(cwd, ['diff', '--cached', '--name-only'])).toBe('notes.txt');
    expect(existsSync(join(cwd, 'ran'))).toBe(false);
    expect(git(remote, ['for-each-ref'])).toBe('');
    const pushed = (await edit(running, 'push', { branch: 'oplata' })).body;
    expect(pushed).toMatchObject({ ok: true, branch: 'oplata' });
    expect(git(remote, ['rev-parse', 'oplata'])).toBe(git(cwd, ['rev-parse', 'oplata']));
    // On a branch of one's own the next commit stays there.
    expect((await edit(running, 'changes')).body).toMatchObject({ files: [], isMain: false });
    // Where it is published is known from then on, whoever asks; of a branch that is not there yet it is not.
    git(cwd, ['remote', 'set-url', 'origin', 'git@github.com:a/b.git']);
    const address = 'https://github.com/a/b/compare/oplata?expand=1';
    expect((await edit(running, 'changes')).body).toMatchObject({ address });
    git(cwd, ['switch', '--quiet', '--create', 'drugaya']);
    expect((await edit(running, 'changes')).body.address).toBeUndefined();
    git(cwd, ['switch', '--quiet', 'main']);
    expect((await edit(running, 'changes')).body.address).toBeUndefined();
  });

  it('shows what git answers when it refuses, and leaves all as it was', async () => {
    const running = await versioned();
    const { cwd, remote } = running;
    const { record } = (await edit(running, 'record/vacancies/100')).body;
    await edit(running, 'save/vacancies/100', { values: { work_salary: 1000 }, seen: record });
    writeFile(cwd, 'data/notes.txt', 'Новое\n');
    const { files } = (await edit(running, 'changes')).body;
    expect(files).toEqual([VACANCY, 'notes.txt']);
    const seen = { branch: 'main', isMain: true, files };
    const handIn = async (branch: string) =>
      (await edit(running, 'hand-in', { seen, message: 'Оплата', branch })).body;
    git(cwd, ['config', 'user.name', '']);
    const before = git(cwd, ['status', '--porcelain']);
    const refused = await handIn('oplata');
    expect(refused).toMatchObject({ ok: false, branch: 'main' });
    expect(git(cwd, ['status', '--porcelain'])).toBe(before);
    expect(refused.said).toContain('empty ident name');
    expect(git(cwd, ['branch', '--format=%(refname:short)'])).toBe('main');
    git(cwd, ['config', 'user.name', 'Анна']);
    git(cwd, ['branch', 'taken']);
    expect((await handIn('taken')).said).toContain("'taken' already exists");
    expect((await handIn('oplata')).ok).toBe(true);
    expect(git(cwd, ['status', '--porcelain'])).toBe('');
    writeFile(
      remote,
      'hooks/pre-receive',
      '#!/bin/sh\necho Ветки только по понедельникам\nexit 1\n',
    );
    chmodSync(join(remote, 'hooks/pre-receive'), 0o755);
    const pushed = (await edit(running, 'push', { branch: 'oplata' })).body;
    expect(pushed).toMatchObject({ ok: false, branch: 'oplata' });
    expect(pushed.said).toContain('Ветки только по понедельникам');
    // It can be pushed later, whoever asks; the remote has nothing so far.
    expect((await edit(running, 'changes')).body).toMatchObject({ files: [], unpushed: 2 });
    const alone = await start(fill);
    expect((await edit(alone, 'changes')).body).toMatchObject({
      files: [],
      refused: expect.stringContaining('no git repository'),
    });
  });

  it.each([
    ['refs/heads/oplata', ['branch', 'oplata']],
    ['v1', ['tag', 'v1']],
  ])('pushes the branch %s that it made, and nothing of a like name', async (branch, other) => {
    const running = await versioned();
    const { cwd, remote } = running;
    git(cwd, other);
    const { record } = (await edit(running, 'record/vacancies/100')).body;
    await edit(running, 'save/vacancies/100', { values: { work_salary: 1000 }, seen: record });
    const { files } = (await edit(running, 'changes')).body;
    const seen = { branch: 'main', isMain: true, files };
    const handedIn = await edit(running, 'hand-in', { seen, message: 'Оплата', branch });
    expect(handedIn.body).toMatchObject({ ok: true, branch });
    expect((await edit(running, 'push', { branch })).body).toMatchObject({ ok: true, branch });
    const head = git(cwd, ['rev-parse', 'HEAD']);
    expect(git(remote, ['for-each-ref'])).toBe(`${head} commit\trefs/heads/${branch}`);
  });

  it('knows the main branch by its name, or by what the remote says', async () => {
    const running = await versioned();
    const { cwd, remote } = running;
    const isMain = async () => (await edit(running, 'changes')).body.isMain;
    git(cwd, ['switch', '--quiet', '--create', 'production']);
    expect(await isMain()).toBe(false);
    git(cwd, ['push', '--quiet', remote, 'production']);
    git(cwd, ['fetch', '--quiet', 'origin']);
    git(cwd, ['remote', 'set-head', 'origin', 'production']);
    git(cwd, ['tag', 'production']);
    expect(await isMain()).toBe(true);
    git(cwd, ['switch', '--quiet', '--detach']);
    expect(await isMain()).toBe(true);
  });
});
