// `find`: which records have the words, and where they are.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { FILES, portal, write } from './portal.js';

let cwd: string;
beforeAll(() => {
  cwd = portal();
});

const found = async (...args: string[]) => {
  const { status, stdout } = await runIn(cwd, 'find', ...args, '--reporter', 'json');
  expect(status).toBe(0);
  return JSON.parse(stdout);
};

describe('find', () => {
  it('tells collection, id, name and place; those named so come first', async () => {
    expect(await found('липецке')).toEqual([
      {
        collection: 'regions',
        id: 47,
        name: 'Липецкая область',
        file: 'data/regions.json',
        line: 2,
      },
      { collection: 'cities', id: 35, name: 'Липецк', file: 'data/cities.json', line: 3 },
    ]);
    const { stdout } = await runIn(cwd, 'find', 'форма');
    expect(stdout).toBe('posts  5  Новые формы протоколов  data/posts/5.json:1\n');
    const ids = async (...words: string[]) =>
      (await found(...words)).map((one: { id: number }) => one.id);
    expect(await ids('эксперт')).toEqual([100]);
    expect(await ids('перейти', 'мы')).toEqual([]);
    expect(await ids('перешли', 'мы')).toEqual([341]);
  });

  it('reads markup as readers do, and finds no tag, key or time', async () => {
    expect(await found('жесткая вода')).toMatchObject([{ collection: 'posts', id: 5 }]);
    for (const none of ['strong', 'nbsp', 'title', '2026', 'p'])
      expect(await found(none)).toEqual([]);
  });

  it('looks in one collection, by either of its names, if asked', async () => {
    expect((await found('котлы')).length).toBe(1);
    expect(await found('котов', '--in', 'users')).toMatchObject([{ id: 9 }]);
    expect(await found('котов', '--in', 'city')).toEqual([]);
    const { status, stderr } = await runIn(cwd, 'find', 'котов', '--in', 'userz');
    expect(status).toBe(2);
    expect(stderr).toBe('portal-snapshot: there is no collection "userz"; did you mean user?\n');
  });

  it('says that nothing is found, and what is no query', async () => {
    expect(await runIn(cwd, 'find', 'ничегошеньки')).toMatchObject({
      status: 0,
      stdout: 'nothing found\n',
    });
    const { status, stderr } = await runIn(cwd, 'find', '?!', '--lang', 'ru');
    expect(status).toBe(2);
    expect(stderr).toBe('portal-snapshot: напишите, что найти: слово из букв или цифр\n');
  });
});

describe('in texts in files of their own', () => {
  const { text, ...post } = JSON.parse(FILES['data/posts/5.json']!);

  it('find gives the line of the text where a word is only there, else that of the record', async () => {
    const cwd = portal();
    write(cwd, 'data/posts/5.json', JSON.stringify(post));
    writeFile(
      cwd,
      'data/posts/5.text.html',
      '\ufeff<p>Кто\n<a\n href="https://example.org/voda">пере<b>шёл</b></a> на\nних?</p>\n<p>Жёсткая&nbsp;вода.</p>\n',
    );
    const place = async (...words: string[]) => {
      const { status, stdout } = await runIn(cwd, 'find', ...words, '--in', 'posts');
      expect(status).toBe(0);
      return stdout;
    };
    const line = (place: string) => `posts  5  Новые формы протоколов  data/posts/${place}\n`;
    expect(await place('протоколы', 'жёсткой')).toBe(line('5.text.html:5'));
    expect(await place('перешёл')).toBe(line('5.text.html:3'));
    expect(await place('протоколы')).toBe(line('5.json:1'));
    expect(await place('voda')).toBe('nothing found\n');
    const { stdout } = await runIn(cwd, 'find', 'вода', '--reporter', 'json');
    expect(JSON.parse(stdout)).toEqual([
      {
        ...{ collection: 'posts', id: 5, name: 'Новые формы протоколов' },
        ...{ file: 'data/posts/5.text.html', line: 5 },
      },
    ]);
  });

  it('find tells those that cannot be read, and looks into none beside a list', async () => {
    const cwd = portal();
    write(cwd, 'data/posts/5.json', JSON.stringify(post));
    writeFileSync(join(cwd, 'data/posts/5.text.html'), Buffer.from([0xcf, 0xf0, 0xe8]));
    writeFileSync(join(cwd, 'data/posts/6.text.html'), 'Болото\n');
    write(cwd, 'data/posts/6.json', `[${FILES['data/posts/6.json']}]`);
    const { status, stdout, stderr } = await runIn(cwd, 'find', 'болото');
    expect([status, stdout]).toEqual([0, 'nothing found\n']);
    expect(stderr).toMatch(/^portal-snapshot: data\/posts\/5\.text\.html cannot be read .*\n$/);
  });
});

describe('in data that is being edited', () => {
  it('find goes as far as it can, and says where it could not', async () => {
    const cwd = portal();
    write(cwd, 'data/users.json', FILES['data/users.json']!.replace('"id": 9', '"id": 9,'));
    writeFile(
      cwd,
      'data/cities/new.ndjson',
      '{"name": "Орлово"}\n{"id": 5, "name": "Орл\n{"id": 6, "titel": "Орловка", "name": 5}\n',
    );
    const { status, stdout, stderr } = await runIn(cwd, 'find', 'Орлова');
    expect(status).toBe(0);
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['cities', '-', 'Орлово', 'data/cities/new.ndjson:1'],
      ['users', '7', 'Орлова Анна', 'data/users.json:2'],
      ['cities', '6', '-', 'data/cities/new.ndjson:3'],
      [''],
    ]);
    expect(stderr).toMatch(
      /^portal-snapshot: data\/cities\/new\.ndjson cannot be read .*\nportal-snapshot: data\/users\.json cannot/,
    );
  });

  it('what strangers wrote is escaped', async () => {
    const cwd = portal();
    const name = '\u001b[2J\u202eЗло\u0007';
    write(cwd, 'data/regions.json', JSON.stringify([{ id: 1, name }]));
    const text = await runIn(cwd, 'find', 'зло');
    expect(text.stdout).toBe('regions  1  \\u001b[2J\\u202eЗло\\u0007  data/regions.json:1\n');
    const { stdout } = await runIn(cwd, 'find', 'зло', '--reporter', 'json');
    expect(stdout).not.toMatch(/[\u001b\u202e\u0007]/);
    expect(JSON.parse(stdout)[0].name).toBe(name);
  });

  it('a list nested without end does no harm', async () => {
    const cwd = portal();
    const deep = `${'['.repeat(20_000)}"Глубина"${']'.repeat(20_000)}`;
    write(cwd, 'data/regions.json', `[{"id": 1, "name": "Дно", "more": ${deep}}]`);
    expect((await runIn(cwd, 'find', 'глубина')).stdout).toContain('regions  1  Дно');
    const shown = await runIn(cwd, 'show', 'region', '1');
    expect(shown).toMatchObject({ status: 0, stderr: expect.stringContaining('has errors') });
  });
});
