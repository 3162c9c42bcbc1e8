// Texts in files of their own and git: whose problems are new, and what brings a record back.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { check } from '../../src/index.js';
import { checkSince } from '../support/tool.js';
import { change, git, pretty, repository } from './repository.js';

const vacancy = { id: 7, category: 1, created_at: '2024-01-01T10:00:00+03:00', work_city: 9 };
const files = {
  'data/vacancies/7.json': pretty(vacancy), // there is no city 9
  'data/vacancies/7.text.txt': 'Ищем\n',
};

async function since(cwd: string) {
  const { problems, before } = await checkSince('HEAD', { cwd });
  return [problems.map(({ file, code }) => `${code} ${file}`), before?.codes];
}

it('a change of the text alone is one of its record', async () => {
  const cwd = repository(files);
  expect(await since(cwd)).toEqual([[], { 'dangling-reference': 1 }]);
  change(cwd, { 'data/vacancies/7.text.txt': 'Ищем двоих\n' });
  expect(await since(cwd)).toEqual([['dangling-reference data/vacancies/7.json'], {}]);
});

it('moving a text into its record or out of it changes nothing', async () => {
  const cwd = repository(files);
  change(cwd, {
    'data/vacancies/7.json': pretty({ ...vacancy, text: 'Ищем' }),
    'data/vacancies/7.text.txt': null,
  });
  expect(await since(cwd)).toEqual([[], { 'dangling-reference': 1 }]);
});

it('a problem in a text is one of its record, wherever that is', async () => {
  const { work_city: _, ...rest } = vacancy;
  const old = { 'data/vacancies/7.json': pretty(rest), 'data/vacancies/7.text.txt': ' \n' };
  const cwd = repository(old);
  expect(await since(cwd)).toEqual([[], { implausible: 1 }]);
  change(cwd, {
    'data/vacancies/7.json': null,
    'data/vacancies/7.text.txt': null,
    'data/vacancies/0007-ishchem.json': pretty(rest),
    'data/vacancies/0007-ishchem.text.txt': ' \n',
  });
  expect(await since(cwd)).toEqual([[], { implausible: 1 }]);
  change(cwd, { 'data/vacancies/0007-ishchem.json': pretty({ ...rest, views: 3 }) });
  expect(await since(cwd)).toEqual([['implausible data/vacancies/0007-ishchem.text.txt'], {}]);
});

it('a record that is brought back has its texts', async () => {
  const at = '2024-01-01T10:00:00+03:00';
  const post = {
    id: 5,
    title: 'Формы',
    slug: 'formy',
    created: at,
    blog: 2,
    user: 7,
    moderated_by: 7,
  };
  const cwd = repository({
    'data/posts/5.json': pretty(post),
    'data/posts/5.text.html': '<p>Да</p>\n',
    'data/posts/5.short_text.html': '<p>Д</p>\n',
    'data/posts/55.json': pretty({ ...post, id: 55, slug: 'a', text: 'Да' }),
    'data/blogs.json': pretty([{ id: 2, title: 'Котлы', slug: 'kotly', created: at }]),
    'data/users.json': pretty([
      { id: 7, first_name: 'Анна', last_name: 'Орлова', date_joined: at },
    ]),
    'data/comments.json': pretty([5, 55].map((post, id) => ({ id: id + 1, post, created: at }))),
  });
  for (const name of ['5.json', '5.text.html', '5.short_text.html'])
    rmSync(join(cwd, 'data/posts', name));
  const { problems } = await check({ cwd });
  expect(problems).toHaveLength(1);
  const [, command = ''] = /`(git restore .*)`/.exec(problems[0]!.hint!) ?? [];
  execFileSync('bash', ['-c', command], { cwd });
  expect((await check({ cwd })).problems).toEqual([]);
  expect(git(cwd, ['status', '--short'])).toBe('');
});
