// Users and their profiles (spec.md §2.12).
import { collection, shape } from '../model/collection.js';
import {
  computedFrom,
  defaulted,
  defaultedFrom,
  filled,
  now,
  optional,
  personal,
  required,
} from '../model/fields.js';
import {
  date,
  flag,
  id,
  int,
  list,
  names,
  nothing,
  nullable,
  part,
  text,
  timestamp,
} from '../model/types.js';

const off = (about: string) => defaulted(flag, false, about);
const unsaid = (about: string) => defaulted(nullable(text), null, about);
const picture = (size: string) => defaulted(text, '', `path of the ${size} picture`);

const profile = part({
  user: computedFrom(id, (_profile, user) => user?.['id'], 'the user whose profile it is'),
  city_str: defaulted(text, '', 'their city, in words'),
  birthday: personal(defaulted(nullable(date), null, 'day of birth'), null),
  company_name: defaulted(text, '', 'where they work'),
  about: unsaid('about the person'),
  hobby: unsaid('what they like to do'),
  position: unsaid('their position at work'),
  sector: unsaid('the sector that they work in'),
  priority: defaulted(list(text), [], 'what matters to them most'),
  site: defaulted(text, '', 'address of their site'),
  is_moderated: off('whether a moderator has looked at the profile'),
  moderated_at: defaulted(nullable(timestamp), null, 'when it was moderated'),
  last_visit: defaultedFrom(
    timestamp,
    (_profile, user) => user?.['date_joined'],
    'when the person was last here; when absent: date_joined',
  ),
  hide_comments: off('whether their comments are hidden'),
  hide_posts: off('whether their posts are hidden'),
  ban_create_post: off('whether they may not post'),
  ban_create_comment: off('whether they may not comment'),
  reverse_order_of_comments: off('whether they see the newest comments first'),
  invited_by: defaulted(nullable(names('users')), null, 'who invited them'),
  city: defaulted(nullable(names('cities')), null, 'their city'),
  moderated_by: defaulted(nullable(names('users')), null, 'who moderated it'),
});

export const users = collection('users', {
  singular: 'user',
  fields: {
    id: required(id),
    has_avatar: off('whether there is a picture'),
    in_favorite: defaulted(nothing, null),
    profile: defaulted(profile, {}, 'what the person says of themselves'),
    last_login: personal(
      defaulted(nullable(timestamp), null, 'when the person last logged in'),
      null,
    ),
    is_superuser: off('whether they hold all rights without being given them'),
    email: personal(defaulted(text, '', 'their address'), ''),
    last_name: required(text, 'surname'),
    first_name: required(text, 'first name'),
    patronymic_name: defaulted(text, '', 'patronymic'),
    sex: defaulted(int, 0, 'a number: 0, 1 or 2 as a rule'),
    avatar: defaulted(
      part({
        s: picture('small'),
        sm: picture('smaller'),
        m: picture('middle'),
        l: picture('large'),
      }),
      {},
      'pictures, by size',
    ),
    is_staff: off('whether they may enter the administrative part'),
    is_active: defaulted(
      flag,
      true,
      'whether the account is in use; clear it rather than delete the user',
    ),
    ban_pm: off('whether they may not write messages'),
    date_joined: filled(required(timestamp, 'when the person joined'), now),
    privacy_settings: defaulted(
      part({ write_pm: optional(text, 'who may write to them, such as "all"') }),
      {},
      'who may do what',
    ),
  },
  named: ['last_name', 'first_name'],
  shapes: {
    full: shape(
      `id has_avatar in_favorite profile last_login is_superuser email last_name first_name
      patronymic_name sex avatar is_staff is_active ban_pm date_joined privacy_settings`,
    ),
  },
});
