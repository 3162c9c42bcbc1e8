// Posts and their polls (API.md §2.9, §2.10).
import { collection, shape } from '../model/collection.js';
import {
  computedBy,
  computedFrom,
  defaulted,
  defaultedBy,
  defaultedFrom,
  filled,
  now,
  required,
  type Said,
  slugOf,
} from '../model/fields.js';
import { newestId, newestInstant, rootOf } from '../model/links.js';
import {
  anyList,
  anyObject,
  embeds,
  flag,
  html,
  id,
  int,
  list,
  names,
  namesOrZero,
  nothing,
  nullable,
  part,
  text,
  timestamp,
} from '../model/types.js';
import { rootComment } from './comments.js';
import { oddSlug } from './slugs.js';

const off = (about: Said) => defaulted(flag, false, about);

const vote = part({
  id: required(id),
  poll: computedFrom(id, (_vote, _variant, poll) => poll?.['id'], {
    en: 'the poll that it is in',
    ru: 'опрос, к которому относится',
  }),
  user: required(names('users'), { en: 'who voted', ru: 'кто голосовал' }),
  variant: computedFrom(id, (_vote, variant) => variant?.['id'], {
    en: 'the variant that it is for',
    ru: 'вариант, за который отдан голос',
  }),
});

const variant = part({
  id: required(id),
  votes: defaulted(list(vote), [], { en: 'who voted for it', ru: 'кто за него голосовал' }),
  title: required(text, { en: 'the answer', ru: 'ответ' }),
  poll: computedFrom(id, (_variant, poll) => poll?.['id'], {
    en: 'the poll that it is in',
    ru: 'опрос, к которому относится',
  }),
});

const poll = part({
  id: required(id),
  variants: required(list(variant), { en: 'what can be voted for', ru: 'варианты ответа' }),
  activity: defaulted(flag, true, { en: 'whether it is in use', ru: 'используется ли запись' }),
  title: required(text, { en: 'the question', ru: 'вопрос' }),
  poll_type: defaulted(int, 0, { en: 'number of the kind of poll', ru: 'номер вида опроса' }),
  post: computedFrom(id, (_poll, post) => post?.['id'], {
    en: 'the post that it is in',
    ru: 'пост, в котором опрос',
  }),
  user: defaultedFrom(names('users'), (_poll, post) => post?.['user'], {
    en: "who asks; when absent: the post's user",
    ru: 'кто спрашивает; если не указано: автор поста',
  }),
});

export const posts = collection('posts', {
  singular: 'post',
  fields: {
    id: required(id),
    last_view: defaulted(nothing, null),
    polls: defaulted(list(poll), [], { en: 'polls that it carries', ru: 'опросы в посте' }),
    activity: defaulted(flag, true, { en: 'whether it is in use', ru: 'используется ли запись' }),
    title: required(text, { en: 'its heading', ru: 'заголовок' }),
    slug: filled(
      required(text, {
        en: 'its name in addresses: Latin letters, digits and hyphens',
        ru: 'имя в адресах: латинские буквы, цифры и дефисы',
      }),
      slugOf('title'),
    ),
    text: required(html, { en: 'what it says', ru: 'текст' }),
    short_text: defaultedFrom(html, (post) => post['text'], {
      en: 'what lists show of it; when absent: the text',
      ru: 'что показывают списки; если не указано: весь текст',
    }),
    show_all_link: defaultedFrom(
      flag,
      (post) => (post['short_text'] ?? post['text']) !== post['text'],
      {
        en: 'whether lists link to the rest of the text; when absent: whether short_text differs from text',
        ru: 'ведут ли списки к полному тексту; если не указано: отличается ли short_text от text',
      },
    ),
    views: defaulted(int, 0, { en: 'how often it was read', ru: 'сколько раз прочитано' }),
    created: filled(required(timestamp, { en: 'when it was written', ru: 'когда написано' }), now),
    updated: defaultedFrom(timestamp, (post) => post['created'], {
      en: 'when it was changed last; when absent: created',
      ru: 'когда изменён последний раз; если не указано: created',
    }),
    last_activity: defaultedBy(timestamp, newestInstant('comments', 'post', 'created', 'created'), {
      en: 'when something was last said in it',
      ru: 'когда в обсуждении последний раз писали',
    }),
    only_member_comment: off({
      en: 'whether only members comment on it',
      ru: 'только ли участники пишут к нему комментарии',
    }),
    moderated: defaulted(flag, true, {
      en: 'whether a moderator has approved it',
      ru: 'одобрил ли модератор',
    }),
    hidden: off({
      en: 'whether it is hidden: the public does not see it',
      ru: 'скрыт ли он: читатели его не видят',
    }),
    disable_comment: off({
      en: 'whether nobody may comment on it',
      ru: 'запрещены ли к нему комментарии',
    }),
    owner_only_comment: off({
      en: 'whether only its author comments on it',
      ru: 'пишет ли к нему комментарии только автор',
    }),
    pinned: off({ en: 'whether it stays at the top', ru: 'закреплён ли наверху' }),
    close: off({ en: 'whether the discussion is closed', ru: 'закрыто ли обсуждение' }),
    has_poll: defaultedFrom(
      flag,
      (post) => Array.isArray(post['polls']) && post['polls'].length > 0,
      {
        en: 'whether it shows polls; when absent: whether there are any',
        ru: 'показывает ли опросы; если не указано: есть ли они',
      },
    ),
    moderated_at: defaulted(nullable(timestamp), null, {
      en: 'when it was moderated',
      ru: 'когда проверил модератор',
    }),
    ip: defaulted(nothing, null),
    crm_data: defaulted(
      anyObject,
      {},
      {
        en: 'the deal with a customer that it belongs to',
        ru: 'сделка с клиентом, к которой это относится',
      },
    ),
    root_blog: computedBy(names('blogs'), rootOf('blog', 'parent'), {
      en: 'the topmost blog above it',
      ru: 'самый верхний блог над ним',
    }),
    blog: required(embeds('blogs', 'full'), {
      en: 'the blog that it is in',
      ru: 'блог, в котором он написан',
    }),
    user: required(names('users'), { en: 'who wrote it', ru: 'автор' }),
    last_comment: defaultedBy(namesOrZero('comments'), newestId('comments', 'post', 'created', 0), {
      en: 'its newest comment; 0 for none',
      ru: 'самый новый комментарий к нему; 0, если комментариев нет',
    }),
    moderated_by: required(names('users'), {
      en: 'who moderated it',
      ru: 'кто из модераторов проверил',
    }),
    members: defaulted(anyList, [], { en: 'who takes part', ru: 'кто участвует' }),
  },
  named: ['title'],
  layout: { kind: 'files', digits: 4 },
  shapes: {
    full: shape(
      `id last_view polls activity title slug text short_text show_all_link views created updated
      last_activity only_member_comment moderated hidden disable_comment owner_only_comment pinned
      close has_poll moderated_at ip crm_data root_blog blog user last_comment moderated_by members`,
    ),
  },
  companions: [
    { collection: 'comments', by: 'post', fields: rootComment },
    { collection: 'events', by: 'post', fields: (post) => ({ event_type: 1, post: post['id'] }) },
  ],
  implausible: [
    oddSlug,
    {
      kind: 'own',
      name: 'empty-text',
      // A post may consist of polls only.
      check: ({ title, text, polls = [] }) => [
        ...(title === '' ? ['/title'] : []),
        ...(text === '' && polls.length === 0 ? ['/text'] : []),
      ],
    },
    { kind: 'same', name: 'same-slug', field: 'slug', within: 'blog' },
    { kind: 'companions', name: 'without-companions' },
  ],
  withheld: [{ reason: 'hidden', when: (post) => post.hidden === true }],
});
