// What the API answers: the keys of each shape in their order, envelopes and endpoints; numbers are sections of
// src/portal/API.md, quotations are from the API's own documentation. Written by hand, on purpose: nothing here is
// derived from the project's own declarations, so that an error there shows. The only place of the tests where keys
// and their defaults stand.
import type { Item, Json } from '../oracle/types.js';

/** The shape of a JSON value. */
export type Shape =
  | 'int'
  | 'string'
  | 'url'
  | 'email'
  | 'bool'
  | 'null'
  | 'any'
  | 'timestamp'
  | 'date'
  | 'object'
  | { readonly either: readonly Shape[] }
  | { readonly array: Shape }
  | { readonly words: readonly string[] }
  | { readonly numbers: readonly number[] }
  | Table;

/**
 * An object: its name here, its keys with their shapes, in order, and the collection of which it shows a record. Where a
 * record has an id and an answer has such a table, the record with that id is embedded.
 */
export interface Table {
  readonly table: string;
  readonly keys: Readonly<Record<string, Shape>>;
  readonly collection?: string;
}

/** The shape of a key, and what a record shows that leaves it out in the data. */
interface Optional {
  readonly shape: Shape;
  readonly absent: Json;
}
type Keys = Readonly<Record<string, Shape | Optional>>;

const optional = (shape: Shape, absent: Json): Optional => ({ shape, absent });
const orNull = (shape: Shape): Shape => ({ either: [shape, 'null'] });
const arrayOf = (shape: Shape): Shape => ({ array: shape });
const isOptional = (one: Shape | Optional): one is Optional =>
  typeof one === 'object' && 'absent' in one;
const table = (name: string, keys: Keys): Table => ({
  table: name,
  keys: Object.fromEntries(
    Object.entries(keys).map(([key, one]) => [key, isOptional(one) ? one.shape : one]),
  ),
});

/** What these keys show if a record leaves them out; what is worked out from other fields and records is not here. */
const absentIn = (keys: Keys): Item =>
  Object.fromEntries(
    Object.entries(keys).flatMap(([key, one]) => (isOptional(one) ? [[key, one.absent]] : [])),
  );

/** What a record shows of the keys that it leaves out, by collection. */
export const DEFAULTS: Record<string, Item> = {};

const recordOf = (collection: string, name: string, keys: Keys): Table => {
  DEFAULTS[collection] = { ...DEFAULTS[collection], ...absentIn(keys) };
  return { ...table(name, keys), collection };
};

/** 2.2 */
export const expert = recordOf('experts', 'expert', {
  id: 'int',
  full_name: 'string',
  created_at: 'timestamp',
});

/** 2.3 */
export const district = recordOf('districts', 'district', { id: 'int', name: 'string' });

export const region = recordOf('regions', 'region', {
  id: 'int',
  name: 'string',
  code: optional('string', ''),
  district: optional(orNull(district), null),
});

/** 2.3, "within job resumes a region is given in a reduced form" */
export const reducedRegion = recordOf('regions', 'reduced region', {
  id: 'int',
  name: 'string',
  code: 'string',
});

/** 2.4 */
export const city = recordOf('cities', 'city', {
  id: 'int',
  name: 'string',
  not_uniq: optional('bool', false),
  area: optional('null', null),
  region: 'int',
});

/** 2.5 */
export const category = recordOf('categories', 'category', {
  id: 'int',
  title: 'string',
  code: 'string',
  the_order: 'int',
  categoriesOPO: optional('string', ''),
  parent: optional(orNull('int'), null),
});

export const objectExamination = recordOf('object-examinations', 'object examination', {
  id: 'int',
  name: 'string',
  full_name: 'string',
  cols: 'int',
  order: 'int',
});

export const exactCategory = recordOf('exact-categories', 'exact category', {
  id: 'int',
  na: optional('bool', false),
  name: 'string',
  order: 'int',
  cost1: optional(orNull('int'), null),
  cost2: optional(orNull('int'), null),
  cost3: optional(orNull('int'), null),
  no_education: optional('bool', false),
  category,
  object_examination: objectExamination,
});

/** 2.5, "when embedded in a vacancy certificate" */
export const exactCategoryInVacancy = recordOf('exact-categories', 'exact category in a vacancy', {
  ...exactCategory.keys,
  main_product: 'int',
});

/** 2.5, "when embedded in a resume certificate" */
export const exactCategoryInResume = recordOf('exact-categories', 'exact category in a resume', {
  id: 'int',
  na: 'bool',
  name: 'string',
  order: 'int',
  no_education: 'bool',
  category: 'int',
  object_examination: 'int',
  main_product: 'int',
});

/** 2.6 */
export const vacancyCertificate = table('vacancy certificate', {
  id: 'int',
  category: 'int',
  exact_category: exactCategoryInVacancy,
});

export const vacancy = recordOf('vacancies', 'vacancy', {
  id: 'int',
  text: 'string',
  work_full_time: optional('bool', false),
  work_salary: optional('int', 0),
  work_position: optional('string', ''),
  ready_for: optional(
    arrayOf({ words: ['one_time', 'one_time_turnkey', 'work_book_for_rent'] }),
    [],
  ),
  category: 'int',
  is_public: optional('bool', true),
  views: optional('int', 0),
  created_at: 'timestamp',
  crm_data: optional({ either: [table('deal', { deal_id: 'int' }), table('no deal', {})] }, {}),
  work_city: optional(orNull(city), null),
  exact_category: optional('null', null),
  work_regions: optional(arrayOf(region), []),
  certificates: optional(arrayOf(vacancyCertificate), []),
});

/** The short forms of PROMISES.md §5.3: of no collection, since they show what no data file gives. */
export const vacancySummary = table('vacancy summary', {
  id: 'int',
  work_position: 'string',
  work_salary: 'int',
  work_full_time: 'bool',
  ready_for: arrayOf('string'),
  category: 'int',
  work_city: orNull('int'),
  work_regions: arrayOf('int'),
  exact_categories: arrayOf('int'),
  created_at: 'timestamp',
});

export const resumeSummary = table('resume summary', {
  id: 'int',
  work_position: 'string',
  work_salary: 'int',
  work_full_time: 'bool',
  ready_for: arrayOf('string'),
  region: 'int',
  work_city: orNull('int'),
  work_regions: arrayOf('int'),
  exact_categories: arrayOf('int'),
  created_at: 'timestamp',
});

/** 2.7 */
export const resumeCertificate = table('resume certificate', {
  id: 'int',
  exact_category_str: 'string',
  category: 'int',
  certificate_expiry: 'date',
  note: 'string',
  exact_category: exactCategoryInResume,
});

export const resume = recordOf('resumes', 'resume', {
  id: 'int',
  work_full_time: optional('bool', false),
  work_salary: optional('int', 0),
  work_position: optional('string', ''),
  ready_for: optional(
    arrayOf({ words: ['tender', 'one_time', 'one_time_turnkey', 'work_book_for_rent'] }),
    [],
  ),
  skills: optional('string', ''),
  responsibility: optional('string', ''),
  about: optional('string', ''),
  is_public: optional('bool', true),
  views: optional('int', 0),
  created_at: 'timestamp',
  region: reducedRegion,
  work_city: optional(orNull(city), null),
  blocked_organizations: optional(arrayOf('any'), []),
  work_regions: optional(arrayOf(reducedRegion), []),
  certificates: optional(arrayOf(resumeCertificate), []),
});

/** 2.8 */
export const blog = recordOf('blogs', 'blog', {
  id: 'int',
  activity: optional('bool', true),
  title: 'string',
  slug: 'string',
  object_id: optional(orNull('int'), null),
  sort_type: optional('int', 0),
  order_by: optional('int', 0),
  created: 'timestamp',
  guest_cannot_view: optional('bool', false),
  guest_cannot_post: optional('bool', false),
  guest_cannot_comment: optional('bool', false),
  level: 'int',
  parent: optional(orNull('int'), null),
  content_type: optional('null', null),
  last_comment: 'int',
});

/** 2.10 */
export const vote = table('vote', { id: 'int', poll: 'int', user: 'int', variant: 'int' });

export const variant = table('variant', {
  id: 'int',
  votes: arrayOf(vote),
  title: 'string',
  poll: 'int',
});

export const poll = table('poll', {
  id: 'int',
  variants: arrayOf(variant),
  activity: 'bool',
  title: 'string',
  poll_type: 'int',
  post: 'int',
  user: 'int',
});

/** 2.9 */
export const post = recordOf('posts', 'post', {
  id: 'int',
  last_view: optional('null', null),
  polls: optional(arrayOf(poll), []),
  activity: optional('bool', true),
  title: 'string',
  slug: 'string',
  text: 'string',
  short_text: 'string',
  show_all_link: 'bool',
  views: optional('int', 0),
  created: 'timestamp',
  updated: 'timestamp',
  last_activity: 'timestamp',
  only_member_comment: optional('bool', false),
  moderated: optional('bool', true),
  hidden: optional('bool', false),
  disable_comment: optional('bool', false),
  owner_only_comment: optional('bool', false),
  pinned: optional('bool', false),
  close: optional('bool', false),
  has_poll: 'bool',
  moderated_at: optional(orNull('timestamp'), null),
  ip: optional('null', null),
  crm_data: optional('object', {}),
  root_blog: 'int',
  blog,
  user: 'int',
  last_comment: 'int',
  moderated_by: 'int',
  members: optional(arrayOf('any'), []),
});

/** 2.12 */
const profileKeys: Keys = {
  user: 'int',
  city_str: optional('string', ''),
  birthday: optional(orNull('date'), null),
  company_name: optional('string', ''),
  about: optional(orNull('string'), null),
  hobby: optional(orNull('string'), null),
  position: optional(orNull('string'), null),
  sector: optional(orNull('string'), null),
  priority: optional(arrayOf('string'), []),
  site: optional('string', ''),
  is_moderated: optional('bool', false),
  moderated_at: optional(orNull('timestamp'), null),
  last_visit: 'timestamp',
  hide_comments: optional('bool', false),
  hide_posts: optional('bool', false),
  ban_create_post: optional('bool', false),
  ban_create_comment: optional('bool', false),
  reverse_order_of_comments: optional('bool', false),
  invited_by: optional(orNull('int'), null),
  city: optional(orNull('int'), null),
  moderated_by: optional(orNull('int'), null),
};
export const profile = table('profile', profileKeys);

const avatarKeys: Keys = {
  s: optional('string', ''),
  sm: optional('string', ''),
  m: optional('string', ''),
  l: optional('string', ''),
};
export const avatar = table('avatar', avatarKeys);

export const user = recordOf('users', 'user', {
  id: 'int',
  has_avatar: optional('bool', false),
  in_favorite: optional('null', null),
  profile: optional(profile, absentIn(profileKeys)),
  last_login: optional(orNull('timestamp'), null),
  is_superuser: optional('bool', false),
  email: optional('string', ''),
  last_name: 'string',
  first_name: 'string',
  patronymic_name: optional('string', ''),
  sex: optional('int', 0),
  avatar: optional(avatar, absentIn(avatarKeys)),
  is_staff: optional('bool', false),
  is_active: optional('bool', true),
  ban_pm: optional('bool', false),
  date_joined: 'timestamp',
  privacy_settings: optional(
    {
      either: [table('privacy', { write_pm: 'string' }), table('no privacy', {})],
    },
    {},
  ),
});

/** 2.11, "as returned by the post-comment list"; a root's user is null */
export const listedComment = recordOf('comments', 'listed comment', {
  id: 'int',
  short_text: 'string',
  text: 'string',
  children: optional(arrayOf('any'), []),
  emoji: optional(arrayOf('any'), []),
  files: optional(arrayOf('any'), []),
  rating_up: optional('int', 0),
  rating_down: optional('int', 0),
  in_favorite: optional('bool', false),
  is_new: optional('bool', false),
  activity: optional('bool', true),
  moderated: optional('bool', true),
  created: 'timestamp',
  tree_updated_at: 'timestamp',
  hidden_by: optional(arrayOf('any'), []),
  lft: 'int',
  rght: 'int',
  tree_id: 'int',
  level: 'int',
  parent: optional(orNull('int'), null),
  user: optional(orNull(user), null),
  deleted_by: optional(orNull('int'), null),
  updated_by: optional(orNull('int'), null),
});

// 2.11, "as embedded in the feed"; its post is always the object (PROMISES.md §3.1), and a root's
// user is null there too.
const feedComment = (name: string, parent: Shape): Table =>
  recordOf('comments', name, {
    id: 'int',
    cleaned_text: 'string',
    short_text: 'string',
    activity: 'bool',
    created: 'timestamp',
    text: 'string',
    moderated: 'bool',
    moderated_at: optional(orNull('timestamp'), null),
    tree_updated_at: 'timestamp',
    hidden_by: arrayOf('any'),
    tree_id: 'int',
    level: 'int',
    parent,
    user: orNull('int'),
    moderated_by: optional(orNull('int'), null),
    blog: 'int',
    post,
    deleted_by: orNull('int'),
    updated_by: orNull('int'),
  });

/** 2.11, "an int id inside a parent object" */
export const parentComment = feedComment('parent comment', orNull('int'));

/** 2.11, "there parent is the full parent comment object (or null for a root)" */
export const eventComment = feedComment('event comment', orNull(parentComment));

/** 2.13 */
export const event = recordOf('events', 'event', {
  id: 'int',
  activity: optional('bool', true),
  datetime: 'timestamp',
  event_type: { numbers: [1, 2, 3] },
  title: optional('string', ''),
  text: optional('string', ''),
  private: optional('bool', false),
  available_for: optional(arrayOf('any'), []),
  user,
  blog: 'int',
  post: optional(orNull(post), null),
  comment: optional(orNull(eventComment), null),
});

/** The collections in the order in which records refer to others, and the fields that a data file must give of a record. */
export const collections = {
  districts: 'id name',
  regions: 'id name',
  cities: 'id name region',
  experts: 'id full_name created_at',
  categories: 'id title code the_order',
  'object-examinations': 'id name full_name cols order',
  'exact-categories': 'id name order category object_examination main_product',
  vacancies: 'id text category created_at',
  resumes: 'id created_at region',
  users: 'id last_name first_name date_joined',
  blogs: 'id title slug created',
  posts: 'id title slug text created blog user moderated_by',
  comments: 'id post created',
  events: 'id event_type',
} as const;

/** How an endpoint answers (2.1), and what a record of it is. */
export interface Endpoint {
  readonly address: string;
  readonly style: 'page' | 'cursor' | 'array' | 'empty';
  readonly envelope: readonly string[];
  readonly record: Shape;
  /** Which page holds up to 2N-1 records: a cursor list grows where new records arrive. */
  readonly grows?: 'first' | 'last';
}

/** An endpoint that lists all records of a collection. */
export interface List extends Endpoint {
  readonly record: Table;
  /** Fields, the most significant first; `-` stands before one that descends, `ru` after one in the order of Russian. */
  readonly order: string;
  /** Only where the settings say so (PROMISES.md §5.3). */
  readonly isExtra?: true;
  /** Each record has an address of its own there, too. */
  readonly hasSingles?: true;
  /** All records are in one file there, too, each in a line. */
  readonly hasLines?: true;
}

const links = ['next', 'previous', 'results'];
const counted = ['count', ...links];
const pages = { style: 'page', envelope: counted } as const;
const array = { style: 'array', envelope: [] } as const;
const lines = { hasLines: true } as const;
const both = { hasSingles: true, ...lines } as const;

/** Section 4, and the lists of PROMISES.md §5.3. */
export const lists = [
  {
    address: 'epb-e/expert',
    ...{ style: 'cursor', envelope: counted, grows: 'last', record: expert, order: 'id', ...both },
  },
  { address: 'region', ...pages, record: region, order: 'name:ru id', ...both },
  {
    address: 'pb-questions/exact-category',
    ...{ ...array, record: exactCategory, order: 'order id', hasSingles: true },
  },
  { address: 'job/vacancy', ...pages, record: vacancy, order: '-id', ...both },
  { address: 'job/resume', ...pages, record: resume, order: '-id', ...both },
  { address: 'post-comment', ...array, record: listedComment, order: 'tree_id lft', ...lines },
  {
    address: 'event',
    ...{ style: 'cursor', envelope: links, grows: 'first', record: event },
    ...{ order: '-datetime -id', ...lines },
  },
  { address: 'city', ...pages, record: city, order: 'name:ru id', isExtra: true, ...both },
  { address: 'blog', ...pages, record: blog, order: 'id', isExtra: true, ...both },
  { address: 'post', ...pages, record: post, order: '-id', isExtra: true, ...both },
] as const satisfies readonly List[];

/** All that the API answers beside its root index and the extras. */
export const endpoints: readonly Endpoint[] = [
  ...lists.filter((list) => !('isExtra' in list)),
  ...['in-favorite', 'member', 'blog', 'post', 'comment'].map(
    (name): Endpoint => ({
      address: `portal-favorite/${name}`,
      style: 'empty',
      envelope: counted,
      record: 'any',
    }),
  ),
];

/** Section 4, the keys of the root index in their order. */
export const rootKeys: readonly string[] = (
  'user user/current/social portal-profile restore-password registration friend-request ' +
  'portal-favorite/in-favorite portal-favorite/member portal-favorite/blog ' +
  'portal-favorite/post portal-favorite/comment event favorite-event search report home ' +
  'company license expertise region city blog/uploader blog post post-comment talk/uploader ' +
  'talk uploader admin/user admin/post admin/company admin/work admin/board admin/pm ' +
  'admin/director admin/organization-request'
).split(' ');
