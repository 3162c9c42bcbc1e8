// Two branches on which somebody changed data, merged by git, and who follows each advice of `check` to the letter.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { check, type Problem } from '../../src/index.js';
import { commitAll, git, repository } from '../changes/repository.js';
import { dataOf } from '../new/desk.js';
import { FILES } from '../query/portal.js';
import { runIn } from '../support/run.js';

export const ARCHIVE = 'posts/0005-formy.json';
const {
  'data/posts/5.json': first,
  'data/posts/6.json': second,
  'data/events.json': events,
  ...others
} = FILES;
const linesOf = (list: string) =>
  (JSON.parse(list) as object[]).map((one) => `${JSON.stringify(one)}\n`).join('');

/**
 * The small portal in a repository, on the branch `main`, with a cache that git does not see. Its posts are in files that have
 * the names of new ones, so that those of two branches have two; its events are lines.
 */
export const clone = (): string =>
  repository({
    ...others,
    [`data/${ARCHIVE}`]: first!,
    'data/posts/0006-svoim.json': second!,
    'data/events.ndjson': linesOf(events!),
    '.git/info/exclude': 'node_modules\n',
  });

/** Keeps both sides of all conflicts. */
export function solve(cwd: string): void {
  const files = git(cwd, ['diff', '--name-only', '--diff-filter=U']).split('\n');
  for (const file of files.filter(Boolean)) keepBoth(join(cwd, file));
}

export const post = (title: string, user: string, created: string) => [
  ...['new', 'post', '--blog', '2', '--user', user, '--moderated_by', '9', '--title', title],
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
  await run(cwd, ...post('Котлы', '9', '2026-11-20T09:00:00+03:00'));
  if (others) {
    await run(cwd, ...reply('344', '<p>О котлах</p>', '2026-11-20T10:00:00+03:00'));
    await run(cwd, ...reply('345', '<p>Ещё о котлах</p>', '2026-11-20T11:00:00+03:00'));
  }
  commitAll(cwd);
  git(cwd, ['checkout', '--quiet', 'main']);
  await run(cwd, ...post(title, '7', '2026-11-20T09:30:00+03:00'));
  if (others) await run(cwd, ...reply('344', '<p>О сосудах</p>', '2026-11-20T12:00:00+03:00'));
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
