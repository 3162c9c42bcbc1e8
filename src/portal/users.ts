// Users and their profiles (spec.md §2.12).
import { collection, shape } from '../model/collection.js';
import {
  computedFrom,
  defaulted,
  defaultedFrom,
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

const off = defaulted(flag, false);
const unsaid = defaulted(nullable(text), null);
const picture = defaulted(text, '');

const profile = part({
  user: computedFrom(id, (_profile, user) => user?.['id']),
  city_str: defaulted(text, ''),
  birthday: personal(defaulted(nullable(date), null), null),
  company_name: defaulted(text, ''),
  about: unsaid,
  hobby: unsaid,
  position: unsaid,
  sector: unsaid,
  priority: defaulted(list(text), []),
  site: defaulted(text, ''),
  is_moderated: off,
  moderated_at: defaulted(nullable(timestamp), null),
  last_visit: defaultedFrom(timestamp, (_profile, user) => user?.['date_joined']),
  hide_comments: off,
  hide_posts: off,
  ban_create_post: off,
  ban_create_comment: off,
  reverse_order_of_comments: off,
  invited_by: defaulted(nullable(names('users')), null),
  city: defaulted(nullable(names('cities')), null),
  moderated_by: defaulted(nullable(names('users')), null),
});

export const users = collection('users', {
  fields: {
    id: required(id),
    has_avatar: off,
    in_favorite: defaulted(nothing, null),
    profile: defaulted(profile, {}),
    last_login: personal(defaulted(nullable(timestamp), null), null),
    is_superuser: off,
    email: personal(defaulted(text, ''), ''),
    last_name: required(text),
    first_name: required(text),
    patronymic_name: defaulted(text, ''),
    sex: defaulted(int, 0),
    avatar: defaulted(part({ s: picture, sm: picture, m: picture, l: picture }), {}),
    is_staff: off,
    is_active: defaulted(flag, true),
    ban_pm: off,
    date_joined: required(timestamp),
    privacy_settings: defaulted(part({ write_pm: optional(text) }), {}),
  },
  named: ['last_name', 'first_name'],
  shapes: {
    full: shape(
      `id has_avatar in_favorite profile last_login is_superuser email last_name first_name
      patronymic_name sex avatar is_staff is_active ban_pm date_joined privacy_settings`,
    ),
  },
});
