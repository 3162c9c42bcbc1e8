// The job board: vacancies and resumes (API.md §2.6, §2.7).

import * as z from 'zod';
import { collection, shape } from '../model/collection.js';
import type { Json } from '../model/fields.js';
import { through } from '../model/links.js';
import { date, derived, id, longText, now, ref, timestamp } from '../model/types.js';
import { off, refOrNull } from './shared.js';

const terms = {
  work_full_time: off('whether the work is full time').meta({ label: 'Full time' }),
  work_salary: z.int().default(0).describe('the pay; 0 when none is named').meta({ label: 'Pay' }),
  work_position: z.string().default('').describe('the position').meta({ label: 'Position' }),
};
const visibility = {
  is_public: z
    .boolean()
    .default(true)
    .describe('whether the public sees it')
    .meta({ label: 'Seen by all' }),
  views: z.int().default(0).describe('how often it was read').meta({ label: 'Views' }),
  created_at: timestamp.describe('when it was written').meta({ label: 'Written', filled: now }),
};
const work_city = refOrNull('cities', 'full')
  .describe('the city of the work')
  .meta({ label: 'City' });
const notPublic = {
  reason: 'it is not public (is_public)',
  when: (record: { is_public?: boolean | undefined }) => record.is_public === false,
};

const category = z
  .int()
  .describe('the category of the expert: 1, 2 or 3')
  .meta({ label: 'Category' });

/** The highest plausible salary, in rubles. */
const HIGHEST_SALARY = 100_000_000;
/** Whether a category of an expert is one that API.md §2.7 lists. */
const isCategory = (category: number) => category >= 1 && category <= 3;

interface Certified {
  readonly category?: number;
  readonly certificates?: readonly { readonly category: number }[] | undefined;
}

const implausible = [
  {
    kind: 'own' as const,
    name: 'negative-salary',
    message: '{field} is {found}, but pay is never below zero',
    hint: 'write the amount without the minus, or leave the field out',
    check: ({ work_salary = 0 }: { work_salary?: number | undefined }) =>
      work_salary < 0 ? ['/work_salary'] : [],
  },
  {
    kind: 'own' as const,
    name: 'high-salary',
    message: '{field} is {found}, but nobody pays that much',
    hint: 'remove the extra digits, or leave the field out',
    check: ({ work_salary = 0 }: { work_salary?: number | undefined }) =>
      work_salary > HIGHEST_SALARY ? ['/work_salary'] : [],
  },
  {
    kind: 'own' as const,
    name: 'odd-category',
    message: '{field} is {found}, but the categories of experts are 1, 2 and 3',
    hint: 'write 1, 2 or 3',
    check: ({ category = 1, certificates = [] }: Certified) => [
      ...(isCategory(category) ? [] : ['/category']),
      ...certificates.flatMap((certificate, index) =>
        isCategory(certificate.category) ? [] : [`/certificates/${index}/category`],
      ),
    ],
  },
];

/** A summary has these lists of ids, for clients that filter. A full record embeds the records themselves. */
const filters = z.strictObject({
  work_regions: z
    .array(ref('regions'))
    .default([])
    .describe('ids of the regions where the work is'),
  exact_categories: derived(z.array(ref('exact-categories')), ({ certificates }) =>
    idsOf(certificates),
  ).describe('ids of what the certificates are for, each once, ascending'),
});

function idsOf(certificates: Json | undefined): number[] {
  const all = Array.isArray(certificates) ? certificates : [];
  return [...new Set<number>(all.map(({ exact_category: id }) => id))].sort((a, b) => a - b);
}

export const vacancies = collection(
  'vacancies',
  z.strictObject({
    id,
    text: longText.describe('the offer; line breaks where they help').meta({ label: 'The offer' }),
    ...terms,
    ready_for: z
      .array(z.enum(['one_time', 'one_time_turnkey', 'work_book_for_rent']))
      .default([])
      .describe('kinds of work that the author is ready for')
      .meta({ label: 'Ready for' }),
    category,
    ...visibility,
    crm_data: z
      .strictObject({
        deal_id: z.int().optional().describe('number of the deal'),
      })
      .default({})
      .describe('the deal with a customer that it belongs to'),
    work_city,
    exact_category: z.null().default(null),
    work_regions: z
      .array(ref('regions', 'full'))
      .default([])
      .describe('where the work is')
      .meta({ label: 'Regions' }),
    certificates: z
      .array(
        z.strictObject({
          id,
          category,
          exact_category: ref('exact-categories', 'certified')
            .describe('what the certificate is for')
            .meta({ label: 'Certificate for' }),
        }),
      )
      .meta({ order: 'descending' })
      .default([])
      .describe('certificates that the work needs')
      .meta({ label: 'Certificates' }),
  }),
  {
    singular: 'vacancy',
    named: ['work_position'],
    layout: { kind: 'files', digits: 1 },
    shapes: {
      full: 'all',
      summary: shape(
        [
          'id',
          'work_position',
          'work_salary',
          'work_full_time',
          'ready_for',
          'category',
          'work_city',
          'work_regions',
          'exact_categories',
          'created_at',
        ],
        { work_city: 'bare' },
        filters,
      ),
    },
    withheld: [notPublic],
    implausible,
  },
);

export const resumes = collection(
  'resumes',
  z.strictObject({
    id,
    ...terms,
    ready_for: z
      .array(z.enum(['tender', 'one_time', 'one_time_turnkey', 'work_book_for_rent']))
      .default([])
      .describe('kinds of work that the author is ready for')
      .meta({ label: 'Ready for' }),
    skills: z.string().default('').describe('what the person can do').meta({ label: 'Skills' }),
    responsibility: z
      .string()
      .default('')
      .describe('what the person was responsible for')
      .meta({ label: 'Experience' }),
    about: z.string().default('').describe('about the person').meta({ label: 'About' }),
    ...visibility,
    region: ref('regions', 'reduced')
      .describe('where the person lives')
      .meta({ label: 'Lives in' }),
    work_city,
    blocked_organizations: z
      .array(z.unknown())
      .default([])
      .describe('organizations that are not meant to see it'),
    work_regions: z
      .array(ref('regions', 'reduced'))
      .default([])
      .describe('where the work is')
      .meta({ label: 'Regions' }),
    certificates: z
      .array(
        z.strictObject({
          id,
          exact_category_str: derived(z.string(), through('exact_category', 'name'))
            .describe('what it is for, in words')
            .meta({ label: 'Certificate for' }),
          category,
          certificate_expiry: date.describe('the last day on which it is valid'),
          note: z.string().default('').describe('a remark'),
          exact_category: ref('exact-categories', 'reduced').describe(
            'what the certificate is for',
          ),
        }),
      )
      .default([])
      .describe('certificates that the person holds')
      .meta({ label: 'Certificates' }),
  }),
  {
    singular: 'resume',
    named: ['work_position'],
    layout: { kind: 'lines' },
    shapes: {
      full: 'all',
      summary: shape(
        [
          'id',
          'work_position',
          'work_salary',
          'work_full_time',
          'ready_for',
          'region',
          'work_city',
          'work_regions',
          'exact_categories',
          'created_at',
        ],
        { region: 'bare', work_city: 'bare' },
        filters,
      ),
    },
    withheld: [notPublic],
    implausible,
  },
);
