// The samples of the pages for newcomers and editors, held against the shipped data: an example that is copied publishes what its
// words say.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../src/index.js';
import { start } from '../support/command.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { freePort } from '../support/tools.js';
import { readJson } from '../support/tree.js';

interface Place {
  readonly id: number;
  readonly name: string;
  readonly region: number;
}

const page = (file: string) => readFileSync(join(projectFolder, file), 'utf8');
const building = page('src/snapshot/README.md');
const editors = page('data/README.md');
const places = (file: string) => readJson<Place[]>(projectFolder, `data/${file}.json`);
const named = (file: string, id: number) => places(file).find((place) => place.id === id)!;

const examples = [...editors.matchAll(/^npx portal-snapshot (new .*)$/gm)].map(([, line]) => line!);

describe('an example of `new`', () => {
  let cwd: string;
  beforeAll(() => {
    cwd = temporaryFolder();
    cpSync(join(projectFolder, 'data'), join(cwd, 'data'), { recursive: true });
    writeFileSync(join(cwd, 'post.html'), '<p>Да</p>');
    writeFileSync(join(cwd, 'package.json'), '{}'); // so that there is a cache
  });

  /** The arguments of a line as a shell makes them. */
  const argumentsOf = async (line: string) => {
    const script = `printf '%s\\0' ${line}`;
    const { stdout } = await start('bash', ['-c', script], { cwd }).ended;
    return stdout.split('\0').slice(0, -1);
  };

  it.each(examples)('%s names records that belong together', async (line) => {
    const { status, stdout, stderr } = await runIn(cwd, ...(await argumentsOf(line)), '--dry-run');
    expect([status, stderr]).toEqual([0, '']);
    const [, text = ''] = /^data\/.*\n([\s\S]*?)(?=^data\/|(?![\s\S]))/m.exec(stdout) ?? [];
    const record = JSON.parse(text) as { work_city?: number; work_regions?: number[] };
    if (!line.startsWith('new vacancy')) return;
    const city = named('cities', record.work_city!);
    expect(record.work_regions!.map((id) => named('regions', id).id)).toContain(city.region);
  });
});

it('says in which city and region its first vacancy is', () => {
  const [first = ''] = examples;
  const words = editors.slice(0, editors.indexOf(first)).split('\n\n').at(-2)!;
  const [, name, city] = /in (\S+) \(city (\d+)\)/.exec(words.replace(/\s+/g, ' ')) ?? [];
  const [, region] = /its region \((\d+)\)/.exec(words.replace(/\s+/g, ' ')) ?? [];
  expect(named('cities', Number(city))).toMatchObject({ name, region: Number(region) });
  expect(first).toContain(`--work_city ${city} --work_regions ${region} `);
});

it('shows a frame as check prints it, of records as they are shipped', async () => {
  const frame = /^```\n(data\/cities\/lipetsk\.json\n[\s\S]*?)^```$/m.exec(editors)![1]!;
  const [, written = ''] = /there is no record (\d+) in regions/.exec(frame) ?? [];
  const [, meant = '', name] = /did you mean (\d+), (.*)\?/.exec(frame) ?? [];
  expect(named('regions', Number(written))).toBeUndefined();
  expect(named('regions', Number(meant)).name).toBe(name);
  const city = places('cities').find(({ region }) => region === Number(meant))!;

  const cwd = temporaryFolder();
  const near = places('regions').filter(({ id }) => Math.abs(id - Number(meant)) < 5);
  writeFile(cwd, 'data/regions.json', JSON.stringify(near.map(({ id, name }) => ({ id, name }))));
  const { id, name: of } = city;
  const file = `{\n  "id": ${id},\n  "name": "${of}",\n  "region": ${written}\n}\n`;
  writeFile(cwd, 'data/cities/lipetsk.json', file);
  const { stdout } = await runIn(cwd, 'check');
  expect(stdout.split('\n\n', 1)[0]).toBe(`\n${frame.trimEnd()}`);
});

it('says of a plain http-server what it does: pages of other sites may read, queries count for nothing', async () => {
  const [, base = '', line = ''] =
    /`npx portal-snapshot build --base-url (\S+)`, then\s+`npx http-server (dist .*?)`/.exec(
      building,
    )!;
  const port = await freePort();
  // On this machine alone, not at the preview's port, and where the links lead.
  expect(line).toContain(` -a 127.0.0.1 -p ${new URL(base).port} `);
  expect(base).not.toContain(':8080');
  const here = (text: string) => text.replace(new URL(base).port, `${port}`);
  const cwd = temporaryFolder();
  cpSync(join(projectFolder, 'data'), join(cwd, 'data'), { recursive: true });
  await build({ cwd, baseUrl: here(base) });
  const program = join(projectFolder, 'node_modules/http-server/bin/http-server');
  const server = start(process.execPath, [program, ...here(line).split(' ')], { cwd });
  await new Promise((ready) => server.child.stdout!.once('data', ready));
  try {
    const list = `http://127.0.0.1:${port}/api/region/`;
    const [first, second, byPath] = await Promise.all(
      ['', '?page=2', 'page/2/?page=2'].map((path) => fetch(list + path)),
    );
    expect(first!.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(first!.headers.get('Cache-Control')).not.toMatch(/max-age=[1-9]/);
    const page = await first!.text();
    expect(await second!.text()).toBe(page);
    expect(JSON.parse(page).next).toBe(`${list}page/2/?page=2`);
    expect(await byPath!.text()).not.toBe(page);
    expect((await fetch(`${list}nothing/`)).status).toBe(404);
  } finally {
    server.child.kill();
    await server.ended;
  }
});
