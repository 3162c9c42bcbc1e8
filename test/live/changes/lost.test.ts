// What is advised where records are gone: who follows it to the letter has the data that was there,
// and nothing else of what is there is lost.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { check, type Problem } from '../../../src/index.js';
import { entriesOf } from '../../../src/snapshot/reporters/entries.js';
import { change, commitAll, git, repository } from '../../changes/repository.js';
import { FILES } from '../../query/portal.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import { runIn } from '../../support/run.js';

const post33 = 'data/posts/0033-arkhiv-zatopilo-pasportov-net.json';
const cache = temporaryFolder();

/** The shipped data in a repository of its own, below a folder. */
function shipped(folder = '.'): string {
  const cwd = repository({});
  cpSync(join(projectFolder, 'data'), join(cwd, folder, 'data'), { recursive: true });
  commitAll(cwd);
  git(cwd, ['gc', '--quiet']); // hundreds of files fewer to remove
  return cwd;
}

/** Takes the line of a record out of a file. */
function cutOut(path: string, line: RegExp): void {
  const text = readFileSync(path, 'utf8');
  expect(text).toMatch(line);
  writeFileSync(path, text.replace(line, ''));
}

const user7 = /^ {2}\{"id": 7,.*\n/m;

/** The one thing that all problems are about. */
function onlyAdvice(problems: readonly Problem[]): string {
  expect(entriesOf(problems)).toHaveLength(1);
  expect(new Set(problems.map(({ hint }) => hint)).size).toBe(1);
  return problems[0]!.hint!;
}

/** Does what a hint says, where it is read. */
function follow(hint: string, cwd: string): void {
  const [, command = ''] = /`(git [^`]* ?(?:restore|revert) [^`]*)`/.exec(hint) ?? [];
  expect(command, hint).not.toBe('');
  const who = { GIT_AUTHOR_NAME: 'А', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'А' };
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    ...who,
    GIT_COMMITTER_EMAIL: 'a@b',
  };
  execFileSync('sh', ['-c', command], { cwd, env, stdio: 'pipe' });
}

describe('a post whose file is gone', () => {
  const removals: Record<string, (cwd: string) => void> = {
    'from the folder': (cwd) => rmSync(join(cwd, post33)),
    'from the index, too': (cwd) => git(cwd, ['rm', '--quiet', post33]),
    'since the last commit': (cwd) => {
      rmSync(join(cwd, post33));
      commitAll(cwd);
    },
    'since a commit some time ago': (cwd) => {
      rmSync(join(cwd, post33));
      commitAll(cwd);
      writeFileSync(join(cwd, 'data/posts/notes.md'), 'Потом.\n');
      commitAll(cwd);
    },
  };
  it.each(Object.entries(removals))('%s is brought back', async (when, remove) => {
    const cwd = shipped();
    remove(cwd);
    const { problems } = await check({ cwd, cache });
    // Its comments and its event; not that their events now lack a blog.
    expect(problems.map(({ code }) => code)).toEqual(Array(16).fill('dangling-reference'));
    const advice = onlyAdvice(problems);
    expect(advice).toMatch(
      /record 33 \(Архив затопило, .*\)(?: is gone)?; 16 records refer to it: /,
    );
    expect(advice.includes('`git revert --no-edit ')).toBe(when.startsWith('since'));
    expect(advice).toMatch(/, or remove what refers to it \(14 other problems follow from this\)$/);
    follow(advice, cwd);
    expect((await check({ cwd, cache })).problems).toEqual([]);
    const original = readFileSync(join(projectFolder, post33));
    expect(readFileSync(join(cwd, post33))).toEqual(original);
  });

  it.each([
    ['a folder of the repository', 'data/posts', '..'],
    ['a folder outside of it', '../', undefined],
  ])('is brought back from %s', async (_, from, data) => {
    const cwd = shipped('портал & co');
    const here = join(cwd, 'портал & co', from === '../' ? '../..' : from);
    rmSync(join(cwd, 'портал & co', post33));
    const options = { cwd: here, data: data ?? join(cwd, 'портал & co/data'), cache };
    follow(onlyAdvice((await check(options)).problems), here);
    expect((await check(options)).problems).toEqual([]);
  });

  it('is brought back whatever its name is to shells and to git', async () => {
    const cwd = shipped();
    const name = `data/posts/-a [33]* "b" '$(touch run)\`touch run\`.json`;
    git(cwd, ['mv', post33, name]);
    commitAll(cwd);
    rmSync(join(cwd, name));
    const here = join(cwd, 'data/posts');
    const { problems } = await check({ cwd: here, data: '..', cache });
    expect(onlyAdvice(problems)).not.toContain('`git `');
    const [, command = ''] = /\(`(git .*)`\), or remove/.exec(onlyAdvice(problems)) ?? [];
    execFileSync('sh', ['-c', command], { cwd: here, stdio: 'pipe' });
    expect((await check({ cwd, cache })).problems).toEqual([]);
    expect(existsSync(join(here, 'run'))).toBe(false);
  });

  it('and was staged with other words is not brought back without them', async () => {
    const cwd = shipped();
    writeFileSync(join(cwd, post33), 'нечто\n');
    git(cwd, ['add', '--all']);
    rmSync(join(cwd, post33));
    const advice = onlyAdvice((await check({ cwd, cache })).problems);
    expect(advice).toContain(
      `as it was at line 1 of ${post33} (\`git show HEAD:${post33}\` prints`,
    );
    expect(advice).not.toContain('restore');
  });
});

describe('a user who is gone from the list', () => {
  it('is named with the line to put back, and nobody else is offered', async () => {
    const cwd = shipped();
    cutOut(join(cwd, 'data/users.json'), user7);
    const advice = onlyAdvice((await check({ cwd, cache })).problems);
    expect(advice).toBe(
      'record 7 (Мельник Виктор) is gone; 10 records refer to it: put it back as it was at line 8 of data/users.json' +
        ' (`git show HEAD:data/users.json` prints that file), or remove what refers to it (6 other problems follow from this)',
    );
    const line = git(cwd, ['show', 'HEAD:data/users.json']).split('\n')[7]!;
    expect(line).toContain('"last_name": "Мельник"');
    const russian = await check({ cwd, cache, lang: 'ru' });
    expect(onlyAdvice(russian.problems)).toBe(
      'записи 7 (Мельник Виктор) больше нет; на неё ссылаются 10 записей: верните её такой, какой она была в строке 8 файла data/users.json' +
        ' (его печатает `git show HEAD:data/users.json`), или удалите то, что на неё ссылается (отсюда же ещё 6 проблем)',
    );
  });

  it('is found in the commit before he went, however the list changed since', async () => {
    const cwd = shipped();
    const path = join(cwd, 'data/users.json');
    cutOut(path, user7);
    commitAll(cwd);
    const commit = git(cwd, ['rev-parse', 'HEAD']).slice(0, 12);
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n`);
    commitAll(cwd);
    const advice = onlyAdvice((await check({ cwd, cache })).problems);
    expect(advice).toBe(
      `commit ${commit} removed record 7 (Мельник Виктор); 10 records refer to it: take that commit back, with all that it changed` +
        ` (\`git revert --no-edit ${commit}\`), or remove what refers to it (6 other problems follow from this)`,
    );
    follow(advice, cwd);
    expect((await check({ cwd, cache })).problems).toEqual([]);
  });

  it('outside of git is not named, and nobody else is offered', async () => {
    const cwd = temporaryFolder();
    cpSync(join(projectFolder, 'data'), join(cwd, 'data'), { recursive: true });
    cutOut(join(cwd, 'data/users.json'), user7);
    expect(onlyAdvice((await check({ cwd, cache })).problems)).toBe(
      '10 records refer to it: bring it back if it was deleted, or remove what refers to it (6 other problems follow from this)',
    );
  });
});

describe('a slip of the hand', () => {
  const slip = (cwd: string) => {
    const path = join(cwd, 'data/cities.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"region": 53', '"region": 530'));
  };

  it('is offered what was meant', async () => {
    const cwd = shipped();
    slip(cwd);
    expect(onlyAdvice((await check({ cwd, cache })).problems)).toContain('did you mean 30, ');
  });

  it('is none where git had the record', async () => {
    const cwd = shipped();
    const path = join(cwd, 'data/regions.json');
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, before.replace('"id": 53,', '"id": 530,'));
    commitAll(cwd);
    writeFileSync(path, before);
    slip(cwd);
    const advice = onlyAdvice((await check({ cwd, cache })).problems);
    expect(advice).toMatch(
      /^record 530 \(Новосибирская область\) is gone; 1 record refers to it: put it back as it was at /,
    );
  });
});

describe('what is gone together', () => {
  it.each([
    ['data/posts', 480, 42],
    ['data/comments/2025.ndjson', 155, 155],
    ['data/users.json', 480, 43],
  ])('is brought back together: %s', async (path, referring, together) => {
    const cwd = shipped();
    rmSync(join(cwd, path), { recursive: true });
    const advice = onlyAdvice((await check({ cwd, cache })).problems);
    expect(advice).toMatch(new RegExp(`^${path} is gone, and with it ${together} records of `));
    expect(advice).toContain(`${referring} records refer to them: `);
    follow(advice, cwd);
    expect((await check({ cwd, cache })).problems).toEqual([]);
  });

  it('is not gone where its file cannot be read', async () => {
    const cwd = shipped();
    const path = join(cwd, 'data/comments/2025.ndjson');
    writeFileSync(path, readFileSync(path, 'utf8').replace('{"id": 11, ', '\u0000'));
    const { problems } = await check({ cwd, cache });
    expect(problems.map(({ code, line }) => [code, line])).toEqual([['syntax', 11]]);
    expect(problems[0]?.hint).toMatch(/\(2 other problems follow from this\)$/);
  });
});

describe('a repository of a stranger', () => {
  it('runs no program of its own, and cannot spoil the check', async () => {
    const cwd = shipped();
    const program = join(cwd, '.git/program');
    writeFileSync(program, `#!/bin/sh\ntouch '${cwd}/run'\ncat\n`);
    chmodSync(program, 0o755);
    writeFileSync(join(cwd, '.gitattributes'), '*.json diff=d filter=d\n');
    for (const key of [
      'core.pager',
      'gpg.program',
      'diff.external',
      'diff.d.textconv',
      'diff.d.command',
      'filter.d.clean',
      'filter.d.smudge',
      'core.sshCommand',
      'core.editor',
    ]) {
      git(cwd, ['config', key, program]);
    }
    git(cwd, ['config', 'log.showSignature', 'true']);
    cutOut(join(cwd, 'data/users.json'), user7);
    rmSync(join(cwd, post33));
    const { problems } = await check({ cwd, cache });
    expect(problems.map(({ hint }) => hint).join()).toContain('Мельник Виктор');
    expect(existsSync(join(cwd, 'run'))).toBe(false);
  });

  it('that is damaged leaves the check as it would be without', async () => {
    const cwd = shipped();
    rmSync(join(cwd, post33));
    rmSync(join(cwd, '.git/objects'), { recursive: true });
    const advice = onlyAdvice((await check({ cwd, cache })).problems);
    expect(advice).toMatch(/^16 records refer to it: bring it back if it was deleted/);
  });

  it('whose git answers slowly is waited for: no hint depends on speed', async () => {
    const cwd = shipped();
    rmSync(join(cwd, post33));
    const programs = temporaryFolder();
    const path = process.env['PATH'];
    const slow = '#!/bin/sh\nfor word; do [ "$word" = grep ] && sleep 4; done\n';
    writeFileSync(join(programs, 'git'), `${slow}PATH='${path}' exec git "$@"\n`);
    chmodSync(join(programs, 'git'), 0o755);
    vi.stubEnv('PATH', `${programs}:${path}`);
    try {
      const { problems } = await check({ cwd, cache });
      expect(onlyAdvice(problems)).toMatch(/^record 33 \(Архив затопило, .*\) is gone/);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

it('a record that a merge dropped is shown as a branch had it: the commit that changed it did not remove it', async () => {
  const cwd = repository(FILES);
  const users = (name: string | undefined) => {
    const lines = FILES['data/users.json']!.replace('Пётр', name ?? '');
    return { 'data/users.json': name === undefined ? lines.replace(/,\n.*"id": 9.*/, '') : lines };
  };
  git(cwd, ['checkout', '--quiet', '-b', 'other']);
  change(cwd, users('Павел'));
  commitAll(cwd);
  git(cwd, ['checkout', '--quiet', 'main']);
  change(cwd, users('Прохор'));
  commitAll(cwd);
  expect(() => git(cwd, ['merge', '--quiet', 'other'])).toThrow();
  change(cwd, users(undefined));
  commitAll(cwd);
  const hints = new Set((await check({ cwd })).problems.map(({ hint }) => hint));
  const branches = ['main~1', 'other'].map((name) => git(cwd, ['rev-parse', name]).slice(0, 12));
  const had = `Котов (?:Павел|Прохор).*\`git show (?:${branches.join('|')}):data/users.json\``;
  for (const said of [[...hints].join('\n'), (await runIn(cwd, 'show', 'user', '9')).stderr]) {
    expect(said).toMatch(new RegExp(had));
    expect(said).not.toContain('revert');
  }
});

it('a post that was removed in a commit is named with it, and comes back with all that went', async () => {
  const cwd = shipped();
  const before = git(cwd, ['rev-parse', 'HEAD:data']);
  expect((await runIn(cwd, 'remove', 'post', '14', '--cascade')).status).toBe(0);
  commitAll(cwd);
  const commit = git(cwd, ['rev-parse', 'HEAD']).slice(0, 12);
  writeFileSync(join(cwd, 'data/posts/notes.md'), 'Потом.\n');
  commitAll(cwd);
  const { status, stderr } = await runIn(cwd, 'show', 'post', '14');
  expect(status).toBe(2);
  expect(stderr).toContain(`commit ${commit} removed it (Готовые заключения под ключ`);
  follow(stderr, cwd);
  rmSync(join(cwd, 'data/posts/notes.md'));
  commitAll(cwd);
  expect(git(cwd, ['rev-parse', 'HEAD:data'])).toBe(before);
  expect((await check({ cwd, cache })).problems).toEqual([]);
});
