// What a change does to the API, in each form that people and programs read.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AddressDiff } from '../../src/editing/changes/compare.js';
import { diffReporters } from '../../src/editing/changes/table.js';
import { build, UsageError } from '../../src/index.js';
import { LANGUAGES } from '../../src/problems/messages/catalogue.js';
import { SETTLED, temporaryFolder } from '../support/folders.js';
import {
  directory,
  experts,
  type Fields,
  instant,
  type Portal,
  times,
  vacancies,
  writeData,
} from '../support/portal.js';
import { runIn } from '../support/run.js';
import { compareSnapshots, diffSince } from '../support/tool.js';
import { filesOf, readJson } from '../support/tree.js';
import { change, commitAll, git, pretty, repository } from './repository.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

const settings = { baseUrl: 'https://api.example.org', pageSize: 2, cache: false };

/** The difference between a commit or a snapshot and the working tree. */
async function diff(cwd: string, what = 'HEAD') {
  const result = await diffSince(what, { cwd, ...settings });
  if ('errors' in result) throw new Error(`${result.errors} errors`);
  return result.diff;
}

/** The snapshot of a portal. */
async function snapshotOf(portal: Portal, pageSize = 2): Promise<string> {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), portal);
  expect((await build({ ...settings, cwd, pageSize })).ok).toBe(true);
  return join(cwd, 'dist');
}

/** Three regions on two pages become two, of which one is new and one has another name. */
async function regionsChange() {
  const cwd = repository({
    'data/districts.json': pretty([{ id: 1, name: 'Сибирский' }]),
    'data/regions.json': pretty([
      { id: 1, name: 'Алтай', district: 1 },
      { id: 2, name: 'Бурятия', district: 1 },
      { id: 3, name: 'Вологда' },
    ]),
  });
  change(cwd, {
    'data/regions.json': pretty([
      { id: 1, name: 'Алтайский край', district: 1 },
      { id: 10, name: 'Якутия' },
    ]),
    'data/districts.json': pretty([{ id: 1, name: 'Дальний' }]),
  });
  return cwd;
}

describe('a small change', () => {
  it('as text, as Markdown and as JSON', async () => {
    const changed = await diff(await regionsChange());
    const { before } = JSON.parse(diffReporters.json(changed, 'en')).bytes;
    expect(diffReporters.pretty(changed, 'en')).toBe(`\
Edited:
  districts: changed 1
    1  Дальний  data/districts.json:2
      name: "Сибирский" → "Дальний"
  regions: changed 1
    1  Алтайский край  data/regions.json:2
      name: "Алтай" → "Алтайский край"
  regions: removed 2
    2  Бурятия  data/regions.json:7
    3  Вологда  data/regions.json:12
  regions: added 1
    10  Якутия  data/regions.json:7

What follows from it:
  district.name of 1 district: 1 record

address       added  removed  changed  new pages  gone pages  files written
/api/region/      1        2        1          0           1              1
all               1        2        1          0           1              1

/api/region/
  added: 10
  removed: 2, 3
  changed: 1 (district.name, name)
  addresses that disappear: /api/region/page/2/
`);
    expect(diffReporters.markdown(changed, 'en')).toBe(`\
### What this change does to the API

**Edited**

- districts: changed 1
  - 1  \`Дальний\`  \`data/districts.json:2\`
    - name: \`"Сибирский" → "Дальний"\`
- regions: changed 1
  - 1  \`Алтайский край\`  \`data/regions.json:2\`
    - name: \`"Алтай" → "Алтайский край"\`
- regions: removed 2
  - 2  \`Бурятия\`  \`data/regions.json:7\`
  - 3  \`Вологда\`  \`data/regions.json:12\`
- regions: added 1
  - 10  \`Якутия\`  \`data/regions.json:7\`

**What follows from it**

- district.name of 1 district: 1 record

| address | added | removed | changed | new pages | gone pages | files written |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
| \`/api/region/\` | 1 | 2 | 1 | 0 | 1 | 1 |
| all | 1 | 2 | 1 | 0 | 1 | 1 |

**\`/api/region/\`**

- added: 10
- removed: 2, 3
- changed: 1 (district.name, name)
- addresses that disappear: \`/api/region/page/2/\`
`);
    const { endpoints, ...sums } = JSON.parse(diffReporters.json(changed, 'en'));
    const { edited, follows, ...counts } = sums;
    expect(edited).toHaveLength(5);
    expect(edited[1]).toEqual({
      ...{ collection: 'regions', id: 1, kind: 'changed', name: 'Алтайский край' },
      ...{ file: 'data/regions.json', line: 2, fields: ['name'] },
      changes: [{ field: 'name', text: '"Алтай" → "Алтайский край"' }],
    });
    expect(follows).toEqual([
      { cause: 'district.name', collection: 'districts', of: 1, records: 1 },
    ]);
    expect(counts).toEqual({
      same: false,
      files: { added: 0, removed: 1, rewritten: 1, unchanged: endpoints.length - 1 },
      bytes: { written: 209, before, after: before - 210 },
    });
    expect(endpoints.find(({ address }: AddressDiff) => address === '/api/region/')).toEqual({
      address: '/api/region/',
      added: [10],
      removed: [2, 3],
      changed: [{ id: 1, fields: ['district.name', 'name'] }],
      addresses: { added: [], removed: ['/api/region/page/2/'] },
      files: { added: 0, removed: 1, rewritten: 1, unchanged: 0 },
      bytes: { written: 209, before: 419, after: 209 },
    });
  });

  it('in Russian, and as the same JSON', async () => {
    const changed = await diff(await regionsChange());
    const lines = diffReporters.pretty(changed, 'ru').split('\n');
    // Names, places and numbers are those of the English text.
    const words = lines.filter((line) => /[а-яё]/.test(line) && !/^ {4}\d/.test(line));
    expect(words.map((line) => line.replace(/ {3,}/g, '  ').trim())).toEqual([
      'Правка:',
      'districts: изменено 1',
      'name: "Сибирский" → "Дальний"',
      'regions: изменено 1',
      'name: "Алтай" → "Алтайский край"',
      'regions: удалено 2',
      'regions: добавлено 1',
      'Что из этого следует:',
      'district.name (districts: 1): 1 запись',
      'адрес  новых  убрано  изменено  новых страниц  убрано страниц  записано файлов',
      'всего  1  2  1  0  1  1',
      'новые: 10',
      'убраны: 2, 3',
      'изменены: 1 (district.name, name)',
      'адреса, которых не станет: /api/region/page/2/',
    ]);
    const markdown = diffReporters.markdown(changed, 'ru');
    expect(markdown).toMatch(/^### Что это изменение меняет в API\n\n\*\*Правка\*\*\n/);
    expect(markdown).toContain('\n| адрес | новых |');
    const notice = 'Что это изменение меняет в API%0A/api/region/: новых 1, убрано 2, изменено 1\n';
    expect(diffReporters.github(changed, 'ru')).toContain(notice);
    expect(diffReporters.json(changed, 'ru')).toBe(diffReporters.json(changed, 'en'));
  });

  it('is counted in bytes, too, where these are asked for', async () => {
    const changed = await diff(await regionsChange());
    const { before, after } = changed.bytes;
    const counts = [before, after].map((bytes) => bytes.toLocaleString('en'));
    const [head, , region, all] = diffReporters
      .markdown(changed, 'en', true)
      .split('\n')
      .filter((line) => line.startsWith('|'));
    expect(head).toMatch(/ \| files written \| bytes written \| bytes before \| bytes after \|$/);
    expect(region).toMatch(/ \| 1 \| 209 \| 419 \| 209 \|$/);
    expect(all).toMatch(new RegExp(` \\| 1 \\| 209 \\| ${counts.join(' \\| ')} \\|$`));
    expect(diffReporters.pretty(changed, 'ru', true)).toMatch(/записано байтов +байтов было/);
  });

  it('that the API does not show is no difference', async () => {
    const cwd = await regionsChange();
    commitAll(cwd);
    change(cwd, { 'data/categories.json': '[]', 'data/regions/none.json': '[]' });
    const changed = await diff(cwd);
    const { files } = JSON.parse(diffReporters.json(changed, 'en'));
    const line = `The API stays the same: ${files.unchanged} files.`;
    const none = 'No record that readers see was edited.';
    expect(diffReporters.pretty(changed, 'en')).toBe(`Edited:\n  ${none}\n\n${line}\n`);
    expect(diffReporters.markdown(changed, 'en')).toBe(
      `### What this change does to the API\n\n**Edited**\n\n- ${none}\n\n${line}\n`,
    );
  });

  it('of a part of a record is named to the second level, and only by declared names', async () => {
    const [vacancy] = vacancies(1)['vacancies'] ?? [];
    const before = await snapshotOf({ vacancies: [{ ...vacancy, work_salary: 1 }] });
    const crm_data = { deal_id: 5 };
    const after = await snapshotOf({
      vacancies: [{ ...vacancy, work_position: 'Тайна', crm_data }],
    });
    const fieldsOf = async () =>
      (await compareSnapshots(before, after)).endpoints.flatMap(({ changed }) => changed);
    const fields = ['crm_data.deal_id', 'work_position', 'work_salary'];
    expect(await fieldsOf()).toEqual([{ id: 1, fields }]);
    const page = join(before, 'api/job/vacancy/index.json');
    const text = readFileSync(page, 'utf8');
    writeFileSync(
      page,
      text.replace('"crm_data":{', '"Иванов":0,"crm_data":{"+7 900":1,"deal_id":5'),
    );
    expect(await fieldsOf()).toEqual([
      { id: 1, fields: ['(other)', 'crm_data', 'work_position', 'work_salary'] },
    ]);
    const now = readFileSync(join(after, 'api/job/vacancy/index.json'), 'utf8');
    writeFileSync(page, now.replace('"deal_id":5', '"deal_id":5.0'));
    expect(await fieldsOf()).toEqual([{ id: 1, fields: ['(other)'] }]);
  });
});

describe('long lists', () => {
  it('are cut for people and whole for programs', async () => {
    const [few, many] = [await snapshotOf(experts(2)), await snapshotOf(experts(30))];
    const changed = await compareSnapshots(few, many);
    const ids = times(20, (n) => n + 2).join(', ');
    expect(diffReporters.pretty(changed, 'en')).toContain(`  added: ${ids} and 8 more\n`);
    expect(diffReporters.markdown(changed, 'en')).toContain(`- added: ${ids} and 8 more\n`);
    const { endpoints } = JSON.parse(diffReporters.json(changed, 'en'));
    expect(endpoints.flatMap(({ added }: AddressDiff) => added)).toHaveLength(28);
  });
});

it('only pages that differ tell of records', async () => {
  const all = experts(9)['experts'] ?? [];
  const renamed = all.map((expert) =>
    expert['id'] === 5 ? { ...expert, full_name: 'Я' } : expert,
  );
  const [before, after] = [
    await snapshotOf({ experts: all }),
    await snapshotOf({ experts: renamed }),
  ];
  const [list, ...others] = (await compareSnapshots(before, after)).endpoints.filter(
    ({ files }) => files.rewritten > 0,
  );
  expect(others).toEqual([]);
  expect(list).toMatchObject({
    address: '/api/epb-e/expert/',
    added: [],
    removed: [],
    changed: [{ id: 5, fields: ['full_name'] }],
    files: { rewritten: 1, unchanged: 3 },
  });
});

describe('what is compared with', () => {
  it('a folder goes before a ref of the same name', async () => {
    const cwd = await regionsChange();
    git(cwd, ['branch', 'dist']);
    expect((await diff(cwd, 'dist')).same).toBe(false);
    await build({ cwd, ...settings });
    expect((await diff(cwd, 'dist')).same).toBe(true);
    expect((await diff(cwd, 'refs/heads/dist')).same).toBe(false);
  });

  it('the full id of a commit is no folder', async () => {
    const cwd = await regionsChange();
    const id = git(cwd, ['rev-parse', 'HEAD']);
    await build({ cwd, ...settings, out: id });
    expect((await diff(cwd, id)).same).toBe(false);
    expect((await diff(cwd, `./${id}`)).same).toBe(true);
  });

  it('a folder with another description of the API is not the same', async () => {
    const before = await snapshotOf(directory(1));
    const after = await snapshotOf(directory(1));
    writeFileSync(join(before, 'api/openapi.json'), '{"openapi":"3.1.0"}');
    const { same, files, endpoints } = await compareSnapshots(before, after);
    expect([same, files.rewritten]).toEqual([false, 1]);
    const changed = endpoints.filter(({ files }) => files.rewritten > 0);
    expect(changed.map(({ address }) => address)).toEqual(['/api/openapi.json']);
  });

  it('a folder that is no snapshot, and a page that is none, are wrong usage', async () => {
    const cwd = await regionsChange();
    await expect(diff(cwd, 'data')).rejects.toThrow(UsageError);
    await expect(diff(cwd, 'nowhere')).rejects.toThrow(/git knows no commit/);
    await build({ cwd, ...settings });
    for (const page of ['[1]', '[{"id":1},', '{"next":null,"previous":null,"results":[]}}']) {
      writeFileSync(join(cwd, 'dist/api/region/index.json'), page);
      await expect(diff(cwd, 'dist'), page).rejects.toThrow(/is no page of a snapshot/);
    }
  });

  it('names of strange files in an old folder cannot break out of the table', async () => {
    const before = await snapshotOf(directory(1));
    const after = await snapshotOf(directory(1));
    const strange = join(before, 'api/`|\n\x1b[31m<b>');
    cpSync(join(before, 'api/region'), strange, { recursive: true });
    const address = '/api/%60%7C%0A%1B%5B31m%3Cb%3E/';
    const changed = await compareSnapshots(before, after);
    expect(diffReporters.markdown(changed, 'en')).toContain(
      `- addresses that disappear: \`${address}\``,
    );
    expect(diffReporters.pretty(changed, 'en')).toContain(`\n${address}  `);
  });
});

describe('what is not for everyone', () => {
  it('is never mentioned, nor is any text of a record', async () => {
    const vacancy = { id: 77001, text: 'Тайный пост', category: 1, created_at: instant(1) };
    const hidden = { ...vacancy, is_public: false };
    const cwd = repository({ 'data/vacancies.json': pretty([hidden]) });
    change(cwd, {
      'data/vacancies.json': pretty([
        { ...hidden, text: 'Иная тайна' },
        { ...hidden, id: 77002 },
        { ...vacancy, id: 88001, text: 'Открытое место' },
      ]),
    });
    const changed = await diff(cwd);
    for (const reporter of Object.values(diffReporters)) {
      for (const lang of LANGUAGES) {
        expect(reporter(changed, lang)).toContain('88001');
        expect(reporter(changed, lang)).not.toMatch(/7700|айн|место/);
      }
    }
  });
});

it('leaves in the cache what is known of the data, and nothing of what it compares', async () => {
  const cwd = await regionsChange();
  await wait(SETTLED);
  const kept = async () => {
    await diffSince('HEAD', { cwd, ...settings, cache: 'cache' });
    return readdirSync(join(cwd, 'cache')).sort();
  };
  const names = await kept();
  expect(names.filter((name) => name.startsWith('stat-'))).toHaveLength(2);
  expect(await kept()).toEqual(names);
});

describe('the command', () => {
  it('exits with 1 for differences where that is asked for, and writes nothing', async () => {
    const cwd = await regionsChange();
    vi.stubEnv('TMPDIR', temporaryFolder());
    const files = filesOf(cwd);
    const args = ['diff', 'main', '--base-url', settings.baseUrl, '--page-size', '2'];
    const { status, stdout, stderr } = await runIn(cwd, ...args, '--exit-code');
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toBe(diffReporters.pretty(await diff(cwd), 'en'));
    expect(filesOf(cwd)).toEqual(files);
    expect(readdirSync(process.env['TMPDIR']!)).toEqual([]);
  });

  it('writes no files of hosts', async () => {
    const cwd = await regionsChange();
    const files = filesOf(cwd);
    const args = ['diff', 'main', '--base-url', settings.baseUrl, '--host', 'nginx'];
    expect(await runIn(cwd, ...args)).toMatchObject({ status: 0, stderr: '' });
    expect(filesOf(cwd)).toEqual(files);
  });

  it('says so where one of the two has errors, and so no snapshot', async () => {
    const cwd = repository({ 'data/regions.json': '[{"id": 1}]' });
    await expect(diff(cwd)).rejects.toThrow(/the data at "HEAD" has errors \(1\)/);
    change(cwd, { 'data/regions.json': '[]' });
    commitAll(cwd);
    change(cwd, { 'data/regions.json': '[{"id": 1}]' });
    const { status, stdout, stderr } = await runIn(cwd, 'diff', 'HEAD');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/the data has errors \(1\)/);
  });
});

/** The lists of a snapshot, put together from all its pages: id → JSON, by list. */
function listsOf(snapshot: string): Map<string, Map<number, string>> {
  const lists = new Map<string, Map<number, string>>();
  for (const file of filesOf(snapshot)) {
    const body = readJson<{ results?: Fields[] } | Fields[]>(snapshot, file);
    const records = Array.isArray(body) ? body : body.results;
    const address = `/${file.replace(/((page|cursor)\/\d+\/)?index\.json$/, '')}`;
    const list = lists.get(address) ?? new Map<number, string>();
    for (const record of records ?? []) list.set(Number(record['id']), JSON.stringify(record));
    lists.set(address, list);
  }
  return lists;
}

it('agrees with lists that are compared whole, whatever changed', async () => {
  const names = fc.constantFrom('Омск', 'Тверь', 'Псков', 'Ростов');
  const regions = fc.uniqueArray(
    fc.record({ id: fc.integer({ min: 1, max: 12 }), name: names, code: fc.constantFrom('', '1') }),
    { selector: ({ id }) => id },
  );
  const people = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 9 }),
      full_name: names,
      created_at: fc.constant(instant(1)),
    }),
    { selector: ({ id }) => id },
  );
  const portal = fc.record({ regions, experts: people });
  await fc.assert(
    fc.asyncProperty(portal, portal, fc.integer({ min: 1, max: 4 }), async (old, now, size) => {
      const [before, after] = [await snapshotOf(old, size), await snapshotOf(now, size)];
      const [olds, news] = [listsOf(before), listsOf(after)];
      expect(await compareSnapshots(after, after)).toMatchObject({
        same: true,
        bytes: { written: 0 },
      });
      for (const { address, added, removed, changed } of (await compareSnapshots(before, after))
        .endpoints) {
        const [was, is] = [olds.get(address)!, news.get(address)!];
        const ids = [...new Set([...was.keys(), ...is.keys()])].sort((a, b) => a - b);
        expect(added).toEqual(ids.filter((id) => !was.has(id)));
        expect(removed).toEqual(ids.filter((id) => !is.has(id)));
        expect(changed.map(({ id }) => id)).toEqual(
          ids.filter((id) => was.has(id) && is.has(id) && was.get(id) !== is.get(id)),
        );
      }
    }),
    { numRuns: 8 },
  );
});
