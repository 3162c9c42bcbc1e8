// `merge`: two branches of one portal, merged by record and field, whatever git makes of their lines.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { check } from '../../src/index.js';
import { commitAll, git, repository } from '../changes/repository.js';
import { reply, run } from '../edit/branches.js';
import { splitTexts } from '../edit/split.js';
import { dataOf } from '../new/desk.js';
import { FILES } from '../query/portal.js';
import { runIn } from '../support/run.js';

type Work = (cwd: string) => unknown;
const change =
  (...args: readonly string[]): Work =>
  (cwd) =>
    run(cwd, ...args);
const edit =
  (file: string, from: string, to: string): Work =>
  (cwd) => {
    const text = readFileSync(join(cwd, file), 'utf8');
    expect(text).toContain(from);
    writeFileSync(join(cwd, file), text.replace(from, to));
  };

/** A repository with two branches: `theirs`, and `main`, which is checked out. */
async function branches(mine: Work, theirs: Work, begin: Work = () => {}): Promise<string> {
  const cwd = repository({ ...FILES, '.gitignore': 'node_modules\n.cache\n' });
  git(cwd, ['config', 'user.name', 'Анна']);
  git(cwd, ['config', 'user.email', 'anna@example.org']);
  await begin(cwd);
  commitAll(cwd);
  git(cwd, ['checkout', '--quiet', '-b', 'theirs']);
  await theirs(cwd);
  commitAll(cwd);
  git(cwd, ['checkout', '--quiet', 'main']);
  await mine(cwd);
  commitAll(cwd);
  return cwd;
}

const text = (cwd: string, file: string) => readFileSync(join(cwd, 'data', file), 'utf8');
const state = (cwd: string) => [
  ...['HEAD', 'theirs'].map((ref) => git(cwd, ['rev-parse', ref])),
  git(cwd, ['status', '--porcelain']),
  [...dataOf(cwd)].map(([file, bytes]) => `${file} ${bytes}`),
];

async function expectMerged(cwd: string, ...args: readonly string[]): Promise<string> {
  const printed = await runIn(cwd, 'merge', ...args);
  expect(printed).toMatchObject({ status: 0, stderr: '' });
  expect(git(cwd, ['status', '--porcelain'])).toBe('');
  expect((await check({ cwd })).problems.filter(({ severity }) => severity === 'error')).toEqual(
    [],
  );
  return printed.stdout;
}

const salary = change('change', 'vacancy', '100', '--work_salary', '5');
const hidden = change('change', 'vacancy', '100', '--is_public', 'false');
const answers = ['котлах', 'сосудах'].map((word) =>
  change(...reply('341', `<p>О ${word}</p>`, '2026-03-04T09:00:00+03:00')),
);

it.each<[string, Work, Work, Work?]>([
  ['two fields of one record', salary, hidden],
  [
    'another order and one field',
    edit('data/regions.json', '[', '[ '),
    change('change', 'region', '47', '--name', 'Б'),
  ],
  ['fmt on one side', change('fmt'), salary],
  [
    'texts in files of their own',
    change('change', 'post', '5', '--text', '<p>Новое</p>'),
    change('change', 'post', '5', '--title', 'Другое'),
    splitTexts,
  ],
  ['the same change, and another', async (cwd) => [await salary(cwd), await hidden(cwd)], salary],
  ['files that are not data', edit('.gitignore', 'node', '# вверху\nnode'), salary],
])('needs no question: %s', async (_, mine, theirs, begin) => {
  const cwd = await branches(mine, theirs, begin);
  await expectMerged(cwd, 'theirs');
  expect(git(cwd, ['rev-list', '--parents', '-1', 'HEAD']).split(' ')).toHaveLength(3);
  // Whatever is merged is not merged again.
  expect(await expectMerged(cwd, 'theirs')).toBe('there is nothing to merge\n');
});

it('gives a record of this branch another id, with its companions, if both added one', async () => {
  const cwd = await branches(answers[0]!, answers[1]!);
  const dry = await expectMerged(cwd, 'theirs', '--dry-run');
  expect(dry).toContain('would be merged; nothing is written');
  const stdout = await expectMerged(cwd, 'theirs');
  expect(stdout).toContain('  comments 344 → 345\n  events 94 → 95\n');
  expect(text(cwd, 'comments/2026.ndjson')).toMatch(/"id": 344,.*сосудах.*\n.*"id": 345,.*котлах/);
  expect(text(cwd, 'events.json')).toMatch(
    /"id": 94,.*"comment": 344.*\n.*"id": 95,.*"comment": 345/,
  );
});

it.each(['merge', 'rebase', 'cherry-pick'])('finishes a %s that git has stopped', async (kind) => {
  const cwd = await branches(answers[0]!, answers[1]!);
  expect(() => git(cwd, [kind, 'theirs'])).toThrow();
  expect(await expectMerged(cwd)).toMatch(/comments 344 → 345/);
  expect(text(cwd, 'comments/2026.ndjson')).toMatch(/"id": 344.*\n.*"id": 345/);
  expect(existsSync(join(cwd, '.git/MERGE_HEAD'))).toBe(false);
  expect(existsSync(join(cwd, '.git/rebase-merge'))).toBe(false);
  expect(await runIn(cwd, 'merge')).toMatchObject({ status: 2 });
});

it('takes the very same record of both sides once', async () => {
  const cwd = await branches(answers[0]!, answers[0]!);
  await expectMerged(cwd, 'theirs');
  expect(text(cwd, 'comments/2026.ndjson').match(/котлах/g)).toHaveLength(1);
  expect(text(cwd, 'events.json').match(/"comment": 344/g)).toHaveLength(1);
});

const regions = (ids: string) => change('change', 'vacancy', '100', '--work_regions', ids);
it.each<[string, Work, Work, RegExp]>([
  [
    'one field that both changed',
    salary,
    change('change', 'vacancy', '100', '--work_salary', '7'),
    /vacancy 100 .*0100-ekspert\.json:1\n {4}work_salary: 5 → 7\n {4}here: Редактор, .*; there: Редактор/,
  ],
  [
    'a list that both changed, never by position',
    regions('[47]'),
    regions('[53]'),
    /work_regions: /,
  ],
  [
    'a record removed here',
    change('remove', 'comment', '342', '--cascade'),
    change('change', 'comment', '342', '--text', '<p>Б</p>'),
    /removed here, changed there/,
  ],
  [
    'a record removed there',
    change('change', 'comment', '342', '--text', '<p>Б</p>'),
    change('remove', 'comment', '342', '--cascade'),
    /changed here, removed there/,
  ],
  [
    'a record that refers to one that was removed there',
    change(...reply('342', '<p>Б</p>', '2026-03-04T09:00:00+03:00')),
    change('remove', 'comment', '342', '--cascade'),
    /comment 344 .*\n {4}parent refers to comment 342/,
  ],
])('asks, and changes nothing: %s', async (_, mine, theirs, question) => {
  const cwd = await branches(mine, theirs);
  const before = state(cwd);
  const printed = await runIn(cwd, 'merge', 'theirs');
  expect(printed.status).toBe(1);
  expect(printed.stdout).toMatch(question);
  expect(state(cwd)).toEqual(before);
  const head = git(cwd, ['rev-parse', 'HEAD']);
  for (const how of ['keep', 'take']) {
    git(cwd, ['reset', '--quiet', '--hard', head]);
    await expectMerged(cwd, 'theirs', '--conflicts', how);
  }
});

it('refuses what is in the way, in words, and changes nothing', async () => {
  const cwd = await branches(salary, hidden);
  writeFileSync(join(cwd, 'data/regions.json'), `${text(cwd, 'regions.json')}\n`);
  const before = state(cwd);
  expect(await runIn(cwd, 'merge', 'theirs')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/not committed: data\/regions\.json/),
  });
  expect(state(cwd)).toEqual(before);
  expect(await runIn(cwd, 'merge', 'nobody')).toMatchObject({ status: 2 });
  const other = await branches(
    edit('.gitignore', '.cache', 'a'),
    edit('.gitignore', '.cache', 'b'),
  );
  expect(await runIn(other, 'merge', 'theirs')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/not data: \.gitignore/),
  });
  expect(git(other, ['status', '--porcelain'])).toBe('');
});

it('is finished by the next run, whichever step of git it was killed before', async () => {
  const cwd = await branches(answers[0]!, answers[1]!);
  const before = state(cwd);
  expect(git(cwd, ['status', '--porcelain'])).toBe('');
  const commit = async () => {
    await expectMerged(cwd, 'theirs');
    return git(cwd, ['rev-parse', 'HEAD']);
  };
  const head = git(cwd, ['rev-parse', 'HEAD']);
  const done = await commit();
  const after = dataOf(cwd);
  // What a killed run leaves: the ref, then some files, then all files and the index, then the branch.
  const steps: (() => void)[] = [
    () => {},
    () => writeFileSync(join(cwd, 'data/events.json'), after.get('events.json')!),
    () => git(cwd, ['read-tree', '--reset', '-u', done]),
    () => git(cwd, ['update-ref', 'HEAD', done]),
  ];
  for (const last of steps.keys()) {
    git(cwd, ['reset', '--quiet', '--hard', head]);
    expect(state(cwd)).toEqual(before);
    git(cwd, ['update-ref', 'refs/portal-snapshot/merge', done]);
    for (const step of steps.slice(0, last + 1)) step();
    const stdout = await expectMerged(cwd, 'theirs');
    expect(stdout).toContain(done.slice(0, 10));
    expect(git(cwd, ['rev-parse', 'HEAD'])).toBe(done);
    expect(dataOf(cwd)).toEqual(after);
    expect(git(cwd, ['for-each-ref', 'refs/portal-snapshot'])).toBe('');
  }
});

it('merges one file as a driver of git, and leaves a question to git', async () => {
  const cwd = await branches(salary, hidden);
  const files = ['base', 'mine', 'theirs'].map((name) => join(cwd, '.git', name));
  const name = 'data/vacancies/0100-ekspert.json';
  ['main~1', 'main', 'theirs'].forEach((ref, i) => {
    writeFileSync(files[i]!, git(cwd, ['show', `${ref}:${name}`]));
  });
  const driver = ['merge', '--driver', ...files, name];
  expect(await runIn(cwd, ...driver)).toMatchObject({ status: 0, stdout: '' });
  expect(JSON.parse(readFileSync(files[1]!, 'utf8'))).toMatchObject({
    work_salary: 5,
    is_public: false,
  });
  writeFileSync(
    files[2]!,
    readFileSync(files[2]!, 'utf8').replace('"is_public": false', '"work_salary": 8'),
  );
  expect(await runIn(cwd, ...driver)).toMatchObject({ status: 1 });
});
