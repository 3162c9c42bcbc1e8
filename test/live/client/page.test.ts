// The page for clients, src/client/README.md, and that on everything at once, src/site/README.md: what they show runs as it
// stands, but for the address.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { blocksOf, pageOf } from '../../pages/pages.js';
import { start } from '../../support/command.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import { describeWith, program } from '../../support/tools.js';
import { type Deployment, startDeployment } from './deployment.js';

const page = pageOf('src/client/README.md');
const blockOf = (language: string, of = page) => blocksOf(of, language)[0]!;

let api: Deployment;
/** The vacancies of the region that the page names, a line each. */
let ofRegion: string[];

beforeAll(async () => {
  api = await startDeployment({});
  ofRegion = api.vacancies
    .filter(({ work_regions }) => work_regions.some(({ id }) => id === 53))
    .map(({ id, work_position }) => `${id} ${work_position}`);
  expect(ofRegion.length).toBeGreaterThan(0);
});

const here = (code: string) => code.replaceAll('https://api.example.org', api.url);

it('Node: the vacancies of a region, one vacancy, and a discussion', async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'node_modules'));
  symlinkSync(projectFolder, join(cwd, 'node_modules/portal-snapshot'));
  writeFileSync(join(cwd, 'jobs.mjs'), here(blockOf('js')));
  const { status, stdout, stderr } = await start(process.execPath, ['jobs.mjs'], { cwd }).ended;
  expect([status, stderr]).toEqual([0, '']);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.slice(0, ofRegion.length)).toEqual(ofRegion);
  const [vacancy, ...discussion] = lines.slice(ofRegion.length);
  expect(vacancy).toBe('Новосибирск 138000');
  expect(discussion[0]).toMatch(/^\S+ <p>А можно задавать вопросы/);
  expect(discussion[1]).toMatch(/^ {2}\S+ <p>Можно и нужно/);
});

describeWith([program('curl'), program('jq')], 'curl and jq', () => {
  it('show the same', async () => {
    const cwd = temporaryFolder();
    const { status, stdout, stderr } = await start('bash', ['-c', here(blockOf('sh'))], { cwd })
      .ended;
    expect([status, stderr]).toEqual([0, '']);
    const end = stdout.indexOf('\n}\n') + 3;
    expect(JSON.parse(stdout.slice(0, end))).toEqual({
      work_position: 'Эксперт по технологическим трубопроводам',
      work_salary: 138000,
      city: 'Новосибирск',
    });
    // By the summary, and page by page.
    const lines = stdout.slice(end).trimEnd().split('\n');
    expect(lines.slice(-2 * ofRegion.length)).toEqual([...ofRegion, ...ofRegion]);
    expect(lines.slice(0, -2 * ofRegion.length).join('\n')).toMatch(
      /^\S+: <p>А можно задавать вопросы/,
    );
  });

  it('have everything at once, as the page on that says', async () => {
    const code = here(blockOf('sh', pageOf('src/site/README.md')));
    const cwd = temporaryFolder();
    const { status, stdout, stderr } = await start('bash', ['-c', code], { cwd }).ended;
    expect([status, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toBe('comments.ndjson: OK');
    const years = lines.slice(1).map((line) => line.trim().split(' '));
    const comments = readFileSync(join(cwd, 'comments.ndjson'), 'utf8').trim().split('\n');
    const own = comments.filter((line) => !line.includes('"user":null'));
    expect(years.reduce((sum, [count]) => sum + Number(count), 0)).toBe(own.length);
    expect(years.map(([, year]) => year)).toContain('2026');
  });
});
