// Where what the origin changed lands in an editor's files, whose other records stay to the byte.
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { format } from '../../../src/editing/format/index.js';
import { portal } from '../../../src/portal/index.js';
import { FILES } from '../../query/portal.js';
import type { Fields } from '../../support/portal.js';
import { alone, type Files, lines, list, workplace } from './sides.js';

const moment = '2026-03-01T10:00:00+03:00';
const regions = (codes: Readonly<Record<number, string>>): Fields[] =>
  Object.entries(codes).map(([id, code]) => ({ id: Number(id), name: `Область ${id}`, code }));
const ORDER = ['id', 'text', 'work_salary', 'work_position', 'ready_for', 'category', 'views'];
const vacancy = (id: number, more: Fields = {}): Fields => {
  const given: Fields = { id, text: `Нужен эксперт ${id}`, category: 1, ...more };
  const first = ORDER.flatMap((name) => (name in given ? [[name, given[name]!]] : []));
  return { ...Object.fromEntries(first), created_at: moment, ...given };
};

const post = (more: Fields): Fields => ({
  ...{ id: 1, title: 'Котлы', slug: 'kotly', created: moment, blog: 2, user: 7 },
  ...{ moderated_by: 7, ...more },
});

/** Imports a first state of the origin, lets an editor write files, and imports a second state. */
async function again(first: Files, edited: Files, second: Files) {
  const place = workplace();
  await place.import(first);
  place.edit(edited);
  const { told, ...more } = await place.import(second);
  expect(told).toEqual([]);
  return { ...more, ...place };
}

it('a first import puts the files of the origin as they are, and canonical they stay', async () => {
  const files = Object.fromEntries(
    Object.entries(FILES).flatMap(([name, text]) =>
      name.startsWith('data/') ? [[name.slice('data/'.length), text]] : [],
    ),
  );
  const place = workplace();
  const { outcome, told, records } = await place.import(files);
  expect([outcome, told]).toEqual(['brought', []]);
  expect(place.files()).toEqual(files);
  expect(records['posts']).toEqual({ added: 2, changed: 0, removed: 0 });
  expect((await format(portal, { cwd: place.cwd, check: true })).changed).toEqual([]);
  expect(await place.import(files)).toMatchObject({ records: {}, files: [], told: [] });
});

describe('a changed field', () => {
  it('has its record written in the canonical form, and changes nothing else of a list in any layout', async () => {
    const first = `{"name":"Область 1" ,
      "code":"01","id":1}`;
    const second = `{"code":"02" , "name": "\\u041e\\u0431\\u043b\\u0430\\u0441\\u0442\\u044c 2",   "id": 2}`;
    const { files } = await again(
      { 'regions.json': list(regions({ 1: '01', 2: '02' })) },
      { 'regions.json': `[ ${first},\n  ${second}]` },
      { 'regions.json': list(regions({ 1: '01', 2: '102' })) },
    );
    const now = '{"id": 2, "name": "Область 2", "code": "102"}';
    expect(files()).toEqual({ 'regions.json': `[ ${first},\n  ${now}]` });
  });

  it.each([
    ['\ufeff', '\n'],
    ['', '\r\n'],
  ])('changes nothing else of lines (%j, %j)', async (begin, end) => {
    const expert = (id: number, name: string) =>
      `{"id": ${id}, "full_name": "${name}", "created_at": "${moment}"}`;
    const file = (name: string) => `${begin}${expert(1, 'Орлова')}${end}${end}  ${expert(2, name)}`;
    const origin = (name: string) => ({
      'experts.ndjson': `${expert(1, 'Орлова')}\n${expert(2, name)}\n`,
    });
    const edited = { 'experts.ndjson': file('Лебедев') };
    const { files } = await again(origin('Лебедев'), edited, origin('Лебедева'));
    expect(files()).toEqual({ 'experts.ndjson': file('Лебедева') });
  });

  it('keeps the schema, and the mode, of the record’s file', async () => {
    const place = workplace();
    const name = 'vacancies/1-ekspert.json';
    await place.import({ [name]: alone(vacancy(1)) });
    const own = (record: Fields) => alone({ $schema: '../.schemas/vacancies.json', ...record });
    place.edit({ [name]: own(vacancy(1)) });
    chmodSync(join(place.data, name), 0o640);
    await place.import({ [name]: alone(vacancy(1, { views: 3 })) });
    expect(place.files()).toEqual({ [name]: own(vacancy(1, { views: 3 })) });
    expect(statSync(join(place.data, name)).mode & 0o777).toBe(0o640);
  });

  it('stays in the file of its own that its text has', async () => {
    const others = {
      'users.json': list([{ id: 7, last_name: 'О', first_name: 'А', date_joined: moment }]),
      'blogs.json': list([{ id: 2, title: 'Котлы', slug: 'kotly', created: moment }]),
    };
    const origin = (text: string, short?: string) => ({
      ...others,
      'posts/0001-kotly.json': alone(post({ text, ...(short && { short_text: short }) })),
    });
    const place = workplace();
    await place.import(origin('<p>Старый</p>', '<p>Кратко</p>'));
    const own = {
      'posts/0001-kotly.json': alone(post({})),
      'posts/0001-kotly.text.html': '<p>Старый</p>\n',
      'posts/0001-kotly.short_text.html': '<p>Кратко</p>\n',
    };
    place.edit(own);
    await place.import(origin('<p>Новый</p>'));
    const { 'posts/0001-kotly.short_text.html': _, ...left } = own;
    const now = { ...others, ...left, 'posts/0001-kotly.text.html': '<p>Новый</p>\n' };
    expect(place.files()).toEqual(now);
    // Both sides: at the text; a text that is better not in a file of its own goes back into the record.
    place.edit({ 'posts/0001-kotly.text.html': '<p>Свой</p>\n' });
    const { told } = await place.import(origin('<p>Чужой</p>'));
    expect(told).toEqual(['import-conflict data/posts/0001-kotly.text.html:1:1 /text']);
    place.edit({ 'posts/0001-kotly.text.html': '<p>Чужой</p>\n' });
    expect((await place.import(origin('<p>Чужой</p>'))).told).toEqual([]);
    await place.import(origin('<p>С\r\nкареткой</p>'));
    expect(Object.keys(place.files())).toEqual(
      Object.keys({ ...left, ...others })
        .filter((name) => !name.endsWith('html'))
        .sort(),
    );
    expect(JSON.parse(place.files()['posts/0001-kotly.json']!)).toEqual(
      post({ text: '<p>С\r\nкареткой</p>' }),
    );
  });
});

describe('a new record', () => {
  it('goes where the others of its kind are, by their names', async () => {
    const { files } = await again(
      { 'vacancies/1-ekspert.json': alone(vacancy(1)) },
      {},
      { 'vacancies/1-ekspert.json': alone(vacancy(1)), 'vacancies/2-x.json': alone(vacancy(2)) },
    );
    expect(files()['vacancies/2-nuzhen-ekspert-2.json']).toBe(alone(vacancy(2)));
  });

  it('goes into the list that an editor keeps them in, by its id', async () => {
    const place = workplace();
    place.edit({ 'vacancies/all.json': list([vacancy(1), vacancy(5)]) });
    const origin = [1, 2, 3, 5, 7].map((id) => [`vacancies/${id}.json`, alone(vacancy(id))]);
    await place.import(Object.fromEntries(origin));
    const all = [1, 2, 3, 5, 7].map((id) => vacancy(id));
    expect(place.files()).toEqual({ 'vacancies/all.json': list(all) });
  });

  it('goes into the file of its year, and the first one of a year into a new one', async () => {
    const expert = (id: number, year: number): Fields => ({
      ...{ id, full_name: `Эксперт ${id}`, created_at: `${year}-03-01T10:00:00+03:00` },
    });
    const years = (of: Readonly<Record<number, readonly number[]>>): Files =>
      Object.fromEntries(
        Object.entries(of).map(([year, ids]) => [
          `experts/${year}.ndjson`,
          lines(ids.map((id) => expert(id, Number(year)))),
        ]),
      );
    const second = years({ 2025: [1, 2, 3], 2026: [4, 6], 2027: [7, 8] });
    const { files } = await again(years({ 2025: [1, 3], 2026: [4] }), {}, second);
    expect(files()).toEqual(second);
  });

  const experts = (...ids: readonly number[]) =>
    ids.map((id) => ({ id, full_name: `Эксперт ${id}`, created_at: moment }));
  it.each<[what: string, first: Files, edited: Files, second: Files, expected: Files]>([
    [
      'goes into a new file whose number has more digits',
      { 'experts/9.ndjson': lines(experts(1)) },
      {},
      { 'experts/9.ndjson': lines(experts(1)), 'experts/10.ndjson': lines(experts(2)) },
      { 'experts/9.ndjson': lines(experts(1)), 'experts/10.ndjson': lines(experts(2)) },
    ],
    [
      'goes into the file of the others, where the origin has one by another name',
      { 'experts/a.ndjson': lines(experts(1)) },
      {},
      { 'experts/a.ndjson': lines(experts(1)), 'experts/a2.ndjson': lines(experts(2)) },
      { 'experts/a.ndjson': lines(experts(1, 2)) },
    ],
    [
      'goes into a list with the name of a file of one record',
      { 'vacancies/1.json': alone(vacancy(1)) },
      { 'vacancies/1.json': list([vacancy(1)]) },
      { 'vacancies/1.json': alone(vacancy(1)), 'vacancies/2.json': alone(vacancy(2)) },
      { 'vacancies/1.json': list([vacancy(1), vacancy(2)]) },
    ],
    [
      'goes not into the file that another record has for itself',
      { 'regions/1.json': list(regions({ 1: '01', 2: '02', 3: '03' })) },
      {
        'regions/1.json': alone(regions({ 1: '01' })[0]!),
        'regions/2.json': list(regions({ 2: '02', 3: '03' })),
      },
      { 'regions/1.json': list(regions({ 1: '01', 2: '02', 3: '03', 4: '04' })) },
      {
        'regions/1.json': alone(regions({ 1: '01' })[0]!),
        'regions/2.json': list(regions({ 2: '02', 3: '03', 4: '04' })),
      },
    ],
  ])('%s', async (_, first, edited, second, expected) => {
    const { files } = await again(first, edited, second);
    expect(files()).toEqual(expected);
  });

  it('comes into files without records', async () => {
    const expert = { id: 1, full_name: 'Орлова', created_at: moment };
    const place = workplace();
    place.edit({ 'regions.json': '[ ]', 'experts.ndjson': '\n' });
    await place.import({
      'regions.json': list(regions({ 1: '01' })),
      'experts.ndjson': lines([expert]),
    });
    expect(place.files()).toEqual({
      'regions.json': list(regions({ 1: '01' })).trimEnd(),
      'experts.ndjson': `\n${lines([expert])}`,
    });
  });
});

it('a record that goes takes its file along, and the texts beside it', async () => {
  const place = workplace();
  const both = { 'vacancies/1.json': alone(vacancy(1)), 'vacancies/2.json': alone(vacancy(2)) };
  await place.import(both);
  const { text, ...rest } = vacancy(2);
  place.edit({ 'vacancies/2.json': alone(rest as Fields), 'vacancies/2.text.txt': `${text}\n` });
  const { files } = await place.import({ 'vacancies/1.json': alone(vacancy(1)) });
  expect(files).toEqual(['vacancies/2.json', 'vacancies/2.text.txt']);
  expect(Object.keys(place.files())).toEqual(['vacancies/1.json']);
});

it('what is in the way of a new file is left alone, and nothing is brought', async () => {
  const place = workplace();
  mkdirSync(place.data);
  writeFileSync(join(place.cwd, 'elsewhere'), '');
  symlinkSync(join(place.cwd, 'elsewhere'), join(place.data, 'users.json'));
  const user = { id: 7, last_name: 'О', first_name: 'А', date_joined: moment };
  const both = { 'districts.json': list([{ id: 1, name: 'Южный' }]), 'users.json': list([user]) };
  await expect(place.import(both)).rejects.toThrow('something else has its name');
  expect(place.files()).not.toHaveProperty('districts.json');
  expect(place.kept()).toEqual({});
  expect(readFileSync(join(place.cwd, 'elsewhere'), 'utf8')).toBe('');
});
