// Pages are short where newcomers begin, lead where they say, and name the commands that there are.
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import glob from 'fast-glob';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.js';
import { createClient } from '../../src/client/index.js';
import { build } from '../../src/index.js';
import { inLanguage } from '../../src/problems/say.js';
import { CONFIG } from '../../src/snapshot/settings/index.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { runIn } from '../support/run.js';
import { readJson } from '../support/tree.js';
import { anchorsOf, blocksOf, commandsOf, linksOf, pageOf, pages } from './pages.js';

describe('README.md', () => {
  const readme = pageOf('README.md');

  it('can be read in one sitting: at most 170 lines', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(170);
  });

  it('leads to every other page', () => {
    const others = pages.map(({ file }) => file).filter((file) => file.endsWith('/README.md'));
    const own = others.filter((file) => !file.startsWith('test/oracle/fixture/'));
    expect(own.length).toBeGreaterThan(4);
    expect(linksOf(readme)).toEqual(expect.arrayContaining(own));
  });

  it('has one command for the tests, and CI runs that very command', () => {
    expect(commandsOf(readme)).toContain('npm cit');
    const script = readFileSync(join(projectFolder, '.ci/run'), 'utf8').split('\n');
    expect(script).toContain('npm cit');
  });

  it('has the table of commands', () => {
    const table = /^\| command \| what it does \|\n.*\n((?:\|.*\n)+)/m.exec(readme)![1]!;
    const rows = Object.entries(commands).map(
      ([name, { about }]) => `| \`${name}\` | ${inLanguage(about, 'en')} |`,
    );
    expect(table.trimEnd().split('\n')).toEqual(rows);
  });
});

it('README.md shows the record that it changes at its own address', async () => {
  const readme = pageOf('README.md');
  const [, id, salary] = /change vacancy (\d+) --work_salary (\d+)/.exec(readme)!;
  const [, address] = /<http:\/\/127\.0\.0\.1:8080\/(api\/[^>]+)>/.exec(readme)!;
  expect(readme).toContain(`\`dist/${address}\``);
  const cwd = temporaryFolder();
  const others = /\/data\/(?:blogs|comments|events|experts|posts|resumes)\b/;
  const filter = (file: string) => !others.test(file);
  cpSync(join(projectFolder, 'data'), join(cwd, 'data'), { recursive: true, filter });
  cpSync(join(projectFolder, CONFIG), join(cwd, CONFIG));
  await runIn(cwd, 'change', 'vacancy', id!, '--work_salary', salary!);
  expect((await build({ cwd })).ok).toBe(true);
  const published = readJson(join(cwd, 'dist'), `${address}index.json`);
  expect(published).toMatchObject({ id: Number(id), work_salary: Number(salary) });
  const [shown = ''] = blocksOf(readme, 'json');
  expect(published).toMatchObject(JSON.parse(shown));
  expect(Object.keys(JSON.parse(shown)).length).toBeGreaterThan(5);
});

describe('src/portal/README.md', () => {
  const addresses = pageOf('src/portal/README.md');

  it('has each list of the client beside its address, and nothing that the client does not offer', () => {
    const offered = Object.entries(createClient({ baseUrl: 'https://api.example.org' }));
    const lists = offered.flatMap(([name, one]) => (typeof one === 'function' ? [] : [name]));
    const rows = addresses.matchAll(/^\| `\/api\/.* \| ([^|]*`\w[^|]*) \|$/gm);
    const named = [...rows].flatMap(([, cell]) => [...cell!.matchAll(/`(\w+)/g)]);
    const names = named.map(([, name]) => name!);
    expect(lists.length).toBeGreaterThan(10);
    expect(names).toEqual(expect.arrayContaining(lists));
    expect(offered.map(([name]) => name)).toEqual(expect.arrayContaining(names));
  });
});

it('test/README.md has each folder of tests, and no other', () => {
  const named = [...pageOf('test/README.md').matchAll(/^\| `(\w+)\/` \| /gm)].map(
    ([, name]) => name,
  );
  const there = readdirSync(join(projectFolder, 'test'), { withFileTypes: true });
  expect(named).toEqual(
    there
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort(),
  );
});

it.each(['API.md', 'PROMISES.md'])('%s has each section that the code cites', (page) => {
  const sections = [...pageOf(`src/portal/${page}`).matchAll(/^##+ ([\d.]*\d)/gm)];
  const there = new Set(sections.map(([, section]) => section));
  const cited = glob
    .globSync('{src,test}/**/*.{ts,tsx,js,mjs}', { cwd: projectFolder })
    .flatMap((file) => {
      const text = readFileSync(join(projectFolder, file), 'utf8').replace(
        /\n *(?:\/\/|\*) ?/g,
        ' ',
      );
      const citations = text.matchAll(
        new RegExp(`\\b${page} ((?:(?:,| and| to)? ?§[\\d.]*\\d)+)`, 'g'),
      );
      return [...citations].flatMap(([, list]) =>
        [...list!.matchAll(/[\d.]*\d/g)].map(([section]) => ({ file, section })),
      );
    });
  expect(cited.length).toBeGreaterThan(10);
  expect(cited.filter(({ section }) => !there.has(section))).toEqual([]);
});

describe.each(pages)('$file', ({ file, text }) => {
  it('leads where it says', () => {
    for (const link of linksOf(text)) {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : posix.join(dirname(file), decodeURI(path));
      const leads = existsSync(join(projectFolder, target));
      expect({ link, leads }).toEqual({ link, leads: true });
      if (anchor === undefined) continue;
      expect(statSync(join(projectFolder, target)).isFile()).toBe(true);
      const anchors = anchorsOf(pageOf(target));
      expect({ link, anchors }).toEqual({ link, anchors: expect.arrayContaining([anchor]) });
    }
  });
});
