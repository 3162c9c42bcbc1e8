// `change`: other values for fields of a record, and nothing else of its file.
import { describe, expect, it } from 'vitest';
import { change } from '../changes/repository.js';
import { changed, dataOf, problemsOf } from '../new/desk.js';
import { FILES, portal } from '../query/portal.js';
import { runIn } from '../support/run.js';
import { splitTexts } from './split.js';

const VACANCY = 'vacancies/0100-ekspert.json';

describe('a record', () => {
  it('gets other values, of fields that it had and of new ones; names stand for ids', async () => {
    const cwd = portal();
    const before = dataOf(cwd);
    const { status, stdout, stderr } = await runIn(
      ...([cwd, 'change', 'vacancy', '100', '--work_salary', '90000'] as const),
      ...['--work_city', 'елец', '--is_public', 'false'],
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^vacancy 100 .*\nchanged:\n/);
    expect(stdout).toContain('  work_city: 35 Липецк → 36 Елец\n');
    expect(stdout).toContain('  is_public: — → false\n');
    expect(stdout).toMatch(/undo: npx portal-snapshot undo\n$/);
    const { [VACANCY]: text, ...others } = changed(before, dataOf(cwd));
    expect(others).toEqual({});
    const old = JSON.parse(FILES[`data/${VACANCY}`]!);
    expect(JSON.parse(text!)).toEqual({
      ...old,
      work_salary: 90_000,
      work_city: 36,
      is_public: false,
    });
    expect((await runIn(cwd, 'fmt', '--check')).status).toBe(0);
    expect(await problemsOf(cwd)).toEqual([]);
  });

  it.each([
    ['change', ['vacancy', '100', '--work_city', '999'], '"work_city": 999'],
    [
      'new',
      ['vacancy', '--text', 'А', '--category', '1', '--work_city', '999'],
      '"work_city": 999',
    ],
  ])('is shown as it would be, where %s is refused', async (command, args, line) => {
    const { status, stderr } = await runIn(portal(), command, ...args);
    expect(status).toBe(1);
    const [, above = '', caret = ''] = /^(.*)\n(.*\^)$/m.exec(stderr)!;
    expect(above).toContain(line);
    expect(above.slice(caret.length - 1)).toMatch(/^999/);
  });

  it('is told as it was and is where only its digits are others', async () => {
    const cwd = portal();
    await runIn(cwd, 'change', 'comment', '341', '--emoji', '[0.12345678901234567891]');
    const { stdout } = await runIn(
      cwd,
      'change',
      'comment',
      '341',
      '--emoji',
      '[0.12345678901234567892]',
    );
    expect(stdout).toContain('emoji: [0.12345678901234567891] → [0.12345678901234567892]\n');
  });

  it('is changed in its line alone, in a list and among lines', async () => {
    const cwd = portal();
    change(cwd, {
      'data/regions.json':
        '\ufeff[ {"id":47, "name" : "А"} ,\r\n {"id": 48, "name": "Б", "code":"Б"}]',
    });
    const before = dataOf(cwd);
    expect((await runIn(cwd, 'change', 'region', 'Б', '--name', 'Липецкий край')).status).toBe(0);
    expect(changed(before, dataOf(cwd))['regions.json']).toBe(
      '\ufeff[ {"id":47, "name" : "А"} ,\r\n {"id": 48, "name": "Липецкий край", "code": "Б"}]',
    );
    const lines = dataOf(cwd);
    expect((await runIn(cwd, 'change', 'comment', '341', '--text', '<p>Нет</p>')).status).toBe(0);
    const old = FILES['data/comments/2026.ndjson']!.split('\n');
    const now = changed(lines, dataOf(cwd))['comments/2026.ndjson']!.split('\n');
    expect(now.filter((line, i) => line !== old[i]).length).toBe(1);
    expect(now.find((line) => line.includes('341'))).toContain('"text": "<p>Нет</p>"');
  });

  it.each([
    ['change', ['event', '90']],
    ['new', ['event', '--event_type', '1', '--post', '5']],
  ])('keeps what is given as JSON as it is given, by %s', async (command, args) => {
    const cwd = portal();
    const before = dataOf(cwd);
    const one = '{"2": "b", "1": "a", "sum": 1.50, "part": 0.12345678901234567891}';
    const given = ['--available_for', `[${one}]`, '--available_for', '"ООО"'];
    expect((await runIn(cwd, command, ...args, ...given)).status).toBe(0);
    const { 'events.json': now } = changed(before, dataOf(cwd));
    expect(now).toContain(`"available_for": [${one}, "ООО"]`);
    const made = dataOf(cwd);
    const again = ['--available_for', `[ ${one}, "ООО"]`];
    if (command === 'change') await runIn(cwd, command, ...args, ...again);
    expect(changed(made, dataOf(cwd))).toEqual({});
    // The digits alone are another value, too.
    const digits = ['--available_for', `[${one.replace('1.50', '1.5')}, "ООО"]`];
    const { stdout } = await runIn(cwd, 'change', 'event', '90', ...digits);
    expect(stdout).toContain('\nchanged:\n');
    expect(dataOf(cwd).get('events.json')?.toString()).toContain('"sum": 1.5,');
  });

  it('loses a field with --unset, and a field of a part; the others of that part stay', async () => {
    const cwd = portal();
    const run = async (...args: readonly string[]) =>
      (await runIn(cwd, 'change', 'user', '7', ...args)).stdout;
    const first = await run('--profile.company_name', 'Котлы', '--profile.city', 'Липецк');
    expect(first).toContain('  profile: — → {"company_name":"Котлы","city":35}\n');
    expect(await run('--profile.city', 'Елец')).toContain('  profile.city: 35 → 36\n');
    expect(await run('--unset', 'profile.city')).toContain('  profile.city: 36 → —\n');
    const users = JSON.parse(dataOf(cwd).get('users.json')!.toString()) as { id: number }[];
    expect(users.find(({ id }) => id === 7)).toMatchObject({ profile: { company_name: 'Котлы' } });
    expect(await problemsOf(cwd)).toEqual([]);
  });

  it('says what it changes in a value of any shape, be it the order of its keys', async () => {
    const cwd = portal();
    const run = async (value: string) => {
      const { status, stdout } = await runIn(cwd, 'change', 'post', '5', '--crm_data', value);
      return [status, stdout.split('\n').slice(1, -2).join('\n')];
    };
    expect(await run('{"deal_id": 5, "a": 1}')).toEqual([
      0,
      'changed:\n  crm_data: — → {"deal_id":5,"a":1}',
    ]);
    expect(await run('{"deal_id": 6, "a": 1}')).toEqual([0, 'changed:\n  crm_data.deal_id: 5 → 6']);
    expect(await run('{"a": 1, "deal_id": 6}')).toEqual([
      0,
      'changed:\n  crm_data: {"deal_id":6,"a":1} → {"a":1,"deal_id":6}',
    ]);
  });

  it('keeps a text in the file of its own that it has', async () => {
    const cwd = portal();
    splitTexts(cwd);
    const before = dataOf(cwd);
    expect((await runIn(cwd, 'change', 'post', '5', '--text', '<p>Новое</p>')).status).toBe(0);
    expect(changed(before, dataOf(cwd))).toEqual({ 'posts/5.text.html': '<p>Новое</p>\n' });
    expect((await runIn(cwd, 'undo')).status).toBe(0);
    expect(changed(before, dataOf(cwd))).toEqual({});
  });
});

describe('nothing is changed', () => {
  it.each<[string, readonly string[], number, RegExp]>([
    ['by values that it has', ['user', '7', '--first_name', 'Анна'], 0, /^nothing changes/m],
    ['in a dry run', ['user', '7', '--first_name', 'А', '--dry-run'], 0, /nothing is written:/],
    [
      'by a wrong value',
      ['vacancy', '100', '--work_salary', 'много'],
      2,
      /--work_salary: expected/,
    ],
    ['by a reference to nothing', ['vacancy', '100', '--work_city', '999'], 1, /no record 999/],
    [
      'by no timestamp',
      ['vacancy', '100', '--lang', 'ru', '--created_at', '2026-13-01'],
      2,
      /--created_at: "2026-13-01" — не/,
    ],
    ['by a name of nobody', ['vacancy', '100', '--work_city', 'Энск'], 2, /--work_city: there is/],
    [
      'without a required field',
      ['user', '7', '--unset', 'first_name'],
      2,
      /--first_name: the field/,
    ],
    ['by a field that is none', ['user', '7', '--unset', 'toString'], 2, /no field "toString"/],
    ['by another id', ['user', '7', '--id', '9'], 2, /renumber user ID --to ID/],
    ['of no record', ['user', '77', '--first_name', 'А'], 2, /did you mean 7, Орлова Анна/],
    ['of a name of nobody', ['user', 'Мышкин', '--first_name', 'А'], 2, /there is no "Мышкин"/],
    ['of no name', ['vacancy', '', '--category', '2'], 2, /there is no "" in vacancies/],
  ])('%s', async (_name, args, status, said) => {
    const cwd = portal();
    const before = dataOf(cwd);
    const printed = await runIn(cwd, 'change', ...args);
    expect(printed.status).toBe(status);
    expect(printed.stdout + printed.stderr).toMatch(said);
    expect(changed(before, dataOf(cwd))).toEqual({});
  });

  it('by a reference to what is in a file that is not read, which was only a warning before', async () => {
    const cwd = portal();
    change(cwd, { 'data/cities/9.json.txt': '{"id": 9, "name": "Ухта", "region": 53}' });
    const { status, stderr } = await runIn(cwd, 'change', 'vacancy', '100', '--work_city', '9');
    expect([status, stderr]).toEqual([1, expect.stringContaining('data/cities/9.json.txt')]);
  });

  it('of a record whose id another one has, or that loses something by being read', async () => {
    const cwd = portal();
    change(cwd, { 'data/regions.json': '[{"id": 47, "name": "А", "name": "Б"}]' });
    expect((await runIn(cwd, 'change', 'region', '47', '--code', 'a')).stderr).toContain(
      'regions.json cannot be read in full',
    );
    change(cwd, { 'data/regions.json': '[{"id": 47, "name": "А"}, {"id": 47, "name": "Б"}]' });
    expect((await runIn(cwd, 'change', 'region', '47', '--code', 'a')).stderr).toContain(
      '2 records of regions have the id 47',
    );
  });
});
