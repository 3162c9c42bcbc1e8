// Blogs (API.md §2.8).
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
import { oddSlug } from './slugs.js';

export const blogs = collection('blogs', {
  singular: 'blog',
  fields: {
    id: required(id),
    activity: defaulted(flag, true, {
      en: 'whether the blog is in use',
      ru: 'используется ли блог',
    }),
    title: required(text, { en: 'its heading', ru: 'заголовок' }),
    slug: filled(
      required(text, {
        en: 'its name in addresses: Latin letters, digits and hyphens',
        ru: 'имя в адресах: латинские буквы, цифры и дефисы',
      }),
      slugOf('title'),
    ),
    object_id: defaulted(nullable(int), null, {
      en: 'number of what the blog belongs to',
      ru: 'номер того, к чему относится блог',
    }),
    sort_type: defaulted(int, 0, {
      en: 'number of the way in which its posts are sorted',
      ru: 'номер способа, которым упорядочены его посты',
    }),
    order_by: defaulted(int, 0, { en: 'its place among the blogs', ru: 'место среди блогов' }),
    created: filled(required(timestamp, { en: 'when it was opened', ru: 'когда открыт' }), now),
    guest_cannot_view: defaulted(flag, false, {
      en: 'whether it is for members alone: the public does not see it, nor what is in or below it',
      ru: 'только ли для участников: остальные не видят ни его, ни того, что в нём и под ним',
    }),
    guest_cannot_post: defaulted(flag, false, {
      en: 'whether only members post in it',
      ru: 'только ли участники пишут в нём посты',
    }),
    guest_cannot_comment: defaulted(flag, false, {
      en: 'whether only members comment in it',
      ru: 'только ли участники пишут в нём комментарии',
    }),
    level: computedBy(int, depth('parent'), {
      en: 'how many blogs it is below',
      ru: 'сколько блогов над ним',
    }),
    parent: defaulted(nullable(names('blogs')), null, {
      en: 'the blog that it is in; a topmost one is in none',
      ru: 'блог, в котором он находится; самый верхний — ни в каком',
    }),
    content_type: defaulted(nothing, null),
    last_comment: defaultedBy(namesOrZero('comments'), newestId('comments', 'blog', 'created', 0), {
      en: 'the newest comment on its own posts; 0 for none',
      ru: 'самый новый комментарий к его постам; 0, если комментариев нет',
    }),
  },
  named: ['title'],
  shapes: {
    full: shape(
      `id activity title slug object_id sort_type order_by created guest_cannot_view
      guest_cannot_post guest_cannot_comment level parent content_type last_comment`,
    ),
  },
  parent: 'parent',
  implausible: [oddSlug],
  withheld: [{ reason: 'closed-to-guests', when: (blog) => blog.guest_cannot_view === true }],
});
