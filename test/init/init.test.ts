// `init`: a folder becomes a portal that checks and builds without a warning, and nothing that was there changes.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { createClient } from '../../src/client/index.js';
import { VSCODE, vscodeSettings } from '../../src/editing/schema/editors.js';
import { build, check } from '../../src/index.js';
import { portal } from '../../src/portal/index.js';
import { linksOf } from '../pages/pages.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runAs, runIn } from '../support/run.js';
import { format, startPreview } from '../support/tool.js';
import { filesOf, readJson, readTree } from '../support/tree.js';

interface Workflow {
  readonly defaults: unknown;
  readonly jobs: Readonly<
    Record<
      string,
      { readonly steps: readonly { readonly with?: Readonly<Record<string, string>> }[] }
    >
  >;
}

const read = (file: string) => readFileSync(join(projectFolder, file), 'utf8');

/** Whose commits they are, where somebody is known. */
const known = {
  GIT_AUTHOR_NAME: 'Редактор',
  GIT_AUTHOR_EMAIL: 'editor@example.org',
  GIT_COMMITTER_NAME: 'Редактор',
  GIT_COMMITTER_EMAIL: 'editor@example.org',
};
beforeEach(() => {
  for (const name of ['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM']) vi.stubEnv(name, '/dev/null');
  for (const name of Object.keys(known)) vi.stubEnv(name, undefined);
  return () => vi.unstubAllEnvs();
});

/** The addresses that a page shows: of the preview, and of the API, but for those with a part to be filled in. */
const addressesIn = (page: string): string[] =>
  [...page.matchAll(/(?:(?<=127\.0\.0\.1:8080)|\$api|(?<=[`…]))(\/[^\s`>]*)/g)]
    .map(([all, path]) => (all.startsWith('$api') ? `/api${path}` : path!))
    .filter((path) => /^\/(?:$|docs\/|api\/)/.test(path) && !/[<{]/.test(path));

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', args, { cwd, encoding: 'utf8', env: { ...process.env, ...known } }).trim();

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
    expect(await format({ cwd, check: true })).toMatchObject({ changed: [] });
    const text = readFileSync(join(cwd, 'README.md'), 'utf8');
    expect(text).toContain('git commit');
    expect(text.includes('portal-snapshot new')).toBe(flags.length === 0);
    if (flags.length === 0) return;
    for (const name of ['vacancies', 'posts', 'comments', 'events', 'experts', 'regions']) {
      expect([name, summary.records[name]]).not.toEqual([name, 0]);
    }
    // The guide of the data shows how to look at a vacancy by one that is there.
    const guide = readFileSync(join(cwd, 'data/README.md'), 'utf8');
    const shown = /portal-snapshot (show vacancy \d+)/.exec(guide)![1]!;
    expect(await runIn(cwd, ...shown.split(' '))).toMatchObject({ status: 0 });
  });

  it.each([
    [[], ['README.md']],
    [
      ['--sample'],
      [
        'README.md',
        join(projectFolder, 'README.md'),
        join(projectFolder, 'src/portal/README.md'),
        join(projectFolder, 'src/client/README.md'),
        join(projectFolder, 'src/site/README.md'),
      ],
    ],
  ])('%j has in its preview each address that its pages show', async (flags, files) => {
    const folder = temporaryFolder();
    await init(folder, 'our-portal', ...flags);
    const cwd = join(folder, 'our-portal');
    const shown = files.flatMap((file) => addressesIn(readFileSync(resolve(cwd, file), 'utf8')));
    expect(shown).toEqual(expect.arrayContaining(['/', '/docs/', '/api/region/']));
    expect(shown.length).toBeGreaterThan(flags.length * 25);
    const { url, close } = await startPreview({ cwd, onRebuild: () => {} });
    try {
      for (const address of new Set([...shown, ...(flags.length ? ['/search/pagefind.js'] : [])])) {
        const { status } = await fetch(new URL(address, url));
        expect([address, status]).toEqual([address, 200]);
      }
      if (flags.length === 0) return;
      const api = createClient({ baseUrl: url });
      expect(await api.vacancies.where({ region: 53 }).all()).toEqual([await api.vacancy(100)]);
      expect(await api.discussion(1)).toHaveLength(2);
    } finally {
      await close();
    }
  });

  it('has no data files with --no-data, so that an import meets none of other people', async () => {
    const cwd = temporaryFolder();
    expect(await init(cwd, '--no-data')).toMatchObject({ status: 0 });
    const ofData = filesOf(join(cwd, 'data')).filter((name) => /^[^.].*json$/.test(name));
    expect(ofData).toEqual([]);
    expect(await check({ cwd, strict: true })).toMatchObject({ ok: true, problems: [] });
    expect(await init(cwd, '--no-data', '--sample')).toMatchObject({ status: 2 });
  });

  it.each(['en', 'ru'])(
    'leads with --no-data to the import, in %s, and to no records that would conflict with it',
    async (lang) => {
      const readmeOf = async (...flags: string[]) => {
        const cwd = temporaryFolder();
        await init(cwd, '--lang', lang, ...flags);
        return readFileSync(join(cwd, 'README.md'), 'utf8');
      };
      const commandsIn = (text: string) =>
        text
          .match(/(?<=^npx portal-snapshot )(?:import|new)\b.*/gm)
          ?.map((line) => line.split(' ')[0]);
      const [withData, without] = [await readmeOf(), await readmeOf('--no-data')];
      expect(commandsIn(withData)).toEqual(['new', 'new']);
      expect(commandsIn(without)).toEqual(['import']);
      const lines = withData.split('\n');
      const added = without.split('\n').filter((line) => !lines.includes(line));
      const page = linksOf(added.join('\n')).map((link) =>
        link.replace('node_modules/portal-snapshot/', ''),
      );
      expect(page).toEqual(['src/import/README.md']);
      expect(existsSync(join(projectFolder, page[0]!))).toBe(true);
      expect(without).toContain('git remote add origin');
      expect(without).not.toMatch(/Russia|России/);
    },
  );

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
    const russian = await runAs({ LC_ALL: 'ru_RU.UTF-8' }, folder, 'init', 'a');
    expect(russian.stdout).toContain('README.md: записан');
    await init(folder, 'b', '--lang', 'ru');
    await init(folder, 'c');
    const [a, b, c] = ['a', 'b', 'c'].map((name) =>
      readFileSync(join(folder, name, 'README.md'), 'utf8'),
    );
    expect(a).toBe(b);
    const guide = (name: string) => readFileSync(join(folder, name, 'data/README.md'), 'utf8');
    expect([guide('b'), guide('c')].map((text) => text.split('\n')[0])).toEqual([
      '# Редактору',
      '# For editors',
    ]);
    for (const name of ['b', 'c'])
      for (const file of filesOf(join(folder, name)).filter((file) =>
        /^(?:data\/)?README/.test(file),
      )) {
        const text = readFileSync(join(folder, name, file), 'utf8');
        expect(text).not.toContain('vacancy 100');
        for (const link of linksOf(text).filter((link) => !link.startsWith('#'))) {
          expect({
            file,
            link,
            leads: existsSync(join(folder, name, dirname(file), link)),
          }).toEqual({
            ...{ file, link, leads: true },
          });
        }
      }
    for (const name of ['a', 'b', 'c'])
      expect(await runIn(join(folder, name), 'schema', '--check')).toMatchObject({ status: 0 });
    expect([b!.slice(0, 13), c!.slice(0, 12)]).toEqual(['# Наш портал\n', '# Our portal']);
  });
});

describe('an empty portal', () => {
  it('knows the places of Russia, and leads from nothing to a post and a comment, lines that merge', async () => {
    const cwd = temporaryFolder();
    await init(cwd);
    const { records } = (await check({ cwd })).summary;
    for (const name of ['districts', 'regions', 'cities']) {
      const shipped = readJson<object[]>(projectFolder, `data/${name}.json`);
      expect(records[name]).toBe(shipped.length);
    }
    const next = async (...args: string[]) => {
      const { stderr } = await runIn(cwd, 'new', ...args);
      return [...new Set(stderr.match(/(?<=npx portal-snapshot new ).*/gm)!)];
    };
    const commands = await next('post');
    expect(commands).toEqual([
      "blog --title 'Example'",
      "user --last_name 'Example' --first_name 'Example'",
    ]);
    expect(await next('post', '--blog', '1', '--title', 'Котлы')).toEqual(commands.slice(1));
    expect(await next('comment', '--text', 'Да')).toEqual(['post']);
    for (const command of commands) {
      const args = command.replaceAll("'", '').split(' ');
      expect(await runIn(cwd, 'new', ...args)).toMatchObject({ status: 0, stderr: '' });
    }
    const post = ['--blog', 'Example', '--user', '1', '--moderated_by', '1', '--title', 'Котлы'];
    await runIn(cwd, 'new', 'post', ...post, '--text', '<p>Кто?</p>');
    const reply = await runIn(
      cwd,
      'new',
      'comment',
      '--post',
      'Котлы',
      '--user',
      '1',
      '--text',
      'Да',
    );
    expect(reply).toMatchObject({ status: 0, stderr: '' });
    expect(
      filesOf(join(cwd, 'data')).filter((file) => /^(?:posts|comments|events)/.test(file)),
    ).toEqual(['comments.ndjson', 'events.ndjson', 'posts/0001-kotly.json']);
    expect(await check({ cwd, strict: true })).toMatchObject({ ok: true, problems: [] });
  });

  it('is neither mixed with data that is there, nor with its places', async () => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'data/regions/tuva.json', '{"id": 17, "name": "Тува"}');
    await init(cwd);
    expect(
      filesOf(join(cwd, 'data')).filter((file) => /json$/.test(file) && !file.startsWith('.')),
    ).toEqual(['regions/tuva.json']);
  });
});

describe('what init wrote', () => {
  it.each([
    ['no repository', () => ''],
    ['a new one', (cwd: string) => git(cwd, 'init', '--quiet', '--initial-branch', 'main')],
  ])('is committed by the lines that it prints, in a folder with %s', async (_, make) => {
    const cwd = temporaryFolder();
    make(cwd);
    const { stdout } = await init(cwd, '--lang', 'ru');
    const lines = stdout.match(/^ {2}git .*/gm)!;
    expect(lines).toHaveLength(3);
    const env = { ...process.env, ...known };
    for (const line of lines) execFileSync('bash', ['-ec', line], { cwd, env, stdio: 'pipe' });
    expect(git(cwd, 'log', '--format=%s %D')).toBe('Новый портал HEAD -> main');
    expect(git(cwd, 'status', '--porcelain')).toBe('');
    expect((await init(cwd)).stdout).not.toContain('git init'); // once more, with nothing to write
  });

  it('has the same bytes in every clone, also where git is set to write other line ends', async () => {
    const [cwd, clone] = [temporaryFolder(), join(temporaryFolder(), 'clone')];
    await init(cwd, '--sample');
    writeFile(
      cwd,
      'data/posts/0001-novye-formy-protokolov.short_text.html',
      '<p>Да</p>\n<p>Нет</p>\n',
    );
    git(cwd, 'init', '--quiet', '--initial-branch', 'main');
    git(cwd, 'add', '--all');
    git(cwd, 'commit', '--quiet', '-m', 'A text of two lines');
    git(cwd, 'clone', '--quiet', '-c', 'core.autocrlf=true', cwd, clone);
    expect(readTree(join(clone, 'data'))).toEqual(readTree(join(cwd, 'data')));
  });

  it('depends on this version, and says what to do where no registry has it', async () => {
    const cwd = temporaryFolder();
    const { stdout } = await init(cwd);
    const { version } = readJson<{ version: string }>(projectFolder, 'package.json');
    expect(readJson(cwd, 'package.json')).toMatchObject({
      dependencies: { 'portal-snapshot': version },
    });
    expect(stdout).toContain(`run there: npm install ./portal-snapshot-${version}.tgz`);
  });
});

describe('a folder of a repository', () => {
  it('has its workflows at the top, where GitHub looks for them, and each path in them is its own', async () => {
    const top = temporaryFolder();
    git(top, 'init', '--quiet', '--initial-branch', 'main');
    writeFile(top, 'README', '');
    const { status, stdout } = await init(top, 'sites/наш портал');
    expect(status).toBe(0);
    expect(stdout).toContain('../../.github/workflows/publish.yml: written\n');
    expect(filesOf(top).filter((name) => name.includes('.github'))).toEqual(
      ['import', 'publish', 'pull-request'].sort().map((name) => `.github/workflows/${name}.yml`),
    );
    for (const name of ['import', 'publish', 'pull-request']) {
      const text = readFileSync(join(top, `.github/workflows/${name}.yml`), 'utf8');
      const { defaults, jobs } = parse(text) as Workflow;
      expect(defaults).toEqual({ run: { 'working-directory': 'sites/наш портал' } });
      const steps = Object.values(jobs).flatMap(({ steps }) => steps);
      const paths = steps.flatMap(({ with: given = {} }) => [
        ...[given['path'], given['cache-dependency-path']].filter((path) => path !== undefined),
        ...(String(given['key'] ?? '').match(/(?<=hashFiles\(')[^']*/g) ?? []),
      ]);
      expect(paths.filter((path) => !path.startsWith('sites/наш портал/'))).toEqual([]);
      const caching = steps.filter(({ with: given }) => given?.['cache'] === 'npm');
      expect(
        paths.filter((path) => path.endsWith('/package-lock.json')).length,
      ).toBeGreaterThanOrEqual(2 * caching.length);
    }
    const lines = stdout.match(/^ {2}git .*/gm)!;
    const env = { ...process.env, ...known };
    const cwd = join(top, 'sites/наш портал');
    for (const line of lines) execFileSync('bash', ['-ec', line], { cwd, env, stdio: 'pipe' });
    expect(git(top, 'status', '--porcelain')).toBe('?? README');
  });

  // YAML has other values for these words, and cuts off the blank.
  it.each(['true', 'null', '0123', '1.0', '2026-01-01', '.inf', 'blank ', 'off'])(
    'is named in its workflows as it is: %j',
    async (name) => {
      const top = temporaryFolder();
      git(top, 'init', '--quiet');
      expect(await init(top, name)).toMatchObject({ status: 0 });
      const text = readFileSync(join(top, '.github/workflows/publish.yml'), 'utf8');
      for (const version of ['1.1', '1.2'] as const) {
        const { defaults, jobs } = parse(text, { version }) as Workflow;
        expect(defaults).toEqual({ run: { 'working-directory': name } });
        const steps = Object.values(jobs).flatMap(({ steps }) => steps);
        const paths = steps.flatMap(({ with: given }) => given?.['path'] ?? []);
        expect(paths).toContain(`${name}/dist`);
      }
    },
  );

  it('is refused by a name that workflows cannot hold', async () => {
    const top = temporaryFolder();
    git(top, 'init', '--quiet');
    const { status, stderr } = await init(top, "it's");
    expect([status, stderr]).toEqual([2, expect.stringContaining(`cannot name "it's"`)]);
    expect(filesOf(top).filter((name) => !name.startsWith('.git/'))).toEqual([]);
  });
});

describe('a folder with a package.json', () => {
  const { version } = readJson<{ version: string }>(projectFolder, 'package.json');

  it('is told what is left: the tool, and lines for git', async () => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'package.json', '{"name": "site", "dependencies": {"hono": "4"}}');
    writeFile(cwd, '.gitignore', 'node_modules/\r\n');
    writeFile(cwd, 'README.md', 'Мои заметки');
    for (const [lang, said] of [
      ['en', `does not depend on portal-snapshot yet: npm install portal-snapshot@${version}`],
      ['ru', `ещё нет portal-snapshot: npm install portal-snapshot@${version}`],
    ] as const) {
      const { stdout } = await init(cwd, '--lang', lang);
      expect(stdout).toContain(said);
      expect(stdout).toMatch(/^.*\.gitignore .*: dist\/ {2}\.\*\.portal-snapshot\/ {2}\/hosts\/$/m);
      expect(stdout).not.toContain('portal needs');
      expect(stdout).toMatch(/npm install && npx portal-snapshot check.*data\/README\.md.*\n$/);
    }
  });

  it('is told nothing of the tool where it has it', async () => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'package.json', '{"devDependencies": {"portal-snapshot": "file:../a.tgz"}}');
    expect((await init(cwd)).stdout).not.toContain('npm install portal-snapshot');
  });
});

describe('a folder that is not empty', () => {
  it('keeps all that is there, and is told so', async () => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'README.md', 'Мои заметки');
    writeFile(cwd, '.vscode/settings.json', '{}');
    writeFile(cwd, '.github/workflows/publish.yml', 'name: Ours\n');
    writeFile(cwd, 'data/regions/tuva.json', '{"id": 17, "name": "Тува"}');
    const { stdout } = await init(cwd);
    expect(stdout).toContain('.github/workflows/publish.yml: was there, left as it is\n');
    expect(stdout).not.toContain('lacks these lines');
    expect(stdout).toContain('README.md: was there, left as it is\n');
    expect(stdout).toContain('.vscode/settings.json: was there, left as it is\n');
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

  it('is not meant by an empty name, as by a variable of the shell that is not set', async () => {
    const cwd = temporaryFolder();
    const { status, stderr } = await init(cwd, '');
    expect([status, filesOf(cwd)]).toEqual([2, []]);
    expect(stderr).toContain('folder: must be the name of a folder, not ""');
  });

  it('may be a file: that is said', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'portal'), '');
    mkdirSync(join(cwd, 'data'));
    expect(await init(cwd, 'portal')).toMatchObject({ status: 2, stdout: '' });
  });
});

it('this project itself has what init writes', async () => {
  const cwd = temporaryFolder();
  await init(cwd);
  expect(read(VSCODE)).toBe(vscodeSettings(portal));
  expect(read('.gitattributes')).toBe(readFileSync(join(cwd, '.gitattributes'), 'utf8'));
  const ignored = readFileSync(join(cwd, '.gitignore'), 'utf8').trimEnd().split('\n');
  expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(ignored));
  expect(ignored).toContain('node_modules/');
});

it('is what a missing data folder leads to', async () => {
  const { status, stderr } = await runIn(temporaryFolder(), 'check');
  expect([status, stderr]).toEqual([
    2,
    expect.stringContaining('"npx portal-snapshot init" begins a portal'),
  ]);
});
