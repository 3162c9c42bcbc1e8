// Two branches on which somebody made a post, merged by git: who follows each advice to the letter loses no word.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { check, type Problem } from '../../src/index.js';
import { commitAll, git, repository } from '../changes/repository.js';
import { dataOf } from '../new/desk.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { runIn } from '../support/run.js';

let shipped = '';
beforeAll(() => {
  shipped = repository({});
  cpSync(join(projectFolder, 'data'), join(shipped, 'data'), { recursive: true });
  commitAll(shipped);
});

/** A clone of the shipped portal, on the branch `main`. */
function clone(): string {
  const cwd = temporaryFolder();
  git(cwd, ['clone', '--quiet', shipped, '.']);
  git(cwd, ['checkout', '--quiet', '-B', 'main']);
  for (const [key, value] of [
    ['user.name', 'А'],
    ['user.email', 'a@b'],
  ] as const) {
    git(cwd, ['config', key, value]);
  }
  return cwd;
}

const post = (title: string, user: string, created: string) => [
  ...['new', 'post', '--blog', '2', '--user', user, '--moderated_by', '1', '--title', title],
  ...['--text', `<p>${title}: текст</p>`, '--created', created],
];
const reply = (below: string, text: string, created: string) => [
  ...['new', 'comment', '--parent', below, '--user', '7', '--text', text, '--created', created],
];

async function run(cwd: string, ...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runIn(cwd, ...args);
  expect({ args, status, stderr }).toMatchObject({ status: 0 });
  return stdout;
}

const problemsOf = async (cwd: string): Promise<readonly Problem[]> =>
  (await check({ cwd, allow: ['date-ahead'] })).problems;

/** Follows the advice of `check`, one problem after another, until there is none. */
async function followAll(cwd: string): Promise<string[]> {
  const followed: string[] = [];
  for (;;) {
    const problems = await problemsOf(cwd);
    if (problems.length === 0) return followed;
    const problem = problems.find(({ hint }) => !hint?.includes('right first')) ?? problems[0]!;
    expect(followed.length, `${problem.message}: ${problem.hint}`).toBeLessThan(12);
    const hint = problem.hint ?? '';
    if (hint.includes('remove the lines of <, = and >, and keep the records of both sides')) {
      const path = join(cwd, problem.file);
      writeFileSync(path, readFileSync(path, 'utf8').replace(/^(?:<{7}|={7}|>{7}).*\n/gm, ''));
      followed.push(`markers of ${problem.file}`);
      continue;
    }
    const [, command] = /`portal-snapshot ([^`]*)`/.exec(hint) ?? [];
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
function talkOf(cwd: string) {
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

const whole = { roots: 1, parents: true, events: 1, answered: true };

/** Merges two branches with a post and a discussion each, and keeps what either has. */
async function merged(cwd: string, others = true): Promise<void> {
  git(cwd, ['checkout', '--quiet', '-b', 'kotly']);
  await run(cwd, ...post('Котлы', '5', '2026-11-20T09:00:00+03:00'));
  if (others) {
    await run(cwd, ...reply('464', '<p>О котлах</p>', '2026-11-20T10:00:00+03:00'));
    await run(cwd, ...reply('465', '<p>Ещё о котлах</p>', '2026-11-20T11:00:00+03:00'));
  }
  commitAll(cwd);
  git(cwd, ['checkout', '--quiet', 'main']);
  await run(cwd, ...post('Сосуды', '7', '2026-11-20T09:30:00+03:00'));
  if (others) await run(cwd, ...reply('464', '<p>О сосудах</p>', '2026-11-20T12:00:00+03:00'));
  commitAll(cwd);
  expect(() => git(cwd, ['merge', '--quiet', 'kotly'])).toThrow();
}

describe('two posts of two branches', () => {
  it.each([
    ['while the merge is going on', false],
    ['after the merge was committed', true],
  ])('are put right %s', async (_, isCommitted) => {
    const cwd = clone();
    await merged(cwd);
    const [first] = await problemsOf(cwd);
    expect(first!.hint).toContain('a merge conflict is not solved: remove the lines');
    if (isCommitted) {
      for (const name of ['comments/2026.ndjson', 'events.ndjson']) {
        const path = join(cwd, 'data', name);
        writeFileSync(path, readFileSync(path, 'utf8').replace(/^(?:<{7}|={7}|>{7}).*\n/gm, ''));
      }
      commitAll(cwd);
    }
    const followed = await followAll(cwd);
    expect(followed.some((command) => /^renumber /.test(command))).toBe(true);
    const talk = talkOf(cwd);
    expect(talk.get('Котлы')).toEqual({
      ...whole,
      texts: ['<p>Ещё о котлах</p>', '<p>О котлах</p>'],
    });
    expect(talk.get('Сосуды')).toEqual({ ...whole, texts: ['<p>О сосудах</p>'] });
    await run(cwd, 'fmt');
    expect(await problemsOf(cwd)).toEqual([]);
  });

  it('are told with the branch that has each, and the newer one is renumbered', async () => {
    const cwd = clone();
    await merged(cwd, false);
    const told = (await problemsOf(cwd)).filter(({ code }) => code === 'duplicate-id');
    const commit = git(cwd, ['rev-parse', 'main']).slice(0, 12);
    expect(told.map(({ hint }) => hint)).toContain(
      `these are two records: \`portal-snapshot renumber post 43 --file data/posts/0043-sosudy.json\` gives the newer one (from main, ${commit}) another id, with all that belongs to it`,
    );
    const russian = await check({ cwd, lang: 'ru' });
    expect(russian.problems.map(({ hint }) => hint).join('\n')).toContain(
      `это две разные записи: \`portal-snapshot renumber post 43 --file data/posts/0043-sosudy.json\` даст той, что новее (main, ${commit}), другой номер`,
    );
  });
});

it('a post whose comment and event went by `git restore` gets them again', async () => {
  const cwd = clone();
  await run(cwd, ...post('Котлы', '5', '2026-11-20T09:00:00+03:00'));
  git(cwd, ['restore', 'data']);
  expect((await problemsOf(cwd)).map(({ message }) => message)).toEqual([
    'it has no record in comments and events, though each new post gets one',
  ]);
  expect(await followAll(cwd)).toEqual(['new --complete post 43']);
  expect(talkOf(cwd).get('Котлы')).toEqual({ ...whole, texts: [] });
  expect(await run(cwd, 'new', '--complete', 'post', '43')).toBe('nothing is missing\n');
});

it('a post that was copied by hand becomes one of its own; that of before keeps its discussion', async () => {
  const cwd = clone();
  const before = talkOf(cwd);
  const original = join(cwd, 'data/posts/0033-arkhiv-zatopilo-pasportov-net.json');
  const copy = readFileSync(original, 'utf8')
    .replace(/"title": "[^"]*"/, '"title": "Копия"')
    .replace(/"slug": "[^"]*"/, '"slug": "kopiya"')
    .replace(/"created": "[^"]*"/, '"created": "2026-11-20T09:00:00+03:00"');
  writeFileSync(join(cwd, 'data/posts/0033-kopiya.json'), copy);
  const followed = await followAll(cwd);
  expect(followed).toEqual([
    'renumber post 33 --file data/posts/0033-kopiya.json',
    'new --complete post 43',
  ]);
  expect(talkOf(cwd)).toEqual(new Map([...before, ['Копия', { ...whole, texts: [] as string[] }]]));
});

describe('renumber', () => {
  it('takes everything along that refers to a record, and its file gets the new name', async () => {
    const cwd = clone();
    const before = talkOf(cwd);
    const stdout = await run(cwd, 'renumber', 'post', '33', '--to', '900');
    expect(stdout).toMatch(/ {2}post 33 {2}Архив затопило.* → 900\n/);
    expect(dataOf(cwd).has('posts/0900-arkhiv-zatopilo-pasportov-net.json')).toBe(true);
    expect(talkOf(cwd)).toEqual(before);
    expect(await problemsOf(cwd)).toEqual([]);
    await run(cwd, 'renumber', 'user', '7');
    expect(await problemsOf(cwd)).toEqual([]);
    await run(cwd, 'undo');
    await run(cwd, 'undo');
    expect(git(cwd, ['status', '--porcelain'])).toBe('');
  });

  it('refuses an id that is taken, and to guess which record is meant', async () => {
    const cwd = clone();
    const said = async (...args: string[]) => {
      const { status, stderr } = await runIn(cwd, 'renumber', ...args);
      expect(status).toBe(2);
      return stderr;
    };
    expect(await said('user', '7', '--to', '8')).toContain('users has a record 8 already');
    expect(await said('user', '7777')).toContain('there is no record 7777 in users');
    rmSync(join(cwd, 'data/regions.json'));
    writeFileSync(
      join(cwd, 'data/regions.json'),
      '[{"id": 1, "name": "А"}, {"id": 1, "name": "Б"}]\n',
    );
    expect(await said('region', '1')).toMatch(/2 records with this id: name one with --file/);
    expect(await said('region', '1', '--file', 'data/regions.json')).toContain(
      'none of them, or of',
    );
    expect(git(cwd, ['status', '--porcelain'])).toBe(' M data/regions.json');
  });
});
