// Records that came in two branches, went with git or were copied by hand: what is told of them, and what `renumber` does.
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, type Problem } from '../../src/index.js';
import { change, commitAll, git, repository } from '../changes/repository.js';
import { dataOf } from '../new/desk.js';
import { FILES, portal } from '../query/portal.js';
import { temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { readJson } from '../support/tree.js';
import {
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
} from './branches.js';

describe('two posts of two branches', () => {
  it('are put right while the merge is going on', async () => {
    const cwd = await clone();
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
    const cwd = await clone();
    await merged(cwd, false);
    const told = (await problemsOf(cwd)).filter(({ code }) => code === 'duplicate-id');
    expect(told.map(({ hint }) => hint)).toContain(
      'these are two records: `npx portal-snapshot renumber post 43 --file data/posts/0043-sosudy.json` gives one of the two another id, with all that belongs to it',
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
    await run(cwd, 'renumber', 'comment', '344', '--file', `data/comments/2026.ndjson:${line}`);
    expect(await problemsOf(cwd)).toEqual([]);
    expect(readJson(cwd, 'data/events.json')).toEqual([
      ...JSON.parse(FILES['data/events.json']!),
      { id: 94, event_type: 3, comment: 344 },
      { id: 95, event_type: 3, comment: 345 },
    ]);
  },
);

it('the later of two records of a file is named by its line, also where it stands first', async () => {
  const expert = (name: string, day: number) =>
    `{"id": 1, "full_name": "${name}", "created_at": "2026-03-0${day}T10:00:00+03:00"}\n`;
  const cwd = temporaryFolder();
  writeFile(cwd, 'data/experts.ndjson', expert('Иванов Иван', 5) + expert('Петров Пётр', 4));
  expect(await followAll(cwd)).toEqual(['renumber expert 1 --file data/experts.ndjson:1']);
});

it('a post whose comment and event went by `git restore` is told', async () => {
  const cwd = await clone();
  await run(cwd, ...post('Котлы', '5', '2026-11-20T09:00:00+03:00'));
  git(cwd, ['restore', 'data']);
  expect(await problemsOf(cwd)).toMatchObject([
    {
      message: 'it has no record in comments and events, though each new post gets one',
      hint: expect.stringContaining('copy the record that another post has there'),
    },
  ]);
});

it('a post that was copied by hand becomes one of its own; that of before keeps its discussion', async () => {
  const cwd = await clone();
  const before = talkOf(cwd);
  const original = join(cwd, 'data/posts/0033-arkhiv-zatopilo-pasportov-net.json');
  const copy = readFileSync(original, 'utf8')
    .replace(/"title": "[^"]*"/, '"title": "Копия"')
    .replace(/"slug": "[^"]*"/, '"slug": "kopiya"')
    .replace(/"created": "[^"]*"/, '"created": "2026-11-20T09:00:00+03:00"');
  writeFileSync(join(cwd, 'data/posts/0033-kopiya.json'), copy);
  const [told] = await problemsOf(cwd);
  expect(told!.hint).toContain(
    '`npx portal-snapshot renumber post 33 --file data/posts/0033-kopiya.json`',
  );
  await run(cwd, 'renumber', 'post', '33', '--file', 'data/posts/0033-kopiya.json');
  expect((await problemsOf(cwd)).filter(isError)).toEqual([]);
  const { Копия: copied, ...others } = Object.fromEntries(talkOf(cwd));
  expect(new Map(Object.entries(others))).toEqual(before);
  expect(copied).toMatchObject({ texts: [] });
});

const isError = ({ severity }: Problem) => severity === 'error';
const codeOf = ({ code }: Problem) => code;

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

  it.each([
    ['a list', '[{"id":1,"name":"Тува"},{"id":2,"name":"Коми"},{"id":2,"name":"Югра"}]', ':1:48'],
    ['a list with CRLF', '\ufeff[{"id":2,"name":"Коми"},{"id":2,"name":"Югра"}\r\n]', ':1:25'],
    ['lists of several lines', '[\n{"id":2,"name":"Коми"},{"id":2,\n"name":"Югра"}]', ':2:24'],
  ])(
    'takes the place that check offers, of two records on one line: %s',
    async (_, text, place) => {
      const cwd = temporaryFolder();
      writeFile(cwd, 'data/regions.json', text);
      const [told] = await problemsOf(cwd);
      const [, file] = /`npx portal-snapshot renumber region 2 --file (\S+)`/.exec(told!.hint!)!;
      expect(file).toBe(`data/regions.json${place}`);
      const unclear = await runIn(cwd, 'renumber', 'region', '2', '--file', 'data/regions.json');
      expect(unclear.status).toBe(2);
      const offered = unclear.stderr.match(/data\/regions\.json:\d+:\d+/g)!;
      expect([...new Set(offered)]).toHaveLength(2);
      expect(offered).toContain(file);
      await run(cwd, 'renumber', 'region', '2', '--file', file!);
      expect(await problemsOf(cwd)).toEqual([]);
      expect(readFileSync(join(cwd, 'data/regions.json'), 'utf8')).toMatch(
        /"id":\s*3,\s*"name":\s*"Югра"/,
      );
    },
  );

  it('takes everything along that refers to a record, and its file gets the new name', async () => {
    const cwd = await clone();
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
    const cwd = await clone();
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

  it.each<[string, Record<string, string>, string[]]>([
    [
      'in a file that gets another name',
      {
        'data/posts/0005-b.json': FILES['data/posts/6.json']!.replace(
          '"id": 6',
          '"id": 5, "colour": 1',
        ).replace('svoim', 'b'),
      },
      ['post', '5', '--file', 'data/posts/0005-b.json'],
    ],
    [
      'that names the id',
      {
        'data/comments/2026.ndjson': FILES['data/comments/2026.ndjson']!.replace(
          '{"id": 342, "post": 5',
          '{"id": 342, "post": 6',
        ),
      },
      ['comment', '341'],
    ],
  ])('is not kept from it by an error of before %s', async (_what, files, asked) => {
    const cwd = portal();
    change(cwd, files);
    const errors = async () => (await check({ cwd })).problems.filter(isError).map(codeOf);
    const before = (await errors()).filter((code) => code !== 'duplicate-id');
    expect(before).toHaveLength(1);
    const { status, stderr } = await runIn(cwd, 'renumber', ...asked, '--to', '900');
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(await errors()).toEqual(before);
  });

  it.each<[string, (path: string) => void]>([
    ['the text of a record that is gone', (path) => writeFileSync(path, '<p>О насосах</p>\n')],
    ['a link that leads nowhere', (path) => symlinkSync('nowhere', path)],
  ])('leaves the file its name where %s is beside the new one', async (_what, leave) => {
    const cwd = portal();
    leave(join(cwd, 'data/posts/7.short_text.html'));
    await run(cwd, 'renumber', 'post', '6', '--to', '7');
    expect(readJson(cwd, 'data/posts/6.json')).toMatchObject({ id: 7, text: '<p>О ценах</p>' });
  });

  it('refuses a root whose number some of its answers give, and changes nothing', async () => {
    const cwd = await clone();
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

  it('lists what else names the old id where another record keeps it', async () => {
    const cwd = portal();
    const line = (id: number, parent: number, user: number) =>
      `{"id": ${id}, "post": 5, "parent": ${parent}, "user": ${user}, "text": "<p>Да</p>", "created": "2026-03-04T10:00:00+03:00"}\n`;
    const path = 'data/comments/2026.ndjson';
    const twice = [7, 9].map((user) => `${line(344, 341, user)}${line(345, 344, user)}`);
    change(cwd, { [path]: `${FILES[path]}${twice.join('')}` });
    const told = await run(cwd, 'renumber', 'comment', '344', '--file', `${path}:7`, '--to', '346');
    expect(told).toMatch(
      /which another record has, too; change those that mean this one \(2 records\)/,
    );
    expect(told).toContain(`${path}:8`);
    const lines = dataOf(cwd).get('comments/2026.ndjson')!.toString();
    expect(lines).toBe(`${FILES[path]}${twice[0]}${line(346, 341, 9)}${line(345, 344, 9)}`);
  });

  it.each([
    ['post 5', 'comments', { 'data/comments/2026.ndjson': null }, '{"id": 340, "post": 5}'],
    ['comment 341', 'events', {}, '{"id": 91, "event_type": 2, "comment": 341}'],
  ])(
    'of %s is refused while %s that refer to it cannot be read',
    async (asked, of, files, line) => {
      const cwd = portal();
      const conflict = `[\n<<<<<<< HEAD\n  ${line}\n=======\n>>>>>>> kotly\n]\n`;
      change(cwd, { ...files, [`data/${of}.json`]: conflict });
      const before = dataOf(cwd);
      const { status, stderr } = await runIn(cwd, 'renumber', ...asked.split(' '));
      expect([status, stderr]).toEqual([2, expect.stringContaining(`${of} cannot be read in`)]);
      expect(dataOf(cwd)).toEqual(before);
    },
  );

  it('refuses an id that a file may have that cannot be read', async () => {
    const cwd = portal();
    change(cwd, { 'data/cities/new.json': '{"id": 77, "name": "Ишим, "region": 47}' });
    const { status, stderr } = await runIn(cwd, 'renumber', 'city', '36', '--to', '77');
    expect([status, stderr]).toEqual([2, expect.stringContaining('cities cannot be read in full')]);
  });

  it('refuses an id that is taken, and to guess which record is meant', async () => {
    const cwd = await clone();
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
