// Two branches on which somebody changed data, merged by git, and who follows each advice of `check` to the letter.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { check, type Problem } from '../../src/index.js';
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

/** Follows the advice of `check`, one problem after another, until there is none. */
export async function followAll(cwd: string): Promise<string[]> {
  const followed: string[] = [];
  for (;;) {
    const problems = await problemsOf(cwd);
    if (problems.length === 0) return followed;
    // A file in conflict comes first: `renumber` refuses to guess what it holds.
    const problem =
      problems.find(({ hint }) => hint?.startsWith('a merge conflict is not solved')) ??
      problems.find(({ hint }) => !hint?.includes('correct that record first')) ??
      problems[0]!;
    expect(followed.length, `${problem.message}: ${problem.hint}`).toBeLessThan(12);
    const hint = problem.hint ?? '';
    if (hint.includes('remove the lines of <, = and >, and keep the records of both sides')) {
      keepBoth(join(cwd, problem.file));
      followed.push(`markers of ${problem.file}`);
      continue;
    }
    const [, command] = /`npx portal-snapshot ([^`]*)`/.exec(hint) ?? [];
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
