// The script that one would write in an afternoon instead of this tool: read, validate with zod,
// join, sort, JSON.stringify. It publishes the two heavy lists of a generated portal, and works
// out, checks and keeps nothing else.
// usage: node afternoon.mjs DATA OUT
import fastGlob from 'fast-glob';
import fs from 'fs-extra';
import { z } from 'zod';

const [data, out] = process.argv.slice(2);
const BASE = 'http://localhost:8080';
const PAGE = 20;

const id = z.int();
const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/);
const [text, flag, list] = [z.string(), z.boolean(), z.array(z.any())];
const flags = (names) => Object.fromEntries(names.split(' ').map((name) => [name, flag]));
const ids = (names) => Object.fromEntries(names.split(' ').map((name) => [name, id]));
const texts = (names) => Object.fromEntries(names.split(' ').map((name) => [name, text]));
const lists = (names) => Object.fromEntries(names.split(' ').map((name) => [name, list]));
const maybe = (names) => Object.fromEntries(names.split(' ').map((name) => [name, id.nullable()]));

const schemas = {
  users: z.strictObject({
    ...ids('id sex'),
    ...texts('email last_name first_name patronymic_name'),
    ...flags('has_avatar is_superuser is_staff is_active ban_pm'),
    in_favorite: z.null(),
    last_login: time.nullable(),
    date_joined: time,
    avatar: z.strictObject(texts('s sm m l')),
    privacy_settings: z.strictObject({ write_pm: text.optional() }),
    profile: z.strictObject({
      user: id,
      ...texts('city_str company_name site'),
      ...Object.fromEntries(
        'birthday about hobby position sector'.split(' ').map((name) => [name, text.nullable()]),
      ),
      priority: z.array(text),
      moderated_at: time.nullable(),
      last_visit: time,
      ...flags('is_moderated hide_comments hide_posts ban_create_post ban_create_comment'),
      ...flags('reverse_order_of_comments'),
      ...maybe('invited_by city moderated_by'),
    }),
  }),
  blogs: z.strictObject({
    ...ids('id sort_type order_by level last_comment'),
    ...texts('title slug'),
    ...flags('activity guest_cannot_view guest_cannot_post guest_cannot_comment'),
    ...maybe('object_id parent'),
    content_type: z.null(),
    created: time,
  }),
  posts: z.strictObject({
    ...ids('id views root_blog blog user last_comment moderated_by'),
    ...texts('title slug text short_text'),
    ...flags('activity show_all_link only_member_comment moderated hidden disable_comment'),
    ...flags('owner_only_comment pinned close has_poll'),
    ...lists('polls members'),
    ...{ last_view: z.null(), ip: z.null(), moderated_at: time.nullable() },
    ...{ created: time, updated: time, last_activity: time },
    crm_data: z.strictObject({ deal_id: id.optional() }),
  }),
  comments: z.strictObject({
    ...ids('id post blog rating_up rating_down lft rght tree_id level'),
    ...maybe('parent user moderated_by deleted_by updated_by'),
    ...texts('text short_text cleaned_text'),
    ...lists('children emoji files hidden_by'),
    ...flags('in_favorite is_new activity moderated'),
    ...{ created: time, tree_updated_at: time, moderated_at: time.nullable() },
  }),
  events: z.strictObject({
    ...ids('id event_type user blog'),
    ...texts('title text'),
    ...flags('activity private'),
    ...maybe('post comment'),
    available_for: list,
    datetime: time,
  }),
};

const records = {};
for (const [name, schema] of Object.entries(schemas)) {
  records[name] = [];
  for (const file of (await fastGlob(`${name}/*.json`, { cwd: data, absolute: true })).sort()) {
    for (const record of z.array(schema).parse(await fs.readJson(file))) records[name].push(record);
  }
}
const byId = (name) => new Map(records[name].map((record) => [record.id, record]));
const [users, blogs, posts, comments] = ['users', 'blogs', 'posts', 'comments'].map(byId);

const pick = (record, names) => Object.fromEntries(names.map((name) => [name, record[name]]));
const FEED =
  'id cleaned_text short_text activity created text moderated moderated_at tree_updated_at hidden_by tree_id level parent user moderated_by blog post deleted_by updated_by'.split(
    ' ',
  );
const LISTED =
  'id short_text text children emoji files rating_up rating_down in_favorite is_new activity moderated created tree_updated_at hidden_by lft rght tree_id level parent user deleted_by updated_by'.split(
    ' ',
  );
const EVENT =
  'id activity datetime event_type title text private available_for user blog post comment'.split(
    ' ',
  );
const POST =
  'id last_view polls activity title slug text short_text show_all_link views created updated last_activity only_member_comment moderated hidden disable_comment owner_only_comment pinned close has_poll moderated_at ip crm_data root_blog blog user last_comment moderated_by members'.split(
    ' ',
  );
const post = (key) =>
  key && pick({ ...posts.get(key), blog: blogs.get(posts.get(key).blog) }, POST);
const inFeed = (comment, parent) => pick({ ...comment, parent, post: post(comment.post) }, FEED);
const subject = (key) => {
  const comment = comments.get(key);
  const parent = comments.get(comment.parent);
  return inFeed(comment, parent ? inFeed(parent, parent.parent) : null);
};

const listed = records.comments
  .sort((a, b) => a.tree_id - b.tree_id || a.lft - b.lft)
  .map((comment) => pick({ ...comment, user: users.get(comment.user) ?? null }, LISTED));
await fs.outputFile(`${out}/api/post-comment/index.json`, JSON.stringify(listed));

const feed = records.events
  .sort((a, b) => Date.parse(b.datetime) - Date.parse(a.datetime) || b.id - a.id)
  .map((event) => ({
    ...pick(event, EVENT),
    user: users.get(event.user),
    post: post(event.post),
    comment: event.comment && subject(event.comment),
  }));
const pages = Math.ceil(feed.length / PAGE);
const link = (page) => {
  if (page < 0 || page >= pages) return null;
  if (page === 0) return `${BASE}/api/event/`;
  return `${BASE}/api/event/cursor/${pages - page}/?cursor=${pages - page}`;
};
for (let page = 0; page < pages; page++) {
  const folder = page === 0 ? 'api/event' : `api/event/cursor/${pages - page}`;
  const results = feed.slice(page * PAGE, (page + 1) * PAGE);
  const envelope = { next: link(page + 1), previous: link(page - 1), results };
  await fs.outputFile(`${out}/${folder}/index.json`, JSON.stringify(envelope));
}
