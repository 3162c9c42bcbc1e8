// In: the records that are published, as written. Out: the same records with every field,
// what was left out defaulted or worked out. Plain loops over everything: slow and simple.
import { DEFAULTS } from '../spec/tables.js';
import { plainText } from './html.js';
import {
  COLLECTIONS,
  compareInstants,
  type Item,
  type Portal,
  parts,
  type Settings,
} from './types.js';

/** The portal with all its defaulted and computed fields. */
export function complete(portal: Portal, personal: Settings['personal']): Portal {
  const comments = completeComments(portal);
  const posts = portal.posts.map((post) => completePost(post, portal, comments));
  return {
    ...portal,
    ...Object.fromEntries(
      COLLECTIONS.map((name) => [
        name,
        portal[name].map((record) => ({ ...DEFAULTS[name], ...record })),
      ]),
    ),
    resumes: portal.resumes.map((resume) => completeResume(resume, portal)),
    users: portal.users.map((user) => completeUser(user, personal)),
    blogs: portal.blogs.map((blog) => completeBlog(blog, portal, comments)),
    posts,
    comments,
    events: portal.events.map((event) => completeEvent(event, posts, comments)),
  };
}

function completeResume(resume: Item, portal: Portal): Item {
  return {
    ...DEFAULTS['resumes'],
    ...resume,
    certificates: parts(resume, 'certificates').map((certificate) => ({
      exact_category_str: byId(portal['exact-categories'], certificate.exact_category)?.name ?? '',
      note: '',
      ...certificate,
    })),
  };
}

export function completeUser(user: Item, personal: Settings['personal']): Item {
  const whole: Item = {
    ...DEFAULTS['users'],
    ...user,
    avatar: { ...(DEFAULTS['users']!.avatar as Item), ...(user.avatar as Item | undefined) },
  };
  const profile: Item = {
    ...(DEFAULTS['users']!.profile as Item),
    ...{ user: user.id!, last_visit: user.date_joined! },
    ...(user.profile as Item | undefined),
  };
  if (personal === 'publish') return { ...whole, profile };
  return { ...whole, email: '', last_login: null, profile: { ...profile, birthday: null } };
}

function completeBlog(blog: Item, portal: Portal, comments: Item[]): Item {
  const own = comments.filter((comment) => comment.blog === blog.id);
  return {
    ...DEFAULTS['blogs'],
    level: above(portal.blogs, blog).length,
    last_comment: newest(own)?.id ?? 0,
    ...blog,
  };
}

function completePost(post: Item, portal: Portal, comments: Item[]): Item {
  const last = newest(comments.filter((comment) => comment.post === post.id));
  const shortText = post.short_text ?? post.text!;
  const blog = byId(portal.blogs, post.blog)!;
  const polls = parts(post, 'polls');
  return {
    ...DEFAULTS['posts'],
    short_text: shortText,
    show_all_link: shortText !== post.text,
    updated: post.created!,
    last_activity: (last ?? post).created!,
    has_poll: polls.length > 0,
    root_blog: [blog, ...above(portal.blogs, blog)].at(-1)!.id!,
    last_comment: last?.id ?? 0,
    ...post,
    polls: polls.map((poll) => completePoll(poll, post)),
  };
}

function completePoll(poll: Item, post: Item): Item {
  const variants = parts(poll, 'variants').map((variant) => ({
    ...variant,
    poll: poll.id!,
    votes: parts(variant, 'votes').map((vote) => ({
      ...vote,
      poll: poll.id!,
      variant: variant.id!,
    })),
  }));
  return { activity: true, poll_type: 0, user: post.user!, ...poll, post: post.id!, variants };
}

function completeComments(portal: Portal): Item[] {
  const { comments } = portal;
  const childrenOf = (id: number) =>
    comments
      .filter((comment) => comment.parent === id)
      .sort((a, b) => (a.id as number) - (b.id as number));
  const below = (comment: Item): Item[] => [
    comment,
    ...childrenOf(comment.id as number).flatMap(below),
  ];

  const places = new Map<number, Item>(); // where a comment stands in its tree
  let step = 0;
  function place(comment: Item, root: Item, level: number): void {
    const lft = ++step;
    for (const child of childrenOf(comment.id as number)) place(child, root, level + 1);
    // A comment that gives no tree_id, in a tree that gives one, is in that tree all the same.
    const tree = root.tree_id ?? root.id!;
    places.set(comment.id as number, { lft, rght: ++step, tree_id: tree, level });
  }
  for (const root of comments.filter((comment) => (comment.parent ?? null) === null)) {
    step = 0;
    place(root, root, 0);
  }

  return comments.map((comment) => {
    const text = (comment.text ?? 'root') as string;
    return {
      ...DEFAULTS['comments'],
      ...{ text, short_text: text, cleaned_text: plainText(text) },
      blog: byId(portal.posts, comment.post)!.blog!,
      tree_updated_at: newest(below(comment))!.created!,
      ...places.get(comment.id as number),
      ...comment,
    };
  });
}

function completeEvent(event: Item, posts: Item[], comments: Item[]): Item {
  const source = (byId(posts, event.post) ?? byId(comments, event.comment))!;
  return {
    ...DEFAULTS['events'],
    datetime: source.created!,
    user: source.user!,
    blog: source.blog!,
    ...event,
  };
}

/** The record with this id, if there is one. */
export function byId(records: Item[], id: unknown): Item | undefined {
  return records.find((record) => record.id === id);
}

/** What stands above a record, nearest first, as far as it exists. */
function above(records: Item[], record: Item): Item[] {
  const parent = byId(records, record.parent);
  return parent ? [parent, ...above(records, parent)] : [];
}

/** The comment with the latest `created`, of those the one with the greatest id. */
function newest(comments: Item[]): Item | undefined {
  return [...comments]
    .sort(
      (a, b) =>
        compareInstants(a.created as string, b.created as string) ||
        (a.id as number) - (b.id as number),
    )
    .at(-1);
}
