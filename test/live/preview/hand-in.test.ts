// Handing in what the forms of the preview changed, with git: what is committed and pushed, and nothing else.
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { EditedDto } from '../../../src/preview/browser/dto.js';
import { commitAll, git } from '../../changes/repository.js';
import { edit, fill, VACANCY } from '../../preview/edits.js';
import { start } from '../../preview/support.js';
import { temporaryFolder } from '../../support/folders.js';
import { writeFile } from '../../support/portal.js';
import { changeVacancy, handInAll, name, versioned } from './versioned.js';

const HIDDEN =
  '{"id": 200, "text": "Черновик", "category": 1, "created_at": "2026-03-05T10:12:44+03:00", "is_public": false}';

/** Writes a hook of a repository. */
function hook(cwd: string, name: string, does: string): void {
  writeFile(cwd, name, `#!/bin/sh\n${does}\n`);
  chmodSync(join(cwd, name), 0o755);
}

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
    // The hooks of the repository run, and what they say is shown.
    hook(cwd, '.git/hooks/pre-commit', 'echo Проверено >&2');
    hook(remote, 'hooks/pre-receive', 'echo Спасибо');
    const { body: changes } = await edit(running, 'changes');
    expect(changes).toMatchObject({ files: [VACANCY], branch: 'main', remote: 'origin' });
    const pay = { label: 'Pay', before: '', after: '1000', isList: false };
    expect(changes.records).toMatchObject([{ singular: 'Vacancy', id: 100, changes: [pay] }]);
    expect(changes.sentence).toMatch(/^Vacancy: .*, changed: pay$/);
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
    expect(body).toMatchObject({ ok: true, branch: 'oplata', hooks: 'Проверено\n' });
    expect(body.output).toContain('Оплата');
    expect(git(cwd, ['rev-parse', 'main'])).toBe(main);
    expect(git(cwd, ['show', '--stat', '--format=%an %s', 'oplata'])).toContain(
      'Анна --amend Оплата',
    );
    expect(git(cwd, ['diff', '--name-only', 'main', 'oplata'])).toBe(`data/${VACANCY}`);
    expect(git(cwd, ['diff', '--cached', '--name-only'])).toBe('notes.txt');
    expect(git(remote, ['for-each-ref'])).toBe('');
    const pushed = (await edit(running, 'push', { branch: 'oplata' })).body;
    expect(pushed).toMatchObject({ ok: true, branch: 'oplata', hooks: 'Спасибо' });
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
    expect(refused.text).toMatch(/^Another program uses git here/);
    expect(git(cwd, ['branch', '--format=%(refname:short)'])).toBe('main');
    git(cwd, ['branch', 'taken']);
    expect((await handIn('taken')).output).toContain("'taken' already exists");
    expect((await handIn('oplata')).ok).toBe(true);
    expect(git(cwd, ['status', '--porcelain'])).toBe('');
    hook(remote, 'hooks/pre-receive', 'echo Ветки только по понедельникам; exit 1');
    const pushed = (await edit(running, 'push', { branch: 'oplata' })).body;
    expect(pushed).toMatchObject({ ok: false, branch: 'oplata' });
    expect(pushed.hooks).toBe('Ветки только по понедельникам');
    expect(pushed.text).toMatch(/^The shared repository does not take this/);
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
    const told = async () =>
      (await edit(running, 'changes')).body.records.map(({ kind, id }: EditedDto) => [kind, id]);
    writeFile(data, 'notes.txt', 'Моё\n');
    expect(await told()).toEqual([]);
    writeFile(data, VACANCY.replace('0100', '0200'), HIDDEN);
    expect(await told()).toEqual([['added', 200]]);
    await changeVacancy(running, 1000);
    expect(await told()).toEqual([
      ['changed', 100],
      ['added', 200],
    ]);
    rmSync(join(data, VACANCY));
    expect(await told()).toEqual([
      ['removed', 100],
      ['added', 200],
    ]);
    // A file that cannot be read is no reason to tell nothing of the others.
    writeFile(data, VACANCY, '{"id": 100,');
    expect(await told()).toContainEqual(['added', 200]);
  });

  it('takes back one record with its companions, and leaves the others; undo brings it again', async () => {
    const running = await versioned();
    const { cwd } = running;
    const status = () => git(cwd, ['status', '--porcelain', '--', 'data']);
    const changes = async () => (await edit(running, 'changes')).body;
    await changeVacancy(running, 1000);
    const comment = { post: 5, user: 7, text: '<p>Да</p>' };
    const added = (await edit(running, 'save/comments', { values: comment })).body;
    const other = (await edit(running, 'save/comments', { values: comment })).body;
    const { record } = (await edit(running, 'record/comments/342')).body;
    const asked = { values: { text: '<p>Иначе</p>' }, seen: record };
    expect((await edit(running, 'save/comments/342', asked)).body.ok).toBe(true);
    // The entries of the feed are not listed, and go with their comments.
    const ids = async () => (await changes()).records.map(({ id }: EditedDto) => id);
    expect(await ids()).toEqual([100, 342, added.id, other.id]);
    expect((await changes()).records[1]).toMatchObject({ name: 'Иначе', on: expect.any(String) });
    const takeBack = (of: string) => edit(running, `take-back/${of}`, {});
    for (const [of, left] of [
      [`comments/${added.id}`, [100, 342, other.id]],
      ['comments/342', [100, other.id]],
      ['vacancies/100', [other.id]],
    ] as const) {
      expect((await takeBack(of)).body).toMatchObject({ ok: true });
      expect(await ids()).toEqual(left);
    }
    expect((await edit(running, 'undo', {})).body.ok).toBe(true);
    expect(await ids()).toEqual([100, other.id]);
    await takeBack('vacancies/100');
    await takeBack(`comments/${other.id}`);
    expect(status()).toBe('');
    expect((await takeBack('vacancies/100')).body).toMatchObject({
      ...{ ok: false, text: expect.stringMatching(/^Nothing has changed in this record/) },
    });
    // A removed record comes back, also into a list that has changed.
    writeFile(cwd, 'data/regions.json', '[{"id": 47, "name": "Иначе"}]');
    expect((await takeBack('regions/53')).body).toMatchObject({ ok: true });
    expect((await changes()).records).toMatchObject([{ collection: 'regions', id: 47 }]);
  });

  it('asks once who commits, and goes on with the newest main branch', async () => {
    const running = await versioned();
    const { cwd, remote } = running;
    git(cwd, ['push', '--quiet', 'origin', 'main']);
    for (const key of ['name', 'email']) git(cwd, ['config', '--unset', `user.${key}`]);
    await changeVacancy(running, 1000);
    expect((await edit(running, 'changes')).body.isNamed).toBe(false);
    const who = { name: 'Анна', email: 'anna' };
    const refused = await handInAll(running, { branch: 'oplata', who });
    expect(refused.text).toMatch(/^Give your name/);
    const named = { branch: 'oplata', who: { ...who, email: 'anna@example.org' } };
    expect(await handInAll(running, named)).toMatchObject({ ok: true });
    expect((await edit(running, 'changes')).body).toMatchObject({ isNamed: true, link: null });
    git(cwd, ['remote', 'set-url', 'origin', join(remote, 'nowhere')]);
    const lost = (await edit(running, 'push', { branch: 'oplata' })).body;
    expect(lost.text).toMatch(/^There is no shared repository at the address/);
    git(cwd, ['remote', 'set-url', 'origin', remote]);
    // A colleague has pushed another branch of this name, and something is newer on the main one.
    const other = temporaryFolder();
    git(other, ['clone', '--quiet', remote, '.']);
    name(other);
    writeFile(other, 'data/districts.json', '[{"id": 1, "name": "Новый"}]\n');
    commitAll(other);
    git(other, ['push', '--quiet', 'origin', 'main', 'main:oplata']);
    const rejected = (await edit(running, 'push', { branch: 'oplata' })).body;
    expect(rejected.text).toMatch(/^Somebody else has handed in under the same name/);
    const again = { branch: 'oplata', fresh: 'oplata-2' };
    expect((await edit(running, 'push', again)).body).toMatchObject({ branch: 'oplata-2' });
    await changeVacancy(running, 2000);
    expect((await edit(running, 'next', {})).body.text).toMatch(/^Hand in first/);
    git(cwd, ['checkout', '--quiet', '--', '.']);
    expect((await edit(running, 'next', {})).body).toMatchObject({ ok: true, branch: 'main' });
    expect(git(cwd, ['rev-parse', 'main'])).toBe(git(remote, ['rev-parse', 'main']));
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
