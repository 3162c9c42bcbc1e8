// What an import writes: as editors would have written it, and nothing that follows by itself.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/fields.js';
import { portal } from '../../../src/portal/index.js';
import { check } from '../../../src/snapshot/build.js';
import { forum, instant, type Portal } from '../../support/portal.js';
import { format } from '../../support/tool.js';
import { originOf, proofOf, proved, type Taken, taken } from '../support/origin.js';

const small = forum({ posts: 2, replies: 2, isFlat: true });

/** The same records of a collection, some with other fields. */
const changed = (collection: string, fields: (record: JsonObject) => JsonObject): Portal => ({
  ...small,
  [collection]: small[collection]!.map(
    (record) => ({ ...record, ...fields(record) }) as typeof record,
  ),
});

const record = ({ written }: Taken, collection: string, id: number): JsonObject =>
  written[collection]!.find((one) => one['id'] === id)!;

describe('what follows', () => {
  it('is not written: neither constants, nor what the record or other records tell', async () => {
    const split = await proved(await originOf(small));
    expect(split.kept).toEqual({});
    expect(record(split, 'posts', 1)).toEqual(small['posts']![0]);
    expect(record(split, 'comments', 1)).toEqual(small['comments']![0]);
    expect(record(split, 'comments', 2)).toEqual(small['comments']![1]);
    expect(record(split, 'events', 3)).toEqual(small['events']![2]);
    const { email: _, ...user } = small['users']![1]!;
    expect(record(split, 'users', 2)).toEqual(user);
  });

  it('is written where the origin says otherwise, and counted', async () => {
    const fetched = await originOf(
      changed('posts', ({ id }) =>
        id === 2
          ? { last_comment: 1, last_activity: instant(7), updated: instant(8), has_poll: true }
          : {},
      ),
    );
    const split = await proved(fetched);
    expect(split.kept).toEqual({ 'posts.last_comment': 1, 'posts.last_activity': 1 });
    expect(record(split, 'posts', 1)).toEqual(small['posts']![0]);
    expect(record(split, 'posts', 2)).toEqual({
      ...small['posts']![1],
      ...{ last_comment: 1, last_activity: instant(7), updated: instant(8), has_poll: true },
    });
  });

  it('of a tree: its number is written in its root, a nested set in all of its comments', async () => {
    const numbers = new Map([
      [1, { lft: 2, rght: 9, tree_id: 700 }],
      [2, { lft: 3, rght: 6, tree_id: 700 }],
      [3, { lft: 4, rght: 5, tree_id: 700 }],
      [4, { tree_id: 701 }],
      [5, { tree_id: 701 }],
      [6, { tree_id: 701 }],
    ]);
    const fetched = await originOf(
      changed('comments', ({ id }) => numbers.get(id as number) ?? {}),
    );
    const split = await proved(fetched);
    expect(split.kept).toEqual({ 'comments.tree_id': 2, 'comments.lft': 3, 'comments.rght': 3 });
    const given = split.written['comments']!.map(({ lft, rght, tree_id }) => [lft, rght, tree_id]);
    expect(given).toEqual([
      [2, 9, 700],
      [3, 6, undefined],
      [4, 5, undefined],
      [undefined, undefined, 701],
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
    ]);
  });

  it('of a certificate: its words are written where they are its own', async () => {
    const certificate = { category: 1, certificate_expiry: '2027-01-31', exact_category: 1 };
    const fetched = await originOf({
      categories: [{ id: 1, title: 'Котлы', code: 'Э1', the_order: 1 }],
      'object-examinations': [{ id: 1, name: 'ТУ', full_name: 'Устройства', cols: 1, order: 1 }],
      'exact-categories': [
        { id: 1, name: 'Э1 ТУ', order: 1, category: 1, object_examination: 1, main_product: 7 },
      ],
      regions: [{ id: 1, name: 'Тверь' }],
      resumes: [
        {
          ...{ id: 1, region: 1, created_at: instant(1) },
          certificates: [
            { id: 1, ...certificate },
            { id: 2, ...certificate, exact_category_str: 'Краны' },
          ],
        },
      ],
    });
    const split = await proved(fetched);
    expect(record(split, 'resumes', 1)['certificates']).toEqual([
      { id: 1, ...certificate },
      { id: 2, exact_category_str: 'Краны', ...certificate },
    ]);
  });
});

it('what an origin changes while it is read is taken as it was fetched last, and told', async () => {
  const before = await originOf(small);
  const after = await originOf(changed('posts', ({ id }) => (id === 2 ? { views: 9 } : {})));
  const split = await taken({ lists: [...before.lists, ...after.lists] });
  expect(record(split, 'posts', 2)['views']).toBe(9);
  expect(split.split.known.versions).toEqual({
    records: 1,
    first: [{ collection: 'posts', id: 2, fields: ['views'] }],
  });
  const back = await taken({ lists: [...after.lists, ...before.lists, ...after.lists] });
  expect(record(back, 'posts', 2)['views']).toBe(9);
});

describe('the data that is there', () => {
  it('gives what no list shows, and keeps what no list enumerates', async () => {
    const city = { id: 5, name: 'Тверь', region: 69 };
    const last: Portal = {
      ...changed('comments', ({ id }) => (id === 2 ? { moderated_at: instant(9) } : {})),
      cities: [city],
      experts: [{ id: 1, full_name: 'Орлов', created_at: instant(1) }],
    };
    const fetched = await originOf(small, {
      change: (list, one) => (list !== 'event' || (one['id'] as number) < 3 ? one : undefined),
    });
    const split = await taken(fetched, { last });
    expect(record(split, 'comments', 2)['moderated_at']).toBe(instant(9));
    expect(split.written['cities']).toEqual([city]);
    expect(split.written['experts']).toBeUndefined();
    expect(split.written['events']!.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('says where a blog is that nothing showed, though the depths below it differ', async () => {
    const blog = (id: number, parent: number | null) => ({
      ...{ id, title: `Блог ${id}`, slug: `blog-${id}`, created: instant(1), parent },
    });
    const chain = (above: number | null): Portal => ({
      ...small,
      blogs: [blog(1, null), blog(2, 3), blog(3, above)],
    });
    const fetched = await originOf(chain(1));
    const split = await proved(fetched, { last: chain(null) });
    expect(record(split, 'blogs', 3)['parent']).toBeUndefined();
    // Of blogs that are all shown, each must be as deep as it says.
    const wrong = await originOf(forum({ posts: 2, replies: 2 }), {
      change: (_, one) =>
        JSON.parse(JSON.stringify(one).replace(/"level":1(?=,"parent":1,"content)/g, '"level":2')),
    });
    expect((await proofOf(wrong, await taken(wrong))).differing).toBe(3);
  });

  it('is told what it does not know: fields that nothing showed', async () => {
    const fetched = await originOf(small, {
      change: (list, one) => (list !== 'event' || (one['id'] as number) < 3 ? one : undefined),
    });
    expect((await taken(fetched)).split.known.unknown).toMatchObject({
      'comments.moderated_at': 6,
    });
    expect((await taken(await originOf(small))).split.known.unknown).toEqual({});
  });
});

it('personal fields are left out, unless they are asked for', async () => {
  const born = changed('users', () => ({
    last_login: instant(3),
    profile: { birthday: '1980-02-03', hobby: 'рыбалка' },
  }));
  const fetched = await originOf(born, {}, { personal: 'publish' });
  const split = await proved(fetched);
  const user = record(split, 'users', 2);
  expect([user['email'], user['last_login']]).toEqual([undefined, undefined]);
  expect(user['profile']).toEqual({ hobby: 'рыбалка' });
  const open = await taken(fetched, { personal: 'publish' });
  expect(record(open, 'users', 2)).toMatchObject({
    email: 'member2@example.org',
    last_login: instant(3),
    profile: { birthday: '1980-02-03', hobby: 'рыбалка' },
  });
  expect((await proofOf(fetched, open, 'publish')).differences).toEqual([]);
  expect((await proofOf(fetched, split, 'publish')).differing).toBeGreaterThan(0);
});

describe('the files', () => {
  it('are those that editors have, in the form of fmt, and without a problem', async () => {
    const { files, data } = await taken(
      await originOf(
        changed('comments', ({ id }) => (id === 6 ? { created: '2023-12-31T10:00:00+03:00' } : {})),
      ),
    );
    expect(files).toEqual([
      'blogs.json',
      'comments/2023.ndjson',
      'comments/2024.ndjson',
      'events/2023.ndjson',
      'events/2024.ndjson',
      'posts/0001-post-1.json',
      'posts/0002-post-2.json',
      'users.json',
    ]);
    const formatted = await format({ cwd: join(data, '..') });
    expect(formatted).toMatchObject({ changed: [], refused: [] });
    const { problems } = await check(portal, { cwd: join(data, '..'), cache: false, strict: true });
    expect(problems).toEqual([]);
    expect(readFileSync(join(data, 'events/2024.ndjson'), 'utf8').split('\n')[0]).toBe(
      '{"id": 1, "event_type": 1, "post": 1}',
    );
  });

  it('stay in their folder, whatever a stranger calls a record', async () => {
    const slugs = ['../../../etc/passwd', '..\\..\\x\0', 'a/b', '.hidden', '', 'CON', '—'];
    const posts = slugs.map((slug, index) => ({ ...small['posts']![0]!, id: index + 1, slug }));
    const fetched = await originOf(
      { ...small, posts, comments: [], events: [] },
      {
        lists: ['/api/post/'],
      },
    );
    const { files } = await taken(fetched);
    expect(files.filter((file) => file.startsWith('posts/'))).toEqual([
      'posts/0001-etc-passwd.json',
      'posts/0002-x.json',
      'posts/0003-a-b.json',
      'posts/0004-hidden.json',
      'posts/0005-tema-1.json',
      'posts/0006-con.json',
      'posts/0007-tema-1.json',
    ]);
  });
});
