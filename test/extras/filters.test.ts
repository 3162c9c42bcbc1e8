// Filters, and users: what is at `/api/job/vacancy/region/{id}/`, `/api/event/blog/{id}/`, `/api/user/{id}/` and the like.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { build } from '../../src/index.js';
import type { BuildOptions } from '../../src/snapshot/settings/index.js';
import { EXTRAS } from '../oracle/extras.js';
import {
  board,
  directory,
  type Fields,
  forum,
  instant,
  type Portal,
  writeData,
} from '../support/portal.js';
import { differences, filesOf, readJson, readTree } from '../support/tree.js';
import { workplace } from '../write/workplace.js';

/** Nothing names region 3. */
const jobs: Portal = {
  ...directory(3),
  ...board,
  // The filter is by where the work is, not by where the person lives.
  resumes: [{ id: 7, region: 1, work_regions: [2], created_at: instant(2) }],
};
const person = (id: number, profile: Fields = {}) => ({
  ...{ id, last_name: `Фамилия ${id}`, first_name: 'Имя', email: `user${id}@example.org` },
  ...{ date_joined: instant(id), profile },
});
const poll = {
  ...{ id: 1, title: 'Опрос', variants: [{ id: 1, title: 'Да', votes: [{ id: 1, user: 8 }] }] },
};
const post = (id: number, user: number, fields: Fields = {}) => ({
  ...{ id, title: `Тема ${id}`, slug: `t-${id}`, text: '<p>О том</p>', created: instant(id) },
  ...{ blog: 1, user, moderated_by: 1, ...fields },
});
/** Users 20 to 23 are only in what is withheld, or in nothing at all. */
const talk: Portal = {
  users: [
    ...[1, 7, 8, 9, 10].map((id) => person(id)),
    person(5, { invited_by: 10 }),
    person(6, { invited_by: 9 }),
    person(20),
    person(21, { invited_by: 22 }),
    ...[22, 23].map((id) => person(id)),
  ],
  blogs: [
    { id: 1, title: 'Открытый', slug: 'open', created: instant(1) },
    { id: 2, title: 'Тайное', slug: 'closed', created: instant(1), guest_cannot_view: true },
  ],
  posts: [
    post(1, 5, { polls: [poll] }),
    post(2, 5),
    post(3, 20, { hidden: true, title: 'Тайное' }),
    post(4, 21, { blog: 2 }),
  ],
  comments: [
    { id: 1, post: 1, created: instant(10) },
    // No event shows it: who moderated it is nowhere in the API.
    {
      ...{ id: 2, post: 1, parent: 1, user: 6, text: '<p>Да</p>', created: instant(11) },
      ...{ moderated_by: 23, updated_by: 7 },
    },
  ],
};

const allow = ['without-companions'] as const;
async function publish(data: Portal, settings: BuildOptions = {}): Promise<string> {
  const cwd = workplace(data);
  const { ok, problems } = await build({
    cwd,
    baseUrl: 'http://e',
    extras: EXTRAS,
    allow,
    ...settings,
  });
  expect([ok, problems]).toEqual([true, []]);
  return join(cwd, 'dist');
}
const idsIn = (dist: string, name: string) =>
  readJson<{ results: Fields[] }>(dist, `api/${name}/index.json`).results.map(({ id }) => id);
const has = (dist: string, name: string) => filesOf(dist).includes(`api/${name}/index.json`);
/** The ids that have an address below one. */
const idsBelow = (dist: string, name: string) =>
  filesOf(dist)
    .flatMap((file) => new RegExp(`^api/${name}/(\\d+)/index.json$`).exec(file)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);

describe('a filter', () => {
  const dist = publish(jobs, { pageSize: 2 });

  it('has the records that name something, each once, in the order of their list, in its pages', async () => {
    const at = await dist;
    expect(idsIn(at, 'job/vacancy/region/1')).toEqual([13, 12]);
    expect(readJson(at, 'api/job/vacancy/region/1/index.json')).toMatchObject({
      ...{ count: 3, next: 'http://e/api/job/vacancy/region/1/page/2/?page=2', previous: null },
    });
    expect(idsIn(at, 'job/vacancy/region/1/page/2')).toEqual([11]);
    expect(idsIn(at, 'job/vacancy/region/2')).toEqual([12]);
    expect(idsIn(at, 'job/vacancy/city/3')).toEqual([13, 11]);
    expect(idsIn(at, 'job/vacancy/exact-category/66')).toEqual([13, 12]);
    expect(idsIn(at, 'job/vacancy/exact-category/65')).toEqual([12]);
    expect([1, 2].map((id) => idsIn(at, `job/resume/region/${id}`))).toEqual([[], [7]]);
  });

  it('is empty for what nothing names, and not there for what is not published', async () => {
    const at = await dist;
    for (const name of ['job/vacancy/region/3', 'job/vacancy/city/4', 'job/resume/city/3']) {
      expect(readJson(at, `api/${name}/index.json`)).toEqual({
        ...{ count: 0, next: null, previous: null, results: [] },
      });
    }
    expect(idsBelow(at, 'job/vacancy/region')).toEqual([1, 2, 3]);
    expect(idsBelow(await publish(talk), 'event/blog')).toEqual([1]);
    for (const [file, bytes] of readTree(at)) expect(bytes.includes('Тайное'), file).toBe(false);
  });

  it('of a feed has pages that stay put when something happens in the blog', async () => {
    const data = forum({ posts: 4, replies: 5 });
    const newest = { id: 99, event_type: 1, post: 1, datetime: instant(9999) };
    const [old, now] = await Promise.all(
      [data, { ...data, events: [...data['events']!, newest] }].map((each) =>
        publish(each, { pageSize: 2 }),
      ),
    );
    const changed = differences(readTree(now!), readTree(old!)).map((line) => line.split(':')[0]);
    expect(idsIn(now!, 'event/blog/2')).toEqual([99, ...idsIn(old!, 'event/blog/2')]);
    expect(
      changed.filter((file) => file?.startsWith('api/event/blog/') && !file.includes('digests')),
    ).toEqual(['api/event/blog/2/index.json']);
  });
});

describe('a user', () => {
  const on = ['/api/user/{id}/', '/api/post/user/{id}/'];

  it('has an address where something published shows or names them, and only there', async () => {
    const dist = await publish(talk);
    // An author, who moderated a post, who commented and by whom they were invited, who changed the comment, who voted.
    expect(idsBelow(dist, 'user')).toEqual([1, 5, 6, 7, 8, 9, 10]);
    expect(idsBelow(dist, 'post/user')).toEqual([1, 5, 6, 7, 8, 9, 10]);
    expect(idsIn(dist, 'post/user/5')).toEqual([2, 1]);
    expect(idsIn(dist, 'post/user/6')).toEqual([]);
    for (const [file, bytes] of readTree(dist))
      expect(/Фамилия 2\d/.test(String(bytes)), file).toBe(false);
    const everyone = await publish(talk, { audience: 'all' });
    expect(idsBelow(everyone, 'user')).toEqual([1, 5, 6, 7, 8, 9, 10, 20, 21, 22]);
  });

  it('is there only for what the chosen addresses show', async () => {
    // No list of posts: what is left are the comments.
    expect(idsBelow(await publish(talk, { extras: [on[0]!] }), 'user')).toEqual([6, 7, 9]);
    expect(idsBelow(await publish(talk, { extras: on }), 'user')).toEqual([1, 5, 6, 7, 8, 9, 10]);
    // Where no user has an address, authors are bare numbers, and by whom they were invited is said nowhere.
    expect(idsBelow(await publish(talk, { extras: [on[1]!] }), 'post/user')).toEqual([
      1, 5, 6, 7, 8, 9,
    ]);
  });

  it('is as a comment embeds them, without what is personal', async () => {
    for (const personal of ['withhold', 'publish'] as const) {
      const dist = await publish(talk, { personal });
      const user = readJson<Fields>(dist, 'api/user/6/index.json');
      expect(user).toEqual(readJson<Fields[]>(dist, 'api/post-comment/index.json')[1]!['user']);
      expect(user['email']).toBe(personal === 'withhold' ? '' : 'user6@example.org');
    }
  });

  it.each(['comments', 'posts'])(
    'goes with the last record that shows them: %s',
    async (collection) => {
      const cwd = workplace(talk);
      const run = async () => {
        const { ok } = await build({
          cwd,
          baseUrl: 'http://e',
          extras: EXTRAS,
          allow,
          cache: 'cache',
        });
        expect(ok).toBe(true);
      };
      await run();
      const rest: Portal = {
        ...talk,
        [collection]: talk[collection]!.slice(
          collection === 'posts' ? 1 : 0,
          collection === 'posts' ? undefined : 1,
        ),
        ...(collection === 'posts' && { comments: [] }),
      };
      writeData(join(cwd, 'data'), rest);
      await run();
      const dist = join(cwd, 'dist');
      expect(idsBelow(dist, 'user')).toEqual(collection === 'posts' ? [1, 5, 10] : [1, 5, 8, 10]);
      expect(has(dist, 'post/user/6')).toBe(false);
      expect(differences(readTree(dist), readTree(await publish(rest)))).toEqual([]);
    },
  );
});
