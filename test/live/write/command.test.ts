// How the commands are used, report and end.
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printedResult, type Result } from '../../support/command.js';
import { vacancies, writeFile } from '../../support/portal.js';
import { readJson, readTree } from '../../support/tree.js';
import { run, small, workplace } from '../../write/workplace.js';

describe('wrong usage exits 2 and leaves the snapshot alone', () => {
  const flags: Record<string, string[]> = {
    'no command': [],
    'an unknown command': ['publish'],
    'an unknown flag': ['build', '--fast'],
    'an argument too many': ['build', 'data'],
    'a page size that is no number': ['build', '--page-size', 'many'],
    'a page size of zero': ['build', '--page-size', '0'],
    'half a record a page': ['build', '--page-size', '0.5'],
    'a base URL without a scheme': ['build', '--base-url', 'portal.example.org'],
    'a base URL that is no web address': ['build', '--base-url', 'ftp://portal.example.org'],
    'a base URL with a query': ['build', '--base-url', 'https://portal.example.org/?v=1'],
    'an unknown kind of links': ['build', '--links', 'sideways'],
    'an unknown audience': ['build', '--audience', 'friends'],
    'an unknown reporter': ['build', '--reporter', 'telegram'],
    'a configuration that is not there': ['build', '--config', 'gone.json'],
    'a data folder that is not there': ['build', '--data', 'dta'],
    'a snapshot in the data': ['build', '--out', 'data/dist'],
    'a snapshot in the data, by way of a link': ['build', '--out', 'linked/new/dist'],
    'a snapshot that is the data': ['build', '--out', 'data'],
    'data in the snapshot': ['build', '--out', '.'],
    'files of hosts in the data': ['build', '--host', 'nginx', '--host-files', 'data/hosts'],
    'files of hosts in the snapshot': ['build', '--host', 'nginx', '--host-files', 'dist/hosts'],
    'a cache in the data': ['check', '--cache', 'data/cache'],
    'a cache in the snapshot': ['build', '--cache', 'dist/cache'],
  };
  it.each(Object.entries(flags))('%s', async (_, args) => {
    const cwd = workplace(small);
    writeFile(cwd, 'dist/api/index.json', '{}');
    symlinkSync('data', join(cwd, 'linked'));
    const data = readTree(join(cwd, 'data'));
    const { status, stderr } = await run(cwd, ...args);
    expect(status, stderr).toBe(2);
    expect(stderr).not.toBe('');
    expect(readTree(join(cwd, 'data'))).toEqual(data);
    expect(readTree(join(cwd, 'dist'))).toEqual(new Map([['api/index.json', Buffer.from('{}')]]));
  });
});

describe('the command', () => {
  it('takes flags over the configuration', async () => {
    const cwd = workplace(small);
    const settings = { baseUrl: 'https://a.example', pageSize: { region: 2 }, links: 'file' };
    writeFile(cwd, 'portal-snapshot.config.json', JSON.stringify(settings));
    const next = () => readJson<{ next: string }>(join(cwd, 'dist'), 'api/region/index.json').next;
    expect((await run(cwd, 'build')).status).toBe(0);
    expect(next()).toBe('https://a.example/api/region/page/2/index.json?page=2');
    const flags = ['--base-url', 'https://b.example/portal/', '--page-size', '3'];
    expect((await run(cwd, 'build', ...flags, '--links', 'path')).status).toBe(0);
    expect(next()).toBe('https://b.example/portal/api/region/page/2/?page=2');
    expect(existsSync(join(cwd, 'dist/api/region/page/3/index.json'))).toBe(true);
    expect(existsSync(join(cwd, 'dist/api/region/page/4/index.json'))).toBe(false);
  });

  it('reads the configuration that it is given', async () => {
    const cwd = workplace(small);
    writeFile(cwd, 'portal-snapshot.config.json', '{"baseUrl": "https://a.example"}');
    writeFile(cwd, 'staging/snapshot.json', '{"baseUrl": "https://staging.example"}');
    expect((await run(cwd, 'build', '--config', 'staging/snapshot.json')).status).toBe(0);
    expect(readFileSync(join(cwd, 'dist/api/index.json'), 'utf8')).toContain(
      '"event":"https://staging.example/api/event/"',
    );
  });

  it('writes links as clients write addresses', async () => {
    const cwd = workplace(small);
    const given = 'HTTPS://Portal.Example.ORG:443/Новости/';
    expect((await run(cwd, 'build', '--base-url', given)).status).toBe(0);
    const { event } = readJson<{ event: string }>(join(cwd, 'dist'), 'api/index.json');
    const base = 'https://portal.example.org/%D0%9D%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8';
    expect(event).toBe(`${base}/api/event/`);
    expect(new URL(event).href).toBe(event);
    expect((await run(cwd, 'verify', 'dist')).status).toBe(0);
  });
});

describe('--reporter json', () => {
  const expectShape = ({ ok, problems, summary }: Result): void => {
    expect(typeof ok).toBe('boolean');
    for (const { hint, ...problem } of problems) {
      expect(Object.keys(problem).sort().join(' ')).toBe(
        'code column file line message path severity',
      );
      expect(problem.code).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(['error', 'warning']).toContain(problem.severity);
      expect(Math.min(problem.line, problem.column)).toBeGreaterThanOrEqual(1);
      expect(hint === undefined || typeof hint === 'string').toBe(true);
    }
    expect(Object.keys(summary)).toEqual(['records', 'withheld', 'files', 'bytes', 'snapshot']);
    expect(Object.keys(summary.files)).toEqual(['written', 'unchanged', 'removed', 'total']);
    const counts = { ...summary.records, ...summary.withheld, ...summary.files };
    for (const count of [...Object.values(counts), summary.bytes]) {
      expect(Number.isSafeInteger(count) && count >= 0).toBe(true);
    }
  };

  it('prints the snapshot as one object', async () => {
    const hiring = vacancies(3)['vacancies'] ?? [];
    const secret = { id: 4, text: 'Тайно', category: 1, created_at: '2024-01-01T00:00:00+03:00' };
    const cwd = workplace({ ...small, vacancies: [...hiring, { ...secret, is_public: false }] });
    const ended = await run(cwd, 'build', '--reporter', 'json');
    const result = printedResult(ended);
    expect(Object.keys(result)).toEqual(['ok', 'problems', 'summary']);
    expectShape(result);
    const files = [...readTree(join(cwd, 'dist')).values()];
    expect(result).toMatchObject({ ok: true, problems: [] });
    expect(result.summary.records).toMatchObject({ regions: 7, experts: 5, comments: 8 });
    expect(result.summary.withheld).toMatchObject({ vacancies: 1 });
    expect(result.summary.files.total).toBe(files.length);
    expect(result.summary.bytes).toBe(files.reduce((sum, { length }) => sum + length, 0));
    const { id } = readJson<{ id: string }>(join(cwd, 'dist'), 'api/snapshot.json');
    expect(result.summary.snapshot).toBe(id);
  });

  it('prints the problems as one object', async () => {
    const cwd = workplace({});
    writeFile(cwd, 'data/regions.json', '[\n  {"id": 1, "name": "Омск", "district": 9}\n]\n');
    writeFile(cwd, 'data/experts/a.json', '{"id": 1, "fullname": "Анна", "created_at": "2024"}');
    const ended = await run(cwd, 'build', '--reporter', 'json');
    expect(ended.status).toBe(1);
    const result = printedResult(ended);
    expectShape(result);
    expect(result.ok).toBe(false);
    const places = result.problems.map(
      ({ code, file, line, column }) => `${file}:${line}:${column} ${code}`,
    );
    expect(places).toEqual([
      'data/experts/a.json:1:11 unknown-field',
      'data/experts/a.json:1:45 bad-timestamp',
      'data/regions.json:2:41 dangling-reference',
    ]);
    expect(result.problems.at(-1)?.path).toBe('/district');
    expect(result.problems.find(({ code }) => code === 'unknown-field')?.hint).toMatch('full_name');
  });
});

describe('--reporter github', () => {
  const decoded = (text = ''): string =>
    text.replace(/%(25|0A|0D|3A|2C)/g, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`)));

  it('prints an annotation a problem, with line breaks, commas and percents escaped', async () => {
    const cwd = workplace({});
    const odd = '{"id": 1, "name": "Омск", "скидка 5%,\\nили 10%:": 1}';
    writeFile(cwd, 'data/regions/50%, or: so.json', odd);
    writeFile(cwd, 'data/regions/50%25.json', '{"id": 2, "name": 7}');
    writeFile(cwd, 'data/regions/two\nlines.json', '{"id": 3, "nam": "Томск"}');
    const { problems } = printedResult(await run(cwd, 'check', '--reporter', 'json'));
    const { status, stdout } = await run(cwd, 'check', '--reporter', 'github');
    expect(status).toBe(1);
    expect(problems.length).toBeGreaterThanOrEqual(3);
    const form = /^::(error|warning) file=([^,:]*),line=(\d+),col=(\d+),title=([^,:]*)::(.*)$/;
    const lines = stdout.split('\n').filter((line) => line.startsWith('::'));
    expect(lines.filter((line) => !form.test(line))).toEqual([]);
    const annotations = lines.map((line) => form.exec(line) ?? []);
    expect(stdout).toContain('file=data/regions/50%25%2C or%3A so.json,');
    expect(stdout).toContain('file=data/regions/two%0Alines.json,');
    expect(annotations.map(([, kind, file]) => [kind, decoded(file)])).toEqual(
      problems.map(({ severity, file }) => [severity, file]),
    );
    for (const [index, { line, column, message }] of problems.entries()) {
      const [all = '', , , row, col, , text] = annotations[index] ?? [];
      expect([Number(row), Number(col)]).toEqual([line, column]);
      expect(decoded(text)).toContain(message);
      expect(all.replace(/%(25|0A|0D|3A|2C)/g, '')).not.toContain('%');
    }
  });
});
