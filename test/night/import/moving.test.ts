// The page `Moving in` (src/import/README.md), followed as written: from a live portal to a repository, and in step with
// it by the workflow that `init` writes, until editors take over.
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { git } from '../../changes/repository.js';
import type { Step } from '../../deploying/page.js';
import { blocksOf, pageOf, partOf } from '../../pages/pages.js';
import { editor } from '../../support/clone.js';
import { commandFile, type Ended, start } from '../../support/command.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import { writeFile } from '../../support/portal.js';
import { describeWith, program } from '../../support/tools.js';
import { communityData } from './community.js';
import { type Origin, restFramework, startOrigin } from './origin.js';
import { written } from './walk.js';

const page = pageOf('src/import/README.md');
const linesOf = (heading: string) =>
  blocksOf(partOf(page, heading), 'sh').flatMap((block) => block.trim().split('\n'));

type Ids = readonly { readonly id: number }[];

describeWith([restFramework, program('git')], 'the page Moving in', () => {
  const folder = temporaryFolder();
  const portal = join(folder, 'our-portal');
  const data = join(portal, 'data');
  const [bin, log, remote] = ['bin', 'log', 'remote.git'].map((name) => join(folder, name));
  const rows = communityData();
  let origin: Origin;

  beforeAll(async () => {
    // What the page says that the portal may be told to say, at the end of its urls.py.
    const [more] = blocksOf(page, 'python');
    writeFile(folder, 'more.py', more!);
    origin = await startOrigin(rows, { also: join(folder, 'more.py') });
    mkdirSync(bin!);
    standIn('npx', `shift; exec '${process.execPath}' '${commandFile}' "$@"`);
    standIn('gh', `printf '%s\\n' "$*" >> '${log}'; ! [ "$1 $2 \${GH_FAILS-}" = 'pr create yes' ]`);
    // The package is this project.
    standIn(
      'npm',
      `mkdir -p node_modules; ln -sfn '${projectFolder}' node_modules/portal-snapshot`,
    );
    git(folder, ['init', '--quiet', '--bare', '--initial-branch', 'main', remote!]);
  });
  afterAll(() => origin.stop());

  function standIn(name: string, script: string): void {
    writeFileSync(join(bin!, name), `#!/bin/bash\n${script}\n`, { mode: 0o755 });
  }

  /** Runs lines in one shell, as whoever follows the page does. */
  function shell(script: string, cwd: string, env: Readonly<Record<string, string>> = {}) {
    const own = { ...editor, PATH: `${bin}:${process.env['PATH']}`, ORIGIN: origin.url };
    return start('bash', ['-e', '-o', 'pipefail', '-c', script], {
      cwd,
      env: { ...own, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', ...env },
    }).ended;
  }
  async function follow(lines: readonly string[], cwd: string): Promise<Map<string, Ended>> {
    const said = new Map<string, Ended>();
    for (const line of lines) {
      const ended = await shell(line, existsSync(portal) ? portal : cwd);
      said.set(line.replace(/ +# .*$/, ''), ended);
      // Without `--stubs` a first import may say that something would have to be invented.
      const allowed = line.includes(' --dry-run') ? [0, 1] : [0];
      expect(allowed, `${line}\n${ended.stdout}${ended.stderr}`).toContain(ended.status);
    }
    return said;
  }

  it('has the portal tell only what the public may see', async () => {
    const told = async (address: string): Promise<number[]> => {
      const answer = await fetch(`${origin.url}/api/${address}/`);
      const body: Ids | { readonly results: Ids } = JSON.parse(await answer.text());
      return ('results' in body ? body.results : body).map(({ id }) => id);
    };
    const hide = (isHidden: boolean) =>
      origin.change({ put: { posts: [{ id: 2, hidden: isHidden }] } });
    const close = (isClosed: boolean) =>
      origin.change({ put: { blogs: [{ id: 2, guest_cannot_view: isClosed }] } });
    const closeAll = (isClosed: boolean) =>
      origin.change({ put: { blogs: [{ id: 1, guest_cannot_view: isClosed }] } });
    const seen = async () => [
      await told('blog'),
      await told('post'),
      (await told('post-comment/post/2')).length,
    ];
    const all = [[1, 2], [6, 5, 4, 3, 2, 1], 6];
    expect(await seen()).toEqual(all);
    for (const [change, left] of [
      [hide, [[1, 2], [6, 5, 4, 3, 1], 0]],
      [close, [[1], [6, 4, 2], 6]],
      [closeAll, [[], [], 0]],
    ] as const) {
      await change(true);
      expect(await seen()).toEqual(left);
      await change(false);
    }
    expect(await seen()).toEqual(all);
  });

  it('leads from a live address to a repository', async () => {
    const said = await follow(linesOf('The first time'), bin!); // beside which the portal is to be
    expect(said.size).toBeGreaterThan(7);
    expect(git(portal, ['status', '--porcelain'])).toBe('');
    const committed = git(portal, ['ls-files']).split('\n');
    expect(committed).toEqual(
      expect.arrayContaining([
        '.github/workflows/import.yml',
        'data/.import/.asked.json',
        'data/comments/2024.ndjson',
        'package.json',
      ]),
    );
    expect(committed.filter((file) => /cache|node_modules/.test(file))).toEqual([]);
    // What the portal was told to tell: all blogs, posts and cities, and the post of each comment.
    for (const collection of ['blogs', 'posts', 'cities', 'comments']) {
      const ids = (of: string) => written(of, collection).map(({ id }) => id);
      expect(ids(data).sort()).toEqual(ids(rows).sort());
    }
  });

  const { jobs } = parse(
    readFileSync(join(projectFolder, '.github/workflows/import.yml'), 'utf8'),
  ) as { readonly jobs: { readonly import: { readonly steps: readonly Step[] } } };
  const steps = jobs.import.steps.filter(({ run }) => run !== undefined && run !== 'npm ci');

  /** Runs the steps of the workflow in a fresh clone of main, as GitHub does. */
  async function nightly(env: Readonly<Record<string, string>> = {}): Promise<Ended[]> {
    const clone = join(temporaryFolder(), 'clone');
    git(folder, ['clone', '--quiet', remote!, clone]);
    symlinkSync(join(portal, 'node_modules'), join(clone, 'node_modules'));
    const output = join(folder, 'output');
    writeFileSync(output, '');
    writeFileSync(log!, '');
    const all: Ended[] = [];
    for (const { run, env: named } of steps) {
      const said: Readonly<Record<string, string>> = {
        'vars.ORIGIN': origin.url,
        'vars.IMPORT_FLAGS': '--stubs',
        'runner.temp': folder,
        'steps.import.outputs.status': statusIn(output),
      };
      const values = Object.entries(named ?? {}).map(([name, value]) => [
        name,
        value.replace(/\$\{\{ (\S+) \}\}/, (_, expression) => said[expression] ?? ''),
      ]);
      const ended = await shell(run!, clone, {
        ...Object.fromEntries(values),
        GITHUB_OUTPUT: output,
        ...env,
      });
      all.push(ended);
      if (ended.status !== 0) break;
    }
    return all;
  }
  const statusIn = (output: string) =>
    /^status=(\d)$/m.exec(readFileSync(output, 'utf8'))?.[1] ?? '';
  const asked = () => readFileSync(log!, 'utf8').trim().split('\n');

  it('says which variables and secrets the workflow wants, and how to set them', async () => {
    writeFileSync(log!, '');
    await follow(linesOf('In step'), portal);
    const set = asked().flatMap((line) => /^(?:variable|secret) set (\w+)/.exec(line)?.[1] ?? []);
    const wanted = JSON.stringify(jobs).matchAll(/\b(?:vars|secrets)\.(\w+)/g);
    expect(set.sort()).toEqual([...new Set([...wanted].map(([, name]) => name!))].sort());
    expect(asked()).toContain('workflow run import.yml');
  });

  it('keeps in step by pull request', async () => {
    git(portal, ['push', '--quiet', remote!, 'main']);
    const quiet = await nightly();
    expect(quiet.map(({ status }) => status)).toEqual([0, 0, 0]);
    expect(asked()).toEqual(['pr close import --delete-branch']);

    const created_at = '2026-11-01T10:00:00+03:00';
    const vacancy = { id: 900, text: 'Нужен сварщик.', category: 1, created_at };
    await origin.change({ put: { vacancies: [vacancy] } });
    const ended = await nightly();
    expect(
      ended.map(({ status }) => status),
      JSON.stringify(ended),
    ).toEqual([0, 0, 0]);
    expect(asked().map((line) => line.split(' ', 2).join(' '))).toEqual([
      'auth setup-git',
      'pr create',
    ]);
    const files = git(remote!, ['diff', '--name-only', 'main', 'import']).split('\n');
    expect(files).toEqual([
      expect.stringMatching(/^data\/\.import\/vacancies\/0*900-/),
      expect.stringMatching(/^data\/vacancies\/0*900-/),
    ]);
    const body = readFileSync(join(folder, 'report.txt.md'), 'utf8');
    expect(body).toMatch(/^### What this change does to the API\n/);
    expect(body).toContain('/api/job/vacancy/');

    // The next night nobody has merged it, and an editor has changed what the portal changes, too.
    const file = git(portal, ['ls-files', 'data/vacancies/7-*']).slice('data/'.length);
    const text = readFileSync(join(data, file), 'utf8');
    writeFileSync(join(data, file), text.replace('"work_salary": 138000', '"work_salary": 150000'));
    git(portal, ['commit', '--quiet', '--all', '--message', 'A salary']);
    git(portal, ['push', '--quiet', remote!, 'main']);
    await origin.change({ put: { vacancies: [{ id: 7, work_salary: 99_000 }] } });
    const conflict = await nightly({ GH_FAILS: 'yes' });
    expect(
      conflict.map(({ status }) => status),
      JSON.stringify(conflict),
    ).toEqual([0, 0, 1]);
    expect(asked().at(-1)).toMatch(/^pr edit import /);
    const told = readFileSync(join(folder, 'report.txt.md'), 'utf8');
    expect(told).toContain(`data/${file}`);
    expect(git(remote!, ['show', `import:data/${file}`])).toContain('"work_salary": 150000');
    expect(git(remote!, ['diff', '--name-only', 'main', 'import'])).toContain('vacancies/900-');

    // The portal is resigned to it, and the pull request is merged.
    await origin.change({ put: { vacancies: [{ id: 7, work_salary: 150_000 }] } });
    await nightly();
    git(portal, ['pull', '--quiet', remote!, 'import']);
  });

  it('ends with a last import', async () => {
    const created_at = '2026-11-03T10:00:00+03:00';
    await origin.change({ put: { experts: [{ id: 5000, full_name: 'Ежова Нина', created_at }] } });
    writeFileSync(log!, '');
    await follow(linesOf('The last time'), portal);
    expect(asked()).toEqual(['variable delete ORIGIN', 'pr close import --delete-branch']);
    expect(git(portal, ['show', '--name-only', '--format=']).split('\n')).toEqual([
      'data/.import/experts.json',
      'data/experts.json',
    ]);
    git(portal, ['rm', '-r', '--quiet', 'data/.import']);
    const { status } = await shell('npx portal-snapshot check --strict', portal);
    expect(status).toBe(0);
  });

  it('has each flag of the command in its table, but for those of all commands', async () => {
    const { stdout } = await shell('npx portal-snapshot import --help', portal);
    const flags = (text: string) => [...new Set(text.match(/--[a-z-]+/g))].sort();
    const table = page.match(/^\| `--.*$/gm)!.map((line) => line.split('|')[1]!);
    const common = ['--config', '--help', '--lang', '--no-cache'];
    expect(flags(table.join('\n'))).toEqual(flags(stdout).filter((flag) => !common.includes(flag)));
  });
});
