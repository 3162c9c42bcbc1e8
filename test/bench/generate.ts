// Writes a portal of any size for timing, in the form of data files: deterministic, with every
// field given, so that a script which works nothing out can publish the same lists.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const PER_POST = 20;
const PER_FILE = 5000;
const BLOGS = 20;
const WORDS =
  'безопасность эксперт аттестация заключение сосуд трубопровод кран котёл резервуар надзор протокол договор заказчик методика прибор толщина ресурс паспорт регион проверка'.split(
    ' ',
  );

/** Where in a generated portal things are: used to change it as an editor would. */
export interface Generated {
  readonly posts: number;
  readonly users: number;
  readonly comments: number;
  readonly events: number;
  /** The comment at the root of the newest discussion. */
  readonly lastRoot: number;
  /** The last file of comments, of events, and the first one of users, below the folder. */
  readonly lastComments: string;
  readonly lastEvents: string;
  readonly firstUsers: string;
}

/**
 * Writes a portal with so many comments into a folder; 100,000 make some 200 MB. `isGiven`: records give
 * what could be worked out, too: last comments, last activity, numbers of trees.
 */
export function generatePortal(folder: string, comments: number, isGiven = true): Generated {
  const given = <T extends object>(fields: T): Partial<T> => (isGiven ? fields : {});
  const posts = Math.ceil(comments / PER_POST);
  const users = Math.max(1, Math.ceil(comments / 10));
  const words = wordSource();
  const postOf = (comment: number) => Math.floor((comment - 1) / PER_POST) + 1;
  const blogOf = (post: number) => ((post * 7) % BLOGS) + 1;
  const authorOf = (comment: number) => ((comment * 31) % users) + 1;
  const isRoot = (comment: number) => (comment - 1) % PER_POST === 0;

  const firstUsers = write(folder, 'users', users, (id) => user(id, words))[0]!;
  write(folder, 'blogs', BLOGS, (id) => ({ ...blog(id, words), ...given({ last_comment: 1 }) }));
  write(folder, 'posts', posts, (id) => {
    const text = `<p>${words(120)}</p>`;
    const created = instant(id * PER_POST);
    const last = Math.min(id * PER_POST, comments);
    return {
      ...{ id, last_view: null, polls: [], activity: true, title: words(6), slug: `post-${id}` },
      ...{ text, short_text: text.slice(0, 200), show_all_link: true, views: id % 1000 },
      ...{ created, updated: created, ...given({ last_activity: created }) },
      only_member_comment: false,
      ...{ moderated: true, hidden: false, disable_comment: false, owner_only_comment: false },
      ...{ pinned: false, close: false, has_poll: false, moderated_at: null, ip: null },
      ...{ crm_data: {}, root_blog: blogOf(id), blog: blogOf(id), user: ((id * 13) % users) + 1 },
      ...{ ...given({ last_comment: last }), moderated_by: 1, members: [] },
    };
  });
  const lastComments = write(folder, 'comments', comments, (id) => {
    const post = postOf(id);
    const root = (post - 1) * PER_POST + 1;
    const place = id - root;
    const size = Math.min(PER_POST, comments - root + 1);
    const nested = place % 3 === 2; // every third reply answers the one before it
    const answered = place % 3 === 1 && place + 1 < size;
    const text = isRoot(id) ? 'root' : `<p>${words(30)}</p>`;
    return {
      ...{ id, post, blog: blogOf(post), parent: isRoot(id) ? null : nested ? id - 1 : root },
      ...{ user: isRoot(id) ? null : authorOf(id), text, short_text: text.slice(0, 100) },
      ...{ cleaned_text: text.replace(/<[^>]*>/g, ''), children: [], emoji: [], files: [] },
      ...{ rating_up: id % 9, rating_down: 0, in_favorite: false, is_new: false, activity: true },
      ...{ moderated: true, moderated_at: null, moderated_by: null, created: instant(id) },
      hidden_by: [],
      ...given({
        tree_updated_at: instant(id),
        lft: isRoot(id) ? 1 : 2 * place - (nested ? 1 : 0),
        rght: isRoot(id) ? 2 * size : nested ? 2 * place : 2 * place + 1 + (answered ? 2 : 0),
        ...{ tree_id: root, level: isRoot(id) ? 0 : nested ? 2 : 1 },
      }),
      ...{ deleted_by: null, updated_by: null },
    };
  }).at(-1)!;
  const events = comments; // one a post, one a reply
  const lastEvents = write(folder, 'events', events, (id) => {
    const reply = id - posts;
    const post = id <= posts ? id : null;
    const comment = post ? null : reply + Math.ceil(reply / (PER_POST - 1));
    return {
      ...{ id, activity: true, datetime: instant(post ? post * PER_POST : comment!) },
      ...{ event_type: post ? 1 : 2, title: '', text: '', private: false, available_for: [] },
      user: post ? ((post * 13) % users) + 1 : authorOf(comment!),
      ...{ blog: blogOf(post ?? postOf(comment!)), post, comment },
    };
  }).at(-1)!;
  const lastRoot = (posts - 1) * PER_POST + 1;
  return { posts, users, comments, events, lastRoot, lastComments, lastEvents, firstUsers };
}

function user(id: number, words: (count: number) => string) {
  const [s, sm, m, l] = ['s', 'sm', 'm', 'l'].map((size) => `/avatars/${id}/${size}.png`);
  const profile = {
    ...{ user: id, city_str: words(1), birthday: null, company_name: words(2), about: words(10) },
    ...{ hobby: null, position: words(2), sector: null, priority: [], site: '' },
    ...{ is_moderated: true, moderated_at: instant(id), last_visit: instant(id) },
    ...{ hide_comments: false, hide_posts: false, ban_create_post: false },
    ...{ ban_create_comment: false, reverse_order_of_comments: false, invited_by: null },
    ...{ city: null, moderated_by: 1 },
  };
  return {
    ...{ id, has_avatar: id % 2 === 0, in_favorite: null, profile, last_login: null },
    ...{ is_superuser: false, email: '', last_name: words(1), first_name: words(1) },
    ...{ patronymic_name: words(1), sex: id % 3, avatar: { s, sm, m, l }, is_staff: false },
    ...{ is_active: true, ban_pm: false, date_joined: instant(id) },
    privacy_settings: { write_pm: 'all' },
  };
}

function blog(id: number, words: (count: number) => string) {
  return {
    ...{ id, activity: true, title: words(3), slug: `blog-${id}`, object_id: null, sort_type: 1 },
    ...{ order_by: 1, created: instant(id), guest_cannot_view: false, guest_cannot_post: true },
    ...{ guest_cannot_comment: true, level: 0, parent: null, content_type: null },
  };
}

/** Words in an order that is the same every time. */
function wordSource(): (count: number) => string {
  let state = 12_345;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return WORDS[Math.floor((state / 0x80000000) * WORDS.length)]!;
  };
  return (count) => Array.from({ length: count }, next).join(' ');
}

const instant = (minute: number) =>
  new Date(1.5e12 + minute * 60_000).toISOString().replace('Z', '123+00:00');

/** Writes a collection in files of some thousand records, one a line; their paths below the folder. */
function write(
  folder: string,
  collection: string,
  count: number,
  record: (id: number) => object,
): string[] {
  mkdirSync(join(folder, collection), { recursive: true });
  const files: string[] = [];
  for (let start = 1; start <= count; start += PER_FILE) {
    const name = String(files.length + 1).padStart(4, '0');
    const path = join(collection, `${name}.json`);
    const fd = openSync(join(folder, path), 'w');
    const end = Math.min(count, start + PER_FILE - 1);
    writeSync(fd, '[\n');
    for (let id = start; id <= end; id++) {
      writeSync(fd, `${JSON.stringify(record(id))}${id < end ? ',\n' : '\n'}`);
    }
    writeSync(fd, ']\n');
    closeSync(fd);
    files.push(path);
  }
  return files;
}
