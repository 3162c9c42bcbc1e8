// Names in the place of ids: what stands for one record is its id, and anything else is told, with the
// records that may be meant, and nothing is written.
import { beforeEach, describe, expect, it } from 'vitest';
import { forum, writeFile } from '../support/portal.js';
import { changed, dataOf, desk, runNew } from './desk.js';

let cwd = '';
beforeEach(() => {
  cwd = desk({
    districts: [{ id: 1, name: 'Центральный' }],
    regions: [
      { id: 47, name: 'Липецкая область', district: 1 },
      { id: 57, name: 'Орловская область', district: 1 },
      { id: 56, name: 'Оренбургская область' },
    ],
    cities: [
      { id: 35, name: 'Липецк', region: 47 },
      { id: 36, name: 'Елец', region: 47 },
      { id: 90, name: 'Орёл', region: 57 },
      { id: 91, name: 'Орёл-Изумруд', region: 57 },
      { id: 93, name: 'Заречный', region: 47, not_uniq: true },
      { id: 94, name: 'Заречный', region: 56, not_uniq: true },
    ],
    ...forum({ posts: 2, replies: 2 }),
  });
  // Names are found in any file of a collection, and what cannot be read does not keep others from it.
  writeFile(cwd, 'data/cities/2026.ndjson', '{"id": 95, "name": "Грязи", "region": 47}\n');
});

const vacancy = ['vacancy', '--category', '1', '--text', 'Нужен эксперт.', '--dry-run'];

/** The new record, as `--dry-run` shows it. */
async function drafted(...args: readonly string[]): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await runNew(cwd, ...args);
  expect([status, stderr]).toEqual([0, '']);
  const text = stdout.split('\n').slice(1).join('\n');
  return JSON.parse(text.split(/^data\//m)[0]!) as Record<string, unknown>;
}

async function refused(...args: readonly string[]): Promise<string[]> {
  const before = dataOf(cwd);
  const { status, stdout, stderr } = await runNew(cwd, ...args);
  expect([status, stdout]).toEqual([2, '']);
  expect(changed(before, dataOf(cwd))).toEqual({});
  return stderr.trimEnd().split('\n').slice(1);
}

describe('a name', () => {
  it.each([
    ['whole', 'Липецк', 35],
    ['in another case', 'лИПЕЦК', 35],
    ['without ё, and whole before it begins another', 'орел', 90],
    ['with ё as two characters', 'Оре\u0308л', 90],
    ['with more white space', ' Орёл ', 90],
    ['that only begins one', 'Орёл-', 91],
    ['of another file', 'Гря', 95],
    ['that is an id', '36', 36],
    ['that is an id with zeros', '0036', 36],
  ])('%s', async (_, text, id) => {
    expect(await drafted(...vacancy, '--work_city', text)).toMatchObject({ work_city: id });
  });

  it('in lists, one by one and as JSON', async () => {
    const flags = ['--work_regions', 'орлов', '--work_regions', '["Липецкая область", 56]'];
    expect(await drafted(...vacancy, ...flags)).toMatchObject({ work_regions: [57, 47, 56] });
  });

  it('in parts, by a flag and as JSON; of a person in either order', async () => {
    const flags = ['--profile.city', 'Елец', '--profile', '{"invited_by": "Имя3 Фамилия3"}'];
    const user = await drafted(
      'user',
      '--last_name',
      'Ким',
      '--first_name',
      'Ли',
      ...flags,
      '--dry-run',
    );
    expect(user['profile']).toEqual({ city: 36, invited_by: 3 });
  });

  it('by which the rest of the record is filled in', async () => {
    const flags = ['--post', 'тема 2', '--user', 'Фамилия4', '--text', 'Да', '--dry-run'];
    expect(await drafted('comment', ...flags)).toMatchObject({ post: 2, parent: 4, user: 4 });
  });
});

describe('what is no name of one record', () => {
  it('names the records that may be meant, and what they belong to', async () => {
    expect(await refused(...vacancy, '--work_city', 'заречный')).toEqual([
      '  --work_city: "заречный" may be several of the cities; write the id of one, or more of its name:',
      '      93  Заречный (Липецкая область)',
      '      94  Заречный (Оренбургская область)',
    ]);
    expect((await refused(...vacancy, '--work_regions', '47', '--work_regions', 'Ор'))[0]).toBe(
      '  --work_regions/1: "Ор" may be several of the regions; write the id of one, or more of its name:',
    );
  });

  it('names those that hold it, or are a slip away', async () => {
    expect((await refused(...vacancy, '--work_city', 'изумруд')).slice(1)).toEqual([
      '      91  Орёл-Изумруд (Орловская область)',
    ]);
    expect(await refused(...vacancy, '--work_regions', 'Липетская', '--lang', 'ru')).toEqual([
      expect.stringContaining('в regions нет записи "Липетская"'),
      '      47  Липецкая область',
    ]);
    expect(await refused(...vacancy, '--work_city', 'Самарканд')).toEqual([
      '  --work_city: there is no "Самарканд" in cities; write a name, the beginning of one, or an id',
    ]);
  });

  it('is an empty text, even where there is one record alone', async () => {
    expect(await refused('region', '--name', 'Тува', '--district', ' ')).toEqual([
      '  --district: there is no " " in districts; write a name, the beginning of one, or an id',
    ]);
  });

  it('is told together with all else that is wrong, ten records a name', async () => {
    const many = Array.from({ length: 12 }, (_, i) => `{"id": ${200 + i}, "name": "Край ${i}"}\n`);
    writeFile(cwd, 'data/regions/2026.ndjson', many.join(''));
    const lines = await refused('city', '--name', 'Омск', '--region', 'край', '--not_uniq', 'да');
    expect(lines.filter((line) => line.startsWith('      2'))).toHaveLength(10);
    expect(lines).toContain('      and 2 more');
    expect(lines.find((line) => line.startsWith('  --not_uniq: '))).toContain('found "да"');
  });

  it('leaves collections whose records have no names to ids', async () => {
    const [line] = await refused('event', '--event_type', '2', '--comment', 'Ответ 2');
    expect(line).toContain('  --comment: expected an id of comments, found "Ответ 2"');
  });

  it('prints nothing of a name that would act on a terminal', async () => {
    writeFile(cwd, 'data/regions/odd.json', '{"id": 300, "name": "Орд\\u001b[2J"}');
    expect(await refused('city', '--name', 'Омск', '--region', 'Ор')).toContain(
      '      300  Орд\\u001b[2J',
    );
  });
});
