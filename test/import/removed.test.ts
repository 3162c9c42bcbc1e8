// What editors removed stays so, whether they did it while an import runs or before it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importPortal } from '../../src/import/index.js';
import type { ImportOptions } from '../../src/import/options.js';
import { portal } from '../../src/portal/index.js';
import { forum, instant, type Portal } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { LivePortal, newPortal } from './support/live.js';

// No post is in blog 1, so that no list shows it.
const all = forum({ posts: 14, replies: 2 });
const talk: Portal = { ...all, posts: all['posts']!.map((post) => ({ ...post, blog: 2 })) };

let origin: LivePortal;
beforeAll(async () => {
  origin = await LivePortal.start(talk);
});
afterAll(() => origin.stop());

const importing = (cwd: string, options: Partial<ImportOptions> = {}) =>
  importPortal(portal, { cwd, url: origin.url, ...options });

it('a record that no list shows does not come back, but what is invented comes', async () => {
  const cwd = newPortal();
  await importing(cwd, { stubs: true });
  expect(readFileSync(join(cwd, 'data/blogs.json'), 'utf8')).toContain('[stub] blog 1');
  const file = join(cwd, 'data/users.json');
  const users = readFileSync(file, 'utf8');
  const own = { id: 99, last_name: 'Орлова', first_name: 'Анна', date_joined: instant(1) };
  writeFileSync(file, JSON.stringify([...JSON.parse(users), own]));
  let reads = 0;
  const onProgress = (phase: string) => {
    // The data has been read, and then the origin’s side as it was split.
    if (phase === 'linking' && ++reads === 2) writeFileSync(file, users);
  };
  const { ok, brought } = await importing(cwd, { onProgress });
  expect([ok, brought]).toEqual([true, {}]);
  expect(readFileSync(file, 'utf8')).toBe(users);
});

it('a comment ends an import that has an answer below it, unless as a draft', async () => {
  const cwd = newPortal();
  await importing(cwd, { stubs: true });
  const removed = await runIn(cwd, 'remove', 'comment', '2', '--cascade');
  expect(removed.status).toBe(0);
  const reply = { user: 1, text: '<p>Новое</p>', created: instant(9_000) };
  await origin.publish({
    ...talk,
    comments: [
      ...talk['comments']!,
      { id: 100, post: 1, parent: 3, ...reply },
      { id: 101, post: 14, parent: 40, ...reply },
    ],
    events: [
      ...talk['events']!,
      { id: 900, event_type: 3, comment: 100 },
      { id: 901, event_type: 2, comment: 101 },
    ],
  });
  const two = { added: 2, changed: 0, removed: 0 };
  const file = join(cwd, 'data/comments/2024.ndjson');
  const before = readFileSync(file, 'utf8');
  const { status, stdout } = await origin.imported(cwd);
  expect(status).toBe(1);
  expect(stdout).toContain('with what the origin says the data would have errors, 1 in all:\n');
  expect(stdout).toMatch(/there is no record 3 in comments.*nothing was written.*--draft writes/s);
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect((await importing(cwd, { draft: true })).brought).toEqual({ comments: two, events: two });
});
