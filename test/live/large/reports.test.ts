// Reports of much data: exact places, one pass over each file, nothing quadratic.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { check as inWords } from '../../../src/index.js';
import { reporters } from '../../../src/snapshot/reporters/index.js';
import { temporaryFolder } from '../../support/folders.js';
import { instant, times, writeFile } from '../../support/portal.js';
import { check } from '../../support/tool.js';

const created_at = instant(0);

it('one error at the end of one line of 20 MB has its exact place and its frame', async () => {
  const cwd = temporaryFolder();
  const expert = (id: number) => ({ id, full_name: `Эксперт ${'🙂я'.repeat(660)}`, created_at });
  const records = JSON.stringify(times(5000, expert));
  const at = records.lastIndexOf('"2024');
  const text = `${records.slice(0, at)}"01.01.2024"${records.slice(records.indexOf('}', at))}`;
  expect(Buffer.byteLength(text)).toBeGreaterThan(20_000_000);
  writeFile(cwd, 'data/experts.json', text);
  const report = await check({ cwd });
  expect(report.problems).toMatchObject([{ code: 'bad-timestamp', line: 1, column: at + 1 }]);
  const lines = reporters.pretty(report, 'check', { cwd }).split('\n');
  expect(lines[3]).toMatch(/^ {4}> 1 \| ….*","created_at":"01\.01\.2024"}\]$/);
  expect(lines[4]!.length).toBeLessThan(120);
});

it('each of 10,000 problems of one line, and of 10,000 references of one record', async () => {
  const cwd = temporaryFolder();
  const districts = times(9, (id) => ({ id, name: `Округ ${id}` }));
  writeFile(cwd, 'data/districts.json', JSON.stringify(districts));
  const regions = times(10_000, (id) => ({ id: id * 3, name: `Область ${id}`, district: id + 9 }));
  const text = JSON.stringify(regions);
  writeFile(cwd, 'data/regions.json', text);
  const work_regions = times(10_000, (id) => id * 3 + 1);
  const vacancy = { id: 1, text: 'Сварка', category: 1, created_at, work_regions };
  writeFileSync(join(cwd, 'data/vacancies.json'), JSON.stringify(vacancy));
  const report = await check({ cwd });
  expect(report.problems).toHaveLength(20_000);
  const columns = [...text.matchAll(/"district":(\d+)/g)].map(
    ({ index }) => index + '"district":'.length + 1,
  );
  expect(report.problems.slice(0, 10_000).map(({ column }) => column)).toEqual(columns);
  expect(report.problems.at(-1)?.path).toBe('/work_regions/9999');
  const framed = /^ {8}\| +\^$/gm;
  expect(reporters.pretty(report, 'check', { cwd }).match(framed)).toHaveLength(50);
  const all = reporters.pretty(report, 'check', { cwd, all: true });
  expect(all.match(framed)).toHaveLength(20_000);
});

it('records with one id are compared, and each is told with the line of the first', async () => {
  const cwd = temporaryFolder();
  const expert = (n: number) => JSON.stringify({ id: 1, full_name: `Эксперт ${n}`, created_at });
  writeFile(cwd, 'data/experts.ndjson', times(20_000, expert).join('\n'));
  const { problems } = await check({ cwd });
  expect(problems).toHaveLength(19_999);
  expect(problems.at(-1)).toMatchObject({
    code: 'duplicate-id',
    line: 20_000,
    args: { line: 1, twins: { kind: 'versions', place: 'data/experts.ndjson:20000' } },
  });
});

it('however many warnings there are, no record is lost', async () => {
  const cwd = temporaryFolder();
  const lines = times(100_010, (id) => `{"id":${id},"name":" "}`);
  writeFile(cwd, 'data/districts.ndjson', lines.join('\n'));
  const { ok, problems, summary } = await check({ cwd });
  expect([ok, problems.length, summary.records['districts']]).toEqual([true, 100_000, 100_010]);
});

it('of one file so many lines that are no JSON are told that a report can be read', async () => {
  const cwd = temporaryFolder();
  writeFile(cwd, 'data/districts.ndjson', 'x\n'.repeat(100_010));
  expect((await check({ cwd })).problems).toHaveLength(100_000);
});

it('records of another collection are told, however many and hostile they are', async () => {
  const cwd = temporaryFolder();
  const vacancy = (id: number) => ({ id, text: 'Нужен эксперт', category: 1, created_at });
  const line = (id: number) => `{"__proto__": 1, "__proto__": 2, "id": ${id}, "text": "а"}\n`;
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  const strays = times(34_000, (id) => JSON.stringify(vacancy(id)));
  writeFile(cwd, 'data/resumes.ndjson', strays.join('\n'));
  writeFile(cwd, 'data/posts.ndjson', times(50, line).join(''));
  const nested = JSON.stringify(vacancy(1)).replace('}', `, "crm_data": {"a": ${deep}}}`);
  writeFile(cwd, 'data/other/1.json', nested);
  writeFile(cwd, 'data/vacancies/1.json', nested);
  const { problems } = await inWords({ cwd });
  const told = problems.filter(({ code }) => code === 'unknown-collection');
  expect(told.map(({ file }) => file)).toEqual(['data/other']);
});
