// Arbitraries of records without their references: every field that needs no other record,
// optional ones sometimes given. portals.ts ties them to each other.
import fc from 'fast-check';
import * as spec from '../spec/tables.js';
import type { Collection, Item, Json } from './types.js';
import { anyList, count, date, html, regionName, slug, text, timestamp, title } from './values.js';

type Fields = Record<string, fc.Arbitrary<Json>>;

const flag: fc.Arbitrary<Json> = fc.boolean();
const seldom: fc.Arbitrary<Json> = fc.constantFrom(true, false, false, false, false, false);
const no: fc.Arbitrary<Json> = fc.constant(null);
const ordinal: fc.Arbitrary<Json> = fc.integer({ min: -2, max: 3 });
const price: fc.Arbitrary<Json> = fc.option(count);
const moment: fc.Arbitrary<Json> = fc.option(timestamp);
const deal: fc.Arbitrary<Json> = fc.constantFrom<Item>({}, { deal_id: 7 });

/** Ids are dense and small, or the greatest there are. References that dangle are elsewhere. */
const id = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom(2 ** 31, 2 ** 53 - 2, 2 ** 53 - 1) },
);

/** All flags of a table. */
const flagsOf = ({ keys }: spec.Table): Fields =>
  Object.fromEntries(
    Object.keys(keys)
      .filter((name) => keys[name] === 'bool')
      .map((name) => [name, flag]),
  );

/** Required fields, then the ones that may be left out. */
function item(required: Fields, optional: Fields): fc.Arbitrary<Item> {
  const keys = Object.keys(required);
  return fc.record({ ...required, ...optional }, { requiredKeys: keys }) as fc.Arbitrary<Item>;
}

const offer: Fields = {
  work_salary: count,
  work_position: text,
  is_public: fc.constantFrom(true, true, true, false),
  views: count,
};

const readyFor = (...allowed: string[]): fc.Arbitrary<Json> => fc.subarray(allowed);

const profile = item(
  {},
  {
    ...flagsOf(spec.profile),
    city_str: text,
    birthday: fc.option(date),
    company_name: text,
    about: fc.option(text),
    hobby: fc.option(text),
    position: fc.option(text),
    sector: fc.option(text),
    priority: fc.array(text, { maxLength: 2 }),
    site: slug,
    moderated_at: moment,
    last_visit: timestamp,
  },
);

const avatar = item({}, { s: slug, sm: slug, m: slug, l: slug });

const RECORDS: Record<Collection, fc.Arbitrary<Item>> = {
  districts: item({ id, name: title }, {}),
  regions: item({ id, name: regionName }, { code: text, district: no }),
  cities: item({ id, name: title }, { ...flagsOf(spec.city), area: no }),
  experts: item({ id, full_name: title, created_at: timestamp }, {}),
  categories: item(
    { id, title, code: title, the_order: ordinal },
    { categoriesOPO: text, parent: no },
  ),
  'object-examinations': item(
    { id, name: title, full_name: title, cols: count, order: ordinal },
    {},
  ),
  'exact-categories': item(
    { id, name: title, order: ordinal, main_product: count },
    { ...flagsOf(spec.exactCategory), na: seldom, cost1: price, cost2: price, cost3: price },
  ),
  vacancies: item(
    { id, text, category: count, created_at: timestamp },
    {
      ...flagsOf(spec.vacancy),
      ...offer,
      ready_for: readyFor('one_time', 'one_time_turnkey', 'work_book_for_rent'),
      crm_data: deal,
      exact_category: no,
      work_city: no,
    },
  ),
  resumes: item(
    { id, created_at: timestamp },
    {
      ...flagsOf(spec.resume),
      ...offer,
      ready_for: readyFor('tender', 'one_time', 'one_time_turnkey', 'work_book_for_rent'),
      skills: text,
      responsibility: text,
      about: text,
      blocked_organizations: anyList,
      work_city: no,
    },
  ),
  users: item(
    { id, last_name: title, first_name: title, date_joined: timestamp },
    {
      ...flagsOf(spec.user),
      in_favorite: no,
      profile,
      last_login: moment,
      email: fc.constantFrom('', 'ivanova@example.org'),
      patronymic_name: text,
      sex: fc.constantFrom(0, 1, 2),
      avatar,
      privacy_settings: fc.constantFrom<Item>({}, { write_pm: 'all' }),
    },
  ),
  blogs: item(
    { id, title, slug, created: timestamp },
    {
      ...flagsOf(spec.blog),
      object_id: fc.option(count),
      sort_type: fc.nat({ max: 3 }),
      order_by: fc.nat({ max: 3 }),
      guest_cannot_view: seldom,
      parent: no,
      content_type: no,
    },
  ),
  posts: item(
    { id, title, slug, text: html, created: timestamp },
    {
      ...flagsOf(spec.post),
      last_view: no,
      short_text: html,
      views: count,
      updated: timestamp,
      last_activity: timestamp,
      hidden: seldom,
      moderated_at: moment,
      ip: no,
      crm_data: deal,
      members: anyList,
    },
  ),
  comments: item(
    { id, created: timestamp, text: html },
    {
      ...flagsOf(spec.listedComment),
      short_text: html,
      cleaned_text: text,
      children: anyList,
      emoji: anyList,
      files: anyList,
      rating_up: count,
      rating_down: count,
      moderated_at: moment,
      tree_updated_at: timestamp,
      hidden_by: anyList,
      moderated_by: no,
      deleted_by: no,
      updated_by: no,
    },
  ),
  events: item(
    { id },
    {
      ...flagsOf(spec.event),
      datetime: timestamp,
      title: text,
      text,
      private: seldom,
      available_for: fc.oneof(
        { weight: 5, arbitrary: fc.constant<Json[]>([]) },
        { weight: 1, arbitrary: anyList },
      ),
    },
  ),
};

/** How many records of a collection a portal has as a rule, at least and at most. */
const LENGTHS: Partial<Record<Collection, [number, number]>> = {
  districts: [0, 4],
  users: [1, 6],
  blogs: [1, 6],
  posts: [3, 12],
  comments: [8, 25],
  events: [4, 12],
};

/** Records without their references, with different ids; beside each, a seed for its choices. */
export interface Loose {
  item: Item;
  seed: number;
}

/** The loose records of a collection; seldom fewer than is the rule, even none. */
export function looseRecords(name: Collection): fc.Arbitrary<Loose[]> {
  const [least, most] = LENGTHS[name] ?? [0, 12];
  const records = (minLength: number) =>
    fc.uniqueArray(fc.record({ item: RECORDS[name], seed: fc.nat() }), {
      minLength,
      maxLength: most,
      size: 'max',
      selector: (loose) => loose.item.id,
    });
  return fc.oneof({ weight: 1, arbitrary: records(0) }, { weight: 9, arbitrary: records(least) });
}
