// Where new records go: as those of their collection lie, in the form of `fmt`.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { create } from '../../src/editing/new/create.js';
import { check } from '../../src/index.js';
import { portal } from '../../src/portal/index.js';
import { resolveSettings } from '../../src/snapshot/settings/index.js';
import { layOut, portal as portals, writeFiles } from '../oracle/portals.js';
import { Choices } from '../oracle/random.js';
import { FRAME_HOSTS } from '../oracle/values.js';
import { writeFile } from '../support/portal.js';
import { runs } from '../support/runs.js';
import { format } from '../support/tool.js';
import { changed, dataOf, desk, problemsOf, runNew } from './desk.js';

const region = (id: number) => `{"id": ${id}, "name": "Область ${id}"}`;
const added = (id: number, name: string) => `{"id": ${id}, "name": "${name}"}`;

/** What a new region changes in a desk with these files. */
async function addRegion(files: Record<string, string>, ...more: string[]) {
  const cwd = desk();
  for (const [name, text] of Object.entries(files)) writeFile(cwd, `data/${name}`, text);
  const before = dataOf(cwd);
  const known = await problemsOf(cwd);
  const printed = await runNew(cwd, 'region', '--name', 'Коми', ...more);
  expect(printed).toMatchObject({ status: 0, stderr: '' });
  expect(await problemsOf(cwd)).toEqual(known);
  const now = changed(before, dataOf(cwd));
  const names = Object.keys(now).map((name) => `data/${name}\n`);
  expect(printed.stdout).toBe(names.join(''));
  return now;
}

describe('a new record is', () => {
  it.each<[string, Record<string, string>, string, string]>([
    [
      'the first of its collection, in a file of its own',
      {},
      'regions/1.json',
      '{\n  "id": 1,\n  "name": "Коми"\n}\n',
    ],
    [
      'a line behind the newest, whatever the names of the files',
      { 'regions/new.ndjson': `${region(1)}\n`, 'regions/old.ndjson': `${region(7)}\n` },
      'regions/old.ndjson',
      `${region(7)}\n${added(8, 'Коми')}\n`,
    ],
    [
      'a line beside the newest, whichever line that is',
      {
        'regions/old.ndjson': `${region(9)}\n${region(2)}\n`,
        'regions/some.ndjson': `${region(1)}\n${region(5)}\n`,
      },
      'regions/old.ndjson',
      `${region(9)}\n${region(2)}\n${added(10, 'Коми')}\n`,
    ],
    [
      'a line of its own, though the last one is not ended',
      { 'regions.ndjson': region(1) },
      'regions.ndjson',
      `${region(1)}\n${added(2, 'Коми')}\n`,
    ],
    [
      'the first line of an empty file',
      { 'regions.ndjson': '' },
      'regions.ndjson',
      `${added(1, 'Коми')}\n`,
    ],
    [
      'the first one of an empty list',
      { 'regions.json': '[]\n' },
      'regions.json',
      `[\n  ${added(1, 'Коми')}\n]\n`,
    ],
    [
      'in the list, behind a byte-order mark, and leaves the others as they were',
      { 'regions.json': `\uFEFF[ ${region(1)} ,\r\n${region(2)}\r\n]` },
      'regions.json',
      `\uFEFF[ ${region(1)} ,\r\n${region(2)},\r\n  ${added(3, 'Коми')}\r\n]`,
    ],
    [
      'in an empty list with line ends of Windows',
      { 'regions.json': '[\r\n]\r\n' },
      'regions.json',
      `[\r\n  ${added(1, 'Коми')}\r\n]\r\n`,
    ],
    [
      'in a list with line ends of Windows, before another record',
      { 'regions.json': `[\r\n  ${region(2 ** 53 - 1)}\r\n]\r\n` },
      'regions.json',
      `[\r\n  ${added(1, 'Коми')},\r\n  ${region(2 ** 53 - 1)}\r\n]\r\n`,
    ],
    [
      'a line that ends as the others do in Windows, though the last one is not ended',
      { 'regions.ndjson': `\uFEFF${region(1)}\r\n${region(2)}` },
      'regions.ndjson',
      `\uFEFF${region(1)}\r\n${region(2)}\r\n${added(3, 'Коми')}\r\n`,
    ],
    [
      'a line before another one that ends as in Windows',
      { 'regions.ndjson': `${region(2 ** 53 - 1)}\r\n` },
      'regions.ndjson',
      `${added(1, 'Коми')}\r\n${region(2 ** 53 - 1)}\r\n`,
    ],
    [
      'before those without an id and those of a greater one',
      { 'regions.json': `[\n  ${region(2)},\n  ${region(2 ** 53 - 1)}\n]\n` },
      'regions.json',
      `[\n  ${added(1, 'Коми')},\n  ${region(2)},\n  ${region(2 ** 53 - 1)}\n]\n`,
    ],
    [
      'in a file beside the newest, named alike',
      { 'regions/ural/0007-tyva.json': region(7), 'regions/0003-komi.json': region(3) },
      'regions/ural/0008-komi.json',
      '{\n  "id": 8,\n  "name": "Коми"\n}\n',
    ],
    [
      'named by its id alone where the others are',
      { 'regions/009.json': region(9) },
      'regions/010.json',
      '{\n  "id": 10,\n  "name": "Коми"\n}\n',
    ],
    [
      'named by its id alone where names tell no id',
      { 'regions/2024-tyva.json': region(9) },
      'regions/10.json',
      '{\n  "id": 10,\n  "name": "Коми"\n}\n',
    ],
    [
      'in a folder of its collection, though the only other one has no folder',
      { 'regions.json': region(1) },
      'regions/2.json',
      '{\n  "id": 2,\n  "name": "Коми"\n}\n',
    ],
    [
      'where most are, though the newest is elsewhere',
      { 'regions/a.ndjson': `${region(1)}\n${region(2)}\n`, 'regions/3.json': region(3) },
      'regions/a.ndjson',
      `${region(1)}\n${region(2)}\n${added(4, 'Коми')}\n`,
    ],
    [
      'not in a file that cannot be read',
      { 'regions/a.ndjson': `${region(1)}\n`, 'regions/b.ndjson': `${region(2)}\n{"id": 3,\n` },
      'regions/a.ndjson',
      `${region(1)}\n${added(4, 'Коми')}\n`,
    ],
  ])('%s', async (_, files, file, text) => {
    expect(await addRegion(files)).toEqual({ [file]: text });
  });
});

it('the first vacancy has a file of its own, called by its id and title', async () => {
  const fields = ['--category', '1', '--work-position', 'Эксперт', '--text', 'Ищем'];
  const printed = await runNew(desk(), 'vacancy', ...fields);
  expect(printed).toMatchObject({ status: 0, stdout: 'data/vacancies/1-ekspert.json\n' });
});

it('a name of a file cannot leave the folder, whatever the slug', async () => {
  const cwd = desk();
  writeFile(
    cwd,
    'data/blogs/1-a.json',
    '{"id": 1, "title": "А", "slug": "a", "created": "2024-01-01T00:00:00+03:00"}',
  );
  const printed = await runNew(cwd, 'blog', '--title', 'Б', '--slug', '../../x/y');
  expect(printed).toMatchObject({ status: 0, stdout: 'data/blogs/2-x-y.json\n' });
  expect(printed.stderr).toContain('implausible');
});

it('in any portal that is formatted it leaves nothing to do for fmt, and no new problem', async () => {
  await fc.assert(
    fc.asyncProperty(portals, fc.nat(), async (data, seed) => {
      const at = new Choices(seed);
      const cwd = desk();
      writeFiles(`${cwd}/data`, layOut(data, seed));
      writeFile(cwd, 'portal-snapshot.config.json', JSON.stringify({ frames: FRAME_HOSTS }));
      await format({ cwd });
      // Of posts that had no feed, the first entry tells that they lack one.
      const allow = ['without-companions'] as const;
      const before = await check({ cwd, allow });
      const settings = resolveSettings({ cwd }, portal);
      const texts: Record<string, Record<string, string>> = {
        regions: { name: 'Коми' },
        experts: { full_name: 'Ким' },
        vacancies: { text: 'Нужен эксперт', category: '1' },
        blogs: { title: 'Котлы' },
        ...(data.blogs.length > 0 &&
          data.users.length > 0 && {
            posts: {
              ...{ title: 'Котлы', text: 'Да', moderated_by: '1' },
              ...{ blog: String(at.of(data.blogs).id), user: String(at.of(data.users).id) },
            },
          }),
      };
      for (const [collection, fields] of Object.entries(texts)) {
        const given = new Map(Object.entries(fields).map(([name, text]) => [name, [text]]));
        const wanted = { collection, given, dryRun: false, now: new Date(), lang: 'en' as const };
        const { report } = await create(portal, settings, wanted);
        expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      }
      expect(await format({ cwd, check: true })).toMatchObject({ changed: [], refused: 0 });
      const after = await check({ cwd, allow });
      expect(after.ok).toBe(true);
      expect(after.problems.length - before.problems.length).toBeLessThanOrEqual(1); // moderated_by
    }),
    { ...runs(2), endOnFailure: true },
  );
});

it('a record in a list is shown by --dry-run alone, not its file', async () => {
  const cwd = desk();
  const many = Array.from({ length: 1000 }, (_, i) => region(i + 1)).join('\n');
  writeFile(cwd, 'data/regions.ndjson', `${many}\n`);
  expect(await runNew(cwd, 'region', '--name', 'Коми\u202e', '--dry-run')).toEqual({
    status: 0,
    stdout: 'data/regions.ndjson\n{"id": 1001, "name": "Коми\\u202e"}\n',
    stderr: '',
  });
});
