// What the forms of the preview ask for, over the wire: who may ask, and what is written.
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { begin } from '../../src/editing/workspace/journal.js';
import { PortalData } from '../../src/editing/workspace/portal-data.js';
import { hashOf } from '../../src/files/source/chunk-hash.js';
import type {
  CollectionDto,
  CommentDto,
  FieldDto,
  ListedDto,
  NamedDto,
} from '../../src/preview/browser/dto.js';
import { changed, dataOf } from '../new/desk.js';
import { COLLECTIONS } from '../oracle/types.js';
import { FILES } from '../query/portal.js';
import { temporaryFolder } from '../support/folders.js';
import { instant, tenth, times, writeData, writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { edit, fill, stateAt, tokenOf, VACANCY } from './edits.js';
import { ask, isBad, type Running, start } from './support.js';

describe('the token', () => {
  it('is needed for whatever the page asks, also for records that readers do not see', async () => {
    const running = await start(fill);
    const { port } = running;
    const token = await tokenOf(running);
    expect(token).toMatch(/^[\w-]{36}$/);
    expect(await tokenOf(await start(fill))).not.toBe(token);
    const before = dataOf(running.cwd);
    const read = ['list/posts', 'record/posts/6', 'discussion/posts/5', 'names/posts', 'portal'];
    const paths = ['edit/changes', ...read.map((path) => `data/${path}`)];
    const posts = ['undo', 'hand-in', 'push', 'save/users/7', 'save/users', 'remove/users/7'];
    const other = token.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
    for (const given of [undefined, '', 'x', `${token}x`, token.replace(/.$/, ''), other]) {
      const headers = given === undefined ? {} : { 'x-token': given };
      for (const path of paths) {
        const { status } = await ask(port, `/preview/${path}`, { headers });
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
    const from = async (headers: Record<string, string>, path = 'edit/changes') =>
      (await ask(port, `/preview/${path}`, { headers: { 'x-token': token, ...headers } })).status;
    expect(await from({})).toBe(200);
    expect(await from({ origin: 'https://evil.example' })).toBe(403);
    expect(await from({ origin: 'null' })).toBe(403);
    expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await from({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await from({ host: `evil.example:${port}` })).toBe(421);
    for (const path of ['events', 'data/portal', 'data/record/users/7']) {
      expect(await from({ origin: 'https://evil.example' }, path)).toBe(403);
      expect(await from({ host: `evil.example:${port}` }, path)).toBe(421);
    }
    const { headers } = await ask(port, '/');
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(
      (await ask(port, '/', { headers: { host: `evil.example:${port}` } })).body,
    ).not.toContain(token);
  });

  it('lets a page of --read-only read, and change nothing', async () => {
    const running = await start(fill, { readOnly: true });
    expect((await edit(running, 'record/users/7')).body.id).toBe(7);
    expect((await edit(running, 'changes')).status).toBe(403);
    expect((await edit(running, 'remove/vacancies/100', {})).status).toBe(403);
    expect(existsSync(join(running.data, VACANCY))).toBe(true);
  });

  it('takes nothing but an object of JSON that is not too large', async () => {
    const running = await start(fill);
    const headers = { 'x-token': await tokenOf(running) };
    const deep = `{"values": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const ofSize = (megabytes: number) => `{"text": "${'x'.repeat(megabytes << 20)}"}`;
    const undo = { method: 'POST', headers, body: ofSize(15) };
    expect((await ask(running.port, '/preview/edit/undo', undo)).status).toBe(200);
    const sent = async (body: string, lang = 'en') => {
      const address = `/preview/edit/undo?lang=${lang}`;
      return ask(running.port, address, { method: 'POST', headers, body });
    };
    for (const body of ['', '[', '[]', 'values=1', '"x"', deep]) {
      expect((await sent(body)).status).toBe(400);
    }
    expect(await sent(ofSize(17))).toMatchObject({
      ...{ status: 413, body: '{"detail":"This is too large: at most 16 MB are accepted."}' },
    });
    expect((await sent(ofSize(17), 'ru')).body).toContain('не больше 16 МБ');
    const { status } = await ask(running.port, '/preview/edit/undo', { method: 'PUT', headers });
    expect(status).toBe(405);
    expect((await edit(running, 'save/nobody/1', {})).status).toBe(404);
    expect((await edit(running, 'save/users/7', { values: [] })).status).toBe(400);
    expect((await edit(running, 'record/users/77')).body).toBe(null);
    expect((await edit(running, '//[')).status).toBe(404);
    expect((await edit(running, 'record/constructor/7')).status).toBe(404);
  });
});

it.each([
  ['en', 'if it is gone, use npx portal-snapshot fmt --check --break-lock'],
  ['ru', 'если её больше нет, выполните npx portal-snapshot fmt --check --break-lock'],
])('a lock in the way is told with the way out, in %s', async (lang, said) => {
  const running = await start(fill);
  writeFile(
    running.data,
    '.portal-snapshot/lock',
    'ci-7.example 4711 0b6f2b9e 2026-11-21T10:00:00.000Z 0123456789abcdef',
  );
  expect((await edit(running, 'undo', {}, lang)).body).toMatchObject({
    ok: false,
    text: expect.stringContaining(said),
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
      toggle: { field: 'is_public', value: false },
      names: { cities: { 35: 'Липецк' }, regions: { 47: 'Липецкая область' } },
    });
    const change = { work_city: null, work_salary: 90_000 };
    const saved = { values: change, seen: made.record };
    expect((await edit(running, 'save/vacancies/101', saved)).body).toMatchObject({ ok: true });
    const { record } = (await edit(running, 'record/vacancies/101')).body;
    expect(record).toMatchObject({ work_salary: 90_000, work_city: null });
    expect((await edit(running, 'undo', {}, 'ru')).body).toMatchObject({
      ok: true,
      text: 'Отменено изменение: Вакансия 101.',
    });
    expect((await edit(running, 'undo', {})).body.text).toBe('Undone: adding Vacancy 101.');
    expect(changed(before, dataOf(cwd))).toEqual({});
    expect((await edit(running, 'undo', {})).body).toMatchObject({
      ok: false,
      text: expect.stringContaining('there is nothing to undo'),
    });
  });

  it('is saved beside what somebody else has saved in other fields, and not over the same field', async () => {
    const running = await start((data) => {
      fill(data);
      rmSync(join(data, 'posts/5.json'));
      const { text, ...post } = JSON.parse(FILES['data/posts/5.json']!);
      writeFile(data, 'posts/5.json', `${JSON.stringify(post)}\n`);
      writeFile(data, 'posts/5.text.html', text); // a text in a file of its own
    });
    const { record: user } = (await edit(running, 'record/users/7')).body;
    const { record: post } = (await edit(running, 'record/posts/5')).body;
    const profile = '{"position": "Эксперт", "company_name": "Котёл"}';
    await runIn(running.cwd, 'change', 'user', '7', '--first_name', 'Анна-Мария');
    await runIn(running.cwd, 'change', 'user', '7', '--profile', profile);
    await runIn(running.cwd, 'change', 'post', '5', '--text', '<p>Чужое</p>');
    const save = async (path: string, values: object, seen: object, more = {}, lang = 'en') =>
      (await edit(running, `save/${path}`, { values, seen, ...more }, lang)).body;
    // Another field, also one of an object, and what somebody else has saved in the same words.
    const mine = { position: null, company_name: 'Котёл', city_str: 'Липецк' };
    const values = { last_name: 'Котова', first_name: 'Анна-Мария', profile: mine };
    const seen = { ...user, profile: { position: null } };
    expect(await save('users/7', values, seen)).toMatchObject({ ok: true });
    expect((await edit(running, 'record/users/7')).body.record).toMatchObject({
      ...{ last_name: 'Котова', first_name: 'Анна-Мария' },
      profile: { position: 'Эксперт', company_name: 'Котёл', city_str: 'Липецк' },
    });
    expect(await save('posts/5', { views: 7 }, post)).toMatchObject({ ok: true });
    const before = dataOf(running.cwd);
    const told = (field: string, message: unknown) => ({
      ok: false,
      problems: [{ severity: 'error', field, message, isChangedMeanwhile: true }],
    });
    const said = expect.stringMatching(/^Somebody has changed this/);
    for (const more of [{}, { try: true }]) {
      const same = { first_name: 'Ася', last_name: 'Орлова' };
      const named = { ...user, last_name: 'Котова' };
      expect(await save('users/7', same, named, more)).toEqual(told('/first_name', said));
      const texts = await save('posts/5', { text: '<p>Моё</p>' }, post, more, 'ru');
      expect(texts).toEqual(told('/text', expect.stringMatching(/кто-то изменил/)));
    }
    const position = { position: 'Юрист' };
    const inside = await save('users/7', { profile: position }, { profile: { position: null } });
    expect(inside).toEqual(told('/profile/position', said));
    expect(changed(before, dataOf(running.cwd))).toEqual({});
  });

  it('is not removed before what somebody else has changed in it was shown', async () => {
    const running = await start(fill);
    const { record: seen } = (await edit(running, 'record/vacancies/100')).body;
    await runIn(running.cwd, 'change', 'vacancy', '100', '--work_salary', '90000');
    const before = dataOf(running.cwd);
    const refused = (await edit(running, 'remove/vacancies/100', { seen, along: [] })).body;
    expect(refused).toMatchObject({
      ...{ ok: false, isOther: true, changed: ['work_salary'] },
      text: 'Somebody has changed this record meanwhile. Nothing was removed.',
    });
    expect(changed(before, dataOf(running.cwd))).toEqual({});
    const again = { seen: refused.record, along: [] };
    expect((await edit(running, 'remove/vacancies/100', again)).body.ok).toBe(true);
    expect(existsSync(join(running.data, VACANCY))).toBe(false);
  });

  it('that others refer to says whether it could be hidden instead of removed', async () => {
    const running = await start(fill);
    const asked = async (path: string) =>
      (await edit(running, `remove/${path}`, { try: true })).body;
    const city = await asked('cities/35');
    expect(city).toMatchObject({ ok: false, shownBy: [{ id: 100 }], canBeHidden: false });
    expect(await asked('vacancies/100')).toMatchObject({ ok: true, canBeHidden: true });
  });

  it('is saved by one of those who save it at once', async () => {
    const running = await start(fill);
    const { record: seen } = (await edit(running, 'record/users/7')).body;
    const names = ['Анна-Мария', 'Ася', 'Нюра', 'Аннушка'];
    const outcomes = await Promise.all(
      names.map(async (first_name) => {
        const { body } = await edit(running, 'save/users/7', { values: { first_name }, seen });
        if (body.ok) return [first_name];
        expect(body.problems).toMatchObject([{ field: '/first_name' }]);
        return [];
      }),
    );
    const saved = outcomes.flat();
    expect(saved.length).toBe(1);
    expect((await edit(running, 'record/users/7')).body.record.first_name).toBe(saved[0]);
  });

  it('that cannot be read is told with its file, and not as missing', async () => {
    const running = await start(fill);
    const text = (lang: string) => edit(running, 'record/vacancies/100', undefined, lang);
    expect((await text('en')).body.id).toBe(100);
    truncateSync(join(running.data, VACANCY), 60);
    expect((await text('en')).body).toEqual({
      ...{ ok: false, problems: [] },
      text: `This record was not found, and these files cannot be read: data/${VACANCY}:4`,
    });
    expect((await text('ru')).body.text).toMatch(/эти файлы прочитать нельзя: data\/vacancies/);
    expect((await edit(running, 'record/users/77')).body).toBe(null);
  });

  it('that is new asks for no slug while it has no title, and for one if the title gives none', async () => {
    const running = await start(fill);
    const asked = async (values: object) =>
      (await edit(running, 'save/posts', { values, try: true })).body.problems.map(
        ({ field }: { field: string }) => field,
      );
    expect(await asked({})).toEqual(['/title', '/text', '/blog', '/user', '/moderated_by']);
    expect(await asked({ title: '价格' })).toContain('/slug');
  });

  it('takes no number that JSON would write otherwise than it was typed', async () => {
    const running = await start(fill);
    const before = dataOf(running.cwd);
    const { record: seen } = (await edit(running, 'record/vacancies/100')).body;
    const long = '9007199254740993';
    for (const work_salary of [long, '0x10', '1e400', '1.00000000000000000000001', '1e3']) {
      const values = { text: 'Ищем', category: 2, work_salary };
      for (const path of ['save/vacancies', 'save/vacancies/100']) {
        expect((await edit(running, path, { values, seen })).body.problems).toMatchObject([
          { field: '/work_salary', message: expect.stringContaining(`"${work_salary}"`) },
        ]);
      }
    }
    const values = { text: 'Ищем', category: 2, work_city: long };
    expect((await edit(running, 'save/vacancies', { values })).body.problems).toMatchObject([
      { field: '/work_city', message: expect.stringContaining(long) },
    ]);
    expect(changed(before, dataOf(running.cwd))).toEqual({});
  });

  it('that answers what is gone is told so at that field', async () => {
    const running = await start(fill);
    const values = { parent: 77, user: 7, text: '<p>Да</p>' };
    const { problems } = (await edit(running, 'save/comments', { values, try: true })).body;
    expect(problems).toMatchObject([
      { field: '/parent', message: expect.not.stringMatching('--') },
    ]);
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
    // The collection is called what menus call it.
    const named = { text: 'Ищем', category: 2, work_city: 'Энск' };
    for (const [path, body] of [
      ['save/vacancies/100', { values: { work_city: 'Энск' }, seen }],
      ['save/vacancies', { values: named }],
    ] as const) {
      const [{ message }] = (await edit(running, path, body, 'ru')).body.problems;
      expect(message).toMatch(/^в «Города» нет записи "Энск"/);
    }
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
    // What is emptied is lacking in the same words.
    const emptied = (await edit(running, 'save/vacancies/100', { values: { text: null }, seen }))
      .body.problems[0];
    expect(emptied).toEqual({
      ...{ field: '/text', severity: 'error' },
      message: 'This is needed.',
    });
    // The id of a record is no field of its form.
    const strange = JSON.parse('{"id": 7, "__proto__": {"a": 1}, "constructor": 1}');
    await edit(running, 'save/vacancies/100', { values: strange, seen });
    expect(changed(before, dataOf(running.cwd))).toEqual({});
  });

  it.each(['data', 'data.v2'])(
    'has those of other records told with their place, in %s',
    async (data) => {
      const apart = (folder: string) => {
        fill(folder);
        renameSync(join(dirname(folder), 'data'), folder);
        const file = join(folder, 'comments/2026.ndjson');
        const lines = readFileSync(file, 'utf8').split('\n');
        writeFileSync(file, lines.toSpliced(1, 1).join('\n'));
        writeFile(folder, 'comments/341.json', lines[1]!);
      };
      const running = await start(apart, { data });
      const { record: seen } = (await edit(running, 'record/comments/341')).body;
      const body = { values: { post: 6, parent: 343 }, seen, try: true };
      const { problems } = (await edit(running, 'save/comments/341', body)).body;
      expect(problems).toMatchObject([
        { field: null, message: expect.stringMatching(`^${data}/comments/2026.ndjson:2: `) },
      ]);
    },
  );

  it.each([
    ['a line each', '\n', 3],
    ['one line', ' ', 1],
  ])(
    'has none of another record of its file at its own fields, with %s',
    async (_, between, line) => {
      const running = await start((data) => {
        fill(data);
        const lines = readFileSync(join(data, 'comments/2026.ndjson'), 'utf8').trim().split('\n');
        rmSync(join(data, 'comments/2026.ndjson'));
        writeFile(data, 'comments/2026.json', `[${lines.join(`,${between}`)}]`);
      });
      const { record: seen } = (await edit(running, 'record/comments/341')).body;
      // The answer to it stays below the other post.
      const body = { values: { post: 6, parent: 343 }, seen, try: true };
      const { problems } = (await edit(running, 'save/comments/341', body)).body;
      const place = `^data/comments/2026.json:${line}: its parent 341 has post 6, `;
      expect(problems).toMatchObject([{ field: null, message: expect.stringMatching(place) }]);
      const wrong = { values: { user: 999 }, seen, try: true };
      const own = (await edit(running, 'save/comments/341', wrong)).body.problems;
      expect(own).toMatchObject([{ field: '/user', message: expect.not.stringContaining('2026') }]);
    },
  );

  it('has values of any JSON as their texts, which are saved as they are typed', async () => {
    const one = '{"2": "b", "1": "a", "sum": 1.50, "part": 0.12345678901234567891}';
    const running = await start((data) => {
      fill(data);
      const event = `{"id": 90, "event_type": 1, "post": 5, "available_for": [${one}]}`;
      writeFile(data, 'events.json', `[\n  ${event}\n]\n`);
    });
    const { record: seen } = (await edit(running, 'record/events/90')).body;
    expect(seen.available_for).toBe(`[${one}]`);
    const typed = `[${one}, "ООО"]`;
    const saved = async (path: string, available_for: string) =>
      (await edit(running, path, { values: { event_type: 1, post: 5, available_for }, seen })).body;
    for (const path of ['save/events/90', 'save/events']) {
      expect((await saved(path, '[{"inn": 77')).problems).toEqual([
        { severity: 'error', field: '/available_for', message: 'This is not JSON.' },
      ]);
      expect(await saved(path, typed)).toMatchObject({ ok: true, problems: [] });
    }
    const lines = readFileSync(join(running.data, 'events.json'), 'utf8').split('\n');
    const kept = lines.filter((line) => line.includes(`"available_for": ${typed}`));
    expect(kept.map((line) => /"id": (\d+)/.exec(line)?.[1])).toEqual(['90', '91']);
  });

  it('reads each user who voted once, however many votes there are', async () => {
    const votes = times(500, (n) => ({ id: n, user: n % 2 === 0 ? 7 : 9 }));
    const polls = [{ id: 1, title: 'Кто за?', variants: [{ id: 1, title: 'Я', votes }] }];
    const running = await start((data) => {
      fill(data);
      const post = JSON.parse(readFileSync(join(data, 'posts/5.json'), 'utf8'));
      writeFile(data, 'posts/5.json', JSON.stringify({ ...post, polls }));
    });
    const read = vi.spyOn(PortalData.prototype, 'record');
    onTestFinished(() => read.mockRestore());
    const { names } = (await edit(running, 'record/posts/5')).body;
    expect(names.users).toEqual({ 7: 'Орлова Анна', 9: 'Котов Пётр' });
    const users = read.mock.calls.filter(([collection]) => collection === 'users');
    expect(users.map(([, id]) => id).sort()).toEqual([7, 9]);
  });

  it('goes with all that goes along, which is told first', async () => {
    const running = await start(fill);
    const before = dataOf(running.cwd);
    const { body } = await edit(running, 'remove/posts/5', { try: true });
    expect(body).toMatchObject({ ok: true, shownBy: [] });
    expect(body.removedToo).toHaveLength(6);
    const comment = { collection: 'comments', id: 341, name: 'Мы перешли в марте' };
    expect(body.removedToo).toContainEqual(comment);
    expect(changed(before, dataOf(running.cwd))).toEqual({});
    const idsOf = (all: readonly NamedDto[]) => all.map(({ collection, id }) => [collection, id]);
    const removed = async (along: readonly NamedDto[], lang = 'en') =>
      (await edit(running, 'remove/posts/5', { along: idsOf(along) }, lang)).body;
    // Somebody has answered since.
    const reply = { id: 344, post: 5, parent: 340, user: 9, created: '2026-03-04T10:00:00+03:00' };
    const line = `${JSON.stringify({ ...reply, text: '<p>И ещё</p>' })}\n`;
    appendFileSync(join(running.data, 'comments/2026.ndjson'), line);
    const text = expect.stringMatching(/^Meanwhile, other records/);
    const refused = await removed(body.removedToo);
    expect(refused).toMatchObject({ ok: false, isOther: true, text });
    expect(idsOf(refused.removedToo)).toContainEqual(['comments', 344]);
    expect((await removed([], 'ru')).text).toMatch(/^С тех пор изменилось, какие записи удалятся/);
    expect(existsSync(join(running.data, 'posts/5.json'))).toBe(true);
    expect((await removed(refused.removedToo)).ok).toBe(true);
    expect(existsSync(join(running.data, 'posts/5.json'))).toBe(false);
    const shown = (await edit(running, 'remove/regions/47', { try: true })).body;
    expect(shown.ok).toBe(false);
    expect([...shown.shownBy, ...shown.removedToo].length + shown.problems.length).toBeGreaterThan(
      0,
    );
  });

  it('gets ids for parts that are added to it', async () => {
    const running = await start(fill);
    const { record } = (await edit(running, 'record/vacancies/100')).body;
    const certificates = [...(record.certificates ?? []), { category: 1, exact_category: 134 }];
    const body = { values: { certificates }, seen: record, try: true };
    const { problems } = (await edit(running, 'save/vacancies/100', body)).body;
    expect(problems.map(({ field }: { field: string }) => field)).not.toContain(
      '/certificates/0/id',
    );
  });
});

it('a save that was killed halfway is taken back by the next preview, but not by one that only reads', async () => {
  const halfway = (data: string) => {
    fill(data);
    const [before, after] = [readFileSync(join(data, 'users.json')), Buffer.from('[]')];
    const entries = [{ file: 'users.json', before: hashOf(before), after: hashOf(after) }];
    begin(data, ['remove', 'user', '7'], entries);
    writeFileSync(join(data, 'users.json'), after);
  };
  const reading = await start(halfway, { readOnly: true });
  expect(reading.rebuilds).toMatchObject([
    { failure: { en: expect.stringContaining('npx portal-snapshot fmt') } },
  ]);
  expect(existsSync(join(reading.data, '.portal-snapshot.change'))).toBe(true);
  const running = await start(halfway);
  expect((await edit(running, 'record/users/7')).body.record.id).toBe(7);
  expect(existsSync(join(running.data, '.portal-snapshot.change'))).toBe(false);
});

it('what is only tried out does not fill the temporary folder', async () => {
  vi.stubEnv('TMPDIR', temporaryFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
  const running = await start(fill);
  const cache = readdirSync(tmpdir(), { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('/cache'),
  );
  const file = join(tmpdir(), cache!, 'file');
  const values = { text: 'Ищем', category: 2 };
  for (const [bytes, isKept] of [
    [1, true],
    [300 << 20, false], // it takes no room, since nothing is written
  ] as const) {
    writeFileSync(file, '');
    truncateSync(file, bytes);
    const { body } = await edit(running, 'save/vacancies', { values, try: true });
    expect([body.ok, existsSync(file)]).toEqual([true, isKept]);
  }
});

it('nothing is read while the settings are wrong, and a save is refused', async () => {
  const running = await start(fill);
  writeFile(running.cwd, 'portal-snapshot.config.json', '{"pageSize": 0}');
  const { status: ofChanges, body: changes } = await edit(running, 'changes');
  const text = expect.stringMatching('pageSize');
  expect([ofChanges, changes]).toMatchObject([200, { ok: false, text }]);
  for (const path of ['record/users/7', 'list/posts', 'names/users?q=']) {
    expect([path, (await edit(running, path)).status]).toEqual([path, 503]);
  }
  const { status, body } = await edit(running, 'save/users/7', { values: {} });
  expect([status, body.ok, body.text]).toEqual([200, false, expect.stringMatching('pageSize')]);
  for (const path of ['hand-in', 'push']) {
    expect((await edit(running, path, {})).body).toMatchObject({ ok: false, text });
  }
});

it('the data is read again for the next request, when it could not be read', async () => {
  const folder = temporaryFolder();
  const linked = (data: string) => {
    symlinkSync(folder, dirname(data));
    fill(data);
  };
  const running = await start(linked, { data: 'link/data' });
  const status = async () => (await edit(running, 'record/users/7')).status;
  // The link is not watched, but the folder that it leads to: nobody tells that it is back.
  rmSync(dirname(running.data));
  expect(await status()).toBe(503);
  symlinkSync(folder, dirname(running.data));
  expect(await status()).toBe(200);
});

it('drafts are told with the reason, and shown again by the field that hides them', async () => {
  const running = await start(fill);
  const drafts = async () => (await edit(running, 'list/posts?drafts=1')).body.records;
  const withBlog = { collection: 'blogs', id: 4, name: 'Для своих' };
  expect(await drafts()).toMatchObject([
    {
      ...{ collection: 'posts', id: 6, name: 'Только своим' },
      withheld: { text: 'it is for members only (guest_cannot_view)', with: withBlog },
    },
  ]);
  const { record } = (await edit(running, 'record/posts/5')).body;
  await edit(running, 'save/posts/5', { values: { hidden: true }, seen: record });
  expect((await drafts()).map(({ id }: { id: number }) => id)).toEqual([6, 5]);
  const hidden = (await edit(running, 'record/posts/5', undefined, 'ru')).body;
  expect(hidden).toMatchObject({
    withheld: { text: 'запись скрыта (hidden)' },
    toggle: { field: 'hidden', value: false },
  });
});

it('names are offered as they are typed', async () => {
  const running = await start(fill);
  const offered = async (typed: string) =>
    (await edit(running, `names/cities?q=${encodeURIComponent(typed)}`)).body;
  expect(await offered('лип')).toEqual([{ id: 35, name: 'Липецк', within: 'Липецкая область' }]);
  expect(await offered('36')).toEqual([{ id: 36, name: 'Елец', within: 'Липецкая область' }]);
  expect(await offered('нет такого')).toEqual([]);
  writeFile(running.data, 'cities.json', '[{"id": 8, "name": "Посёлок №536", "region": 47}]');
  for (const typed of ['№ 536', '536 ПОСЕЛКА', 'посёлок: 536'])
    expect(await offered(typed)).toMatchObject([{ id: 8 }]);
});

it('the first of the names that are offered has the number, or is the whole name, that was typed', async () => {
  const running = await start((data) => {
    fill(data);
    const file = join(data, 'users.json');
    const users = JSON.parse(readFileSync(file, 'utf8'));
    const more = [
      { ...users[0], id: 1, last_name: 'Анна-Мария', first_name: '7' },
      { ...users[0], id: 2, last_name: '7-й', first_name: 'Пётр' },
    ];
    writeFileSync(file, JSON.stringify([...users, ...more]));
  });
  const first = async (collection: string, typed: string) =>
    (await edit(running, `names/${collection}?q=${encodeURIComponent(typed)}`)).body[0].id;
  expect(await first('users', '7')).toBe(7);
  expect(await first('users', 'Анна')).toBe(7);
});

it.each([
  ['en', /^"Е" fits several records of .*write the id of one, or more of its name:$/],
  ['ru', /^"Е" подходит нескольким .*напишите id одной из них или её название полнее:$/],
])('a name of several records is told with all of them, in %s', async (lang, told) => {
  const running = await start((data) => {
    fill(data);
    const more = ', {"id": 37, "name": "Ейск", "region": 53}\n]';
    writeFile(data, 'cities.json', FILES['data/cities.json']!.replace('\n]', more));
  });
  const { record: seen } = (await edit(running, 'record/vacancies/100')).body;
  const values = { text: 'Да', category: 1, work_city: 'Е' };
  for (const path of ['save/vacancies', 'save/vacancies/100']) {
    const { problems } = (await edit(running, path, { values, seen, try: true }, lang)).body;
    const { message } = problems.find((one: { field: string }) => one.field === '/work_city');
    const [first, ...records] = message.split('\n').map((line: string) => line.trim());
    expect(first).toMatch(told);
    expect(records).toEqual(['37  Ейск (Новосибирская область)', '36  Елец (Липецкая область)']);
  }
});

describe('a list', () => {
  const listed = async (running: Running, path: string) =>
    (await edit(running, `list/${path}`)).body.records.map(({ id }: ListedDto) => id);

  it('has the records as they are, the newest first or by name, with names in place of ids', async () => {
    const running = await start(fill);
    const { body } = await edit(running, 'list/comments', undefined, 'ru');
    expect(body).toMatchObject({ count: 4, page: 1, pages: 1, drafts: 1 });
    const [first, second] = body.records;
    expect([first.id, second.id]).toEqual([343, 342]);
    expect(second).toMatchObject({
      name: expect.stringMatching(/./),
      cells: [
        { named: [{ collection: 'users', name: expect.stringMatching(/./) }] },
        { named: [{ collection: 'posts', id: 5, name: 'Новые формы протоколов' }] },
        { value: expect.stringMatching('^2026-') },
      ],
    });
    expect(await listed(running, 'cities')).toEqual([36, 35, 3]);
    // A page that is there no more, since records went, is the last one.
    const { body: behind } = await edit(running, 'list/cities?page=9');
    expect([behind.page, behind.records.length]).toEqual([1, 3]);
  });

  it('is filtered by what its records refer to, and by words in any of their forms', async () => {
    const running = await start(fill);
    expect(await listed(running, 'comments?of=posts/5')).toEqual([342, 341, 340]);
    expect(await listed(running, 'comments?of=posts/5&of=users/7')).toEqual([341]);
    expect(await listed(running, 'comments?of=posts/77')).toEqual([]);
    // What is no collection narrows nothing down.
    expect(await listed(running, 'comments?of=nobody/5')).toEqual([343, 342, 341, 340]);
    expect(await listed(running, `posts?q=${encodeURIComponent('протокола')}`)).toEqual([5]);
    // A word of the name of what it refers to.
    expect(await listed(running, `cities?q=${encodeURIComponent('липецкой')}`)).toEqual([36, 35]);
    expect(await listed(running, 'cities?q=slug')).toEqual([]);
  });

  it('has the records that the command `find` finds, too', async () => {
    const running = await start((data) => {
      fill(data);
      const text = 'Приказ №536, Straße, наладка';
      const more = { id: 101, text, category: 1, created_at: instant(1), work_salary: 100 };
      writeFile(data, 'vacancies/0101.json', JSON.stringify(more));
    });
    const found = async (...words: readonly string[]) => {
      const given = ['find', ...words, '--in', 'vacancies', '--reporter', 'json'];
      const { stdout } = await runIn(dirname(running.data), ...given);
      return JSON.parse(stdout).map(({ id }: ListedDto) => id);
    };
    for (const [words, ids] of [
      ['Липецк', [100]],
      ['эксперт (Липецк)', [100]],
      ['100', [100]],
      ['№ 536', [101]],
      ['536', [101]],
      ['STRASSE налад', [101]],
      ['2026', []],
      ['position', []],
    ] as const) {
      const inList = await listed(running, `vacancies?q=${encodeURIComponent(words)}`);
      expect([words, inList, await found(words)]).toEqual([words, ids, ids]);
    }
  });

  it('is right while the data has errors, which are told with their records', async () => {
    const running = await start(fill);
    writeFile(running.data, 'cities.json', '[{"id": 35, "name": "Липецк"}]');
    const { report } = await running.until(isBad);
    expect(report?.ok).toBe(false);
    expect(await listed(running, 'cities')).toEqual([35]);
    const [problem] = (await stateAt(running)).problems;
    expect(problem?.record).toEqual({ collection: 'cities', id: 35, name: 'Липецк' });
  });

  it('shows what refers to a record, and its discussion in the order in which it is read', async () => {
    const running = await start(fill);
    const { referrers } = (await edit(running, 'record/posts/5')).body;
    expect(referrers).toEqual({ comments: 3, events: 1 });
    const { body } = await edit(running, 'discussion/posts/5');
    expect(body.map(({ id, level }: CommentDto) => [id, level])).toEqual([
      [341, 0],
      [342, 1],
    ]);
    const { of } = (await edit(running, 'portal')).body as { of: Record<string, CollectionDto> };
    const discussed = Object.entries(of).filter(([, { discussion }]) => discussion !== undefined);
    expect(discussed).toMatchObject([['posts', { discussion: { collection: 'comments' } }]]);
  });
});

describe('a form', () => {
  const named = (fields: readonly FieldDto[]) => fields.map(({ name }) => name);
  const formsOf = async (running: Running) => {
    const of: Record<string, CollectionDto> = (await edit(running, 'portal')).body.of;
    return Object.fromEntries(Object.entries(of).map(([name, { fields }]) => [name, fields]));
  };

  it('is made of the model alone: each field that can be given, and no other', async () => {
    const running = await start(fill);
    const forms = await formsOf(running);
    expect(named(forms['regions']!)).toEqual(['name', 'code', 'district']);
    expect(named(forms['events']!)).not.toContain('id');
    const [first, text] = forms['vacancies']!;
    // What a record is known by comes first.
    expect(first).toMatchObject({ name: 'work_position', isHeading: true });
    expect(text).toMatchObject({
      ...{ name: 'text', kind: 'lines', needed: true },
      label: 'The offer',
      about: 'the offer; line breaks where they help',
    });
    const comment = forms['comments']!.filter(({ isMain }) => isMain);
    expect(named(comment)).toEqual(['text', 'user', 'post', 'parent']);
    // The texts of such values are those of whole fields.
    const inner = Object.values(forms)
      .flat()
      .map(({ fields, element }) => ({ fields, element }));
    expect(JSON.stringify(inner)).not.toContain('"json"');
  });

  it('of each collection makes a record, and changes one', async () => {
    const running = await start((data) => writeData(data, tenth));
    const forms = await formsOf(running);
    expect(Object.keys(forms).sort()).toEqual([...COLLECTIONS].sort());
    for (const [collection, fields] of Object.entries(forms)) {
      const { id } = (await edit(running, `list/${collection}`)).body.records[0];
      const { record } = (await edit(running, `record/${collection}/${id}`)).body;
      const own = fields.filter(({ name }) => name in record && !['slug'].includes(name));
      const values = Object.fromEntries(own.map(({ name }) => [name, record[name]]));
      const made = (await edit(running, `save/${collection}`, { values, try: true })).body;
      expect([collection, made.ok]).toEqual([collection, true]);
      const { name, kind } =
        own.find(({ kind }) => kind === 'text' || kind === 'markup') ?? own[0]!;
      const next = kind === 'text' || kind === 'markup' ? `${record[name]} я` : record[name];
      const change = { values: { [name]: next }, seen: record, try: true };
      const saved = (await edit(running, `save/${collection}/${id}`, change)).body;
      expect([collection, saved.ok]).toEqual([collection, true]);
    }
  });
});
