// A repository whose configuration names programs wherever git knows a place for one: `diff` and
// `check --since` run none of them. Each program would leave a file behind, named like its place.
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commitAll, git, pretty, repository } from '../../changes/repository.js';
import { runCommand } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';
import { writeFile } from '../../support/portal.js';

const regions = (...names: string[]) => ({
  'data/regions.json': pretty(names.map((name, i) => ({ id: i + 1, name, district: 9 }))),
});

/** A program that leaves `canaries/<name>` behind; its path. */
function canary(cwd: string, name: string): string {
  writeFile(cwd, `programs/${name}`, `#!/bin/sh\n: > '${cwd}/canaries/${name}'\nexit 1\n`);
  chmodSync(join(cwd, 'programs', name), 0o755);
  return join(cwd, 'programs', name);
}

/** Where git's configuration takes a program, or a name of one after `!`. */
const places = [
  ...['core.fsmonitor', 'core.pager', 'core.editor', 'core.sshCommand', 'core.askPass'],
  ...['core.gitProxy', 'core.alternateRefsCommand', 'credential.helper', 'gpg.program'],
  ...['pager.rev-parse', 'pager.ls-tree', 'pager.cat-file', 'alias.rev-parse', 'alias.cat-file'],
  ...['diff.external', 'diff.planted.command', 'diff.planted.textconv'],
  ...['filter.planted.clean', 'filter.planted.smudge', 'filter.planted.process'],
  ...['uploadpack.packObjectsHook', 'remote.origin.uploadpack', 'trace2.eventTarget'],
];

const HOOKS = ['fsmonitor-watchman', 'post-checkout', 'post-index-change', 'pre-auto-gc'];

/** Plants programs wherever a repository's configuration, hooks and attributes can name one. */
function plant(cwd: string, gitFolder: string): void {
  mkdirSync(join(cwd, 'canaries'), { recursive: true });
  const set = (name: string, value: string) =>
    git(cwd, ['config', '--file', join(gitFolder, 'config'), name, value]);
  for (const place of places) {
    const program = canary(cwd, place);
    set(place, place.startsWith('alias.') ? `!${program}` : program);
  }
  for (const hook of [...HOOKS, 'reference-transaction']) {
    canary(cwd, hook);
    writeFile(gitFolder, `hooks/${hook}`, `#!/bin/sh\nexec '${cwd}/programs/${hook}'\n`);
    chmodSync(join(gitFolder, 'hooks', hook), 0o755);
  }
  writeFile(gitFolder, 'info/attributes', '* diff=planted filter=planted\n');
  set('log.showSignature', 'true');
  set('protocol.allow', 'always');
}

/** The programs that ran while something was done. */
async function ranDuring(cwd: string, work: () => Promise<unknown>): Promise<string[]> {
  const folder = join(cwd, 'canaries');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  await work();
  return readdirSync(folder);
}

/** Two commits; the first one's regions are not in the repository, as in a partial clone. */
function hostile(): string {
  const cwd = repository(regions('Томская область'));
  const blob = git(cwd, ['rev-parse', 'HEAD:data/regions.json']);
  writeFile(
    cwd,
    'data/regions.json',
    regions('Томская область', 'Омская область')['data/regions.json'],
  );
  commitAll(cwd);
  rmSync(join(cwd, '.git/objects', blob.slice(0, 2), blob.slice(2)));
  plant(cwd, join(cwd, '.git'));
  return cwd;
}

const onPosix = process.platform !== 'win32';

describe.runIf(onPosix)('a command', () => {
  it.each([
    ['diff', 'HEAD', /^$|the data at "HEAD" has errors/],
    ['check --since', 'HEAD^', /git cannot read the files of "HEAD\^"/],
    ['diff', ':data/regions.json', /git knows no commit/], // a name in the index, which git looks at first
  ])('%s %s runs no program of the repository', async (command, ref, said) => {
    const cwd = hostile();
    const ofGit = await ranDuring(cwd, async () => git(cwd, ['rev-parse', ':data/regions.json']));
    expect(ofGit).toEqual(['core.fsmonitor']);
    let stderr = '';
    const ran = await ranDuring(cwd, async () => {
      ({ stderr } = await runCommand([...command.split(' '), ref], { cwd }));
    });
    expect(ran).toEqual([]);
    expect(stderr).toMatch(said);
  });

  it.each([
    ['a helper of its own', 'ext::PROGRAM', 'ext'],
    ['a path', 'REPOSITORY', 'remote.origin.uploadpack'],
    ['ssh', 'ssh://git.example.org/portal', 'core.sshCommand'],
  ])('fetches nothing by %s', async (_, url, program) => {
    const cwd = hostile();
    const settings = {
      'core.repositoryFormatVersion': '1',
      'extensions.partialClone': 'origin',
      'remote.origin.promisor': 'true',
      'remote.origin.url': url.replace('PROGRAM', canary(cwd, 'ext')).replace('REPOSITORY', cwd),
      'protocol.ext.allow': 'always',
    };
    for (const [name, value] of Object.entries(settings)) git(cwd, ['config', name, value]);
    const ofGit = await ranDuring(cwd, async () => {
      expect(() => git(cwd, ['cat-file', 'blob', 'HEAD^:data/regions.json'])).toThrow();
    });
    expect(ofGit).toContain(program);
    const ran = await ranDuring(cwd, async () => {
      expect((await runCommand(['diff', 'HEAD^'], { cwd })).status).toBe(2);
    });
    expect(ran).toEqual([]);
  });
});

it.runIf(onPosix)('files of the data are no repository, whatever their names', async () => {
  const cwd = repository(regions('Томская область'));
  const data = join(cwd, 'data');
  git(data, ['init', '--quiet', '--bare', '.']);
  git(data, ['config', 'core.bare', 'false']);
  git(data, ['config', 'core.worktree', data]);
  plant(cwd, data);
  const asked = ['rev-parse', '--show-toplevel'];
  expect(git(data, asked)).toBe(data);
  const ran = await ranDuring(cwd, async () => {
    const { status, stderr } = await runCommand(['diff', ':regions.json'], { cwd });
    expect([status, stderr]).toEqual([2, expect.stringContaining('safe.bareRepository')]);
  });
  expect(ran).toEqual([]);
});

it.each(['blob:none', 'tree:0'])(
  'a partial clone of %s is told how to get what it needs',
  async (filter) => {
    const origin = repository(regions('Томская область'));
    git(origin, ['config', 'uploadpack.allowFilter', 'true']);
    writeFile(origin, 'data/regions.json', regions('Омская область')['data/regions.json']);
    commitAll(origin);
    const cwd = join(temporaryFolder(), 'clone');
    git(origin, ['clone', '--quiet', `--filter=${filter}`, `file://${origin}`, cwd]);
    const before = await runCommand(['check', '--since', 'HEAD^'], { cwd });
    expect([before.status, before.stdout]).toEqual([2, '']);
    const [, advice = ''] = /a partial clone with (git [^)]*)\)/.exec(before.stderr) ?? [];
    git(cwd, advice.split(' ').slice(1));
    const after = await runCommand(['check', '--since', 'HEAD^'], { cwd });
    // The region's problem was there before, as the files of HEAD^ show.
    expect([after.status, after.stderr]).toEqual([0, '']);
    expect(after.stdout).toContain('there before (HEAD^)');
  },
);
