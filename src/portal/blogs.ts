// Blogs (spec.md §2.8).
import { collection, shape } from '../model/collection.js';
import {
  computedBy,
  defaulted,
  defaultedBy,
  filled,
  now,
  required,
  slugOf,
} from '../model/fields.js';
import { depth, newestId } from '../model/links.js';
import {
  flag,
  id,
  int,
  names,
  namesOrZero,
  nothing,
  nullable,
  text,
  timestamp,
} from '../model/types.js';

export const blogs = collection('blogs', {
  singular: 'blog',
  fields: {
    id: required(id),
    activity: defaulted(flag, true, 'whether the blog is in use'),
    title: required(text, 'its heading'),
    slug: filled(
      required(text, 'its name in addresses: Latin letters, digits and hyphens'),
      slugOf('title'),
    ),
    object_id: defaulted(nullable(int), null, 'number of what the blog belongs to'),
    sort_type: defaulted(int, 0, 'number of the way in which its posts are sorted'),
    order_by: defaulted(int, 0, 'its place among the blogs'),
    created: filled(required(timestamp, 'when it was opened'), now),
    guest_cannot_view: defaulted(
      flag,
      false,
      'whether it is for members alone: the public does not see it, nor what is in or below it',
    ),
    guest_cannot_post: defaulted(flag, false, 'whether only members post in it'),
    guest_cannot_comment: defaulted(flag, false, 'whether only members comment in it'),
    level: computedBy(int, depth('parent'), 'how many blogs it is below'),
    parent: defaulted(
      nullable(names('blogs')),
      null,
      'the blog that it is in; null for a topmost one',
    ),
    content_type: defaulted(nothing, null),
    last_comment: defaultedBy(
      namesOrZero('comments'),
      newestId('comments', 'blog', 'created', 0),
      'the newest comment on its own posts; 0 for none',
    ),
  },
  named: ['title'],
  shapes: {
    full: shape(
      `id activity title slug object_id sort_type order_by created guest_cannot_view
      guest_cannot_post guest_cannot_comment level parent content_type last_comment`,
    ),
  },
  parent: 'parent',
  withheld: [{ reason: 'closed-to-guests', when: (blog) => blog.guest_cannot_view === true }],
});
