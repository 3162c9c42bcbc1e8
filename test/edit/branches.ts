// Two branches on which somebody changed data, merged by git, and who follows each advice of `check` to the letter.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect } from 'vitest';
import { areSame } from '../../src/engine/diagnose/twins.js';
import { sidesOf } from '../../src/files/source/merge-conflict.js';
import { check, type Problem } from '../../src/index.js';
import type { JsonObject } from '../../src/model/fields.js';
import { commitAll, git, shippedRepository } from '../changes/repository.js';
import { dataOf } from '../new/desk.js';
import { oncePerFile } from '../support/at-end.js';
import { temporaryFolder } from '../support/folders.js';
import { runIn } from '../support/run.js';

/** The shipped portal in a repository, on the branch `main`, with a cache that knows it, which git does not see. */
export async function clone(): Promise<string> {
  const cwd = temporaryFolder();
  cpSync(await shipped(), cwd, { recursive: true });
  return cwd;
}

const shipped = oncePerFile(async () => {
  const cwd = shippedRepository({ 'package.json': '{}', '.git/info/exclude': 'node_modules\n' });
  expect(await problemsOf(cwd)).toEqual([]);
  return cwd;
});

/** Keeps both sides of all conflicts. */
export function solve(cwd: string): void {
  const files = git(cwd, ['diff', '--name-only', '--diff-filter=U']).split('\n');
  for (const file of files.filter(Boolean)) keepBoth(join(cwd, file));
}

export const post = (title: string, user: string, created: string) => [
  ...['new', 'post', '--blog', '2', '--user', user, '--moderated_by', '1', '--title', title],
  ...['--text', `<p>${title} ${user}: текст</p>`, '--created', created],
];
export const reply = (below: string, text: string, created: string) => [
  ...['new', 'comment', '--parent', below, '--user', '7', '--text', text, '--created', created],
];

export async function run(cwd: string, ...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runIn(cwd, ...args);
  expect({ args, status, stderr }).toMatchObject({ status: 0 });
  return stdout;
}

export const problemsOf = async (cwd: string): Promise<readonly Problem[]> =>
  (await check({ cwd })).problems;

const markers = /^(?:<{7}|={7}|>{7}).*\n/gm;

function keepBoth(path: string): void {
  const text = readFileSync(path, 'utf8');
  const listed = path.endsWith('.json') ? text.replace(/\n={7}\n/g, ',\n') : text;
  writeFileSync(path, listed.replace(markers, ''));
}

/** Makes two records of a file with two sides, and of those of its texts. */
function separate(path: string): void {
  const [folder, name] = [dirname(path), basename(path, '.json')];
  for (const file of readdirSync(folder).filter((file) => file.startsWith(`${name}.`))) {
    const text = readFileSync(join(folder, file), 'utf8');
    const side = (which: string) =>
      text.replace(/^<{7}.*\n([\s\S]*?)^={7}\n([\s\S]*?)^>{7}.*\n/gm, which);
    writeFileSync(join(folder, file), side('$1'));
    writeFileSync(join(folder, file.replace(name, `${name}-b`)), side('$2'));
  }
}

/** Takes a commit back, which may leave conflicts to be solved. */
function takeBack(cwd: string, command: readonly string[]): void {
  try {
    git(cwd, command);
  } catch {
    expect(git(cwd, ['diff', '--name-only', '--diff-filter=U'])).not.toBe('');
  }
}

/** Writes a list over as many lines as an editor of JSON does. */
export function prettyPrint(path: string): void {
  writeFileSync(path, `${JSON.stringify(JSON.parse(readFileSync(path, 'utf8')), null, 2)}\n`);
}

/** Writes the records of a list twice of which each side has its own lines. */
function twice(path: string): void {
  const [ours, theirs] = sidesOf(readFileSync(path, 'utf8')).map((side) => JSON.parse(side));
  const more = theirs.filter(
    (one: JsonObject) => !ours.some((own: JsonObject) => areSame(own, one)),
  );
  writeFileSync(path, JSON.stringify([...ours, ...more], null, 2));
}

/** Follows the advice of `check`, one problem after another, until there is none. */
export async function followAll(cwd: string): Promise<string[]> {
  const followed: string[] = [];
  for (;;) {
    const problems = await problemsOf(cwd);
    if (problems.length === 0) return followed;
    // A file in conflict comes first: `renumber` refuses to guess what it holds.
    const problem =
      problems.find(({ hint }) => hint?.startsWith('a merge conflict is not solved')) ??
      problems.find(({ hint }) => !hint?.includes('right first')) ??
      problems[0]!;
    expect(followed.length, `${problem.message}: ${problem.hint}`).toBeLessThan(12);
    const hint = problem.hint ?? '';
    if (hint.includes('write the whole record twice, with a comma between')) {
      twice(join(cwd, problem.file));
      followed.push(`lines of ${problem.file}`);
      continue;
    }
    if (hint.includes('remove the lines of <, = and >, and keep the records of both sides')) {
      keepBoth(join(cwd, problem.file));
      followed.push(`markers of ${problem.file}`);
      continue;
    }
    if (hint.includes('copy the file, and those of its texts, under another name; keep one side')) {
      separate(join(cwd, problem.file));
      followed.push(`sides of ${problem.file}`);
      continue;
    }
    if (hint.includes('finish the merge, as `git status` says')) {
      commitAll(cwd);
      followed.push('merge finished');
      continue;
    }
    const [, back] = /`git (revert [^`]*)`/.exec(hint) ?? [];
    if (back !== undefined) {
      takeBack(cwd, back.split(' '));
      followed.push('revert');
      continue;
    }
    const [, record] = /^data\/posts\/0*(\d+)/.exec(problem.file) ?? [];
    const slug = hint.startsWith('give this one another slug') && `change post ${record} --slug b`;
    const [, command] = slug ? [hint, slug] : (/`npx portal-snapshot ([^`]*)`/.exec(hint) ?? []);
    expect(command, `${problem.message}: ${hint}`).toBeDefined();
    await run(cwd, ...command!.split(' '));
    followed.push(command!);
  }
}

interface Said {
  readonly id: number;
  readonly title?: string;
  readonly text?: string;
  readonly post?: number;
  readonly parent?: number;
  readonly comment?: number;
}

/** All posts, with the texts of their comments, whatever their ids. */
export function talkOf(cwd: string) {
  const all = (name: string) =>
    [...dataOf(cwd)]
      .filter(([file]) => file.startsWith(`${name}/`) || file.startsWith(`${name}.`))
      .flatMap(([file, bytes]) => {
        const text = bytes.toString();
        return file.endsWith('.ndjson') ? text.trim().split('\n') : [text];
      })
      .map((text) => JSON.parse(text) as Said);
  const comments = all('comments');
  const events = all('events');
  return new Map(
    all('posts').map(({ id, title }) => {
      const own = comments.filter((comment) => comment.post === id);
      return [
        title,
        {
          roots: own.filter(({ parent }) => parent == null).length,
          texts: own.flatMap(({ text }) => text ?? []).sort(),
          parents: own.every(({ parent }) => parent == null || own.some(({ id }) => id === parent)),
          events: events.filter((event) => event.post === id).length,
          answered: own.every(
            (comment) =>
              comment.parent == null || events.some((event) => event.comment === comment.id),
          ),
        },
      ];
    }),
  );
}

/** A discussion that has lost nothing. */
export const whole = { roots: 1, parents: true, events: 1, answered: true };

/** Merges two branches with a post and a discussion each, and keeps what either has. */
export async function merged(cwd: string, others = true, title = 'Сосуды'): Promise<void> {
  git(cwd, ['checkout', '--quiet', '-b', 'kotly']);
  await run(cwd, ...post('Котлы', '5', '2026-11-20T09:00:00+03:00'));
  if (others) {
    await run(cwd, ...reply('464', '<p>О котлах</p>', '2026-11-20T10:00:00+03:00'));
    await run(cwd, ...reply('465', '<p>Ещё о котлах</p>', '2026-11-20T11:00:00+03:00'));
  }
  commitAll(cwd);
  git(cwd, ['checkout', '--quiet', 'main']);
  await run(cwd, ...post(title, '7', '2026-11-20T09:30:00+03:00'));
  if (others) await run(cwd, ...reply('464', '<p>О сосудах</p>', '2026-11-20T12:00:00+03:00'));
  commitAll(cwd);
  expect(() => git(cwd, ['merge', '--quiet', 'kotly'])).toThrow();
}

/** Both posts have their companions, and no comment is lost: `renumber` lists those whose post only their author knows. */
export function expectBoth(cwd: string): void {
  const talk = talkOf(cwd);
  const [one, other] = ['Котлы', 'Сосуды'].map((title) => talk.get(title)!);
  expect([one, other]).toMatchObject([whole, whole]);
  expect([...one!.texts, ...other!.texts].sort()).toEqual(
    ['<p>Ещё о котлах</p>', '<p>О котлах</p>', '<p>О сосудах</p>'].sort(),
  );
}
