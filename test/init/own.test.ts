// `init --own`: a portal of one's own to begin with, whose pages and schemas are made from its declaration.
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkPackages } from '../own/place.js';
import { linksOf } from '../pages/pages.js';
import { start } from '../support/command.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { filesOf, readJson } from '../support/tree.js';

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

/** The commands in the guide for editors that neither run on nor need git. */
const commandsIn = (guide: string): string[] =>
  [...guide.matchAll(/^npx portal-snapshot (.*)$/gm)]
    .map(([, line]) => line!)
    .filter((line) => !/^preview|HEAD/.test(line));

describe.each(['en', 'ru'])('a portal of one’s own, in %s', (lang) => {
  it('has a guide whose commands work one after another, and leads where it says', async () => {
    const cwd = temporaryFolder();
    const { status, stdout, stderr } = await runIn(cwd, 'init', '--own', '--lang', lang);
    expect([status, stderr]).toEqual([0, '']);
    const kinds = /: (?:written|записан)$/gm;
    expect(stdout.match(kinds)).toHaveLength(filesOf(cwd).length);
    linkPackages(cwd);
    for (const args of [
      ['check', '--strict'],
      ['fmt', '--check'],
      ['schema', '--check'],
      ['build'],
    ])
      expect([args, await runIn(cwd, ...args)]).toMatchObject([args, { status: 0 }]);
    const guide = read(cwd, 'data/README.md');
    const commands = commandsIn(guide);
    expect(commands.length).toBeGreaterThan(9);
    for (const line of commands) {
      const script = `printf '%s\\0' ${line}`;
      const { stdout } = await start('bash', ['-c', script], { cwd }).ended;
      const result = await runIn(cwd, ...stdout.split('\0').slice(0, -1));
      expect([line, result]).toMatchObject([line, { status: 0, stderr: '' }]);
    }
    expect(guide).toContain('| `releases` | id, product → products, version, day | |\n');
    expect(guide).toMatch(/^\| `--kind` \| .*: tool, part\. \|$/m);
    expect(guide).toContain('- `release`: it is secret;\n');
    for (const file of ['README.md', 'data/README.md']) {
      const text = read(cwd, file);
      expect(text).not.toMatch(/\{\w+\}|vacanc|вакан/);
      const leads = linksOf(text).filter((link) => !existsSync(join(cwd, dirname(file), link)));
      expect(leads).toEqual([]);
    }
  });
});

it('depends on zod of this version, and not on a search that it does not have', async () => {
  const cwd = temporaryFolder();
  await runIn(cwd, 'init', 'shop', '--own');
  const { version, dependencies } = readJson<{
    version: string;
    dependencies: Record<string, string>;
  }>(projectFolder, 'package.json');
  expect(readJson(cwd, 'shop/package.json')).toMatchObject({
    name: 'shop',
    type: 'module',
    dependencies: { 'portal-snapshot': version, zod: dependencies['zod'] },
  });
  expect(read(cwd, 'shop/package.json')).not.toContain('pagefind');
  expect(readJson(cwd, 'shop/portal-snapshot.config.json')).toMatchObject({
    portal: './portal/index.js',
    extras: 'all',
  });
});

it('is refused where it would be mixed with another portal', async () => {
  const cwd = temporaryFolder();
  expect(await runIn(cwd, 'init', '--own', '--sample')).toMatchObject({ status: 2 });
  writeFile(cwd, 'portal-snapshot.config.json', '{}');
  const { status, stderr } = await runIn(cwd, 'init', '--own');
  expect([status, filesOf(cwd)]).toEqual([2, ['portal-snapshot.config.json']]);
  expect(stderr).toContain('names no portal');
});

describe('a portal that the settings name', () => {
  it('gets its own guide and schemas, and neither data nor a module', async () => {
    const cwd = temporaryFolder();
    cpSync(join(projectFolder, 'test/own/catalogue'), cwd, { recursive: true });
    rmSync(join(cwd, 'data'), { recursive: true });
    linkPackages(cwd);
    expect(await runIn(cwd, 'init')).toMatchObject({ status: 0, stderr: '' });
    const ofData = filesOf(join(cwd, 'data'));
    expect(ofData.filter((file) => !file.startsWith('.schemas/'))).toEqual(['README.md']);
    expect(ofData).toContain('.schemas/products.json');
    expect(filesOf(join(cwd, 'portal'))).toEqual(['index.js', 'russian.js']);
    expect(read(cwd, 'data/README.md')).toContain('npx portal-snapshot new tag --name Example\n');
    expect(await runIn(cwd, 'init', '--sample')).toMatchObject({ status: 2 });
    expect(await runIn(cwd, 'schema', '--check')).toMatchObject({ status: 0 });
  });
});
