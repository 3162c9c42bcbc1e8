// Users and their profiles (API.md §2.12).

import * as z from 'zod';
import { collection } from '../model/collection.js';
import { computed, date, derived, id, now, timestamp } from '../model/types.js';
import { off, refOrNull } from './shared.js';

const unsaid = (about: string) => z.string().nullable().default(null).describe(about);
const picture = (size: string) => z.string().default('').describe(`address of the ${size} picture`);

const profile = z.strictObject({
  user: computed(id, (_profile, user) => user?.['id']).describe('the user whose profile it is'),
  city_str: z.string().default('').describe('their city, in words').meta({ label: 'City' }),
  birthday: date.nullable().default(null).describe('day of birth').meta({ personal: null }),
  company_name: z.string().default('').describe('where they work').meta({ label: 'Company' }),
  about: unsaid('about the person').meta({ label: 'About' }),
  hobby: unsaid('what they like to do').meta({ label: 'Hobby' }),
  position: unsaid('their position at work').meta({ label: 'Position' }),
  sector: unsaid('the sector that they work in'),
  priority: z.array(z.string()).default([]).describe('what matters to them most'),
  site: z.string().default('').describe('address of their site').meta({ label: 'Site' }),
  is_moderated: off('whether a moderator has looked at the profile'),
  moderated_at: timestamp.nullable().default(null).describe('when it was moderated'),
  last_visit: derived(timestamp, (_profile, user) => user?.['date_joined'])
    .describe('when the person was last here')
    .meta({ otherwise: 'the value of date_joined' }),
  hide_comments: off('whether their comments are hidden'),
  hide_posts: off('whether their posts are hidden'),
  ban_create_post: off('whether they may not post'),
  ban_create_comment: off('whether they may not comment'),
  reverse_order_of_comments: off('whether they see the newest comments first'),
  invited_by: refOrNull('users').describe('who invited them'),
  city: refOrNull('cities').describe('their city'),
  moderated_by: refOrNull('users').describe('who moderated it'),
});

export const users = collection(
  'users',
  z.strictObject({
    id,
    has_avatar: off('whether there is a picture'),
    in_favorite: z.null().default(null),
    profile: profile
      .prefault({})
      .describe('what the person says of themselves')
      .meta({ label: 'Profile' }),
    last_login: timestamp
      .nullable()
      .default(null)
      .describe('when the person last logged in')
      .meta({ personal: null }),
    is_superuser: off('whether they hold all rights without being given them'),
    email: z
      .string()
      .default('')
      .describe('e-mail address')
      .meta({ label: 'E-mail', personal: '' }),
    last_name: z.string().describe('surname'),
    first_name: z.string().describe('first name'),
    patronymic_name: z.string().default('').describe('patronymic'),
    sex: z.int().default(0).describe('sex: 0, 1 or 2 as a rule'),
    avatar: z
      .strictObject({
        s: picture('small'),
        sm: picture('smaller'),
        m: picture('middle'),
        l: picture('large'),
      })
      .prefault({})
      .describe('pictures, by size'),
    is_staff: off('whether they may enter the administrative part'),
    is_active: z
      .boolean()
      .default(true)
      .describe('whether the account is in use; clear it rather than delete the user'),
    ban_pm: off('whether they may not write messages'),
    date_joined: timestamp
      .describe('when the person joined')
      .meta({ label: 'Joined', filled: now }),
    privacy_settings: z
      .strictObject({
        write_pm: z.string().optional().describe('who may write to them, such as "all"'),
      })
      .default({})
      .describe('who may do what'),
  }),
  {
    singular: 'user',
    named: ['last_name', 'first_name'],
    unlisted: true,
  },
);
