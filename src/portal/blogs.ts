// Blogs (spec.md §2.8).
import { collection, shape } from '../model/collection.js';
import { computedBy, defaulted, defaultedBy, required } from '../model/fields.js';
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
  fields: {
    id: required(id),
    activity: defaulted(flag, true),
    title: required(text),
    slug: required(text),
    object_id: defaulted(nullable(int), null),
    sort_type: defaulted(int, 0),
    order_by: defaulted(int, 0),
    created: required(timestamp),
    guest_cannot_view: defaulted(flag, false),
    guest_cannot_post: defaulted(flag, false),
    guest_cannot_comment: defaulted(flag, false),
    level: computedBy(int, depth('parent')),
    parent: defaulted(nullable(names('blogs')), null),
    content_type: defaulted(nothing, null),
    last_comment: defaultedBy(namesOrZero('comments'), newestId('comments', 'blog', 'created', 0)),
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
