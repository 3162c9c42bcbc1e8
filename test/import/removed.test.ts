// What editors removed stays so, whether they did it while an import runs or before it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importPortal } from '../../src/import/index.js';
import type { ImportOptions } from '../../src/import/options.js';
import { portal } from '../../src/portal/index.js';
import { forum, instant, type Portal } from '../support/portal.js';
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
