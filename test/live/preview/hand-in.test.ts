// Handing in what the forms of the preview changed, with git: what is committed and pushed, and nothing else.
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { commitAll, git } from '../../changes/repository.js';
import { edit, fill, VACANCY } from '../../preview/edits.js';
import { start } from '../../preview/support.js';
import { writeFile } from '../../support/portal.js';
import { changeVacancy, handInAll, versioned } from './versioned.js';

const HIDDEN =
  '{"id": 200, "text": "Черновик", "category": 1, "created_at": "2026-03-05T10:12:44+03:00", "is_public": false}';

const fails = (cwd: string, args: readonly string[]) => expect(() => git(cwd, args)).toThrow();

describe('handing in', () => {
  it('commits exactly the files that were shown, on a branch of its own, and pushes when it is asked', async () => {
    const running = await versioned();
    const { cwd, remote } = running;
    const main = git(cwd, ['rev-parse', 'main']);
    expect((await edit(running, 'changes')).body).toMatchObject({ files: [], isMain: true });
    await changeVacancy(running, 1000);
    writeFileSync(join(cwd, 'notes.txt'), 'Не сдано\n');
    git(cwd, ['add', 'notes.txt']);
    // A hook of the repository does not run.
    writeFile(cwd, '.git/hooks/pre-commit', '#!/bin/sh\ntouch ran\nexit 1\n');
    const { body: changes } = await edit(running, 'changes');
    expect(changes).toMatchObject({ files: [VACANCY], branch: 'main', remote: 'origin' });
    expect(changes.lines.join()).toContain('work_salary: — → 1000');
    expect(changes.comparing).toBe('npx portal-snapshot diff HEAD');
    const handIn = (more: object) =>
      handInAll(running, { message: '--amend Оплата', branch: 'oplata', ...more });
    for (const more of [
      ...[[], ['../notes.txt'], [...changes.files, '../notes.txt']].map((files) => ({
        seen: { branch: 'main', isMain: true, files },
      })),
      { message: ' ' },
      { branch: '--force' },
      { branch: '-f' },
      { branch: 'a b' },
    ]) {
      expect(await handIn(more)).toMatchObject({ ok: false, text: expect.any(String) });
      expect(git(cwd, ['symbolic-ref', '--short', 'HEAD'])).toBe('main');
    }
    const body = await handIn({});
    expect(body).toMatchObject({ ok: true, branch: 'oplata' });
    expect(body.output).toContain('Оплата');
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
  });

  it('shows what git answers when it refuses, and leaves all as it was', async () => {
    const running = await versioned();
    const { cwd, remote } = running;
    await changeVacancy(running, 1000);
    writeFile(cwd, 'data/notes.txt', 'Новое\n');
    const { files } = (await edit(running, 'changes')).body;
    expect(files).toEqual([VACANCY, 'notes.txt']);
    const handIn = (branch: string) => handInAll(running, { branch });
    const before = git(cwd, ['status', '--porcelain']);
    writeFile(cwd, '.git/index.lock', '');
    const refused = await handIn('oplata');
    rmSync(join(cwd, '.git/index.lock'));
    expect(refused).toMatchObject({ ok: false, branch: 'main' });
    expect(git(cwd, ['status', '--porcelain'])).toBe(before);
    expect(refused.output).toContain('index.lock');
    expect(git(cwd, ['branch', '--format=%(refname:short)'])).toBe('main');
    git(cwd, ['branch', 'taken']);
    expect((await handIn('taken')).output).toContain("'taken' already exists");
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
    expect(pushed.output).toContain('Ветки только по понедельникам');
    // It can be pushed later, whoever asks; the remote has nothing so far.
    expect((await edit(running, 'changes')).body).toMatchObject({ files: [], unpushed: 2 });
    // What git says where it reads nothing is no "nothing has changed".
    writeFile(cwd, '.git/index', 'x');
    const { body } = await edit(running, 'changes');
    expect(body).toMatchObject({ ok: false, text: expect.stringContaining('index file') });
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
    expect((await edit(running, 'changes')).body.text).toMatch(/ --add safe\.directory \S+\)$/);
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', undefined);
    const alone = await start(fill);
    expect((await edit(alone, 'changes')).body).toMatchObject({
      ok: false,
      text: expect.stringContaining('not in the working tree of a git repository'),
    });
  });

  it.each([
    ['refs/heads/oplata', ['branch', 'oplata']],
    ['v1', ['tag', 'v1']],
  ])('pushes the branch %s that it made, and nothing of a like name', async (branch, other) => {
    const running = await versioned();
    const { cwd, remote } = running;
    git(cwd, other);
    await changeVacancy(running, 1000);
    expect(await handInAll(running, { branch })).toMatchObject({ ok: true, branch });
    expect((await edit(running, 'push', { branch })).body).toMatchObject({ ok: true, branch });
    const head = git(cwd, ['rev-parse', 'HEAD']);
    expect(git(remote, ['for-each-ref'])).toBe(`${head} commit\trefs/heads/${branch}`);
  });

  it.each<[string, (cwd: string) => void]>([
    ['merge', (cwd) => fails(cwd, ['merge', 'oplata'])],
    ['rebase', (cwd) => fails(cwd, ['rebase', 'oplata'])],
    ['cherry-pick', (cwd) => fails(cwd, ['cherry-pick', 'oplata'])],
    ['revert', (cwd) => fails(cwd, ['revert', '--no-edit', 'HEAD~1'])],
    [
      'stash pop',
      (cwd) => {
        writeFile(cwd, 'data/districts.json', '[{"id": 1, "name": "Мой"}]\n');
        git(cwd, ['stash']);
        git(cwd, ['reset', '--quiet', '--hard', 'oplata']);
        fails(cwd, ['stash', 'pop']);
      },
    ],
  ])('does nothing while git %s is not finished', async (_, begin) => {
    const running = await versioned();
    const { cwd } = running;
    const write = (name: string) => {
      writeFile(cwd, 'data/districts.json', `[{"id": 1, "name": "${name}"}]\n`);
      commitAll(cwd);
    };
    write('Округ');
    git(cwd, ['switch', '--quiet', '--create', 'oplata']);
    write('Сибирский');
    git(cwd, ['switch', '--quiet', 'main']);
    write('Уральский');
    begin(cwd);
    const state = () => [git(cwd, ['for-each-ref']), git(cwd, ['status', '--porcelain'])];
    const before = state();
    const text = expect.stringMatching(/^A command of git is not finished.*git status/);
    expect((await edit(running, 'changes')).body).toMatchObject({ ok: false, text });
    const seen = { branch: 'main', isMain: true, files: ['districts.json'] };
    for (const [what, asked] of [
      ['hand-in', { seen, message: 'x', branch: 'novaya' }],
      ['push', { branch: 'oplata' }],
    ] as const) {
      expect((await edit(running, what, asked)).body).toMatchObject({ ok: false, text });
    }
    expect(state()).toEqual(before);
  });

  it('stays on a branch of its own, or begins another one there', async () => {
    const running = await versioned();
    for (const [salary, branch, count] of [
      [1000, 'oplata', '1'],
      [2000, 'oplata', '2'],
      [3000, 'drugaya', '3'],
    ] as const) {
      await changeVacancy(running, salary);
      expect(await handInAll(running, { branch })).toMatchObject({ ok: true, branch });
      expect(git(running.cwd, ['rev-list', '--count', `main..${branch}`])).toBe(count);
    }
  });

  it('tells at once what changed in records, also in those that readers do not see', async () => {
    const running = await versioned();
    const { data } = running;
    const lines = async () => (await edit(running, 'changes')).body.lines.join('\n');
    writeFile(data, 'notes.txt', 'Моё\n');
    expect(await lines()).toBe('');
    writeFile(data, VACANCY.replace('0100', '0200'), HIDDEN);
    expect(await lines()).toMatch(/vacancies: added 1\n {2}200 /);
    await changeVacancy(running, 1000);
    expect(await lines()).toMatch(/vacancies: changed 1\n {2}100 .*\n {4}work_salary: — → 1000/);
    rmSync(join(data, VACANCY));
    expect(await lines()).toMatch(/vacancies: removed 1\n {2}100 /);
    // A file that cannot be read is no reason to tell nothing of the others.
    writeFile(data, VACANCY, '{"id": 100,');
    expect(await lines()).toMatch(/vacancies: added 1\n {2}200 /);
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
