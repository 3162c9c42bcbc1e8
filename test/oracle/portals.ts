// Arbitrary small portals whose data files have no error: records without references (records.ts), to which references to one
// another are added here (a tie). What may be left out sometimes is; a computed field that is given agrees with the records.
import fc from 'fast-check';
import { Choices } from './random.js';
import { type Loose, looseRecords, REFERENCES } from './records.js';
import { COLLECTIONS, type Collection, type Item, type Json, type Portal } from './types.js';

export { layOut, writeFiles } from './layout.js';

/** A portal that `check` finds no error in; bare ids (`~`) may be of records that do not exist. */
export const portal: fc.Arbitrary<Portal> = fc
  .record(
    Object.fromEntries(COLLECTIONS.map((name) => [name, looseRecords(name)])) as Record<
      Collection,
      fc.Arbitrary<Loose[]>
    >,
  )
  .map(tie);

type Ids = readonly number[];
/** What the tying of a record may look at: what came before it in the order of collections. */
type Tie = (record: Item, at: Choices, done: Portal) => Item | undefined;

/** Ids that no generated record has. */
const NOBODY: Ids = [700_001, 700_002, 700_003];

const ids = (records: Item[]): Ids => records.map((record) => record.id as number);

/** An id for a bare reference: of a record as a rule, or of none. */
const bare = (at: Choices, records: Item[]): number =>
  records.length === 0 || at.once(6) ? at.of(NOBODY) : at.of(ids(records));

/** The fields, each of them half of the time. */
function sometimes(at: Choices, fields: Item): Item {
  return Object.fromEntries(Object.entries(fields).filter(() => at.once(2)));
}

/** An id of a record that is there to be embedded, or null. */
const embedded = (at: Choices, records: Item[]): Json =>
  records.length === 0 || at.once(4) ? null : at.of(ids(records));

/** Ids of parts, each once, in any order. */
function unique(at: Choices, most: number): number[] {
  return at.shuffled([1, 2, 3, 4, 17]).slice(0, at.below(most + 1));
}

/** Adds the references to embedded records, but for special ones. Undefined where a record is needed and none exists. */
function embed(name: Collection, item: Item, at: Choices, done: Portal): Item | undefined {
  const record = { ...item };
  for (const { field, target, kind, isRequired } of REFERENCES[name]) {
    const there = done[target];
    if (kind === 'one' && there.length === 0) return undefined;
    const values = {
      one: () => at.of(ids(there)),
      perhaps: () => embedded(at, there),
      list: () => at.some(ids(there), 3),
    };
    const given = { [field]: values[kind]() };
    Object.assign(record, kind === 'one' || isRequired ? given : sometimes(at, given));
  }
  return record;
}

/** What is added besides, by collection. Comments are tied as trees, below. */
const TIES: Partial<Record<Collection, Tie>> = {
  cities: (it, at, { regions }) => ({ ...it, region: bare(at, regions) }),
  categories: (it, at, { categories }) => ({
    ...it,
    ...sometimes(at, { parent: at.once(2) ? null : bare(at, categories) }),
  }),
  'exact-categories': (it, at) => {
    const prices = ['cost1', 'cost2', 'cost3'].filter((price) => it.na === true && price in it);
    return {
      ...it,
      ...Object.fromEntries(prices.map((price) => [price, at.once(2) ? 0 : null])),
    };
  },
  vacancies: (it, at, { 'exact-categories': exact }) => ({
    ...it,
    ...sometimes(at, {
      certificates: (exact.length === 0 ? [] : unique(at, 4)).map((id) => ({
        id,
        category: at.below(4),
        exact_category: at.of(ids(exact)),
      })),
    }),
  }),
  resumes: (it, at, { 'exact-categories': exact }) => ({
    ...it,
    ...sometimes(at, {
      certificates: (exact.length === 0 ? [] : unique(at, 4)).map((id) => ({
        id,
        category: 1 + at.below(3),
        certificate_expiry: '2027-01-31',
        exact_category: at.of(ids(exact)),
        ...sometimes(at, { exact_category_str: 'Б.7 «Краны»', note: 'до\u2028срока' }),
      })),
    }),
  }),
  users: (it, at, { users, cities }) => ({
    ...it,
    ...(it.profile !== undefined && {
      profile: {
        ...(it.profile as Item),
        ...sometimes(at, {
          user: it.id!,
          invited_by: at.once(3) ? null : bare(at, users),
          city: at.once(3) ? null : bare(at, cities),
          moderated_by: at.once(3) ? null : bare(at, users),
        }),
      },
    }),
  }),
  blogs: (it, at, { blogs }) => {
    const blog = { ...it, ...sometimes(at, { parent: at.once(2) ? null : bare(at, blogs) }) };
    return { ...blog, ...sometimes(at, { level: chain(blogs, blog).length }) };
  },
  posts: (it, at, { blogs, users }) => {
    const blog = blogs.find(({ id }) => id === it.blog)!;
    return {
      ...it,
      user: bare(at, users),
      moderated_by: bare(at, users),
      ...sometimes(at, {
        root_blog: [blog, ...chain(blogs, blog)].at(-1)!.id!,
        polls: polls(at, it, users),
      }),
    };
  },
  events: (it, at, { posts, comments, users, blogs }) => {
    const kind = comments.length === 0 ? 1 : 1 + at.below(3);
    if (users.length === 0 || (kind === 1 && posts.length === 0)) return undefined;
    const source = at.of(kind === 1 ? posts : comments);
    const known = ids(users).includes(source.user as number);
    return {
      ...it,
      event_type: kind,
      [kind === 1 ? 'post' : 'comment']: source.id!,
      ...sometimes(at, { [kind === 1 ? 'comment' : 'post']: null }),
      ...sometimes(at, { user: at.of(ids(users)) }),
      ...(known ? {} : { user: at.of(ids(users)) }),
      ...(at.once(3) && { blog: bare(at, blogs) }),
    };
  },
};

/** What stands above a record, nearest first. */
function chain(records: Item[], record: Item): Item[] {
  const parent = records.find((other) => other.id === record.parent);
  return parent ? [parent, ...chain(records, parent)] : [];
}

function polls(at: Choices, post: Item, users: Item[]): Item[] {
  const variants = at.shuffled([1, 2, 3, 4, 5, 6, 7, 8, 9]); // one in the whole post
  const votes = at.shuffled([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]);
  return unique(at, 3).map((poll) => ({
    id: poll,
    title: 'Чей кран?\n',
    variants: variants.splice(0, at.below(4)).map((variant) => ({
      id: variant,
      title: `"${variant}"`,
      ...sometimes(at, {
        poll,
        votes: votes.splice(0, at.below(3)).map((vote) => ({
          id: vote,
          user: bare(at, users),
          ...sometimes(at, { poll, variant }),
        })),
      }),
    })),
    ...sometimes(at, {
      activity: at.once(2),
      poll_type: at.below(3),
      post: post.id!,
      user: bare(at, users),
    }),
  }));
}

function tie(loose: Record<Collection, Loose[]>): Portal {
  const done = Object.fromEntries(COLLECTIONS.map((name) => [name, []])) as unknown as Portal;
  for (const name of COLLECTIONS) {
    if (name === 'comments') {
      done.comments = comments(loose.comments, done);
      continue;
    }
    for (const { item, seed } of loose[name]) {
      const at = new Choices(seed);
      const record = embed(name, item, at, done);
      const tied = record && TIES[name] ? TIES[name](record, at, done) : record;
      if (tied) done[name].push(tied);
    }
  }
  done.posts = done.posts.map((post, at) => withLastComment(post, loose.posts[at]!, done));
  done.blogs = done.blogs.map((blog, at) => withLastComment(blog, loose.blogs[at]!, done));
  return done;
}

/** A given last comment may be any, none, or one that does not exist. */
function withLastComment(record: Item, { seed }: Loose, { comments }: Portal): Item {
  const at = new Choices(seed + 1);
  return at.once(6) ? { ...record, last_comment: at.once(3) ? 0 : bare(at, comments) } : record;
}

/** Comments in trees, most of them under one that came shortly before. */
function comments(loose: Loose[], portal: Portal): Item[] {
  const { posts, users } = portal;
  const done: Item[] = [];
  if (posts.length === 0) return done;
  for (const { item, seed } of loose) {
    const at = new Choices(seed);
    const record = embed('comments', item, at, portal);
    if (!record) continue;
    const parent = users.length === 0 || at.once(5) ? undefined : done.at(-1 - at.below(4));
    const post = parent ? parent.post! : at.of(ids(posts));
    const comment: Item = {
      ...record,
      post,
      ...(parent
        ? { parent: parent.id!, user: at.of(ids(users)) }
        : sometimes(at, { parent: null, user: null })),
      ...sometimes(at, {
        blog: posts.find((it) => it.id === post)!.blog!,
        moderated_by: at.once(2) ? null : bare(at, users),
        deleted_by: at.once(2) ? null : bare(at, users),
        updated_by: at.once(2) ? null : bare(at, users),
      }),
    };
    if (!parent && at.once(2)) delete comment.text;
    done.push(comment);
  }
  const seeds = new Map(loose.map(({ item, seed }) => [item.id, seed]));
  const places = new Map<Json, Item>();
  const roots = done.filter((comment) => (comment.parent ?? null) === null);
  for (const [number, root] of roots.entries()) {
    const at = new Choices(seeds.get(root.id!)! + 1);
    if (at.once(2)) placeTree(root, done, at, at.once(2) ? root.id! : 500_000 - number, places);
  }
  return done.map((comment) => ({ ...comment, ...places.get(comment.id!) }));
}

/** A whole tree's nested sets: any start, gaps, siblings in any order. */
function placeTree(
  root: Item,
  all: Item[],
  at: Choices,
  tree: Json,
  places: Map<Json, Item>,
): void {
  let step = at.once(2) ? 0 : at.below(9);
  const forward = () => (step += at.once(3) ? 1 + at.below(4) : 1);
  const place = (comment: Item, level: number): void => {
    const lft = forward();
    const children = at.shuffled(all.filter((other) => other.parent === comment.id));
    for (const child of children) place(child, level + 1);
    places.set(comment.id!, { lft, rght: forward(), level, tree_id: tree });
  };
  place(root, 0);
}
