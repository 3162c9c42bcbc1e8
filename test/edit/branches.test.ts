// Two branches on which somebody made a post, merged by git: who follows each advice to the letter loses no word.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/index.js';
import { commitAll, git } from '../changes/repository.js';
import { dataOf } from '../new/desk.js';
import { runIn } from '../support/run.js';
import { clone, followAll, post, problemsOf, reply, run, solve } from './branches.js';

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
async function merged(cwd: string, others = true, title = 'Сосуды'): Promise<void> {
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

function expectBoth(cwd: string): void {
  const talk = talkOf(cwd);
  const texts = ['<p>Ещё о котлах</p>', '<p>О котлах</p>'];
  expect(talk.get('Котлы')).toEqual({ ...whole, texts });
  expect(talk.get('Сосуды')).toEqual({ ...whole, texts: ['<p>О сосудах</p>'] });
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
      solve(cwd);
      commitAll(cwd);
    }
    const followed = await followAll(cwd);
    expect(followed.some((command) => /^renumber /.test(command))).toBe(true);
    expectBoth(cwd);
    await run(cwd, 'fmt');
    expect(await problemsOf(cwd)).toEqual([]);
  });

  it.each([
    ['each became one commit', 0],
    ['both became one commit, in which the order of the lines tells them apart', 2],
  ])('are put right where %s', async (_, together) => {
    const cwd = clone();
    await merged(cwd);
    git(cwd, ['merge', '--abort']);
    git(cwd, ['checkout', '--quiet', '-b', 'all', 'main~1']);
    for (const branch of ['kotly', 'main']) {
      try {
        git(cwd, ['merge', '--squash', branch]);
      } catch {
        solve(cwd);
      }
      commitAll(cwd);
    }
    git(cwd, ['reset', '--quiet', '--soft', `HEAD~${together}`]);
    commitAll(cwd);
    expect(await followAll(cwd)).toEqual([expect.stringMatching(/^renumber post 43 /)]);
    expectBoth(cwd);
  });

  it('are put right while one branch is set upon the other', async () => {
    const cwd = clone();
    await merged(cwd);
    git(cwd, ['merge', '--abort']);
    expect(() => git(cwd, ['rebase', '--quiet', 'kotly'])).toThrow();
    await followAll(cwd);
    expectBoth(cwd);
  });

  it.each([
    ['', []],
    [', with texts in files of their own', ['fmt', '--split']],
  ])('that have one title, and so one file, become two%s', async (_, before) => {
    const cwd = clone();
    if (before.length > 0) await run(cwd, ...before);
    commitAll(cwd);
    await merged(cwd, true, 'Котлы');
    const followed = await followAll(cwd);
    expect(followed).toContain('sides of data/posts/0043-kotly.json');
    const posts = [...dataOf(cwd)].filter(([file]) => /^posts\/.*4[34]-.*kotly/.test(file));
    const texts = posts.map(([, bytes]) => bytes.toString()).join('\n');
    expect(texts).toContain('<p>Котлы 5: текст</p>');
    expect(texts).toContain('<p>Котлы 7: текст</p>');
  });

  it('are told with the branch that has each, and the newer one is renumbered', async () => {
    const cwd = clone();
    await merged(cwd, false);
    const told = (await problemsOf(cwd)).filter(({ code }) => code === 'duplicate-id');
    const [commit, other] = ['main', 'kotly'].map((name) =>
      git(cwd, ['rev-parse', name]).slice(0, 12),
    );
    expect(told.map(({ hint }) => hint)).toContain(
      `these are two records: \`portal-snapshot renumber post 43 --file data/posts/0043-sosudy.json\` gives the newer one (from main, ${commit}; the other one is from kotly, ${other}) another id, with all that belongs to it`,
    );
    const russian = await check({ cwd, lang: 'ru' });
    expect(russian.problems.map(({ hint }) => hint).join('\n')).toContain(
      `это две разные записи: \`portal-snapshot renumber post 43 --file data/posts/0043-sosudy.json\` даст той, что новее (main, ${commit}; другая: kotly, ${other}), другой номер`,
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

  it('takes what follows from the id along where it is written', async () => {
    const cwd = clone();
    const path = join(cwd, 'data/posts/0003-kirpichnaya-truba-60-m-bez-alpinistov.json');
    const post = JSON.parse(readFileSync(path, 'utf8')) as { polls: object[] };
    const polls = post.polls.map((poll) => ({ ...poll, post: 3 }));
    writeFileSync(path, JSON.stringify({ ...post, polls, last_comment: 21 }));
    await run(cwd, 'renumber', 'post', '3', '--to', '900');
    await run(cwd, 'renumber', 'comment', '21', '--to', '901');
    const now = dataOf(cwd).get('posts/0900-kirpichnaya-truba-60-m-bez-alpinistov.json')!;
    expect(JSON.parse(now.toString())).toMatchObject({ polls: [{ post: 900 }], last_comment: 901 });
    expect(await problemsOf(cwd)).toEqual([]);
  });

  it('refuses a root whose number some of its answers give, and changes nothing', async () => {
    const cwd = clone();
    const path = join(cwd, 'data/comments/2025.ndjson');
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('{"id": 82,', '{"id": 82, "tree_id": 81,'),
    );
    expect(await problemsOf(cwd)).toEqual([]);
    const before = dataOf(cwd);
    const { status, stderr } = await runIn(cwd, 'renumber', 'comment', '81', '--to', '9001');
    expect([status, stderr]).toEqual([1, expect.stringContaining('or leave the field out')]);
    expect(dataOf(cwd)).toEqual(before);
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
