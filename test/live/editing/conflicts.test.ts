// What git left as conflicts of two branches: who follows each advice to the letter loses no word.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commitAll, git } from '../../changes/repository.js';
import { clone, followAll, prettyPrint, problemsOf, run } from '../../edit/branches.js';
import { splitTexts } from '../../edit/split.js';

it.each([
  ['one record a line', false, 'markers of data/cities.json'],
  ['a line for each field', true, 'lines of data/cities.json'],
])('records that both branches added to a list stay, %s', async (_, isPretty, first) => {
  const cwd = await clone();
  const lists = ['data/cities.json', 'data/users.json'].map((name) => join(cwd, name));
  const tidy = () => isPretty && lists.forEach(prettyPrint);
  tidy();
  commitAll(cwd);
  git(cwd, ['branch', 'other']);
  for (const [branch, name] of [
    ['main', 'Кола'],
    ['other', 'Ельня'],
  ] as const) {
    git(cwd, ['checkout', '--quiet', branch]);
    await run(cwd, 'new', 'city', '--name', name, '--region', '76');
    await run(cwd, 'new', 'user', '--first_name', name, '--last_name', 'А');
    tidy();
    commitAll(cwd);
  }
  expect(() => git(cwd, ['merge', '--quiet', 'main'])).toThrow();
  const followed = await followAll(cwd);
  expect(followed[0]).toBe(first);
  expect(followed.filter((command) => command.startsWith('renumber'))).toHaveLength(2);
  for (const list of lists)
    expect(readFileSync(list, 'utf8')).toMatch(/Ельня[\s\S]*Кола|Кола[\s\S]*Ельня/);
});

describe('what both branches changed is told once as a conflict', () => {
  const user = ['change', 'user', '7', '--first_name'];
  const comment = ['change', 'comment', '400', '--text'];
  const post = ['change', 'post', '9', '--title'];
  const text = ['change', 'post', '9', '--text'];
  it.each([
    ['in a line', comment, /^data\/comments\/2026\.ndjson: .*records of both sides/],
    ['in a list', user, /^data\/users\.json: .*records of both sides/],
    ['in a file of one record', post, /^data\/posts\/0009-.*\.json: .*solved: make one version/],
    ['in a text of its own', text, /\.text\.html: .*one text of both/],
  ])('%s', async (where, changing, told) => {
    const cwd = await clone();
    if (where === 'in a text of its own') splitTexts(cwd);
    commitAll(cwd);
    git(cwd, ['branch', 'other']);
    for (const branch of ['main', 'other']) {
      git(cwd, ['checkout', '--quiet', branch]);
      await run(cwd, ...changing, `Так ${branch}`);
      commitAll(cwd);
    }
    expect(() => git(cwd, ['merge', '--quiet', 'main'])).toThrow();
    const problems = await problemsOf(cwd);
    const conflicts = problems.filter(({ code }) => code === 'syntax');
    expect(conflicts.map(({ file, hint }) => `${file}: ${hint}`)).toEqual([
      expect.stringMatching(told),
    ]);
  });
});
