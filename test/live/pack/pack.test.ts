// The package as others get it: packed from a copy of the project, installed in an empty
// project, run, and type-checked against.
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publint } from 'publint';
import { beforeAll, describe, expect, it } from 'vitest';
import { entries } from '../../../src/files/shipped.js';
import { linksOf, pageOf } from '../../pages/pages.js';
import { editor, editorInHaste } from '../../support/clone.js';
import { type Ended, follow, start } from '../../support/command.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import { directory, experts, writeData, writeFile } from '../../support/portal.js';
import { describeWith, nodes } from '../../support/tools.js';
import { filesOf, readJson } from '../../support/tree.js';

const consumer = temporaryFolder();
const packed = temporaryFolder();
const copy = join(temporaryFolder(), 'project');
const installed = join(consumer, 'node_modules', 'portal-snapshot');
const command = join(installed, 'bin', 'portal-snapshot.js');
let tarball: string;

// What the npm that runs these tests tells its children about this project must not reach the
// npm of the other projects; where to fetch packages from may.
const ours = /^(npm_(command|execpath|lifecycle_.*|package_.*|config_local_prefix)|INIT_CWD)$/;
const env = Object.fromEntries(
  Object.keys(process.env).flatMap((name) => (ours.test(name) ? [[name, undefined]] : [])),
);

/** Runs a program to its end and expects it to succeed. */
async function succeed(cwd: string, file: string, ...args: string[]): Promise<Ended> {
  const ended = await start(file, args, { cwd, env }).ended;
  expect(ended.status, `${args.join(' ')}\n${ended.stdout}${ended.stderr}`).toBe(0);
  return ended;
}

/** Compiles a file of the consumer, without making anything of it. */
async function compile(name: string, source: string, options: object): Promise<void> {
  writeFile(consumer, `${name}.ts`, source);
  const compilerOptions = {
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    ...options,
  };
  const project = `${name}.tsconfig.json`;
  writeFile(consumer, project, JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
  const tsc = join(projectFolder, 'node_modules', 'typescript', 'bin', 'tsc');
  await succeed(consumer, process.execPath, tsc, '-p', project);
}

beforeAll(async () => {
  // A copy, so that compiling before packing does not disturb the other tests' command.
  const left = new Set(['node_modules', '.tools', '.git', 'lib', 'dist']);
  mkdirSync(copy);
  cpSync(projectFolder, copy, {
    recursive: true,
    filter: (file) => !left.has(file.slice(projectFolder.length + 1)),
  });
  symlinkSync(join(projectFolder, 'node_modules'), join(copy, 'node_modules'));
  await succeed(copy, 'npm', 'pack', '--pack-destination', packed);
  const [name = ''] = filesOf(packed);
  tarball = join(packed, name);
  writeFile(consumer, 'package.json', '{"name": "consumer", "private": true, "type": "module"}');
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund'];
  await succeed(consumer, 'npm', 'install', ...quiet, tarball);
});

describe('the package', () => {
  it('is one tarball, named by its version', () => {
    const { version } = readJson<{ version: string }>(projectFolder, 'package.json');
    expect(filesOf(packed)).toEqual([`portal-snapshot-${version}.tgz`]);
  });

  it('holds the command, the bundled code, the types of the library and its papers', () => {
    const files = filesOf(installed);
    const shipped = new RegExp(
      [
        String.raw`^(?:bin/|CHANGELOG\.md$|LICENSE$|package\.json$|data/(?:cities|districts|regions)\.json$)`,
        String.raw`^(?:\.github/workflows/[\w-]+\.yml|\.ci/prepare\.mjs|(?:.*/)?README(?:\.ru)?\.md)$`,
        String.raw`^lib/(?:[\w-]+\.js(?:\.map)?|.*\.d\.ts|code-hash\.txt|THIRD-PARTY\.txt)$`,
        `^lib/(?:client|hosts|preview|cli/init/files)/|^src/hosts/machines/`,
        String.raw`^src/portal/(?:API|PROMISES)\.md$|^src/preview/preview\.png$`,
      ].join('|'),
    );
    expect(files.filter((file) => !shipped.test(file))).toEqual([]);
    const entered = Object.keys(entries).map((name) => `lib/${name}.js`);
    const needed = ['lib/index.d.ts', 'lib/client/index.js', 'lib/preview/browser/page.html'];
    for (const name of ['cloudflare/worker', 'cloudfront/function', 'route']) {
      needed.push(`lib/hosts/${name}.js`);
    }
    expect(files).toEqual(
      expect.arrayContaining(['bin/portal-snapshot.js', 'LICENSE', ...entered, ...needed]),
    );
  });

  it('holds the pages to which its pages lead', () => {
    const pages = filesOf(installed).filter((file) => /(?:^|\/)README[^/]*\.md$/.test(file));
    expect(pages.length).toBeGreaterThan(10);
    for (const page of pages) {
      const text = readFileSync(join(installed, page), 'utf8');
      for (const link of linksOf(text).map((link) => link.split('#')[0]!)) {
        const leads = existsSync(join(installed, dirname(page), link));
        expect({ page, link, leads }).toEqual({ page, link, leads: true });
      }
    }
  });

  it('costs what the page of the client says: packages, megabytes, and its client alone', () => {
    const page = pageOf('src/client/README.md');
    const said = /installs (\d+) packages, (\d+) MB in all[\s\S]*`lib\/client\/`, (\d+) KB/.exec(
      page,
    )!;
    const bytesIn = (folder: string) =>
      filesOf(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    const { packages } = readJson<{ packages: object }>(
      consumer,
      'node_modules/.package-lock.json',
    );
    const costs = [
      Object.keys(packages).length,
      bytesIn(join(consumer, 'node_modules')) / 1e6,
      bytesIn(join(installed, 'lib/client')) / 1e3,
    ];
    // The packages may have newer releases, and a disk needs more than the bytes.
    for (const [at, cost] of costs.entries()) {
      expect(Number(said[at + 1]) / cost).toBeGreaterThan(0.9);
      expect(Number(said[at + 1]) / cost).toBeLessThan(1.4);
    }
  });

  it('is published only with the address of its repository', async () => {
    const args = ['publish', '--dry-run'];
    const { status, stderr } = await start('npm', args, { cwd: copy, env }).ended;
    expect([status, stderr]).toEqual([1, expect.stringContaining('npm pkg set repository=')]);
  });

  it('holds each module once, and the licence of each package that it holds', () => {
    const maps = filesOf(installed).filter((file) => file.endsWith('.js.map'));
    const modules = maps.flatMap((map) => readJson<{ sources: string[] }>(installed, map).sources);
    expect(modules).toContain('../src/snapshot/build.ts');
    expect(modules.filter((name, i) => modules.indexOf(name) !== i)).toEqual([]);
    const papers = readFileSync(join(installed, 'lib/THIRD-PARTY.txt'), 'utf8').split(/^-{72}$/m);
    const named = papers.map((text) => text.trim().split(' ')[0]);
    const held = modules.flatMap(
      (name) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? [],
    );
    expect(named).toEqual(
      expect.arrayContaining(['commander', 'entities', 'parse5', 'preact', 'zod']),
    );
    expect([...new Set(held)].filter((name) => !named.includes(name))).toEqual([]);
    for (const text of papers) expect(text).toMatch(/copyright|permission/i);
  });

  it('is compiled again neither by npx, in a clone, nor by projects that depend on its folder', async () => {
    const modules = filesOf(join(copy, 'lib')).map((file) => join(copy, 'lib', file));
    const written = () => modules.map((file) => statSync(file).mtimeMs);
    const before = written();
    const where = { cwd: copy, env: { ...env, npm_config_cache: temporaryFolder() } };
    const { status, stdout } = await start('npx', ['portal-snapshot', 'check'], where).ended;
    expect([status, stdout]).toEqual([0, expect.stringMatching(/ 0 errors, 0 warnings$/m)]);
    for (const folder of [copy, installed]) {
      const cwd = temporaryFolder();
      writeFile(cwd, 'data/regions.json', '[]');
      await succeed(cwd, 'npm', 'install', '--prefer-offline', folder);
      await succeed(cwd, 'npx', '--no-install', 'portal-snapshot', 'check');
    }
    expect(written()).toEqual(before);
  });

  it('builds a snapshot where it is installed', async () => {
    writeData(join(consumer, 'portal'), { ...directory(25), ...experts(3) });
    const hosts = ['cloudflare', 'cloudfront', 'http-server'].flatMap((host) => ['--host', host]);
    const args = ['build', '--data', 'portal', '--out', 'site', '--workers', '2', ...hosts];
    await succeed(consumer, 'npx', '--no-install', 'portal-snapshot', ...args);
    expect(readJson(join(consumer, 'site'), 'api/region/index.json')).toMatchObject({
      count: 25,
      next: 'http://localhost:8080/api/region/page/2/?page=2',
    });
    expect(readFileSync(join(consumer, 'site/404.json'), 'utf8')).toBe('{"detail":"Not found."}');
    for (const file of [
      'cloudflare/worker.js',
      'cloudfront/function.js',
      'http-server/start.mjs',
    ]) {
      expect(readFileSync(join(consumer, 'hosts', file), 'utf8'), file).toContain('Not found.');
    }
  });

  // night/nodes.test.ts has all of them.
  const promised = [nodes[0]!, nodes.at(-1)!];
  describeWith(promised, 'on the oldest and the newest Node that are promised', () => {
    it.each(promised)(
      'makes a portal of an empty folder, checked and built in under a minute: $name',
      async (node) => {
        // The npm that is here, run by that Node, whose `node` is the first that its children find.
        const begun = performance.now();
        const bin = dirname(node.file!);
        const cwd = join(temporaryFolder(), 'our-portal');
        mkdirSync(cwd);
        const where = { cwd, env: { ...env, PATH: `${bin}:${process.env['PATH']}` } };
        const run = async (...args: string[]): Promise<string> => {
          const { status, stdout, stderr } = await start('npm', args, where).ended;
          expect(status, `${args.join(' ')}\n${stdout}${stderr}`).toBe(0);
          return stdout;
        };
        expect(await run('exec', '-c', 'node --version')).toContain(node.name.replace('node', 'v'));
        // Pagefind is in the package.json that `init` writes; here npm has written one before.
        const needed = [tarball, 'pagefind@1.6.0'];
        await run('install', '--prefer-offline', '--no-audit', '--no-fund', ...needed);
        const told = await run('exec', 'portal-snapshot', 'init', '--', '--sample');
        expect(told).toContain('package.json: was there, left as it is\n');
        for (const args of [['check', '--', '--strict'], ['build']]) {
          const stdout = await run('exec', 'portal-snapshot', ...args);
          expect(stdout).toMatch(/^20\d records: 0 errors, 0 warnings$/m);
        }
        const list = readJson(join(cwd, 'dist'), 'api/job/vacancy/index.json');
        expect(list).toMatchObject({ count: 1 });
        expect(performance.now() - begun).toBeLessThan(60_000);
      },
    );
  });

  it('makes a portal whose Russian pages are followed from the first line to the last', async () => {
    const remote = temporaryFolder();
    await succeed(remote, 'git', 'init', '--quiet', '--bare', '--initial-branch', 'main');
    const cwd = join(temporaryFolder(), 'our-portal');
    mkdirSync(cwd);
    const run = async (line: string, who: typeof editor = editorInHaste()) => {
      const where = { cwd, env: { ...env, ...who, npm_config_prefer_offline: 'true' } };
      const { status, stdout, stderr } = await follow(line, where);
      if (!line.endsWith(' preview')) expect(status, `${line}\n${stdout}${stderr}`).toBe(0);
      return stdout;
    };
    await run(`npm install '${tarball}'`);
    const began = await run('npx portal-snapshot init --lang ru');
    const printed = began.match(/^ {2}git .*/gm)!;
    expect(printed).toHaveLength(3);
    for (const line of printed) await run(line.trim(), editor);
    const said: string[] = [];
    for (const page of ['README.md', 'data/README.md']) {
      const blocks = readFileSync(join(cwd, page), 'utf8').matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm);
      const commands = [...blocks].filter(([, kind]) => kind === '' || kind === 'sh');
      for (const line of commands.flatMap(([, , block]) => block!.trim().split('\n'))) {
        if (!/^(?:npx|npm|git) /.test(line)) continue;
        if (line.includes('post.html')) writeFile(cwd, 'post.html', '<p>Да</p>');
        // What was handed in is accepted before the second day.
        if (line.startsWith('git pull'))
          await succeed(remote, 'git', 'update-ref', 'refs/heads/main', 'refs/heads/a-vacancy');
        // One of the pages by the npx that is installed.
        const who = page === 'README.md' ? editor : undefined;
        said.push(await run(line.replace('https://github.com/you/our-portal.git', remote), who));
      }
    }
    expect(said.length).toBeGreaterThan(25);
    expect(said.join('')).toMatch(/: 0 ошибок, 0 предупреждений/);
    expect(said.join('')).not.toMatch(/\d records?: /);
    // What is handed in, of exactly these files, is where editors meet.
    const changed = await run('git diff --name-status origin/a-vacancy~1 origin/a-vacancy');
    expect(changed.trim().split('\n')).toEqual([
      'M\tdata/comments.ndjson',
      'M\tdata/events.ndjson',
      'A\tdata/posts/0001-novye-formy-protokolov.json',
      'A\tdata/vacancies/1-nuzhen-ekspert-po-podemnym-sooruzheniyam.json',
    ]);
    await run('npx portal-snapshot check --strict');
  });

  it('gives the same commands to those who read English', () => {
    const [english, russian] = ['en', 'ru'].map((lang) => {
      const page = ['readme', 'first-records'].map((name) =>
        readFileSync(join(projectFolder, `src/cli/init/files/${name}.${lang}.md`), 'utf8'),
      );
      return [...page.join('\n').matchAll(/^```(?:sh)?\n([\s\S]*?)^```$/gm)].map(([, block]) =>
        block!.replace(/^git commit -m '.*'$/gm, 'git commit -m ?'),
      );
    });
    expect(english).toEqual(russian);
    expect(english!.join('')).toContain('git commit -m ?\n');
  });

  it('is what its new portals depend on', async () => {
    const cwd = temporaryFolder();
    const { stdout } = await succeed(cwd, process.execPath, command, 'init');
    const { version } = readJson<{ version: string }>(projectFolder, 'package.json');
    expect(readJson(cwd, 'package.json')).toMatchObject({
      dependencies: { 'portal-snapshot': version },
    });
    expect(stdout).toContain(`and run there: npm install ./portal-snapshot-${version}.tgz\n`);
  });

  it('tells TypeScript its types', async () => {
    const source = `import { build, check } from 'portal-snapshot';

const { ok, problems, summary } = await build({ data: 'portal', pageSize: { region: 100 } });
const line: number | undefined = problems[0]?.line;
const hint: string | undefined = problems[0]?.hint;
const total: number = summary.files.total;
const regions: number | undefined = summary.records['regions'];
const snapshot: string | null = summary.snapshot;
const checked: boolean = (await check({ data: 'portal', strict: true })).ok;
// @ts-expect-error there is no such kind of links
await build({ links: 'sideways' });
// @ts-expect-error there is no such option
await build({ directory: 'portal' });
// @ts-expect-error a number is no word
const word: string = summary.bytes;
export const all: unknown[] = [ok, line, hint, total, regions, snapshot, checked, word];
`;
    await compile('use', source, {
      target: 'es2023',
      typeRoots: [join(projectFolder, 'node_modules', '@types')],
      types: ['node'],
    });
  });

  it('tells TypeScript the types of the client, where there is no Node', async () => {
    const source = `import { createClient, ListChanged, type Vacancy } from 'portal-snapshot/client';

const api = createClient({ baseUrl: 'https://api.example.org', cache: new Map() });
const vacancies: Vacancy[] = await api.vacancies.all({ signal: AbortSignal.timeout(1000) });
for await (const { id, district } of api.regions) console.log(id, district?.name);
for await (const { count } of api.experts.pages()) console.log(count);
const salary: number | undefined = (await api.vacancy(12))?.work_salary;
const words: string[] | undefined = (await api.discussion(42))?.map(({ text }) => text);
const isLate = (error: unknown): string | undefined => error instanceof ListChanged ? error.url : undefined;
// @ts-expect-error there is no such field
vacancies[0]?.salary;
// @ts-expect-error there may be no such vacancy
(await api.vacancy(12)).id;
// @ts-expect-error the id of a post is a number
await api.discussion('42');
// @ts-expect-error where the API is has to be said
createClient({});
export const all: unknown[] = [vacancies, salary, words, isLate];
`;
    await compile('client', source, { target: 'es2022', lib: ['es2022', 'dom'], types: [] });
  });

  it('has nothing that publint minds', async () => {
    const { messages } = await publint({ pkgDir: installed, pack: false, strict: true });
    expect(messages).toEqual([]);
    const bytes = readFileSync(tarball);
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    expect((await publint({ pack: { tarball: buffer }, strict: true })).messages).toEqual([]);
  });
});
