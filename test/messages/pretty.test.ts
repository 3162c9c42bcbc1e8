// The report for people, as it stands on a terminal.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/index.js';
import { placed } from '../../src/problems/placed.js';
import { reporters } from '../../src/snapshot/reporters/index.js';
import { problemLines } from '../../src/snapshot/reporters/pretty.js';
import type { ReportView } from '../../src/snapshot/reporters/reporter.js';
import { temporaryFolder } from '../support/folders.js';
import { times, writeFile } from '../support/portal.js';
import { isNight } from '../support/runs.js';
import { check } from '../support/tool.js';

/** A working folder with these files in `data/`. */
function workplace(files: Readonly<Record<string, string>>): string {
  const cwd = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFile(cwd, `data/${name}`, text);
  return cwd;
}

it('names files as they are from the working folder, which may be that of the data', async () => {
  const cwd = workplace({ 'regions.json': '[{"id": 1}]\n' });
  const of = async (...from: string[]) =>
    (await check({ cwd: join(cwd, ...from), data: join(cwd, 'data') })).problems.map(
      ({ file }) => file,
    );
  expect(await of()).toEqual(['data/regions.json']);
  expect(await of('data')).toEqual(['regions.json']);
});

async function shown(cwd: string, view: ReportView = {}): Promise<string> {
  const report = await check({ cwd });
  return reporters.pretty(report, 'check', { ...view, cwd });
}

/** Several kinds of mistakes of one evening. */
const evening = {
  'districts.json': '[{"id": 3, "name": "Южный"}]\n',
  'regions.json': `[
  {"id": 48, "name": "Липецкая область", "district": 30},
  {"id": 49, "name": "Магаданская область", "district": 30},
  {"id": 50, "name": "Московская область", "district": 3}
]
`,
  'blogs.json': '[{"id": 1,}]\n',
  'cities/lipetsk.json': '{\n\t"id": 1,\n\t"name": "Липецк",\n\t"region": 47\n}\n',
  'experts.ndjson': `{"id": 1, "full_name": "Иванов Иван", "created_at": "05.03.2026 10:12"}
{"id": 1, "full_name": "Петров Пётр", "created_at": "2026-04-31T10:12:44+03:00"}
`,
  'notes.txt': 'Дописать.\n',
};

const expected = `
data/blogs.json
  1:11  error  not JSON: "}" does not belong here  syntax
    > 1 | [{"id": 1,}]
        |           ^
    → remove the comma before it: the last element has none

data/cities/lipetsk.json
  4:12  warning  /region there is no record 47 in regions; the number is published all the same  unknown-id
      2 |     "id": 1,
      3 |     "name": "Липецк",
    > 4 |     "region": 47
        |               ^
      5 | }
    → did you mean 48, Липецкая область; or 49, Магаданская область?

data/experts.ndjson
  1:53  error  /created_at "05.03.2026 10:12" is not a timestamp  bad-timestamp
    > 1 | {"id": 1, "full_name": "Иванов Иван", "created_at": "05.03.2026 10:12"}
        |                                                     ^
      2 | {"id": 1, "full_name": "Петров Пётр", "created_at": "2026-04-31T10:12:44+03:00"}
    → write an existing time in this form: "2026-03-05T10:12:44+03:00"

  2:8  error  /id the id 1 is taken by Иванов Иван in data/experts.ndjson:1  duplicate-id
      1 | {"id": 1, "full_name": "Иванов Иван", "created_at": "05.03.2026 10:12"}
    > 2 | {"id": 1, "full_name": "Петров Пётр", "created_at": "2026-04-31T10:12:44+03:00"}
        |        ^
    → these are two records: \`npx portal-snapshot renumber expert 1 --file data/experts.ndjson:2\` gives one of the two another id, with all that belongs to it

  2:53  error  /created_at "2026-04-31T10:12:44+03:00" is not a timestamp  bad-timestamp
      1 | {"id": 1, "full_name": "Иванов Иван", "created_at": "05.03.2026 10:12"}
    > 2 | {"id": 1, "full_name": "Петров Пётр", "created_at": "2026-04-31T10:12:44+03:00"}
        |                                                     ^
    → write an existing time in this form: "2026-03-05T10:12:44+03:00"

data/notes.txt
  1:1  warning  this file is not read  ignored-file
    → data files end in .json or .ndjson; start the name with a dot to keep it here unread

data/regions.json
  2:54  error  /district there is no record 30 in districts  dangling-reference
      1 | [
    > 2 |   {"id": 48, "name": "Липецкая область", "district": 30},
        |                                                      ^
      3 |   {"id": 49, "name": "Магаданская область", "district": 30},
      4 |   {"id": 50, "name": "Московская область", "district": 3}
    → did you mean 3, Южный?
    and in 1 more place: data/regions.json:3:57

7 records: 6 errors, 2 warnings; nothing was written
`;

/** The lines of it that are in words. */
const russian = [
  '1:11  ошибка  это не JSON: здесь не может стоять "}"  syntax',
  '→ уберите запятую перед этим местом: после последнего элемента её нет',
  '4:12  предупреждение  /region в regions нет записи 47; номер всё равно публикуется  unknown-id',
  '→ возможно, имелось в виду 48, Липецкая область; или 49, Магаданская область?',
  '1:53  ошибка  /created_at "05.03.2026 10:12" — не дата со временем  bad-timestamp',
  '→ напишите существующее время в такой форме: "2026-03-05T10:12:44+03:00"',
  '2:8  ошибка  /id номер 1 занят: Иванов Иван, data/experts.ndjson:1  duplicate-id',
  '→ это две разные записи: `npx portal-snapshot renumber expert 1 --file data/experts.ndjson:2` даст одной из двух другой номер вместе со всем, что к ней относится',
  '2:53  ошибка  /created_at "2026-04-31T10:12:44+03:00" — не дата со временем  bad-timestamp',
  '→ напишите существующее время в такой форме: "2026-03-05T10:12:44+03:00"',
  '1:1  предупреждение  этот файл не читается  ignored-file',
  '→ файлы данных кончаются на .json или .ndjson; чтобы хранить здесь другой, начните его имя с точки',
  '2:54  ошибка  /district в districts нет записи 30  dangling-reference',
  '→ возможно, имелось в виду 3, Южный?',
  'и ещё в 1 месте: data/regions.json:3:57',
  '7 записей: 6 ошибок, 2 предупреждения; ничего не записано',
];

describe('the report of several mistakes', () => {
  const cwd = workplace(evening);
  it('in English, and the same in Russian', async () => {
    expect(await shown(cwd)).toBe(expected);
    const isFrame = (line: string) => /^ {4}[ >] +(?:\d+ )?\|/.test(line);
    const own = /^ {2}\d+:\d+ {2}(?:error|warning)|^ {4}(?:→|and)|^\d+ records/;
    const texts = [...russian];
    const translated = expected.split('\n').map((line) => {
      return own.test(line) && !isFrame(line) ? `${/^ */.exec(line)}${texts.shift()}` : line;
    });
    expect((await shown(cwd, { lang: 'ru' })).split('\n')).toEqual(translated);
  });

  it('is painted only where it is asked for', async () => {
    expect(await shown(cwd)).not.toContain('\x1b');
    const painted = await shown(cwd, { color: true });
    expect(painted.replace(/\x1b\[\d+m/g, '')).toBe(expected);
    expect(painted.length).toBeGreaterThan(expected.length);
  });

  it('has no frame of a file that is gone, or is another by now', async () => {
    const cwd = workplace(evening);
    const report = await check({ cwd });
    rmSync(join(cwd, 'data/cities'), { recursive: true });
    writeFile(cwd, 'data/experts.ndjson', '\n');
    const text = reporters.pretty(report, 'check', { cwd });
    expect(text).toContain('there is no record 47 in regions');
    expect(text).not.toContain('"region": 47');
    expect(text).not.toMatch(/> \d+ \|\s*$/m);
  });
});

describe('many problems', () => {
  const region = (id: number) => ({ id, name: id > 3 ? 'Тверь' : id, district: id > 3 ? id : 3 });
  const many = (count: number) =>
    workplace({
      'districts.json': '[{"id": 3, "name": "Южный"}]',
      'regions.json': `[\n${times(count, (id) => JSON.stringify(region(id))).join(',\n')}\n]`,
      'cities.json': '[{"id": 1, "name": "Химки", "region": 500}]',
    });

  it('are cut after fifty, warnings first', async () => {
    const places = (report: string) => report.match(/^ {2}\d+:\d+ {2}(?:error|warning)/gm)!;
    const all = places(await shown(many(49)));
    expect(all).toHaveLength(50);
    expect(all[0]).toBe('  1:39  warning'); // data/cities.json
    const report = await shown(many(64));
    expect(places(report)).toHaveLength(50);
    expect(report).not.toContain('warning  /');
    expect(report).toMatch(
      /\n\n--all prints each of the 65 problems\n66 records: 64 errors, 1 warning; nothing was written\n$/,
    );
  });

  it.runIf(isNight)('are all shown where there are more lines than a call takes arguments', () => {
    const of = (id: number) => {
      const where = { file: 'data/cities.json', line: id, column: 1, path: '/region' };
      return placed('dangling-reference', { collection: 'regions', id }, where, { strict: false });
    };
    const lines = problemLines(times(80_000, of), { all: true });
    expect(lines.filter((line) => line.endsWith('  dangling-reference'))).toHaveLength(80_000);
  });

  it('are shown one by one if all are asked for', async () => {
    const all = await shown(many(64), { all: true });
    expect(all.match(/^ {2}\d+:\d+ /gm)).toHaveLength(65);
    expect(all).not.toContain('--all');
  });
});

describe('one missing record', () => {
  const cwd = workplace({
    'regions.json': `[\n${times(20, (id) => `{"id": ${id}, "name": "Р", "district": 9}`).join(',\n')}\n]`,
  });

  it('that twenty refer to is one entry', async () => {
    expect(await shown(cwd)).toBe(`
data/regions.json
  2:36  error  /district there is no record 9 in districts  dangling-reference
      1 | [
    > 2 | {"id": 1, "name": "Р", "district": 9},
        |                                    ^
      3 | {"id": 2, "name": "Р", "district": 9},
      4 | {"id": 3, "name": "Р", "district": 9},
    → districts has no records at all, and 20 records refer to some: bring them back, or remove what refers to them
    and in 19 more places: data/regions.json:3:36, data/regions.json:4:36, data/regions.json:5:36, …

--all prints each of the 20 problems
20 records: 20 errors, 0 warnings; nothing was written
`);
  });

  it('is twenty when all are asked for, and to programs', async () => {
    const report = await check({ cwd });
    const all = reporters.pretty(report, 'check', { all: true, cwd });
    expect(all.match(/there is no record 9 in districts/g)).toHaveLength(20);
    const { problems } = JSON.parse(reporters.json(report, 'check')) as Report;
    expect(problems).toHaveLength(20);
    expect(Object.keys(problems[0]!)).not.toContain('cause');
    expect(reporters.github(report, 'check').match(/^::error/gm)).toHaveLength(20);
  });
});

describe('annotations', () => {
  it('are errors first', async () => {
    const cwd = workplace({
      'cities.json': '[{"id": 1, "name": "Химки", "region": 500}]',
      'regions.json': '[{"id": 1}]',
    });
    const report = await check({ cwd });
    expect(report.problems.map(({ severity }) => severity)).toEqual(['warning', 'error']);
    const lines = reporters.github(report, 'check').split('\n');
    expect(lines.slice(0, 2).map((line) => line.slice(0, 9))).toEqual(['::error f', '::warning']);
  });
});
