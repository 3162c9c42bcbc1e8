// `show` and `refs`: a record with the names of what it refers to, where it is published or why not, and
// who refers to it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { nameOf } from '../../src/model/collection.js';
import { portal as declared } from '../../src/portal/index.js';
import { change, commitAll, repository } from '../changes/repository.js';
import { runIn } from '../support/run.js';
import { FILES, portal, write } from './portal.js';

let cwd: string;
beforeAll(() => {
  cwd = portal();
});

describe('show', () => {
  it('calls each record by its name', () => {
    const names = declared.collections.map((collection) => {
      const record = Object.fromEntries(Object.keys(collection.fields).map((key) => [key, key]));
      return [collection.name, nameOf(collection, record)];
    });
    expect(Object.fromEntries(names)).toMatchObject({
      districts: 'name',
      regions: 'name',
      cities: 'name',
      experts: 'full_name',
      categories: 'code title',
      'object-examinations': 'full_name',
      'exact-categories': 'name',
      vacancies: 'work_position',
      resumes: 'work_position',
      users: 'last_name first_name',
      blogs: 'title',
      posts: 'title',
    });
  });

  it('gives names for ids, addresses, and how to withhold the record', async () => {
    expect(await runIn(cwd, 'show', 'vacancy', '100')).toEqual({
      status: 0,
      stderr: '',
      stdout: `\
vacancy 100  Эксперт по кранам  data/vacancies/0100-ekspert.json:1
  id              100
  text            Нужен эксперт.
  work_position   Эксперт по кранам
  category        1
  created_at      2026-03-05T10:12:44+03:00
  work_city       35  Липецк  (data/cities.json:3)
  work_regions/0  47  Липецкая область  (data/regions.json:2)
  work_regions/1  53  Новосибирская область  (data/regions.json:3)

published at
  /api/job/vacancy/
to keep it, but from readers: "is_public": false in data/vacancies/0100-ekspert.json:1
`,
    });
    const { stdout } = await runIn(cwd, 'show', 'posts', '5');
    expect(stdout).toContain('  text          Кто перешёл на них? Жёсткая вода.\n');
    expect(stdout).toContain('"hidden": true in data/posts/5.json:1');
  });

  it('gives the texts of a record that are in files of their own, and names these', async () => {
    const cwd = portal();
    const { text, ...post } = JSON.parse(FILES['data/posts/5.json']!);
    write(cwd, 'data/posts/5.json', `${JSON.stringify(post)}\n`);
    write(cwd, 'data/posts/5.text.html', `${text}\n`);
    const { status, stdout, stderr } = await runIn(cwd, 'show', 'post', '5');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`
  text          (data/posts/5.text.html)
                Кто перешёл на них? Жёсткая вода.
  created       2026`);
    const whole = await runIn(portal(), 'refs', 'post', '5');
    expect(await runIn(cwd, 'refs', 'post', '5')).toEqual(whole);
    writeFileSync(join(cwd, 'data/posts/5.text.html'), Buffer.from([0xcf, 0xf0, 0xe8]));
    const unread = await runIn(cwd, 'show', 'post', '5');
    expect(unread.stdout).toContain('  text          (data/posts/5.text.html)\n');
    expect(unread.stderr).toContain('has errors');
  });

  it('tells which records show it, on how many pages', async () => {
    const inside = async (...record: string[]) =>
      (await runIn(cwd, 'show', ...record)).stdout.split('as a part of records at\n')[1];
    expect(await inside('user', '7')).toBe(`\
  /api/post-comment/  1 record, 1 page
  /api/event/         2 records, 1 page
`);
    expect(await inside('post', '5')).toContain('  /api/event/  3 records, 1 page\n');
    // By way of vacancies, and of cities in these.
    expect(await inside('region', '47')).toBe('  /api/job/vacancy/  1 record, 1 page\n');
    expect((await runIn(cwd, 'show', 'city', '36')).stdout).toContain(
      '\non no page of the API: no list has it, and no published record shows it\n',
    );
  });

  it('has pages as the settings cut them, and the extras that are on', async () => {
    const cwd = portal();
    write(cwd, 'portal-snapshot.config.json', '{"pageSize": 1, "extras": ["/api/region/{id}/"]}');
    const { stdout } = await runIn(cwd, 'show', 'region', '53');
    expect(stdout).toContain('published at\n  /api/region/page/2/\n  /api/region/53/\n');
  });

  it('tells why a record is withheld, by its own reason or by way of others', async () => {
    const why = async (...record: string[]) =>
      (await runIn(cwd, 'show', ...record)).stdout.split('\n').at(-2);
    expect(await why('blog', '4')).toBe(
      'not published: it is for members only (guest_cannot_view)',
    );
    expect(await why('comment', '343')).toBe(
      'not published: it depends on posts 6 → blogs 4 (data/blogs.json:3): it is for members only (guest_cannot_view)',
    );
    expect(await why('event', '93', '--lang', 'ru')).toBe(
      'не публикуется: зависит от posts 6 → blogs 4 (data/blogs.json:3): только для участников (guest_cannot_view)',
    );
    write(cwd, 'portal-snapshot.config.json', '{"audience": "all"}');
    expect(await why('comment', '343')).not.toContain('not published');
    write(cwd, 'portal-snapshot.config.json', '{}');
  });

  it('of a record that is not there tells what a check would', async () => {
    const { ['package.json']: _, ...files } = FILES;
    const cwd = repository(files);
    const said = async (...record: string[]) => {
      const { status, stdout, stderr } = await runIn(cwd, 'show', ...record);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      return stderr.replace(/^[\s\S]*portal-snapshot: /, '').trimEnd();
    };
    expect(await said('user', '77')).toBe(
      'there is no record 77 in users; did you mean 7, Орлова Анна?',
    );
    expect(await said('user', '5555')).toBe('there is no record 5555 in users');
    expect(await said('vacancie', '1')).toMatch(/^there is no collection "vacancie"; did you mean/);
    expect(await said('user', '07x')).toMatch(/^there is no "07x" in users; write a name/);
    change(cwd, {
      'data/posts/5.json': null,
      'data/regions.json': '[\n  {"id": 53, "name": "Н"}\n]\n',
    });
    expect(await said('post', '5')).toBe('there is no record 5 in posts');
    expect(await said('region', '47')).toBe('there is no record 47 in regions');
    commitAll(cwd);
  });

  it('in data with errors shows what there is, and says so', async () => {
    const cwd = portal();
    write(cwd, 'data/users.json', '[{"id": 7, "last_name": "Ор');
    const { status, stdout, stderr } = await runIn(cwd, 'show', 'post', '5');
    expect(status).toBe(0);
    expect(stdout).toContain('user          7\n');
    expect(stdout).toContain('\nnot published while there are errors\n');
    expect(stderr).toMatch(
      /^portal-snapshot: the data has errors \(\d+\), so something may be missing here/,
    );
    expect((await runIn(cwd, 'show', 'user', '7')).stderr).toContain(
      'it may be in what cannot be read',
    );
  });
});

describe('refs', () => {
  it('tells who refers to a record, by collection and field, each with its place', async () => {
    expect(await runIn(cwd, 'refs', 'user', '7')).toEqual({
      status: 0,
      stderr: '',
      stdout: `\
user 7  Орлова Анна  data/users.json:2
posts  user  (2)
  5  Новые формы протоколов  data/posts/5.json:8
  6  Только своим            data/posts/6.json:8
comments  user  (1)
  341  Мы перешли в марте  data/comments/2026.ndjson:2
`,
    });
    const json = await runIn(cwd, 'refs', 'region', '47', '--reporter', 'json');
    expect(JSON.parse(json.stdout)).toEqual([
      { collection: 'cities', id: 35, path: '/region', file: 'data/cities.json', line: 3 },
      { collection: 'cities', id: 36, path: '/region', file: 'data/cities.json', line: 4 },
      {
        collection: 'vacancies',
        id: 100,
        path: '/work_regions/0',
        file: 'data/vacancies/0100-ekspert.json',
        line: 9,
      },
    ]);
  });

  it('says so when nothing does', async () => {
    const { stdout } = await runIn(cwd, 'refs', 'vacancy', '100');
    expect(stdout).toBe(
      'vacancy 100  Эксперт по кранам  data/vacancies/0100-ekspert.json:1\nnothing refers to it\n',
    );
    expect((await runIn(cwd, 'refs', 'vacancy', '100', '--reporter', 'json')).stdout).toBe('[]\n');
  });

  it('tells who refers to a record that is not there', async () => {
    const cwd = portal();
    write(cwd, 'data/cities.json', '[{"id": 35, "name": "Липецк", "region": 97}]');
    const { status, stdout, stderr } = await runIn(cwd, 'refs', 'region', '97');
    expect(status).toBe(1);
    expect(stderr).toContain('there is no record 97 in regions; did you mean 47');
    expect(stdout).toBe('region 97\ncities  region  (1)\n  35  Липецк  data/cities.json:1\n');
  });
});
