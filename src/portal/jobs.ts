// The job board: vacancies and resumes (API.md §2.6, §2.7).
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
  work_full_time: defaulted(flag, false, {
    en: 'whether the work is full time',
    ru: 'полная ли занятость',
  }),
  work_salary: defaulted(int, 0, {
    en: 'the pay; 0 when none is named',
    ru: 'оплата; 0, если не названа',
  }),
  work_position: defaulted(text, '', { en: 'the position', ru: 'должность' }),
};
const visibility = {
  is_public: defaulted(flag, true, {
    en: 'whether the public sees it',
    ru: 'видят ли запись все читатели',
  }),
  views: defaulted(int, 0, { en: 'how often it was read', ru: 'сколько раз прочитано' }),
  created_at: filled(required(timestamp, { en: 'when it was written', ru: 'когда написано' }), now),
};
const work_city = defaulted(nullable(embeds('cities', 'full')), null, {
  en: 'the city of the work',
  ru: 'город работы',
});
const notPublic = {
  reason: 'not-public' as const,
  when: (record: { is_public?: boolean }) => record.is_public === false,
};

const category = required(int, {
  en: 'the category of the expert: 1, 2 or 3',
  ru: 'категория эксперта: 1, 2 или 3',
});

/** A higher salary, in rubles, is a typing error: no job is paid so much, not even as one sum. */
const HIGHEST_SALARY = 100_000_000;
/** Whether a category of an expert is one that API.md §2.7 lists. */
const isCategory = (category: number) => category >= 1 && category <= 3;

interface Certified {
  readonly category?: number;
  readonly certificates?: readonly { readonly category: number }[];
}

const implausible = [
  {
    kind: 'own' as const,
    name: 'negative-salary' as const,
    check: ({ work_salary = 0 }: { work_salary?: number }) =>
      work_salary < 0 ? ['/work_salary'] : [],
  },
  {
    kind: 'own' as const,
    name: 'high-salary' as const,
    check: ({ work_salary = 0 }: { work_salary?: number }) =>
      work_salary > HIGHEST_SALARY ? ['/work_salary'] : [],
  },
  {
    kind: 'own' as const,
    name: 'odd-category' as const,
    check: ({ category = 1, certificates = [] }: Certified) => [
      ...(isCategory(category) ? [] : ['/category']),
      ...certificates.flatMap((certificate, index) =>
        isCategory(certificate.category) ? [] : [`/certificates/${index}/category`],
      ),
    ],
  },
  {
    kind: 'outside' as const,
    name: 'city-outside' as const,
    reference: 'work_city' as const,
    of: 'region',
    among: 'work_regions' as const,
  },
];

/** Fields of a summary with ids to filter by, in the place of records that the full shape embeds. */
const filters = {
  work_regions: defaulted(list(names('regions')), [], {
    en: 'ids of the regions where the work is',
    ru: 'номера регионов работы',
  }),
  exact_categories: defaultedFrom(
    list(names('exact-categories')),
    ({ certificates }) => idsOf(certificates),
    {
      en: 'ids of what the certificates are for, each once, ascending',
      ru: 'номера того, на что выданы удостоверения: каждый один раз, по возрастанию',
    },
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
    text: required(longText, {
      en: 'the offer, with line breaks where they help',
      ru: 'текст объявления; переводы строк там, где они нужны',
    }),
    ...terms,
    ready_for: defaulted(list(oneOf('one_time', 'one_time_turnkey', 'work_book_for_rent')), [], {
      en: 'kinds of work that the author is ready for',
      ru: 'виды работы, к которым готов автор',
    }),
    category,
    ...visibility,
    crm_data: defaulted(
      part({
        deal_id: optional(int, { en: 'number of the deal', ru: 'номер сделки' }),
      }),
      {},
      {
        en: 'the deal with a customer that it belongs to',
        ru: 'сделка с клиентом, к которой это относится',
      },
    ),
    work_city,
    exact_category: defaulted(nothing, null),
    work_regions: defaulted(list(embeds('regions', 'full')), [], {
      en: 'where the work is',
      ru: 'где работа',
    }),
    certificates: defaulted(
      listByDescendingId(
        part({
          id: required(id),
          category,
          exact_category: required(embeds('exact-categories', 'certified'), {
            en: 'what the certificate is for',
            ru: 'на что выдано удостоверение',
          }),
        }),
      ),
      [],
      { en: 'certificates that the work needs', ru: 'удостоверения, которые нужны для работы' },
    ),
  },
  named: ['work_position'],
  layout: { kind: 'files', digits: 1 },
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
      {
        en: 'kinds of work that the author is ready for',
        ru: 'виды работы, к которым готов автор',
      },
    ),
    skills: defaulted(text, '', { en: 'what the person can do', ru: 'что умеет человек' }),
    responsibility: defaulted(text, '', {
      en: 'what the person was responsible for',
      ru: 'за что отвечал человек',
    }),
    about: defaulted(text, '', { en: 'about the person', ru: 'о себе' }),
    ...visibility,
    region: required(embeds('regions', 'reduced'), {
      en: 'where the person lives',
      ru: 'где живёт человек',
    }),
    work_city,
    blocked_organizations: defaulted(anyList, [], {
      en: 'who shall not see it',
      ru: 'кому это не показывать',
    }),
    work_regions: defaulted(list(embeds('regions', 'reduced')), [], {
      en: 'where the work is',
      ru: 'где работа',
    }),
    certificates: defaulted(
      list(
        part({
          id: required(id),
          exact_category_str: defaultedBy(text, through('exact_category', 'name'), {
            en: 'what it is for, in words',
            ru: 'на что выдано, словами',
          }),
          category,
          certificate_expiry: required(date, {
            en: 'the last day on which it is valid',
            ru: 'последний день действия',
          }),
          note: defaulted(text, '', { en: 'a remark', ru: 'примечание' }),
          exact_category: required(embeds('exact-categories', 'reduced'), {
            en: 'what the certificate is for',
            ru: 'на что выдано удостоверение',
          }),
        }),
      ),
      [],
      { en: 'certificates that the person holds', ru: 'удостоверения человека' },
    ),
  },
  named: ['work_position'],
  layout: { kind: 'lines' },
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
