// `init`: a folder becomes a portal that checks and builds without a warning, and nothing that was there changes.
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editorFiles } from '../../src/editing/schema/editors.js';
import { build, check } from '../../src/index.js';
import { portal } from '../../src/portal/index.js';
import { runCommand } from '../support/command.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { format } from '../support/tool.js';
import { filesOf, readJson, readTree } from '../support/tree.js';

const read = (file: string) => readFileSync(join(projectFolder, file), 'utf8');

const init = (cwd: string, ...args: readonly string[]) => runIn(cwd, 'init', ...args);

describe('a new portal', () => {
  it.each([
    ['empty', []],
    ['with sample records', ['--sample']],
  ])('%s: checks strictly and builds without a warning', async (_, flags) => {
    const folder = temporaryFolder();
    const { status, stdout, stderr } = await init(folder, 'our-portal', ...flags);
    expect([status, stderr]).toEqual([0, '']);
    const cwd = join(folder, 'our-portal');
    const written = stdout.match(/^.*(?=: written$)/gm)!;
    expect([...written].sort()).toEqual(filesOf(cwd).sort());
    expect(await check({ cwd, strict: true })).toMatchObject({ ok: true, problems: [] });
    const { summary } = await build({ cwd });
    expect(summary.records['posts']).toBe(flags.length);
    expect(Object.values(summary.withheld).filter((count) => count > 0)).toEqual([]);
    expect(await runIn(cwd, 'schema', '--check')).toMatchObject({ status: 0 });
  });

  it('has sample records of all that is listed, in their usual form', async () => {
    const cwd = temporaryFolder();
    await init(cwd, '--sample');
    const { records } = (await check({ cwd })).summary;
    for (const name of ['vacancies', 'posts', 'comments', 'events', 'experts', 'regions']) {
      expect({ name, count: records[name] }).toEqual({ name, count: expect.any(Number) });
      expect(records[name]).toBeGreaterThan(0);
    }
    expect(await format({ cwd, check: true })).toMatchObject({ changed: [] });
  });

  it('is named by its folder', async () => {
    const folder = temporaryFolder();
    for (const [name, named] of [
      ['our-portal', 'our-portal'],
      ['Наш портал', 'portal'],
    ] as const) {
      await init(folder, name);
      expect(readJson(join(folder, name), 'package.json')).toMatchObject({ name: named });
    }
  });

  it('speaks the language of the environment, or of --lang', async () => {
    const folder = temporaryFolder();
    const russian = await runCommand(['init', 'a'], {
      cwd: folder,
      env: { LC_ALL: 'ru_RU.UTF-8' },
    });
    expect(russian.stdout).toContain('README.md: создан');
    await init(folder, 'b', '--lang', 'ru');
    await init(folder, 'c');
    const [a, b, c] = ['a', 'b', 'c'].map((name) =>
      readFileSync(join(folder, name, 'README.md'), 'utf8'),
    );
    expect(a).toBe(b);
    for (const name of ['a', 'b', 'c'])
      expect(await runCommand(['schema', '--check'], { cwd: join(folder, name) })).toMatchObject({
        status: 0,
      });
    expect([b!.slice(0, 13), c!.slice(0, 12)]).toEqual(['# Наш портал\n', '# Our portal']);
  });
});

describe('a folder that is not empty', () => {
  it('keeps all that is there, and is told so', async () => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'README.md', 'Мои заметки');
    writeFile(cwd, '.vscode/settings.json', '{}');
    writeFile(cwd, 'data/regions/tuva.json', '{"id": 17, "name": "Тува"}');
    const { stdout } = await init(cwd);
    expect(stdout).toContain('README.md: was there, left as it is\n');
    expect(stdout).toContain('.vscode/settings.json: was there, left as it is\n');
    expect(stdout).toContain('.idea/jsonSchemas.xml: written\n');
    expect(readFileSync(join(cwd, 'README.md'), 'utf8')).toBe('Мои заметки');
    expect(readFileSync(join(cwd, '.vscode/settings.json'), 'utf8')).toBe('{}');
    const before = readTree(cwd);
    expect((await init(cwd)).stdout).not.toContain('written');
    expect(readTree(cwd)).toEqual(before);
  });

  it('gets no sample records beside its own', async () => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'data/regions/tuva.json', '{"id": 17, "name": "Тува"}');
    const { status, stderr } = await init(cwd, '--sample');
    expect([status, filesOf(cwd)]).toEqual([2, ['data/regions/tuva.json']]);
    expect(stderr).toContain('leave --sample out');
  });

  it.each(['.github', 'data'])('is not written through a link: %s', async (name) => {
    const [cwd, elsewhere] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(elsewhere, join(cwd, name));
    const { status, stderr } = await init(cwd);
    expect([status, filesOf(elsewhere)]).toEqual([2, []]);
    expect(stderr).toContain('is a symbolic link, and nothing is written through it');
    expect(existsSync(join(cwd, 'README.md'))).toBe(false);
  });

  it('may be a file: that is said', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'portal'), '');
    mkdirSync(join(cwd, 'data'));
    expect(await init(cwd, 'portal')).toMatchObject({ status: 2, stdout: '' });
  });
});

describe('this project itself', () => {
  it.each([...editorFiles(portal)])('has what init writes, in any order: %s', (name, text) => {
    const lines = (text: string) => text.replaceAll(',\n', '\n').split('\n').sort();
    expect(lines(read(name))).toEqual(lines(text));
  });

  it('ignores what a portal ignores', async () => {
    const cwd = temporaryFolder();
    await init(cwd);
    const own = read('.gitignore').split('\n');
    const ignored = readFileSync(join(cwd, '.gitignore'), 'utf8').trimEnd().split('\n');
    expect(own).toEqual(expect.arrayContaining(ignored));
    expect(ignored).toContain('node_modules/');
  });
});

it('is what a missing data folder leads to', async () => {
  const { status, stderr } = await runIn(temporaryFolder(), 'check');
  expect([status, stderr]).toEqual([
    2,
    expect.stringContaining('"portal-snapshot init" begins a portal'),
  ]);
});
