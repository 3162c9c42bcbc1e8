// Handing in what the forms of the preview changed, with git: what is committed and pushed, and nothing else.
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { git } from '../../changes/repository.js';
import { edit, fill, VACANCY } from '../../preview/edits.js';
import { start } from '../../preview/support.js';
import { writeFile } from '../../support/portal.js';
import { changeVacancy, handInAll, versioned, writeVersioned } from './versioned.js';

const HIDDEN =
  '{"id": 200, "text": "Черновик", "category": 1, "created_at": "2026-03-05T10:12:44+03:00", "is_public": false}';

describe('handing in', () => {
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
    expect(changes.lines.join()).toContain('work_salary: — → 1000');
    expect((await edit(running, 'effect')).body).toContain('/api/job/vacancy/');
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
      expect((await handIn(more)).body).toMatchObject({ ok: false, refused: expect.any(String) });
      expect(git(cwd, ['symbolic-ref', '--short', 'HEAD'])).toBe('main');
    }
    const { body } = await handIn({});
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
    expect(body).toMatchObject({ files: [], refused: expect.stringContaining('index file') });
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
    expect((await edit(running, 'changes')).body.refused).toMatch(/ --add safe\.directory \S+\)$/);
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', undefined);
    const alone = await start(fill);
    expect((await edit(alone, 'changes')).body).toMatchObject({
      files: [],
      refused: expect.stringContaining('not in the working tree of a git repository'),
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

  it.each(['en', 'ru'] as const)(
    'asks who commits, in %s, and writes it into this repository alone',
    async (lang) => {
      const running = await start((data) => writeVersioned(dirname(data)));
      const { cwd } = running;
      await changeVacancy(running, 1000);
      git(cwd, ['config', 'user.name', 'Анна']);
      expect((await edit(running, 'changes')).body.author).toEqual({ name: 'Анна', address: '' });
      const before = readFileSync(join(cwd, '.git/config'), 'utf8');
      const good = { name: 'Анна Петрова', address: 'anna@example.org' };
      for (const wrong of [
        {},
        { name: '', address: 'anna@example.org' },
        { name: '  .,;', address: 'anna@example.org' },
        { ...good, address: '' },
        { ...good, address: 'anna' },
        { ...good, address: 'anna@' },
        { ...good, address: 'anna@@example.org' },
        { ...good, address: 'anna <anna@example.org>' },
        { ...good, address: 'anna@example.org\n[core]' },
        ...['\n', '\t', '\0', '\u001b[31m', '\u202e', '\u2028', '<'].map((one) => ({
          ...good,
          name: `Анна${one}Петрова`,
        })),
        { ...good, name: 'А'.repeat(201) },
        { name: ['Анна'], address: good.address, branch: 'x y' },
      ]) {
        const answer = await handInAll(running, { branch: 'oplata', ...wrong }, lang);
        expect(answer).toEqual({ ok: false, output: '', refused: expect.any(String) });
        if (!('branch' in wrong)) {
          expect(answer.refused).toMatch(
            lang === 'ru' ? /^Укажите имя и адрес/ : /^Give your name/,
          );
        }
        expect(readFileSync(join(cwd, '.git/config'), 'utf8')).toBe(before);
        expect(git(cwd, ['status', '--porcelain', '--branch'])).toBe(`## main\n M data/${VACANCY}`);
      }
      expect(await handInAll(running, { branch: 'oplata', ...good })).toMatchObject({ ok: true });
      const told = git(cwd, ['log', '-1', '--format=%an <%ae> %cn <%ce>']);
      expect(told).toBe('Анна Петрова <anna@example.org> Анна Петрова <anna@example.org>');
      expect(git(cwd, ['config', '--local', 'user.email'])).toBe('anna@example.org');
      expect((await edit(running, 'changes')).body.author).toBeUndefined();
    },
  );

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

  it('tells how far the effect on the API is worked out', async () => {
    const running = await versioned();
    const many = Array.from({ length: 20_000 }, (_, i) => ({ id: i + 1000, name: `Область ${i}` }));
    writeFile(running.data, 'regions/more.json', JSON.stringify(many));
    const told = async (lang: string) => (await edit(running, 'progress', undefined, lang)).body;
    let isDone = false;
    const effect = edit(running, 'effect').finally(() => {
      isDone = true;
    });
    const seen = new Set<string>();
    while (!isDone) seen.add(await told('en')).add(await told('ru'));
    expect((await effect).body).toContain('/api/region/');
    const all = [...seen].join('\n');
    expect(all).toMatch(/^(?:compiling|writing)(?: \d+ %)?$/m);
    expect(all).toMatch(/^(?:проверка записей|запись страниц)(?: \d+ %)?$/m);
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
