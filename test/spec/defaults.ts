// What stands in a field that a data file leaves out, by collection, as the specification has it; what is worked
// out from other fields and records is not here. A part's fields are those of the part where it is given.
import type { Item, Json } from '../oracle/types.js';

/** The same value for all of these fields. */
const all = (value: Json, names: string): Item =>
  Object.fromEntries(names.split(' ').map((name) => [name, value]));

/** What a vacancy and a resume have in common. */
const offer: Item = {
  ...{ work_full_time: false, work_salary: 0, work_position: '', ready_for: [], is_public: true },
  ...{ views: 0, work_city: null, work_regions: [], certificates: [] },
};

/** Collection → field → its default. */
export const DEFAULTS: Readonly<Record<string, Item>> = {
  regions: { code: '', district: null },
  cities: { not_uniq: false, area: null },
  categories: { categoriesOPO: '', parent: null },
  'exact-categories': { ...all(false, 'na no_education'), ...all(null, 'cost1 cost2 cost3') },
  vacancies: { ...offer, crm_data: {}, exact_category: null },
  resumes: { ...offer, ...all('', 'skills responsibility about'), blocked_organizations: [] },
  users: {
    ...all(false, 'has_avatar is_superuser is_staff ban_pm'),
    ...all(null, 'in_favorite last_login'),
    ...{ is_active: true, email: '', patronymic_name: '', sex: 0, privacy_settings: {} },
    profile: {
      ...all('', 'city_str company_name site'),
      ...all(
        null,
        'birthday about hobby position sector moderated_at invited_by city moderated_by',
      ),
      ...all(false, 'is_moderated hide_comments hide_posts ban_create_post ban_create_comment'),
      ...{ reverse_order_of_comments: false, priority: [] },
    },
    avatar: all('', 's sm m l'),
  },
  blogs: {
    ...all(null, 'object_id parent content_type'),
    ...all(false, 'guest_cannot_view guest_cannot_post guest_cannot_comment'),
    ...{ activity: true, sort_type: 0, order_by: 0 },
  },
  posts: {
    ...all(null, 'last_view moderated_at ip'),
    ...all(false, 'only_member_comment hidden disable_comment owner_only_comment pinned close'),
    ...{ activity: true, moderated: true, views: 0, polls: [], members: [], crm_data: {} },
  },
  comments: {
    ...all(null, 'parent user moderated_at moderated_by deleted_by updated_by'),
    ...all(false, 'in_favorite is_new'),
    ...{ children: [], emoji: [], files: [], hidden_by: [], rating_up: 0, rating_down: 0 },
    ...{ activity: true, moderated: true },
  },
  events: {
    ...{ activity: true, title: '', text: '', private: false, available_for: [] },
    ...{ post: null, comment: null },
  },
};
