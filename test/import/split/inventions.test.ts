// What the lists of an origin do not show: found out where something else tells it, and otherwise told, or invented.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/fields.js';
import { forum, instant, type Portal } from '../../support/portal.js';
import { originOf, proved, type Said, taken } from '../support/origin.js';

const forumOf = (posts: number, replies = 2) => forum({ posts, replies, isFlat: true });
const onePost = forumOf(1);
const twoPosts = forumOf(2);

/** Leaves out of the feed what is not wanted. */
const onlyEvents = (wanted: (event: JsonObject) => boolean): Said => ({
  change: (list, record) => (list !== 'event' || wanted(record) ? record : undefined),
});
const noEvents = onlyEvents(() => false);

describe("a comment's post", () => {
  const scenarios: [string, Said, Portal?][] = [
    ['the feed, which shows each comment', {}],
    ['the feed, which shows another comment of its tree', onlyEvents(({ id }) => id === 2)],
    ['its post, whose last comment is in its tree', onlyEvents(({ id }) => id === 1)],
    ['what the last import knew', noEvents, onePost],
  ];
  it.each(scenarios)('is known by %s', async (_, said, last) => {
    const fetched = await originOf(onePost, said);
    const split = await proved(fetched, last && { last });
    expect(split.inventions).toEqual([]);
    expect(split.written['comments']!.map(({ post }) => post)).toEqual([1, 1, 1]);
  });

  it('is the one that its tree shows, even if another post names a comment of it as its last', async () => {
    const [first, ...others] = twoPosts['posts']!;
    const [foreign] = twoPosts['comments']!.filter(({ post }) => post === 2);
    const posts = [{ ...first!, last_comment: foreign!['id'] }, ...others] as Portal[string];
    // The feed shows the other post, and one comment of each tree.
    const shown = onlyEvents(({ post, comment }) =>
      [1, 3, 6].includes(((post ?? comment) as { id: number }).id),
    );
    const fetched = await originOf({ ...twoPosts, posts }, shown);
    const { written } = await taken(fetched);
    const postOf = (all: readonly JsonObject[]) => all.map(({ id, post }) => [id, post]);
    expect(postOf(written['comments']!)).toEqual(postOf(twoPosts['comments']!));
  });

  it('is not invented unless that is asked for', async () => {
    const split = await taken(await originOf(twoPosts, noEvents));
    expect(split.split.isWritten).toBe(false);
    expect(split.files).toEqual([]);
    const told = split.inventions.filter(({ collection }) => collection === 'posts');
    expect(told.map(({ reason }) => reason)).toEqual([
      'the post of comment 1 and 2 more: nothing that was fetched shows it',
      'the post of comment 4 and 2 more: nothing that was fetched shows it',
    ]);
  });

  it('is a stub of its own for each discussion, in a blog of stubs', async () => {
    const fetched = await originOf(twoPosts, noEvents);
    const split = await proved(fetched, { stubs: true });
    const [first, second] = split.written['posts']!;
    const [blog, ...otherBlogs] = split.written['blogs']!;
    expect(otherBlogs).toEqual([]);
    expect(first).toEqual({
      id: 2_000_000_001,
      title: '[stub] post 2000000001',
      slug: 'stub-post-2000000001',
      text: '<p>[stub] post 2000000001</p>',
      created: '1970-01-01T00:00:00+00:00',
      blog: blog!['id'],
      user: 2_000_000_001,
      moderated_by: 2_000_000_001,
    });
    expect(blog!['title']).toBe('[stub] blog 2000000001');
    const posts = split.written['comments']!.map(({ post }) => post);
    expect(posts).toEqual([...Array(3).fill(first!['id']), ...Array(3).fill(second!['id'])]);
    const told = split.inventions.map(({ collection, id, field }) => [collection, id, field]);
    expect(told).toEqual([
      ['posts', 2_000_000_001, undefined],
      ['posts', 2_000_000_002, undefined],
      ['blogs', 2_000_000_001, undefined],
      ['users', 2_000_000_001, undefined],
    ]);
  });

  it('has the same stub the next time, and no id that is taken', async () => {
    const fetched = await originOf(twoPosts, noEvents);
    const first = await taken(fetched, { stubs: true });
    expect((await taken(fetched, { stubs: true })).written).toEqual(first.written);
    const last = first.written as unknown as Portal;
    const again = await taken(fetched, { last });
    expect(again.inventions).toEqual([]);
    expect(again.written).toEqual(first.written);
    const posts = [{ ...onePost['posts']![0]!, id: 2_000_000_001 }];
    const other = await originOf(
      { ...onePost, posts, comments: [], events: [] },
      {
        lists: ['/api/post/'],
      },
    );
    const { lists } = await originOf(onePost, noEvents);
    const comments = lists.filter(({ endpoint }) => endpoint.name === 'post-comment');
    const mixed = await taken({ lists: [...other.lists, ...comments] }, { stubs: true });
    expect(mixed.written['posts']!.map(({ id }) => id)).toEqual([2_000_000_001, 2_000_000_002]);
  });
});

describe('what the last state alone has', () => {
  /** Says nothing of these any more: a list of posts or blogs is told without them. */
  const without = (...gone: readonly string[]): Said => ({
    lists: ['/api/post/', '/api/blog/'],
    change: (list, record) => {
      if (list === 'event') return undefined;
      return gone.includes(`${list} ${record['id']}`) ? undefined : record;
    },
  });

  it('is the post of comments, where the portal has hidden it', async () => {
    const fetched = await originOf(twoPosts, without('post 2'));
    const split = await proved(fetched, { last: twoPosts });
    expect(split.inventions).toEqual([]);
    expect(split.written['posts']!.map(({ id, title }) => [id, title])).toEqual([
      [1, 'Тема 1'],
      [2, 'Тема 2'],
    ]);
    expect(split.split.known.isFromOrigin('posts', 2, 'id')).toBe(false);
  });

  it('is what is above a blog, where the portal no longer shows it', async () => {
    const below = {
      ...twoPosts,
      blogs: twoPosts['blogs']!.map((blog) => (blog['id'] === 2 ? { ...blog, parent: 1 } : blog)),
      posts: twoPosts['posts']!.map((post) => ({ ...post, blog: 2 })),
    };
    const { lists } = await originOf(below, without('blog 1'));
    const split = await taken({ lists }, { last: below });
    expect(split.inventions).toEqual([]);
    expect(split.written['blogs']!.map(({ id, title }) => [id, title])).toEqual([
      [1, 'Блог 1'],
      [2, 'Блог 2'],
    ]);
  });
});

describe('the price list', () => {
  const exact = { id: 30, name: 'Э1 ТУ', order: 1, category: 1, object_examination: 1 };
  const prices: Portal = {
    categories: [
      { id: 1, title: 'Котлы', code: 'Э1', the_order: 1 },
      { id: 2, title: 'Краны', code: 'Э2', the_order: 2 },
    ],
    'object-examinations': [{ id: 1, name: 'ТУ', full_name: 'Устройства', cols: 1, order: 1 }],
    regions: [{ id: 1, name: 'Тверь' }],
    'exact-categories': [
      { ...exact, main_product: 7 },
      { ...exact, id: 31, order: 2, category: 2, main_product: 8 },
    ],
    resumes: [
      {
        ...{ id: 1, region: 1, created_at: instant(1) },
        certificates: [
          { id: 1, category: 1, certificate_expiry: '2027-01-31', exact_category: 31 },
        ],
      },
    ],
  };

  it('does not show the main product of a category that no certificate is for', async () => {
    const fetched = await originOf(prices);
    const {
      inventions,
      split: { isWritten },
    } = await taken(fetched);
    expect(isWritten).toBe(false);
    expect(inventions).toEqual([
      {
        collection: 'exact-categories',
        ...{ id: 30, field: 'main_product', reason: 'nothing that was fetched shows it' },
      },
    ]);
    const split = await proved(fetched, { stubs: true });
    const products = split.written['exact-categories']!.map((one) => one['main_product']);
    expect(products).toEqual([0, 8]);
  });

  it('may lack what a certificate is for: then its category is known as a number alone', async () => {
    const fetched = await originOf(prices, {
      change: (list, record) =>
        list === 'pb-questions/exact-category' && record['id'] === 31 ? undefined : record,
      isWhole: false,
    });
    const split = await proved(fetched, { stubs: true });
    expect(
      split.inventions.map(({ collection, id, reason }) => [collection, id, reason]),
    ).toContainEqual([
      ...['categories', 2],
      'exact-category 31 refers to it, and nothing that was fetched shows it',
    ]);
    expect(split.written['categories']).toContainEqual({
      ...{ id: 2, title: '[stub] category 2', code: '[stub] category 2', the_order: 0 },
    });
  });
});

describe('what is above a blog', () => {
  const blog = { created: instant(1) };
  const chain: Portal = {
    ...onePost,
    blogs: [
      { ...blog, id: 11, title: 'Надзор', slug: 'nadzor' },
      { ...blog, id: 12, title: 'Котлы', slug: 'kotly', parent: 11 },
      { ...blog, id: 13, title: 'Паспорта', slug: 'pasporta', parent: 12 },
      { ...blog, id: 1, title: 'Вопросы', slug: 'voprosy', parent: 13 },
      { ...blog, id: 2, title: 'Ответы', slug: 'otvety', parent: 1 },
    ],
  };

  it('is as many stubs as it says it is below, up to the root that its posts name', async () => {
    const fetched = await originOf(chain);
    const split = await proved(fetched, { stubs: true });
    const parents = split.written['blogs']!.map(({ id, parent }) => [id, parent]);
    expect(parents).toEqual([
      [1, 2_000_000_001],
      [2, 1],
      [11, undefined],
      [2_000_000_001, 2_000_000_002],
      [2_000_000_002, 11],
    ]);
  });

  it('does not become millions of stubs because a stranger says so', async () => {
    const fetched = await originOf(chain, {
      change: (_, record) =>
        JSON.parse(JSON.stringify(record).replaceAll('"level":4', '"level":4000000')),
    });
    const { inventions } = await taken(fetched, { stubs: true });
    expect(inventions.length).toBeLessThan(10);
  });

  it('does not become millions of stubs because each of many records asks for a few', async () => {
    const replies = 300;
    const fetched = await originOf(forumOf(1, replies), {
      change: (list, record) => {
        if (list !== 'post-comment') return undefined;
        const id = record['id'] as number;
        return { ...record, parent: 500_000 + id, tree_id: id, level: 90 };
      },
    });
    const { inventions } = await taken(fetched);
    expect(inventions.length).toBeGreaterThan(1000);
    expect(inventions.length).toBeLessThan(12_000);
  });
});

describe('a comment that is answered', () => {
  it('is below the root of its tree, by the number of the tree', async () => {
    const inTree = (record: JsonObject) => ({ ...record, tree_id: 700 });
    const fetched = await originOf(onePost, {
      change: (list, record) => {
        if (list !== 'post-comment') return list === 'event' ? undefined : record;
        return record['id'] === 2 ? undefined : inTree(record);
      },
    });
    const { written } = await taken(fetched, { stubs: true });
    const parents = written['comments']!.map(({ id, parent }) => [id, parent]);
    expect(parents.sort()).toEqual([
      [1, undefined],
      [2, 1],
      [3, 2],
    ]);
  });

  it('is a stub with all that comments must have, where nothing shows it', async () => {
    const fetched = await originOf(onePost, {
      change: (list, record) =>
        (list === 'post-comment' && record['id'] === 2) || (list === 'event' && record['id'] !== 1)
          ? undefined
          : record,
    });
    const split = await proved(fetched, { stubs: true });
    const told = split.inventions.map(({ collection, id, reason }) => [collection, id, reason]);
    expect(told).toEqual([
      ['comments', 2, 'it is above comment 3, and nothing that was fetched shows it'],
      ['users', 2_000_000_001, 'comment 2 refers to one, and nothing that was fetched shows it'],
    ]);
    expect(split.written['comments']![0]).toEqual({
      ...{ id: 2, post: 1, parent: 1, user: 2_000_000_001, text: '<p>[stub] comment 2</p>' },
      created: '1970-01-01T00:00:00+00:00',
    });
  });
});
