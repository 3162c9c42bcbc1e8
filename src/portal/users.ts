// Users and their profiles (API.md §2.12).
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
  type Said,
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

const off = (about: Said) => defaulted(flag, false, about);
const unsaid = (about: Said) => defaulted(nullable(text), null, about);
const picture = (size: Said) =>
  defaulted(text, '', { en: `address of the ${size.en} picture`, ru: `адрес ${size.ru} портрета` });

const profile = part({
  user: computedFrom(id, (_profile, user) => user?.['id'], {
    en: 'the user whose profile it is',
    ru: 'чей это профиль',
  }),
  city_str: defaulted(text, '', { en: 'their city, in words', ru: 'город, словами' }),
  birthday: personal(
    defaulted(nullable(date), null, { en: 'day of birth', ru: 'день рождения' }),
    null,
  ),
  company_name: defaulted(text, '', { en: 'where they work', ru: 'место работы' }),
  about: unsaid({ en: 'about the person', ru: 'о себе' }),
  hobby: unsaid({ en: 'what they like to do', ru: 'увлечения' }),
  position: unsaid({ en: 'their position at work', ru: 'должность' }),
  sector: unsaid({ en: 'the sector that they work in', ru: 'отрасль, в которой работает' }),
  priority: defaulted(list(text), [], { en: 'what matters to them most', ru: 'что важнее всего' }),
  site: defaulted(text, '', { en: 'address of their site', ru: 'адрес сайта' }),
  is_moderated: off({
    en: 'whether a moderator has looked at the profile',
    ru: 'проверил ли профиль модератор',
  }),
  moderated_at: defaulted(nullable(timestamp), null, {
    en: 'when it was moderated',
    ru: 'когда проверил модератор',
  }),
  last_visit: defaultedFrom(timestamp, (_profile, user) => user?.['date_joined'], {
    en: 'when the person was last here; when absent: date_joined',
    ru: 'когда человек был здесь последний раз; если не указано: date_joined',
  }),
  hide_comments: off({
    en: 'whether their comments are hidden',
    ru: 'скрыты ли комментарии человека',
  }),
  hide_posts: off({ en: 'whether their posts are hidden', ru: 'скрыты ли посты человека' }),
  ban_create_post: off({ en: 'whether they may not post', ru: 'запрещено ли писать посты' }),
  ban_create_comment: off({
    en: 'whether they may not comment',
    ru: 'запрещено ли писать комментарии',
  }),
  reverse_order_of_comments: off({
    en: 'whether they see the newest comments first',
    ru: 'показывать ли сначала новые комментарии',
  }),
  invited_by: defaulted(nullable(names('users')), null, {
    en: 'who invited them',
    ru: 'кто пригласил',
  }),
  city: defaulted(nullable(names('cities')), null, { en: 'their city', ru: 'город' }),
  moderated_by: defaulted(nullable(names('users')), null, {
    en: 'who moderated it',
    ru: 'кто из модераторов проверил',
  }),
});

export const users = collection('users', {
  singular: 'user',
  fields: {
    id: required(id),
    has_avatar: off({ en: 'whether there is a picture', ru: 'есть ли портрет' }),
    in_favorite: defaulted(nothing, null),
    profile: defaulted(
      profile,
      {},
      { en: 'what the person says of themselves', ru: 'что человек рассказал о себе' },
    ),
    last_login: personal(
      defaulted(nullable(timestamp), null, {
        en: 'when the person last logged in',
        ru: 'когда человек входил последний раз',
      }),
      null,
    ),
    is_superuser: off({
      en: 'whether they hold all rights without being given them',
      ru: 'есть ли все права без их выдачи',
    }),
    email: personal(defaulted(text, '', { en: 'e-mail address', ru: 'электронная почта' }), ''),
    last_name: required(text, { en: 'surname', ru: 'фамилия' }),
    first_name: required(text, { en: 'first name', ru: 'имя' }),
    patronymic_name: defaulted(text, '', { en: 'patronymic', ru: 'отчество' }),
    sex: defaulted(int, 0, { en: 'sex: 0, 1 or 2 as a rule', ru: 'пол: обычно 0, 1 или 2' }),
    avatar: defaulted(
      part({
        s: picture({ en: 'small', ru: 'маленького' }),
        sm: picture({ en: 'smaller', ru: 'совсем маленького' }),
        m: picture({ en: 'middle', ru: 'среднего' }),
        l: picture({ en: 'large', ru: 'большого' }),
      }),
      {},
      { en: 'pictures, by size', ru: 'портреты по размерам' },
    ),
    is_staff: off({
      en: 'whether they may enter the administrative part',
      ru: 'пускать ли в раздел администрирования',
    }),
    is_active: defaulted(flag, true, {
      en: 'whether the account is in use; clear it rather than delete the user',
      ru: 'действует ли учётная запись; снимите этот признак, вместо того чтобы удалять пользователя',
    }),
    ban_pm: off({
      en: 'whether they may not write messages',
      ru: 'запрещено ли писать личные сообщения',
    }),
    date_joined: filled(
      required(timestamp, { en: 'when the person joined', ru: 'когда человек зарегистрировался' }),
      now,
    ),
    privacy_settings: defaulted(
      part({
        write_pm: optional(text, {
          en: 'who may write to them, such as "all"',
          ru: 'кто может писать человеку, например "all"',
        }),
      }),
      {},
      { en: 'who may do what', ru: 'кому что можно' },
    ),
  },
  named: ['last_name', 'first_name'],
  unlisted: true,
  shapes: {
    full: shape(
      `id has_avatar in_favorite profile last_login is_superuser email last_name first_name
      patronymic_name sex avatar is_staff is_active ban_pm date_joined privacy_settings`,
    ),
  },
});
