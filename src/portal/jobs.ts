// The job board: vacancies and resumes (spec.md §2.6, §2.7).
import { collection, shape } from '../model/collection.js';
import { defaulted, defaultedBy, optional, required } from '../model/fields.js';
import { through } from '../model/links.js';
import {
  anyList,
  date,
  embeds,
  flag,
  id,
  int,
  list,
  listByDescendingId,
  nothing,
  nullable,
  oneOf,
  part,
  text,
  timestamp,
} from '../model/types.js';

const terms = {
  work_full_time: defaulted(flag, false),
  work_salary: defaulted(int, 0),
  work_position: defaulted(text, ''),
};
const visibility = {
  is_public: defaulted(flag, true),
  views: defaulted(int, 0),
  created_at: required(timestamp),
};
const work_city = defaulted(nullable(embeds('cities', 'full')), null);
const notPublic = {
  reason: 'not-public' as const,
  when: (record: { is_public?: boolean }) => record.is_public === false,
};

export const vacancies = collection('vacancies', {
  fields: {
    id: required(id),
    text: required(text),
    ...terms,
    ready_for: defaulted(list(oneOf('one_time', 'one_time_turnkey', 'work_book_for_rent')), []),
    category: required(int),
    ...visibility,
    crm_data: defaulted(part({ deal_id: optional(int) }), {}),
    work_city,
    exact_category: defaulted(nothing, null),
    work_regions: defaulted(list(embeds('regions', 'full')), []),
    certificates: defaulted(
      listByDescendingId(
        part({
          id: required(id),
          category: required(int),
          exact_category: required(embeds('exact-categories', 'certified')),
        }),
      ),
      [],
    ),
  },
  named: ['work_position'],
  shapes: {
    full: shape(
      `id text work_full_time work_salary work_position ready_for category is_public views
      created_at crm_data work_city exact_category work_regions certificates`,
    ),
  },
  withheld: [notPublic],
});

export const resumes = collection('resumes', {
  fields: {
    id: required(id),
    ...terms,
    ready_for: defaulted(
      list(oneOf('tender', 'one_time', 'one_time_turnkey', 'work_book_for_rent')),
      [],
    ),
    skills: defaulted(text, ''),
    responsibility: defaulted(text, ''),
    about: defaulted(text, ''),
    ...visibility,
    region: required(embeds('regions', 'reduced')),
    work_city,
    blocked_organizations: defaulted(anyList, []),
    work_regions: defaulted(list(embeds('regions', 'reduced')), []),
    certificates: defaulted(
      list(
        part({
          id: required(id),
          exact_category_str: defaultedBy(text, through('exact_category', 'name')),
          category: required(int),
          certificate_expiry: required(date),
          note: defaulted(text, ''),
          exact_category: required(embeds('exact-categories', 'reduced')),
        }),
      ),
      [],
    ),
  },
  named: ['work_position'],
  shapes: {
    full: shape(
      `id work_full_time work_salary work_position ready_for skills responsibility about is_public
      views created_at region work_city blocked_organizations work_regions certificates`,
    ),
  },
  withheld: [notPublic],
});
