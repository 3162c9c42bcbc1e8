// The job board: vacancies and resumes (spec.md §2.6, §2.7).
import { collection, shape } from '../model/collection.js';
import {
  defaulted,
  defaultedBy,
  defaultedFrom,
  filled,
  type Json,
  now,
  optional,
  required,
} from '../model/fields.js';
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
  longText,
  names,
  nothing,
  nullable,
  oneOf,
  part,
  text,
  timestamp,
} from '../model/types.js';

const terms = {
  work_full_time: defaulted(flag, false, 'whether the work is full time'),
  work_salary: defaulted(int, 0, 'the pay; 0 when none is named'),
  work_position: defaulted(text, '', 'the position'),
};
const visibility = {
  is_public: defaulted(flag, true, 'whether the public sees it'),
  views: defaulted(int, 0, 'how often it was read'),
  created_at: filled(required(timestamp, 'when it was written'), now),
};
const work_city = defaulted(nullable(embeds('cities', 'full')), null, 'the city of the work');
const notPublic = {
  reason: 'not-public' as const,
  when: (record: { is_public?: boolean }) => record.is_public === false,
};

const implausible = [
  {
    kind: 'own' as const,
    name: 'negative-salary' as const,
    check: ({ work_salary = 0 }: { work_salary?: number }) =>
      work_salary < 0 ? ['/work_salary'] : [],
  },
  {
    kind: 'outside' as const,
    name: 'city-outside' as const,
    reference: 'work_city' as const,
    of: 'region',
    among: 'work_regions' as const,
  },
];

/** What summaries show instead of whole records: ids, to filter by. */
const filters = {
  work_regions: defaulted(list(names('regions')), [], 'ids of the regions where the work is'),
  exact_categories: defaultedFrom(
    list(names('exact-categories')),
    ({ certificates }) => idsOf(certificates),
    'ids of what the certificates are for, each once, ascending',
  ),
};

function idsOf(certificates: Json | undefined): number[] {
  const all = Array.isArray(certificates) ? certificates : [];
  return [...new Set<number>(all.map(({ exact_category: id }) => id))].sort((a, b) => a - b);
}

export const vacancies = collection('vacancies', {
  singular: 'vacancy',
  fields: {
    id: required(id),
    text: required(longText, 'the offer, with line breaks where they help'),
    ...terms,
    ready_for: defaulted(
      list(oneOf('one_time', 'one_time_turnkey', 'work_book_for_rent')),
      [],
      'kinds of work that the author is ready for',
    ),
    category: required(int, 'number of the category'),
    ...visibility,
    crm_data: defaulted(
      part({ deal_id: optional(int, 'number of the deal in the CRM') }),
      {},
      'what links it to the CRM',
    ),
    work_city,
    exact_category: defaulted(nothing, null),
    work_regions: defaulted(list(embeds('regions', 'full')), [], 'where the work is'),
    certificates: defaulted(
      listByDescendingId(
        part({
          id: required(id),
          category: required(int, 'number of the category'),
          exact_category: required(
            embeds('exact-categories', 'certified'),
            'what the certificate is for',
          ),
        }),
      ),
      [],
      'certificates that the work needs',
    ),
  },
  named: ['work_position'],
  shapes: {
    full: shape(
      `id text work_full_time work_salary work_position ready_for category is_public views
      created_at crm_data work_city exact_category work_regions certificates`,
    ),
    summary: shape(
      `id work_position work_salary work_full_time ready_for category work_city work_regions
      exact_categories created_at`,
      { work_city: 'bare' },
      filters,
    ),
  },
  withheld: [notPublic],
  implausible,
});

export const resumes = collection('resumes', {
  singular: 'resume',
  fields: {
    id: required(id),
    ...terms,
    ready_for: defaulted(
      list(oneOf('tender', 'one_time', 'one_time_turnkey', 'work_book_for_rent')),
      [],
      'kinds of work that the author is ready for',
    ),
    skills: defaulted(text, '', 'what the person can do'),
    responsibility: defaulted(text, '', 'what the person was responsible for'),
    about: defaulted(text, '', 'about the person'),
    ...visibility,
    region: required(embeds('regions', 'reduced'), 'where the person lives'),
    work_city,
    blocked_organizations: defaulted(anyList, [], 'who shall not see it'),
    work_regions: defaulted(list(embeds('regions', 'reduced')), [], 'where the work is'),
    certificates: defaulted(
      list(
        part({
          id: required(id),
          exact_category_str: defaultedBy(
            text,
            through('exact_category', 'name'),
            'what it is for, in words',
          ),
          category: required(int, 'number of the category'),
          certificate_expiry: required(date, 'the last day on which it is valid'),
          note: defaulted(text, '', 'a remark'),
          exact_category: required(
            embeds('exact-categories', 'reduced'),
            'what the certificate is for',
          ),
        }),
      ),
      [],
      'certificates that the person holds',
    ),
  },
  named: ['work_position'],
  shapes: {
    full: shape(
      `id work_full_time work_salary work_position ready_for skills responsibility about is_public
      views created_at region work_city blocked_organizations work_regions certificates`,
    ),
    summary: shape(
      `id work_position work_salary work_full_time ready_for region work_city work_regions
      exact_categories created_at`,
      { region: 'bare', work_city: 'bare' },
      filters,
    ),
  },
  withheld: [notPublic],
  implausible,
});
