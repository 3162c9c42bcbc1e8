// Records that came in two branches, went with git or were copied by hand: what is told of them, and what `renumber` does.
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/index.js';
import { commitAll, git, repository } from '../changes/repository.js';
import { dataOf } from '../new/desk.js';
import { FILES, portal } from '../query/portal.js';
import { temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { readJson } from '../support/tree.js';
import {
  ARCHIVE,
  clone,
  expectBoth,
  followAll,
  merged,
  post,
  problemsOf,
  reply,
  run,
  solve,
  talkOf,
  whole,
} from './branches.js';

describe('two posts of two branches', () => {
  it('are put right while the merge is going on', async () => {
    const cwd = clone();
    await merged(cwd);
    const [first] = await problemsOf(cwd);
    expect(first!.hint).toContain('a merge conflict is not solved: remove the lines');
    const followed = await followAll(cwd);
    expect(followed.some((command) => /^renumber /.test(command))).toBe(true);
    expectBoth(cwd);
    await run(cwd, 'fmt');
    expect(await problemsOf(cwd)).toEqual([]);
  });

  it('are told, and the one that was created later is renumbered', async () => {
    const cwd = clone();
    await merged(cwd, false);
    const told = (await problemsOf(cwd)).filter(({ code }) => code === 'duplicate-id');
    expect(told.map(({ hint }) => hint)).toContain(
      'these are two records: `npx portal-snapshot renumber post 7 --file data/posts/0007-sosudy.json` gives one of the two another id, with all that belongs to it',
    );
  });
});

it.each([5, 6])(
  'two comments of two branches, whose equal events git made one, have an event each once that of line %i is renumbered',
  async (line) => {
    const cwd = repository(FILES);
    git(cwd, ['checkout', '--quiet', '-b', 'kotly']);
    await run(cwd, ...reply('341', '<p>О котлах</p>', '2026-03-04T09:00:00+03:00'));
    commitAll(cwd);
    git(cwd, ['checkout', '--quiet', 'main']);
    await run(cwd, ...reply('341', '<p>О сосудах</p>', '2026-03-04T10:00:00+03:00'));
    commitAll(cwd);
    expect(() => git(cwd, ['merge', '--quiet', 'kotly'])).toThrow();
    solve(cwd);
    commitAll(cwd);
    const place = `data/comments/2026.ndjson:${line}`;
    const stdout = await run(cwd, 'renumber', 'comment', '344', '--file', place);
    expect(stdout).toMatch(/\nadded for it, .*\n {2}event 95 {2}data\/events\.json\n/);
    // The event of the other comment is none that may mean this one.
    expect(stdout).not.toMatch(/refer to|event[s ].*94/);
    expect(await problemsOf(cwd)).toEqual([]);
    expect(readJson(cwd, 'data/events.json')).toEqual([
      ...JSON.parse(FILES['data/events.json']!),
      { id: 94, event_type: 3, comment: 344 },
      { id: 95, event_type: 3, comment: 345 },
    ]);
  },
);

it('two posts of two branches, whose equal roots and events git made one, are told what to write where', async () => {
  const cwd = clone();
  const created = '2026-11-20T09:00:00+03:00';
  for (const [branch, title, answered] of [
    ['kotly', 'Котлы', '2026-11-21T09:00:00+03:00'],
    ['sosudy', 'Сосуды', '2026-11-21T10:00:00+03:00'],
  ] as const) {
    git(cwd, ['checkout', '--quiet', '-b', branch, 'main']);
    await run(cwd, ...post(title, '9', created));
    await run(cwd, ...reply('344', `<p>${title}!</p>`, answered));
    commitAll(cwd);
  }
  expect(() => git(cwd, ['merge', '--quiet', 'kotly'])).toThrow();
  solve(cwd);
  await run(cwd, 'renumber', 'comment', '345', '--file', 'data/comments/2026.ndjson:6');
  const place = 'data/posts/0007-sosudy.json';
  const stdout = await run(cwd, 'renumber', 'post', '7', '--file', place);
  expect(stdout.slice(stdout.indexOf('added'))).toBe(
    `added for it, because what was there stays with the other record:
  comment 347  data/comments/2026.ndjson
  event 97  data/events.ndjson

refer to post 7, an id which another record has, too; write 8 in those that mean this one:
comments  post  (2)
  345  Котлы!   data/comments/2026.ndjson:6
  346  Сосуды!  data/comments/2026.ndjson:7

refer to comment 344, which stays with the other record; write 347 in those that mean the one that was added:
comments  parent  (2)
  345  Котлы!   data/comments/2026.ndjson:6
  346  Сосуды!  data/comments/2026.ndjson:7
undo: npx portal-snapshot undo
`,
  );
  await run(cwd, 'change', 'comment', '346', '--post', '8', '--parent', '347');
  expect(await problemsOf(cwd)).toEqual([]);
  expect(talkOf(cwd).get('Котлы')).toEqual({ ...whole, texts: ['<p>Котлы!</p>'] });
  expect(talkOf(cwd).get('Сосуды')).toEqual({ ...whole, texts: ['<p>Сосуды!</p>'] });
});

it('a post whose comment and event went by `git restore` is told', async () => {
  const cwd = clone();
  await run(cwd, ...post('Котлы', '9', '2026-11-20T09:00:00+03:00'));
  git(cwd, ['restore', 'data']);
  expect(await problemsOf(cwd)).toMatchObject([
    {
      message: 'there is no record in comments and events for it, though each new post gets one',
      hint: expect.stringContaining('copy the record that another post has there'),
    },
  ]);
});

it('a post that was copied by hand becomes one of its own; that of before keeps its discussion', async () => {
  const cwd = clone();
  const before = talkOf(cwd);
  const original = join(cwd, 'data', ARCHIVE);
  const copy = readFileSync(original, 'utf8')
    .replace(/"title": "[^"]*"/, '"title": "Копия"')
    .replace(/"slug": "[^"]*"/, '"slug": "kopiya"')
    .replace(/"created": "[^"]*"/, '"created": "2026-11-20T09:00:00+03:00"');
  writeFileSync(join(cwd, 'data/posts/0005-kopiya.json'), copy);
  const [told] = await problemsOf(cwd);
  expect(told!.hint).toContain(
    '`npx portal-snapshot renumber post 5 --file data/posts/0005-kopiya.json`',
  );
  await run(cwd, 'renumber', 'post', '5', '--file', 'data/posts/0005-kopiya.json');
  expect((await problemsOf(cwd)).filter(isError)).toEqual([]);
  const { Копия: copied, ...others } = Object.fromEntries(talkOf(cwd));
  expect(new Map(Object.entries(others))).toEqual(before);
  expect(copied).toMatchObject({ texts: [] });
});

const isError = ({ severity }: Problem) => severity === 'error';

describe('renumber', () => {
  it('is right by all places that one check named, one after another', async () => {
    const cwd = temporaryFolder();
    const ids = [1, 1, 2, 2, 2, 5];
    const lines = ids.map((id, i) => `{"id": ${id}, "name": "Область ${i}"}\n`);
    writeFile(cwd, 'data/regions.ndjson', lines.join(''));
    const commands = (await problemsOf(cwd)).map(
      ({ hint }) => /`npx portal-snapshot (renumber [^`]*)`/.exec(hint!)![1]!,
    );
    expect(commands).toHaveLength(3);
    for (const command of commands) await run(cwd, ...command.split(' '));
    expect(await problemsOf(cwd)).toEqual([]);
    const names = new Map<string, number>();
    for (const line of readFileSync(join(cwd, 'data/regions.ndjson'), 'utf8').trim().split('\n')) {
      const { id, name } = JSON.parse(line) as { id: number; name: string };
      names.set(name, id);
    }
    const at = (i: number) => names.get(`Область ${i}`);
    expect([0, 1, 2, 3, 4, 5].map(at)).toEqual([1, 6, 2, 7, 8, 5]);
  });

  it('takes everything along that refers to a record, and its file gets the new name', async () => {
    const cwd = clone();
    const before = talkOf(cwd);
    const stdout = await run(cwd, 'renumber', 'post', '5', '--to', '900');
    expect(stdout).toMatch(/ {2}post 5 {2}Новые формы.* → 900\n/);
    expect(dataOf(cwd).has('posts/0900-formy.json')).toBe(true);
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
    const path = join(cwd, 'data', ARCHIVE);
    const polls = [{ id: 1, title: 'Кто за?', variants: [], post: 5 }];
    const post = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, JSON.stringify({ ...post, polls, last_comment: 341 }));
    await run(cwd, 'renumber', 'post', '5', '--to', '900');
    await run(cwd, 'renumber', 'comment', '341', '--to', '901');
    const now = dataOf(cwd).get('posts/0900-formy.json')!;
    expect(JSON.parse(now.toString())).toMatchObject({ polls: [{ post: 900 }], last_comment: 901 });
    expect(await problemsOf(cwd)).toEqual([]);
  });

  it('leaves the file its name where a link that leads nowhere has that of a new text', async () => {
    const cwd = portal();
    symlinkSync('nowhere', join(cwd, 'data/posts/7.short_text.html'));
    await run(cwd, 'renumber', 'post', '6', '--to', '7');
    expect(readJson(cwd, 'data/posts/6.json')).toMatchObject({ id: 7, text: '<p>О ценах</p>' });
  });

  it('refuses a root whose number some of its answers give, and changes nothing', async () => {
    const cwd = clone();
    const path = join(cwd, 'data/comments/2026.ndjson');
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('{"id": 341,', '{"id": 341, "tree_id": 340,'),
    );
    expect(await problemsOf(cwd)).toEqual([]);
    const before = dataOf(cwd);
    const { status, stderr } = await runIn(cwd, 'renumber', 'comment', '340', '--to', '9001');
    expect([status, stderr]).toEqual([1, expect.stringContaining('or leave the field out')]);
    expect(dataOf(cwd)).toEqual(before);
  });
});
