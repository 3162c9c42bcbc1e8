// Blogs (API.md §2.8).

import * as z from 'zod';
import { collection } from '../model/collection.js';
import { depth, newestId } from '../model/links.js';
import { computed, derived, id, now, refOrZero, timestamp } from '../model/types.js';
import { oddSlug, off, refOrNull, slug } from './shared.js';

export const blogs = collection(
  'blogs',
  z.strictObject({
    id,
    activity: z.boolean().default(true).describe('whether the blog is in use'),
    title: z.string().describe('its heading').meta({ label: 'Heading' }),
    slug,
    object_id: z.int().nullable().default(null).describe('number of what the blog belongs to'),
    sort_type: z.int().default(0).describe('number of the way in which its posts are sorted'),
    order_by: z.int().default(0).describe('its place among the blogs'),
    created: timestamp.describe('when it was opened').meta({ label: 'Opened', filled: now }),
    guest_cannot_view: off(
      'whether it is for members alone: the public does not see it, nor what is in or below it',
    ).meta({ label: 'Members alone see it' }),
    guest_cannot_post: off('whether only members post in it').meta({ label: 'Members alone post' }),
    guest_cannot_comment: off('whether only members comment in it').meta({
      label: 'Members alone comment',
    }),
    level: computed(z.int(), depth('parent')).describe('how many blogs it is below'),
    parent: refOrNull('blogs')
      .describe('the blog that it is in; a topmost one is in none')
      .meta({ label: 'Part of' }),
    content_type: z.null().default(null),
    last_comment: derived(
      refOrZero('comments'),
      newestId('comments', 'blog', 'created', 0),
    ).describe('the newest comment on its own posts; 0 for none'),
  }),
  {
    singular: 'blog',
    named: ['title'],
    parent: 'parent',
    implausible: [oddSlug],
    withheld: [
      {
        reason: 'it is for members only (guest_cannot_view)',
        when: (blog) => blog.guest_cannot_view === true,
      },
    ],
  },
);
