// What the forms of the preview ask for, over the wire: who may ask, what is written, and what is handed in.
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pullRequestAt } from '../../src/snapshot/git/hand-in.js';
import { git, repository } from '../changes/repository.js';
import { changed, dataOf } from '../new/desk.js';
import { FILES } from '../query/portal.js';
import { temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { ask, type Running, start } from './support.js';

const VACANCY = 'vacancies/0100-ekspert.json';

function fill(data: string): void {
  for (const [name, text] of Object.entries(FILES)) writeFile(dirname(data), name, text);
}

const tokenOf = async ({ port }: Running): Promise<string> =>
  /<meta name="token" content="([^"]*)">/.exec((await ask(port, '/')).body)?.[1] ?? '';

/** Asks as the page does; with a body it posts. */
async function edit(running: Running, path: string, body?: object, lang = 'en') {
  const headers = { 'x-token': await tokenOf(running) };
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const address = `/preview/edit/${path}${path.includes('?') ? '&' : '?'}lang=${lang}`;
  const { status, body: text } = await ask(running.port, address, { headers, ...sent });
  return { status, body: JSON.parse(text) };
}

describe('the token', () => {
  it('is needed for whatever forms ask, and another run has another one', async () => {
    const running = await start(fill);
    const { port } = running;
    const token = await tokenOf(running);
    expect(token).toMatch(/^[\w-]{36}$/);
    expect(await tokenOf(await start(fill))).not.toBe(token);
    const before = dataOf(running.cwd);
    const paths = ['forms', 'changes', 'record/users/7', 'drafts/posts', 'names/users?q='];
    const posts = ['undo', 'hand-in', 'push', 'save/users/7', 'save/users', 'remove/users/7'];
    for (const given of [undefined, '', 'x', `${token}x`, token.replace(/.$/, '')]) {
      const headers = given === undefined ? {} : { 'x-token': given };
      for (const path of paths) {
        const { status } = await ask(port, `/preview/edit/${path}`, { headers });
        expect([given, path, status]).toEqual([given, path, 403]);
      }
      for (const path of posts) {
        const options = { headers, method: 'POST', body: '{"values": {"first_name": "Б"}}' };
        const { status } = await ask(port, `/preview/edit/${path}`, options);
        expect([given, path, status]).toEqual([given, path, 403]);
      }
    }
    expect(changed(before, dataOf(running.cwd))).toEqual({});
  });

  it('is of no use from another origin, another site or under another name', async () => {
    const running = await start(fill);
    const { port } = running;
    const token = await tokenOf(running);
    const from = async (headers: Record<string, string>, path = 'edit/forms') =>
      (await ask(port, `/preview/${path}`, { headers: { 'x-token': token, ...headers } })).status;
    expect(await from({})).toBe(200);
    expect(await from({ origin: 'https://evil.example' })).toBe(403);
    expect(await from({ origin: 'null' })).toBe(403);
    expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await from({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await from({ host: `evil.example:${port}` })).toBe(421);
    for (const path of ['events', 'data/views']) {
      expect(await from({ origin: 'https://evil.example' }, path)).toBe(403);
      expect(await from({ host: `evil.example:${port}` }, path)).toBe(421);
    }
    const { headers } = await ask(port, '/');
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(
      (await ask(port, '/', { headers: { host: `evil.example:${port}` } })).body,
    ).not.toContain(token);
  });

  it('is not given, nor is anything changed, by --read-only', async () => {
    const running = await start(fill, { readOnly: true });
    expect(await tokenOf(running)).toBe('');
    expect((await edit(running, 'forms')).status).toBe(403);
    expect((await edit(running, 'remove/vacancies/100', {})).status).toBe(403);
    expect(existsSync(join(running.data, VACANCY))).toBe(true);
  });

  it('takes nothing but an object of JSON that is not too large', async () => {
    const running = await start(fill);
    const headers = { 'x-token': await tokenOf(running) };
    const deep = `{"values": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    for (const body of ['', '[', '[]', 'values=1', '"x"', deep, `"${'x'.repeat(17 << 20)}"`]) {
      const asked = ask(running.port, '/preview/edit/undo', { method: 'POST', headers, body });
      // What is too large is not read to its end.
      const status = await asked.then(
        (answer) => answer.status,
        () => 400,
      );
      expect(status).toBe(400);
    }
    const { status } = await ask(running.port, '/preview/edit/undo', { method: 'PUT', headers });
    expect(status).toBe(405);
    expect((await edit(running, 'save/nobody/1', {})).status).toBe(404);
    expect((await edit(running, 'save/users/7', { values: [] })).status).toBe(400);
    expect((await edit(running, 'record/users/77')).body).toBe(null);
    expect((await edit(running, '//[')).status).toBe(404);
    expect((await edit(running, 'record/constructor/7')).status).toBe(404);
  });
});

describe('a record', () => {
  it('is made and changed as by the commands; tried out first, and taken back', async () => {
    const running = await start(fill);
    const { cwd } = running;
    const before = dataOf(cwd);
    const values = { text: 'Ищем', category: 2, work_city: 'липецк', work_regions: [47] };
    const tried = await edit(running, 'save/vacancies', { values, try: true });
    expect(tried.body).toMatchObject({ ok: true, id: 101 });
    expect(changed(before, dataOf(cwd))).toEqual({});
    expect((await edit(running, 'save/vacancies', { values })).body).toMatchObject({ ok: true });
    const made = (await edit(running, 'record/vacancies/101')).body;
    expect(made).toMatchObject({
      record: { id: 101, text: 'Ищем', work_city: 35, work_regions: [47] },
      withheld: null,
      turn: { field: 'is_public', value: false },
      names: { cities: { 35: 'Липецк' }, regions: { 47: 'Липецкая область' } },
    });
    const change = { work_city: null, work_salary: 90_000 };
    const saved = { values: change, seen: made.record };
    expect((await edit(running, 'save/vacancies/101', saved)).body).toMatchObject({ ok: true });
    const { record } = (await edit(running, 'record/vacancies/101')).body;
    expect(record).toMatchObject({ work_salary: 90_000, work_city: null });
    for (const what of ['change vacancy 101', 'new vacancy 101']) {
      const { body } = await edit(running, 'undo', {});
      expect(body).toMatchObject({ ok: true, text: expect.stringContaining(`undone: ${what}`) });
    }
    expect(changed(before, dataOf(cwd))).toEqual({});
    expect((await edit(running, 'undo', {})).body).toMatchObject({
      ok: false,
      text: expect.stringContaining('there is nothing to undo'),
    });
  });

  it('is not saved over what somebody else has saved since', async () => {
    const running = await start(fill);
    const opened = (await edit(running, 'record/users/7')).body;
    await runIn(running.cwd, 'change', 'user', '7', '--first_name', 'Анна-Мария');
    const before = dataOf(running.cwd);
    const body = { values: { last_name: 'Котова' }, seen: opened.record };
    const answer = await edit(running, 'save/users/7', body);
    const text = expect.stringMatching(/^Somebody/);
    expect(answer.body).toMatchObject({ ok: false, isOld: true, text });
    expect((await edit(running, 'save/users/7', body, 'ru')).body.text).toMatch(/^Эту запись/);
    const gone = await edit(running, 'remove/users/7', { cascade: true, seen: opened.record });
    expect(gone.body).toMatchObject({ ok: false, isOld: true, text });
    expect(changed(before, dataOf(running.cwd))).toEqual({});
  });

  it('is saved by one of those who save it at once', async () => {
    const running = await start(fill);
    const { record: seen } = (await edit(running, 'record/users/7')).body;
    const names = ['Анна-Мария', 'Ася', 'Нюра', 'Аннушка'];
    const outcomes = await Promise.all(
      names.map(async (first_name) => {
        const { body } = await edit(running, 'save/users/7', { values: { first_name }, seen });
        if (body.ok) return [first_name];
        expect(body).toMatchObject({ isOld: true });
        return [];
      }),
    );
    const saved = outcomes.flat();
    expect(saved.length).toBe(1);
    expect((await edit(running, 'record/users/7')).body.record.first_name).toBe(saved[0]);
  });

  it('has its problems at their fields, in either language', async () => {
    const running = await start(fill);
    const before = dataOf(running.cwd);
    const seen = (await edit(running, 'record/vacancies/100')).body.record;
    const wrong = { values: { work_salary: 'много', work_city: 'Энск' }, seen };
    expect((await edit(running, 'save/vacancies/100', wrong)).body).toMatchObject({
      ok: false,
      problems: [{ field: '/work_city', severity: 'error' }],
    });
    const values = { work_salary: 'много', work_city: 999 };
    const { body } = await edit(running, 'save/vacancies/100', { values, seen });
    expect(body.ok).toBe(false);
    const fields = body.problems.map(({ field }: { field: string }) => field);
    expect(fields.sort()).toEqual(['/work_city', '/work_salary']);
    const lacking = (await edit(running, 'save/vacancies', { values: {} }, 'ru')).body;
    expect(lacking).toMatchObject({
      ok: false,
      problems: expect.arrayContaining([
        { field: '/text', severity: 'error', message: 'Это поле обязательно.' },
      ]),
    });
    // The id of a record is no field of its form.
    const strange = JSON.parse('{"id": 7, "__proto__": {"a": 1}, "constructor": 1}');
    await edit(running, 'save/vacancies/100', { values: strange, seen });
    expect(changed(before, dataOf(running.cwd))).toEqual({});
  });

  it('goes, with what goes along where that is wanted', async () => {
    const running = await start(fill);
    const { body } = await edit(running, 'remove/posts/5', {});
    expect(body).toMatchObject({ ok: false, along: 7 });
    expect(body.text).not.toContain('--cascade');
    expect(body.text).toContain('341  Мы перешли в марте');
    expect((await edit(running, 'remove/posts/5', { cascade: true })).body.ok).toBe(true);
    expect(existsSync(join(running.data, 'posts/5.json'))).toBe(false);
  });
});

it('drafts are told with the reason, and shown again by the field that hides them', async () => {
  const running = await start(fill);
  const drafts = async () => (await edit(running, 'drafts/posts')).body;
  expect(await drafts()).toEqual([
    { id: 6, name: 'Только своим', reason: expect.stringContaining('guest_cannot_view') },
  ]);
  const { record } = (await edit(running, 'record/posts/5')).body;
  await edit(running, 'save/posts/5', { values: { hidden: true }, seen: record });
  expect((await drafts()).map(({ id }: { id: number }) => id)).toEqual([6, 5]);
  const hidden = (await edit(running, 'record/posts/5')).body;
  expect(hidden).toMatchObject({
    withheld: expect.stringContaining('hidden'),
    turn: { field: 'hidden', value: false },
  });
});

it('names are offered as they are typed', async () => {
  const running = await start(fill);
  const offered = async (typed: string) =>
    (await edit(running, `names/cities?q=${encodeURIComponent(typed)}`)).body;
  expect(await offered('лип')).toEqual([{ id: 35, name: 'Липецк', within: 'Липецкая область' }]);
  expect(await offered('36')).toEqual([{ id: 36, name: 'Елец', within: 'Липецкая область' }]);
});

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
    expect(changes.text).toContain('/api/job/vacancy/');
    const handIn = (more: object) =>
      edit(running, 'hand-in', {
        files: changes.files,
        message: '--amend Оплата',
        branch: 'oplata',
        ...more,
      });
    for (const more of [
      { files: [] },
      { files: ['../notes.txt'] },
      { files: [...changes.files, '../notes.txt'] },
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
    const pushed = (await edit(running, 'push', {})).body;
    expect(pushed).toMatchObject({ ok: true, branch: 'oplata' });
    expect(git(remote, ['rev-parse', 'oplata'])).toBe(git(cwd, ['rev-parse', 'oplata']));
    // On a branch of one's own the next commit stays there.
    expect((await edit(running, 'changes')).body).toMatchObject({ files: [], isMain: false });
  });

  it('shows what git answers when it refuses', async () => {
    const running = await versioned();
    git(running.cwd, ['remote', 'set-url', 'origin', join(running.cwd, 'nowhere')]);
    const pushed = (await edit(running, 'push', {})).body;
    expect(pushed).toMatchObject({ ok: false, said: expect.stringContaining('nowhere') });
    const alone = await start(fill);
    expect((await edit(alone, 'changes')).body).toMatchObject({
      files: [],
      refused: expect.stringContaining('no git repository'),
    });
  });

  it.each([
    ['git@github.com:portal/data.git', 'https://github.com/portal/data/compare/a%2Fb?expand=1'],
    ['https://x:y@github.com/portal/data', 'https://github.com/portal/data/compare/a%2Fb?expand=1'],
    [
      'ssh://git@gitlab.example.org:2222/group/sub/data.git',
      'https://gitlab.example.org/group/sub/data/-/merge_requests/new?merge_request%5Bsource_branch%5D=a%2Fb',
    ],
    ['https://git.example.org/data.git', undefined],
    ['/srv/data.git', undefined],
  ])('gives the address of a pull request where it is known: %s', (remote, address) => {
    expect(pullRequestAt(remote, 'a/b')).toBe(address);
  });
});

it('a form is made of the model alone: each field that can be given, and no other', async () => {
  const running = await start(fill);
  const forms = (await edit(running, 'forms')).body;
  const named = (of: string) => forms[of].fields.map(({ name }: { name: string }) => name);
  expect(named('regions')).toEqual(['name', 'code', 'district']);
  expect(named('events')).not.toContain('id');
  expect(
    forms.vacancies.fields.find(({ name }: { name: string }) => name === 'text'),
  ).toMatchObject({
    kind: 'lines',
    needed: true,
    label: { en: 'The offer', ru: 'Описание' },
  });
  expect(readFileSync(join(running.data, VACANCY), 'utf8')).toBe(FILES[`data/${VACANCY}`]);
});
