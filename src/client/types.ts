// Made from the model by `npm run client-types`: never edited by hand.

/** A date-time with seconds and a numeric offset, such as `2026-03-05T10:12:44+03:00`. */
export type Timestamp = string;

/** A day of the calendar, `YYYY-MM-DD`. */
export type CalendarDate = string;

/** HTML without scripts, style sheets and forms. */
export type Html = string;

export interface Expert {
  /** A number that no other of the experts has. */
  id: number;
  /** Surname, first name and patronymic. */
  full_name: string;
  /** When the expert was entered. */
  created_at: Timestamp;
}

export interface Region {
  /** A number that no other of the regions has. */
  id: number;
  /** Its name. */
  name: string;
  /** Its code, such as 77. */
  code: string;
  /** The federal district that it is in. */
  district: District | null;
}

export interface District {
  /** A number that no other of the districts has. */
  id: number;
  /** Its name. */
  name: string;
}

export interface ExactCategoryPriced {
  /** A number that no other of the exact-categories has. */
  id: number;
  /** Whether it has no price; prices are then empty or 0. */
  na: boolean;
  /** Its short name. */
  name: string;
  /** Its place in the list. */
  order: number;
  /** The price of tier 1. */
  cost1: number | null;
  /** The price of tier 2. */
  cost2: number | null;
  /** The price of tier 3. */
  cost3: number | null;
  /** Whether no education is needed. */
  no_education: boolean;
  /** The category of the examination. */
  category: Category;
  /** The kind of object that is examined. */
  object_examination: ObjectExamination;
}

export interface Category {
  /** A number that no other of the categories has. */
  id: number;
  /** What the category examines. */
  title: string;
  /** Its short label. */
  code: string;
  /** Its place among the categories. */
  the_order: number;
  /** Labels of classes, with commas between them. */
  categoriesOPO: string;
  /** The category that it is in; a topmost one is in none. Id in categories. */
  parent: number | null;
}

export interface ObjectExamination {
  /** A number that no other of the object-examinations has. */
  id: number;
  /** Its short name. */
  name: string;
  /** Its name in full. */
  full_name: string;
  /** How many columns it takes. */
  cols: number;
  /** Its place in the list. */
  order: number;
}

export interface Vacancy {
  /** A number that no other of the vacancies has. */
  id: number;
  /** The offer; line breaks where they help. */
  text: string;
  /** Whether the work is full time. */
  work_full_time: boolean;
  /** The pay; 0 when none is named. */
  work_salary: number;
  /** The position. */
  work_position: string;
  /** Kinds of work that the author is ready for. */
  ready_for: ('one_time' | 'one_time_turnkey' | 'work_book_for_rent')[];
  /** The category of the expert: 1, 2 or 3. */
  category: number;
  /** Whether the public sees it. */
  is_public: boolean;
  /** How often it was read. */
  views: number;
  /** When it was written. */
  created_at: Timestamp;
  /** The deal with a customer that it belongs to. */
  crm_data: VacancyCrmData;
  /** The city of the work. */
  work_city: City | null;
  exact_category: null;
  /** Where the work is. */
  work_regions: Region[];
  /** Certificates that the work needs. */
  certificates: VacancyCertificate[];
}

export interface VacancyCrmData {
  /** Number of the deal. */
  deal_id?: number;
}

export interface City {
  /** A number that no other of the cities has. */
  id: number;
  /** Its name. */
  name: string;
  /** Whether another city has the same name. */
  not_uniq: boolean;
  area: null;
  /** The region that it is in. Id in regions. */
  region: number;
}

export interface VacancyCertificate {
  /** A number that no other of the parts beside it has. */
  id: number;
  /** The category of the expert: 1, 2 or 3. */
  category: number;
  /** What the certificate is for. */
  exact_category: ExactCategoryCertified;
}

export interface ExactCategoryCertified {
  /** A number that no other of the exact-categories has. */
  id: number;
  /** Whether it has no price; prices are then empty or 0. */
  na: boolean;
  /** Its short name. */
  name: string;
  /** Its place in the list. */
  order: number;
  /** The price of tier 1. */
  cost1: number | null;
  /** The price of tier 2. */
  cost2: number | null;
  /** The price of tier 3. */
  cost3: number | null;
  /** Whether no education is needed. */
  no_education: boolean;
  /** The category of the examination. */
  category: Category;
  /** The kind of object that is examined. */
  object_examination: ObjectExamination;
  /** Number of the main product. */
  main_product: number;
}

export interface Resume {
  /** A number that no other of the resumes has. */
  id: number;
  /** Whether the work is full time. */
  work_full_time: boolean;
  /** The pay; 0 when none is named. */
  work_salary: number;
  /** The position. */
  work_position: string;
  /** Kinds of work that the author is ready for. */
  ready_for: ('tender' | 'one_time' | 'one_time_turnkey' | 'work_book_for_rent')[];
  /** What the person can do. */
  skills: string;
  /** What the person was responsible for. */
  responsibility: string;
  /** About the person. */
  about: string;
  /** Whether the public sees it. */
  is_public: boolean;
  /** How often it was read. */
  views: number;
  /** When it was written. */
  created_at: Timestamp;
  /** Where the person lives. */
  region: RegionReduced;
  /** The city of the work. */
  work_city: City | null;
  /** Organizations that are not meant to see it. */
  blocked_organizations: unknown[];
  /** Where the work is. */
  work_regions: RegionReduced[];
  /** Certificates that the person holds. */
  certificates: ResumeCertificate[];
}

export interface RegionReduced {
  /** A number that no other of the regions has. */
  id: number;
  /** Its name. */
  name: string;
  /** Its code, such as 77. */
  code: string;
}

export interface ResumeCertificate {
  /** A number that no other of the parts beside it has. */
  id: number;
  /** What it is for, in words. */
  exact_category_str: string;
  /** The category of the expert: 1, 2 or 3. */
  category: number;
  /** The last day on which it is valid. */
  certificate_expiry: CalendarDate;
  /** A remark. */
  note: string;
  /** What the certificate is for. */
  exact_category: ExactCategoryReduced;
}

export interface ExactCategoryReduced {
  /** A number that no other of the exact-categories has. */
  id: number;
  /** Whether it has no price; prices are then empty or 0. */
  na: boolean;
  /** Its short name. */
  name: string;
  /** Its place in the list. */
  order: number;
  /** Whether no education is needed. */
  no_education: boolean;
  /** The category of the examination. Id in categories. */
  category: number;
  /** The kind of object that is examined. Id in object-examinations. */
  object_examination: number;
  /** Number of the main product. */
  main_product: number;
}

export interface CommentListed {
  /** A number that no other of the comments has. */
  id: number;
  /** What lists show of it. HTML without scripts, style sheets and forms. */
  short_text: Html;
  /** What it says; only the record with which a discussion begins may be without a text. HTML without scripts, style sheets and forms. */
  text: Html;
  /** What is published as the list of its answers. */
  children: unknown[];
  /** Reactions. */
  emoji: unknown[];
  /** What is attached. */
  files: unknown[];
  /** How many readers liked it. */
  rating_up: number;
  /** How many readers disliked it. */
  rating_down: number;
  /** Whether it is a favourite. */
  in_favorite: boolean;
  /** Whether it is marked as new. */
  is_new: boolean;
  /** Whether it is in use. */
  activity: boolean;
  /** Whether a moderator has approved it. */
  moderated: boolean;
  /** When it was written. */
  created: Timestamp;
  /** When something was last written in it or below it. */
  tree_updated_at: Timestamp;
  /** Who has hidden it. */
  hidden_by: unknown[];
  /** Where it begins in the order of its discussion; in all comments of a discussion, or in none. */
  lft: number;
  /** Where its answers end in the order of its discussion; in all comments of a discussion, or in none. */
  rght: number;
  /** Number of its discussion. */
  tree_id: number;
  /** How many comments it is below. */
  level: number;
  /** The comment that it answers; only the record with which a discussion begins has none. Id in comments. */
  parent: number | null;
  /** Who wrote it; only the record with which a discussion begins has no author. */
  user: User | null;
  /** Who deleted it. Id in users. */
  deleted_by: number | null;
  /** Who changed it last. Id in users. */
  updated_by: number | null;
}

export interface User {
  /** A number that no other of the users has. */
  id: number;
  /** Whether there is a picture. */
  has_avatar: boolean;
  in_favorite: null;
  /** What the person says of themselves. */
  profile: UserProfile;
  /** When the person last logged in. The public gets null. */
  last_login: Timestamp | null;
  /** Whether they hold all rights without being given them. */
  is_superuser: boolean;
  /** E-mail address. The public gets "". */
  email: string;
  /** Surname. */
  last_name: string;
  /** First name. */
  first_name: string;
  /** Patronymic. */
  patronymic_name: string;
  /** Sex: 0, 1 or 2 as a rule. */
  sex: number;
  /** Pictures, by size. */
  avatar: UserAvatar;
  /** Whether they may enter the administrative part. */
  is_staff: boolean;
  /** Whether the account is in use; clear it rather than delete the user. */
  is_active: boolean;
  /** Whether they may not write messages. */
  ban_pm: boolean;
  /** When the person joined. */
  date_joined: Timestamp;
  /** Who may do what. */
  privacy_settings: UserPrivacySettings;
}

export interface UserProfile {
  /** The user whose profile it is. */
  user: number;
  /** Their city, in words. */
  city_str: string;
  /** Day of birth. The public gets null. */
  birthday: CalendarDate | null;
  /** Where they work. */
  company_name: string;
  /** About the person. */
  about: string | null;
  /** What they like to do. */
  hobby: string | null;
  /** Their position at work. */
  position: string | null;
  /** The sector that they work in. */
  sector: string | null;
  /** What matters to them most. */
  priority: string[];
  /** Address of their site. */
  site: string;
  /** Whether a moderator has looked at the profile. */
  is_moderated: boolean;
  /** When it was moderated. */
  moderated_at: Timestamp | null;
  /** When the person was last here. */
  last_visit: Timestamp;
  /** Whether their comments are hidden. */
  hide_comments: boolean;
  /** Whether their posts are hidden. */
  hide_posts: boolean;
  /** Whether they may not post. */
  ban_create_post: boolean;
  /** Whether they may not comment. */
  ban_create_comment: boolean;
  /** Whether they see the newest comments first. */
  reverse_order_of_comments: boolean;
  /** Who invited them. Id in users. */
  invited_by: number | null;
  /** Their city. Id in cities. */
  city: number | null;
  /** Who moderated it. Id in users. */
  moderated_by: number | null;
}

export interface UserAvatar {
  /** Address of the small picture. */
  s: string;
  /** Address of the smaller picture. */
  sm: string;
  /** Address of the middle picture. */
  m: string;
  /** Address of the large picture. */
  l: string;
}

export interface UserPrivacySettings {
  /** Who may write to them, such as "all". */
  write_pm?: string;
}

export interface Event {
  /** A number that no other of the events has. */
  id: number;
  /** Whether it is in use. */
  activity: boolean;
  /** When it happened. */
  datetime: Timestamp;
  /** 1 for a new post, 2 for a comment that answers a post, 3 for one that answers a comment. */
  event_type: 1 | 2 | 3;
  /** A heading of its own. */
  title: string;
  /** A text of its own. */
  text: string;
  /** Whether it is private: the public does not see it. */
  private: boolean;
  /** The only readers that it is for; with any, the public does not see it. */
  available_for: unknown[];
  /** Who did it. */
  user: User;
  /** Where it happened. Id in blogs. */
  blog: number;
  /** The new post, of type 1. */
  post: Post | null;
  /** The new comment, of types 2 and 3. */
  comment: CommentInFeed | null;
}

export interface Post {
  /** A number that no other of the posts has. */
  id: number;
  last_view: null;
  /** Polls that it carries. */
  polls: PostPoll[];
  /** Whether it is in use. */
  activity: boolean;
  /** Its heading. */
  title: string;
  /** Its name in addresses: Latin letters, digits and hyphens. */
  slug: string;
  /** What it says. HTML without scripts, style sheets and forms. */
  text: Html;
  /** What lists show of it. HTML without scripts, style sheets and forms. */
  short_text: Html;
  /** Whether lists link to the rest of the text. */
  show_all_link: boolean;
  /** How often it was read. */
  views: number;
  /** When it was written. */
  created: Timestamp;
  /** When it was changed last. */
  updated: Timestamp;
  /** When something was last said in it. */
  last_activity: Timestamp;
  /** Whether only members comment on it. */
  only_member_comment: boolean;
  /** Whether a moderator has approved it. */
  moderated: boolean;
  /** Whether it is hidden: the public does not see it. */
  hidden: boolean;
  /** Whether nobody may comment on it. */
  disable_comment: boolean;
  /** Whether only its author comments on it. */
  owner_only_comment: boolean;
  /** Whether it stays at the top. */
  pinned: boolean;
  /** Whether the discussion is closed. */
  close: boolean;
  /** Whether it shows polls. */
  has_poll: boolean;
  /** When it was moderated. */
  moderated_at: Timestamp | null;
  ip: null;
  /** The deal with a customer that it belongs to. */
  crm_data: Record<string, unknown>;
  /** The topmost blog above it. Id in blogs. */
  root_blog: number;
  /** The blog that it is in. */
  blog: Blog;
  /** Who wrote it. Id in users. */
  user: number;
  /** Its newest comment; 0 for none. Id in comments. */
  last_comment: number;
  /** Who moderated it. Id in users. */
  moderated_by: number;
  /** Who takes part. */
  members: unknown[];
}

export interface PostPoll {
  /** A number that no other of the parts beside it has. */
  id: number;
  /** What can be voted for. */
  variants: PostPollVariant[];
  /** Whether it is in use. */
  activity: boolean;
  /** The question. */
  title: string;
  /** Number of the kind of poll. */
  poll_type: number;
  /** The post that it is in. */
  post: number;
  /** Who asks. Id in users. */
  user: number;
}

export interface PostPollVariant {
  /** A number that no other of the parts beside it has. */
  id: number;
  /** Who voted for it. */
  votes: PostPollVariantVote[];
  /** The answer. */
  title: string;
  /** The poll that it is in. */
  poll: number;
}

export interface PostPollVariantVote {
  /** A number that no other of the parts beside it has. */
  id: number;
  /** The poll that it is in. */
  poll: number;
  /** Who voted. Id in users. */
  user: number;
  /** The variant that it is for. */
  variant: number;
}

export interface Blog {
  /** A number that no other of the blogs has. */
  id: number;
  /** Whether the blog is in use. */
  activity: boolean;
  /** Its heading. */
  title: string;
  /** Its name in addresses: Latin letters, digits and hyphens. */
  slug: string;
  /** Number of what the blog belongs to. */
  object_id: number | null;
  /** Number of the way in which its posts are sorted. */
  sort_type: number;
  /** Its place among the blogs. */
  order_by: number;
  /** When it was opened. */
  created: Timestamp;
  /** Whether it is for members alone: the public does not see it, nor what is in or below it. */
  guest_cannot_view: boolean;
  /** Whether only members post in it. */
  guest_cannot_post: boolean;
  /** Whether only members comment in it. */
  guest_cannot_comment: boolean;
  /** How many blogs it is below. */
  level: number;
  /** The blog that it is in; a topmost one is in none. Id in blogs. */
  parent: number | null;
  content_type: null;
  /** The newest comment on its own posts; 0 for none. Id in comments. */
  last_comment: number;
}

export interface CommentInFeed {
  /** A number that no other of the comments has. */
  id: number;
  /** The text without markup. */
  cleaned_text: string;
  /** What lists show of it. HTML without scripts, style sheets and forms. */
  short_text: Html;
  /** Whether it is in use. */
  activity: boolean;
  /** When it was written. */
  created: Timestamp;
  /** What it says; only the record with which a discussion begins may be without a text. HTML without scripts, style sheets and forms. */
  text: Html;
  /** Whether a moderator has approved it. */
  moderated: boolean;
  /** When it was moderated. */
  moderated_at: Timestamp | null;
  /** When something was last written in it or below it. */
  tree_updated_at: Timestamp;
  /** Who has hidden it. */
  hidden_by: unknown[];
  /** Number of its discussion. */
  tree_id: number;
  /** How many comments it is below. */
  level: number;
  /** The comment that it answers; only the record with which a discussion begins has none. */
  parent: CommentParentInFeed | null;
  /** Who wrote it; only the record with which a discussion begins has no author. Id in users. */
  user: number | null;
  /** Who moderated it. Id in users. */
  moderated_by: number | null;
  /** The post's blog. Id in blogs. */
  blog: number;
  /** The post that it is on. */
  post: Post;
  /** Who deleted it. Id in users. */
  deleted_by: number | null;
  /** Who changed it last. Id in users. */
  updated_by: number | null;
}

export interface CommentParentInFeed {
  /** A number that no other of the comments has. */
  id: number;
  /** The text without markup. */
  cleaned_text: string;
  /** What lists show of it. HTML without scripts, style sheets and forms. */
  short_text: Html;
  /** Whether it is in use. */
  activity: boolean;
  /** When it was written. */
  created: Timestamp;
  /** What it says; only the record with which a discussion begins may be without a text. HTML without scripts, style sheets and forms. */
  text: Html;
  /** Whether a moderator has approved it. */
  moderated: boolean;
  /** When it was moderated. */
  moderated_at: Timestamp | null;
  /** When something was last written in it or below it. */
  tree_updated_at: Timestamp;
  /** Who has hidden it. */
  hidden_by: unknown[];
  /** Number of its discussion. */
  tree_id: number;
  /** How many comments it is below. */
  level: number;
  /** The comment that it answers; only the record with which a discussion begins has none. Id in comments. */
  parent: number | null;
  /** Who wrote it; only the record with which a discussion begins has no author. Id in users. */
  user: number | null;
  /** Who moderated it. Id in users. */
  moderated_by: number | null;
  /** The post's blog. Id in blogs. */
  blog: number;
  /** The post that it is on. */
  post: Post;
  /** Who deleted it. Id in users. */
  deleted_by: number | null;
  /** Who changed it last. Id in users. */
  updated_by: number | null;
}

export interface VacancySummary {
  /** A number that no other of the vacancies has. */
  id: number;
  /** The position. */
  work_position: string;
  /** The pay; 0 when none is named. */
  work_salary: number;
  /** Whether the work is full time. */
  work_full_time: boolean;
  /** Kinds of work that the author is ready for. */
  ready_for: ('one_time' | 'one_time_turnkey' | 'work_book_for_rent')[];
  /** The category of the expert: 1, 2 or 3. */
  category: number;
  /** The city of the work. Id in cities. */
  work_city: number | null;
  /** Ids of the regions where the work is. Ids in regions. */
  work_regions: number[];
  /** Ids of what the certificates are for, each once, ascending. Ids in exact-categories. */
  exact_categories: number[];
  /** When it was written. */
  created_at: Timestamp;
}

export interface ResumeSummary {
  /** A number that no other of the resumes has. */
  id: number;
  /** The position. */
  work_position: string;
  /** The pay; 0 when none is named. */
  work_salary: number;
  /** Whether the work is full time. */
  work_full_time: boolean;
  /** Kinds of work that the author is ready for. */
  ready_for: ('tender' | 'one_time' | 'one_time_turnkey' | 'work_book_for_rent')[];
  /** Where the person lives. Id in regions. */
  region: number;
  /** The city of the work. Id in cities. */
  work_city: number | null;
  /** Ids of the regions where the work is. Ids in regions. */
  work_regions: number[];
  /** Ids of what the certificates are for, each once, ascending. Ids in exact-categories. */
  exact_categories: number[];
  /** When it was written. */
  created_at: Timestamp;
}

/** The records of each list, by its name below `/api/`. */
export interface Lists {
  'epb-e/expert': Expert;
  region: Region;
  'pb-questions/exact-category': ExactCategoryPriced;
  'job/vacancy': Vacancy;
  'job/resume': Resume;
  'post-comment': CommentListed;
  event: Event;
  'portal-favorite/in-favorite': unknown;
  'portal-favorite/member': unknown;
  'portal-favorite/blog': unknown;
  'portal-favorite/post': unknown;
  'portal-favorite/comment': unknown;
}

/** The records of each extra, by its template. */
export interface Extras {
  '/api/city/': City;
  '/api/blog/': Blog;
  '/api/post/': Post;
  '/api/post-comment/post/{id}/': CommentListed;
  '/api/post/blog/{id}/': Post;
  '/api/post/user/{id}/': Post;
  '/api/event/blog/{id}/': Event;
  '/api/job/vacancy/region/{id}/': Vacancy;
  '/api/job/vacancy/city/{id}/': Vacancy;
  '/api/job/vacancy/exact-category/{id}/': Vacancy;
  '/api/job/resume/region/{id}/': Resume;
  '/api/job/resume/city/{id}/': Resume;
  '/api/job/resume/exact-category/{id}/': Resume;
  '/api/epb-e/expert/{id}/': Expert;
  '/api/region/{id}/': Region;
  '/api/pb-questions/exact-category/{id}/': ExactCategoryPriced;
  '/api/job/vacancy/{id}/': Vacancy;
  '/api/job/resume/{id}/': Resume;
  '/api/city/{id}/': City;
  '/api/blog/{id}/': Blog;
  '/api/post/{id}/': Post;
  '/api/user/{id}/': User;
  '/api/job/vacancy/summary/': VacancySummary;
  '/api/job/resume/summary/': ResumeSummary;
}

/** The kinds of records, the filters and the orders of the search. */
export interface Searched {
  kind: 'expert' | 'post' | 'resume' | 'vacancy';
  filter: 'blog' | 'region' | 'city';
  sort: 'date' | 'pay';
}
