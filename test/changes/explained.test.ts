// A change explained: which records were edited.

import { describe, expect, it } from 'vitest';
import { diffReporters } from '../../src/editing/changes/table.js';
import { build } from '../../src/index.js';
import { temporaryFolder } from '../support/folders.js';
import { type Fields, forum } from '../support/portal.js';
import { diffSince } from '../support/tool.js';
import { keepPast, usePasts, withPast } from './past.js';
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
const blogs = others['blogs']!;

describe('a reply', () => {
  it('is added with its event, whatever is worked out from it elsewhere', async () => {
    const cwd = withPast(FILES);
    const created = '2026-03-05T10:12:44+03:00';
    const reply = { id: 90, post: 2, parent: 6, user: 1, text: '<p>Да</p>', created };
    change(cwd, {
      'data/comments.ndjson': lines([...comments, reply]),
      'data/events.ndjson': lines([...events, { id: 90, event_type: 2, comment: 90 }]),
    });
    const { edited } = await diff(cwd);
    expect(edited).toEqual([
      {
        ...{ collection: 'comments', id: 90, kind: 'added', name: null, fields: [] },
        ...{ file: 'data/comments.ndjson', line: 16 },
      },
      {
        ...{ collection: 'events', id: 90, kind: 'added', name: null, fields: [] },
        ...{ file: 'data/events.ndjson', line: 16 },
      },
    ]);
  });
});

describe('an edit', () => {
  it('names the field, and not the records that show it', async () => {
    const cwd = withPast(FILES);
    const [first, ...rest] = posts;
    change(cwd, { 'data/posts.json': pretty([{ ...first, title: 'Иначе' }, ...rest]) });
    const changed = await diff(cwd);
    expect(changed.edited).toMatchObject([{ id: 1, name: 'Иначе', fields: ['title'] }]);
  });

  it('that only moves or reformats a record is none', async () => {
    const cwd = withPast(FILES);
    change(cwd, {
      'data/posts.json': null,
      'data/posts/all.ndjson': lines([...posts].reverse()),
    });
    expect(await diff(cwd)).toMatchObject({ same: true, edited: [] });
  });

  it('of a text in a file of its own is one of its record; moving the text there is none', async () => {
    const [{ text, ...first }, ...rest] = posts as [Fields, ...Fields[]];
    const cwd = withPast({
      ...FILES,
      'data/posts.json': null,
      'data/posts/1.json': pretty({ ...first, text }),
      'data/posts/others.json': pretty(rest),
    });
    const split = { 'data/posts/1.json': pretty(first), 'data/posts/1.text.html': `${text}\n` };
    change(cwd, split);
    expect(await diff(cwd)).toMatchObject({ same: true, edited: [] });
    keepPast(cwd);
    change(cwd, { 'data/posts/1.text.html': '<p>Иначе</p>\n' });
    expect((await diff(cwd)).edited).toEqual([
      {
        ...{ collection: 'posts', id: 1, kind: 'changed', name: 'Тема 1', fields: ['text'] },
        ...{ file: 'data/posts/1.json', line: 1 },
        changes: [{ field: 'text', text: `"${text}" → "<p>Иначе</p>"` }],
      },
    ]);
    change(cwd, {
      'data/posts/1.text.html': null,
      'data/posts/1.json': pretty({ ...first, text }),
    });
    expect(await diff(cwd)).toMatchObject({ same: true, edited: [] });
  });

  it('is not known where an older snapshot is all there is', async () => {
    const cwd = withPast(FILES);
    expect((await build({ cwd, ...settings })).ok).toBe(true);
    const changed = await diff(cwd, 'dist');
    expect(changed).not.toHaveProperty('edited');
    expect(diffReporters.pretty(changed, 'en')).toMatch(/^The API stays the same/);
  });
});

describe('what is not for everyone', () => {
  it('closes with what depends on it, and what a withheld record says is not told', async () => {
    const cwd = withPast(FILES);
    const [one, two] = blogs;
    const closed = { ...two, guest_cannot_view: true, title: 'Тайное имя' };
    change(cwd, { 'data/blogs.json': pretty([one, closed]) });
    const changed = await diff(cwd);
    expect(changed.edited).toEqual([
      {
        ...{ collection: 'blogs', id: 2, kind: 'withheld', name: 'Блог 2', fields: [] },
        ...{ file: 'data/blogs.json', line: 9 },
      },
    ]);
    for (const reporter of Object.values(diffReporters)) {
      expect(reporter(changed, 'en')).not.toContain('Тайное');
    }
  });

  it('has no names: neither of a record that stays withheld, nor of a personal field', async () => {
    const [one, two] = blogs;
    const closed = { ...two, guest_cannot_view: true };
    const cwd = withPast({ ...FILES, 'data/blogs.json': pretty([one, closed]) });
    const [user, ...users] = others['users']!;
    change(cwd, {
      'data/blogs.json': pretty([one, { ...closed, title: 'Тайное имя' }]),
      'data/users.json': pretty([{ ...user, email: 'new@example.org', sex: 1 }, ...users]),
    });
    const changed = await diff(cwd);
    expect(changed.edited).toMatchObject([{ collection: 'users', id: 1, fields: ['sex'] }]);
    for (const reporter of Object.values(diffReporters)) {
      expect(reporter(changed, 'en')).not.toMatch(/Тайное|email|new@/);
    }
  });

  it('has no users to whom no published record leads', async () => {
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
