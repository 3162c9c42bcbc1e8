// A change explained, beside ../scripts/diff.script: users, older snapshots, strangers.

import { expect, it } from 'vitest';
import { diffReporters } from '../../src/editing/changes/table.js';
import { build } from '../../src/index.js';
import { temporaryFolder } from '../support/folders.js';
import { type Fields, forum } from '../support/portal.js';
import { diffSince } from '../support/tool.js';
import { usePasts, withPast } from './past.js';
import { change, pretty } from './repository.js';

usePasts();

const settings = { cache: temporaryFolder() };

async function diff(cwd: string, what = 'HEAD') {
  const result = await diffSince(what, { cwd, ...settings });
  if ('errors' in result) throw new Error(`${result.errors} errors`);
  return result.diff;
}

const { comments = [], events = [], ...others } = forum({ posts: 3, replies: 4 });
const lines = (records: readonly Fields[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
const FILES = {
  ...Object.fromEntries(
    Object.entries(others).map(([name, records]) => [`data/${name}.json`, pretty(records)]),
  ),
  'data/comments.ndjson': lines(comments),
  'data/events.ndjson': lines(events),
};
const posts = others['posts']!;

it('what was edited is not known where an older snapshot is all there is', async () => {
  const cwd = withPast(FILES);
  expect((await build({ cwd, ...settings })).ok).toBe(true);
  const changed = await diff(cwd, 'dist');
  expect(changed).not.toHaveProperty('edited');
  expect(diffReporters.pretty(changed, 'en')).toMatch(/^The API stays the same/);
});

it('names no users to whom no published record leads', async () => {
  const [user, ...users] = others['users']!;
  const files = (hidden: boolean, edit: Fields) => ({
    'data/posts.json': pretty([...posts, { ...posts[0], id: 50, slug: 'a', user: 50, hidden }]),
    'data/users.json': pretty([{ ...user, ...edit }, ...users, { ...user, id: 50, ...edit }]),
    'data/events.ndjson': lines([...events, { id: 50, event_type: 1, post: 50 }]),
  });
  const edit = { last_name: 'Тайнов', profile: { about: 'Тайное' } };
  const hidden = withPast({ ...FILES, ...files(true, {}) });
  change(hidden, files(true, edit));
  expect((await diff(hidden)).edited).toMatchObject([{ collection: 'users', id: 1 }]);
  const shown = withPast({ ...FILES, ...files(false, {}) });
  change(shown, files(true, edit));
  expect((await diff(shown)).edited).toMatchObject([
    { collection: 'users', id: 1, kind: 'changed' },
    { collection: 'users', id: 50, kind: 'withheld', name: 'Фамилия1 Имя1', fields: [] },
    { collection: 'posts', id: 50, kind: 'withheld' },
  ]);
});

it('names and files of strangers stay text on a terminal, in Markdown and in a log', async () => {
  const cwd = withPast(FILES);
  const [first, ...rest] = posts;
  const title = '``</code><img src=x>|\n::error::[x](y)\u001b[2J\u202e @admin';
  change(cwd, {
    'data/posts.json': pretty(rest),
    'data/posts/`a` ::b.json': pretty({ ...first, title }),
  });
  const changed = await diff(cwd);
  expect(JSON.parse(diffReporters.json(changed, 'en')).edited[0].name).toContain(
    '</code><img src=x>|',
  );
  for (const reporter of Object.values(diffReporters)) {
    expect(reporter(changed, 'en')).not.toMatch(/[\u001b\u202e]|^::error/m);
  }
  const [, line] = /^( {2}- 1 {2}.*)$/m.exec(diffReporters.markdown(changed, 'en')) ?? [];
  expect(line).toContain('  ``` ``</code><img src=x>| ::error::');
  expect(line).toContain('`` data/posts/`a` ::b.json:1 ``');
});
