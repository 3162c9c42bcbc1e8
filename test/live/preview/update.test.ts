// Leading back to the main branch after handing in, and what is in its way: nothing an editor wrote is lost in any refusal.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oneAtATime } from '../../../src/editing/workspace/put.js';
import { commitAll, git } from '../../changes/repository.js';
import { edit, VACANCY } from '../../preview/edits.js';
import type { Running } from '../../preview/support.js';
import { writeFile } from '../../support/portal.js';
import { readTree } from '../../support/tree.js';
import {
  changeVacancy,
  colleagueCommits,
  handInAll,
  type Versioned,
  versioned,
} from './versioned.js';

type Desk = Running & Versioned;

/** A preview of a clone; its main branch is that of the remote. */
async function cloned(): Promise<Desk> {
  const running = await versioned();
  git(running.cwd, ['push', '--quiet', '--set-upstream', 'origin', 'main']);
  return running;
}

const update = async (running: Running, lang = 'en') =>
  (await edit(running, 'update', {}, lang)).body;

/** All that an editor has: the branches with their commits, what is checked out, what is changed or staged, and all files. */
const stateOf = ({ cwd }: Running) => ({
  refs: git(cwd, ['for-each-ref', 'refs/heads', 'refs/tags', 'refs/stash']),
  head: git(cwd, ['rev-parse', 'HEAD', '--abbrev-ref', 'HEAD']),
  status: git(cwd, ['status', '--porcelain', '--ignored']),
  files: Object.entries(readTree(cwd)).filter(([name]) => !name.startsWith('.git/')),
});

const THEIRS = { 'data/districts.json': '[{"id": 1, "name": "Сибирский"}]\n' };

describe('updating', () => {
  it('leads back from a branch that was handed in to the main one, as the remote has it', async () => {
    const running = await cloned();
    const { cwd, remote } = running;
    await changeVacancy(running, 1000);
    await handInAll(running, { branch: 'oplata' });
    await edit(running, 'push', { branch: 'oplata' });
    colleagueCommits(remote, THEIRS);
    // Nothing that the repository has or gets is run.
    for (const hook of ['post-merge', 'post-checkout', 'reference-transaction', 'pre-auto-gc']) {
      writeFile(cwd, `.git/hooks/${hook}`, `#!/bin/sh\ntouch ran-${hook}\n`);
      chmodSync(join(cwd, '.git/hooks', hook), 0o755);
    }
    const done = await update(running);
    expect(done).toMatchObject({ ok: true, branch: 'main', output: expect.any(String) });
    expect(git(cwd, ['show', 'HEAD:data/districts.json'])).toContain('Сибирский');
    expect(git(cwd, ['rev-parse', 'main'])).toBe(git(remote, ['rev-parse', 'main']));
    expect(git(cwd, ['rev-parse', 'oplata'])).toBe(git(remote, ['rev-parse', 'oplata']));
    expect(git(cwd, ['status', '--porcelain'])).toBe('');
    expect((await edit(running, 'record/vacancies/100')).body.record.work_salary).toBeUndefined();
    await changeVacancy(running, 2000);
    expect(await handInAll(running, { branch: 'drugaya' })).toMatchObject({ branch: 'drugaya' });
    expect(git(cwd, ['rev-list', '--count', 'main..drugaya'])).toBe('1');
    // And once more, from the main branch itself.
    git(cwd, ['switch', '--quiet', 'main']);
    expect(await update(running)).toMatchObject({ ok: true, branch: 'main' });
  });

  const cases: Record<
    string,
    readonly [(desk: Desk) => Promise<unknown> | unknown, RegExp, RegExp]
  > = {
    'changes that are not handed in': [
      (desk) => changeVacancy(desk, 1000),
      /not handed in/,
      /несданные изменения/,
    ],
    'a file that is not handed in': [
      ({ data }) => writeFile(data, 'notes.txt', 'Моё\n'),
      /not handed in/,
      /несданные изменения/,
    ],
    'commits that are not pushed': [
      async (desk) => {
        await changeVacancy(desk, 1000);
        await handInAll(desk, { branch: 'oplata' });
      },
      /on this computer alone/,
      /только на этом компьютере/,
    ],
    'commits of no branch': [
      ({ cwd }) => {
        git(cwd, ['switch', '--quiet', '--detach']);
        commitAll(cwd);
      },
      /on this computer alone/,
      /только на этом компьютере/,
    ],
    'commits of the main branch itself': [
      ({ cwd }) => {
        writeFile(cwd, 'notes.txt', 'Своё\n');
        commitAll(cwd);
      },
      /main has commits that origin does not have/,
      /В ветке main здесь есть коммиты, которых нет в origin/,
    ],
    'commits of the main branch, seen from a branch that is pushed': [
      ({ cwd }) => {
        git(cwd, ['branch', 'oplata', 'origin/main']);
        commitAll(cwd);
        git(cwd, ['switch', '--quiet', 'oplata']);
      },
      /main has commits that origin does not have/,
      /В ветке main здесь есть коммиты, которых нет в origin/,
    ],
    'no remote': [
      ({ cwd }) => git(cwd, ['remote', 'remove', 'origin']),
      /no remote/,
      /нет сервера/,
    ],
    'no main branch': [
      ({ cwd, remote }) => {
        for (const where of [cwd, remote]) git(where, ['branch', '--move', 'main', 'vypusk']);
        git(cwd, ['fetch', '--quiet', '--prune', 'origin']);
      },
      /not known/,
      /Неизвестно, какая ветка главная/,
    ],
    'a remote that does not answer': [
      ({ cwd }) => git(cwd, ['remote', 'set-url', 'origin', '/nowhere/portal.git']),
      /does not appear to be a git repository/,
      /does not appear to be a git repository/,
    ],
    'a file that git ignores, which comes from the remote': [
      ({ cwd }) => {
        writeFile(cwd, '.git/info/exclude', 'data/districts.json\n');
        writeFile(cwd, 'data/districts.json', '[]');
      },
      /would be overwritten/,
      /would be overwritten/,
    ],
    'such a file, seen from a branch that is pushed': [
      ({ cwd }) => {
        git(cwd, ['switch', '--quiet', '--create', 'oplata', 'origin/main']);
        writeFile(cwd, '.git/info/exclude', 'data/districts.json\n');
        writeFile(cwd, 'data/districts.json', '[]');
      },
      /would be overwritten/,
      /would be overwritten/,
    ],
    'a changed file beside the data, seen from a branch that is pushed': [
      ({ cwd, remote }) => {
        git(cwd, ['switch', '--quiet', '--create', 'oplata', 'origin/main']);
        writeFile(cwd, 'notes.txt', 'Не сдано\n');
        colleagueCommits(remote, { 'notes.txt': 'Чужое\n' });
      },
      /would be overwritten/,
      /would be overwritten/,
    ],
  };
  it.each(Object.entries(cases))(
    'is refused, and changes nothing: %s',
    async (_, [make, en, ru]) => {
      const running = await cloned();
      await make(running);
      if (!existsSync(join(running.remote, 'refs/heads/vypusk'))) {
        colleagueCommits(running.remote, THEIRS);
      }
      const before = stateOf(running);
      for (const [lang, words] of [
        ['en', en],
        ['ru', ru],
      ] as const) {
        const { ok, output, refused = output } = await update(running, lang);
        expect([ok, refused]).toEqual([false, expect.stringMatching(words)]);
        expect(stateOf(running)).toEqual(before);
      }
    },
  );

  it('waits for a save, and takes nothing from it', async () => {
    const running = await cloned();
    const { cwd, data, remote } = running;
    colleagueCommits(remote, THEIRS);
    const main = git(cwd, ['rev-parse', 'main']);
    let asked: Promise<unknown> | undefined;
    const settings = { data, breakLock: false, onTakenBack() {} };
    await oneAtATime(settings, async () => {
      asked = update(running);
      await expect
        .poll(() => git(cwd, ['rev-parse', 'origin/main']), { timeout: 10_000 })
        .not.toBe(main);
      await new Promise((later) => setTimeout(later, 300));
      expect(git(cwd, ['rev-parse', 'main'])).toBe(main);
      writeFile(data, VACANCY, '{}');
    });
    expect(await asked).toMatchObject({
      ok: false,
      refused: expect.stringMatching(/not handed in/),
    });
    expect(git(cwd, ['status', '--porcelain'])).toBe(` M data/${VACANCY}`);
  });
});

describe('what git has not finished', () => {
  /** Two branches that change the same line of notes beside the data, and of the vacancy. */
  async function divided(): Promise<Desk> {
    const running = await versioned();
    const { cwd } = running;
    const write = (text: string) => {
      writeFile(cwd, 'notes.txt', `${text}\n`);
      writeFile(cwd, `data/districts.json`, `[{"id": 1, "name": "${text}"}]\n`);
      commitAll(cwd);
    };
    write('Округ');
    git(cwd, ['switch', '--quiet', '--create', 'oplata']);
    write('Сибирский');
    git(cwd, ['switch', '--quiet', 'main']);
    write('Уральский');
    return running;
  }
  const fails = (cwd: string, args: readonly string[], input = '') =>
    expect(() => git(cwd, args, input)).toThrow();

  it.each<[string | undefined, (cwd: string) => void]>([
    ['merge', (cwd) => fails(cwd, ['merge', 'oplata'])],
    ['rebase', (cwd) => fails(cwd, ['rebase', 'oplata'])],
    ['rebase', (cwd) => fails(cwd, ['rebase', '--apply', 'oplata'])],
    ['cherry-pick', (cwd) => fails(cwd, ['cherry-pick', 'oplata'])],
    ['revert', (cwd) => fails(cwd, ['revert', '--no-edit', 'HEAD~1'])],
    [
      'am',
      (cwd) =>
        fails(cwd, ['am', '--3way'], `${git(cwd, ['format-patch', '--stdout', '-1', 'oplata'])}\n`),
    ],
    [
      undefined,
      (cwd) => {
        writeFile(cwd, 'data/districts.json', '[{"id": 1, "name": "Мой"}]\n');
        git(cwd, ['stash']);
        git(cwd, ['reset', '--quiet', '--hard', 'oplata']);
        fails(cwd, ['stash', 'pop']);
      },
    ],
  ])(
    '%s: is told first, with the way to finish; nothing else is done before',
    async (kind, begin) => {
      const running = await divided();
      const { cwd } = running;
      begin(cwd);
      const { body } = await edit(running, 'changes');
      const told: string = body.refused;
      const what = kind ? `git ${kind} is not finished` : 'There are conflicts';
      expect(told.startsWith(what)).toBe(true);
      if (kind) expect(told).toMatch(new RegExp(` git ${kind} --abort$`));
      expect([body.files, body.remote, body.branch]).toEqual([[], undefined, undefined]);
      const refs = git(cwd, ['for-each-ref']);
      const status = git(cwd, ['status', '--porcelain']);
      const seen = { branch: 'main', isMain: true, files: ['districts.json'] };
      for (const [what, asked] of [
        ['hand-in', { seen, message: 'x', branch: 'novaya' }],
        ['push', { branch: 'oplata' }],
        ['update', {}],
      ] as const) {
        for (const [lang, words] of [
          ['en', /^git .* is not finished|^There are conflicts/],
          ['ru', /^git .* не закончен|^После команды git остались/],
        ] as const) {
          const refused = expect.stringMatching(words);
          expect((await edit(running, what, asked, lang)).body).toMatchObject({
            ok: false,
            refused,
          });
        }
        expect([git(cwd, ['for-each-ref']), git(cwd, ['status', '--porcelain'])]).toEqual([
          refs,
          status,
        ]);
      }
      // The commands do what they say.
      const lines = told.split('\n');
      const files = lines.slice(lines.findIndex((line) => line.includes('<<<<<<<')) + 1);
      for (const file of files.slice(0, files.indexOf('To finish, in a terminal:'))) {
        const text = file.endsWith('.json') ? '[{"id": 1, "name": "Оба"}]\n' : 'Оба\n';
        writeFile(cwd, file.trim(), text);
      }
      for (const command of lines.filter((line) => /^ {2}git (?:add|.* --continue)/.test(line))) {
        const env = { ...process.env, GIT_EDITOR: 'true' };
        execFileSync('sh', ['-c', command], { cwd, env, stdio: 'pipe' });
      }
      const after = (await edit(running, 'changes')).body;
      expect([after.refused, after.branch]).toEqual([undefined, 'main']);
      rmSync(join(cwd, 'data/districts.json'));
      expect(await handInAll(running, { branch: 'novaya' })).toMatchObject({ ok: true });
    },
  );
});
