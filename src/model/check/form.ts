// Checks the form of declarations: each part is there, has the right type, and no name is misspelt. TypeScript finds the
// same mistakes, but a portal may be written in JavaScript.
import * as z from 'zod';
import { DeclarationError } from './constraints.js';
import { orMeant } from './mistakes.js';

/** Throws a {@link DeclarationError} with all mistakes in the form of `value`. `at`: the place of `value`. */
export function mustHaveForm(at: string, form: z.ZodType, value: unknown): void {
  const { error } = form.safeParse(value, { error: wordsOf, reportInput: true });
  if (!error) return;
  const mistakes = error.issues.map(({ path, message }) => {
    const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
    return `${at}${steps.join('')}: ${message}`;
  });
  throw new DeclarationError(mistakes.join('\n'));
}

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  record: 'an object',
  string: 'a text',
};

function wordsOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code !== 'custom' && issue.input === undefined) return 'is missing';
  if (issue.code === 'invalid_type')
    return `must be ${TYPES[issue.expected] ?? `a ${issue.expected}`}`;
  if (issue.code === 'invalid_value') return oneOf(issue.values);
  // A union of objects that differ in one key, such as the kind of an extra.
  if (issue.code === 'invalid_union' && Array.isArray(issue['options']))
    return oneOf(issue['options']);
  return 'is not as it must be';
}

const oneOf = (values: readonly unknown[]): string =>
  `must be ${values.map((value) => JSON.stringify(value)).join(' or ')}`;

/** An object with these keys and no others. */
const part = <S extends z.core.$ZodShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined;
      const [key = ''] = issue.keys;
      return `has no ${orMeant(key, Object.keys(shape))}`;
    },
  });

const text = z.string();
const texts = z.array(text);
const isFunction = z.custom<unknown>((value) => typeof value === 'function', 'must be a function');
const yes = z.literal(true).optional();
/** What the setting `lang` translates: English texts, and the Russian ones. */
const textsByName = z.record(text, text);

const rule = {
  name: text,
  message: text,
  hint: text,
  check: isFunction,
};

/** The schema of a collection. */
export const recordForm = z.custom<unknown>(
  (value) => (value as z.ZodType | undefined)?._zod?.def.type === 'object',
  'its fields must be z.strictObject({ … })',
);

/** What `collection` takes besides name and schema. */
export const collectionForm = part({
  singular: text,
  shapes: z
    .record(
      text,
      z.union([
        z.literal('all'),
        part({
          keys: texts,
          references: textsByName.optional(),
          fields: z.custom<unknown>((value) => typeof value === 'object').optional(),
        }),
      ]),
    )
    .optional(),
  named: texts.optional(),
  rules: z.array(part(rule)).optional(),
  implausible: z
    .array(
      z.discriminatedUnion('kind', [
        part({ kind: z.literal('own'), ...rule }),
        part({ kind: z.literal('same'), name: text, field: text, within: text }),
        part({ kind: z.literal('companions'), name: text }),
      ]),
    )
    .optional(),
  withheld: z.array(part({ reason: text, when: isFunction })).optional(),
  companions: z.array(part({ collection: text, by: text, fields: isFunction })).optional(),
  agreements: z.array(part({ reference: text, field: text })).optional(),
  parent: text.optional(),
  layout: z
    .discriminatedUnion('kind', [
      part({ kind: z.literal('list') }),
      part({ kind: z.literal('lines'), byYearOf: text.optional() }),
      part({ kind: z.literal('files'), digits: z.int() }),
    ])
    .optional(),
  unlisted: yes,
});

const words = part({
  name: text,
  author: text,
  language: text,
  title: texts,
  content: text,
  isPlain: yes,
  summary: text.optional(),
  published: text,
  updated: text,
  inAddress: texts.optional(),
});

const endpoint = part({
  name: text,
  records: part({
    collection: text,
    shape: text,
    order: z.array(part({ field: text, descending: yes, collated: text.optional() })),
  }).optional(),
  paging: z.discriminatedUnion('style', [
    part({ style: z.literal('page-number') }),
    part({ style: z.literal('cursor'), newest: z.enum(['first', 'last']), count: yes }),
    part({ style: z.literal('array') }),
    part({ style: z.literal('lines') }),
    part({ style: z.literal('record') }),
  ]),
  record: text.optional(),
});

const format = z.enum(['json', 'atom']);
const extra = z.discriminatedUnion('kind', [
  part({ kind: z.literal('list'), endpoint }),
  part({ kind: z.literal('lookup'), of: endpoint, by: text, reference: text.optional() }),
  part({ kind: z.literal('record'), of: endpoint, shape: text.optional() }),
  part({ kind: z.literal('summary'), of: endpoint, shape: text }),
  part({ kind: z.literal('lines'), of: endpoint }),
  part({ kind: z.literal('feed'), of: endpoint, format, words }),
]);

const search = part({
  language: text,
  lists: z.array(
    part({
      of: endpoint,
      kind: text,
      title: texts,
      text: texts,
      html: texts.optional(),
      filters: textsByName,
      sorts: textsByName,
    }),
  ),
});

const view = part({
  title: text,
  singular: text,
  columns: texts,
  filters: texts.optional(),
  byName: yes,
  main: texts.optional(),
  lines: texts.optional(),
  values: z.record(text, textsByName).optional(),
  discussion: part({ on: text, author: text, time: text, text }).optional(),
});

const views = part({
  title: text,
  of: z.record(text, view),
  menu: z.array(part({ title: text, collections: texts })),
});

/** A portal. Its collections were made by `collection`, which has checked their form. */
export const portalForm = part({
  title: text,
  module: z.custom<unknown>(
    (value) => value instanceof URL,
    'must be a URL: new URL(import.meta.url)',
  ),
  collections: z.array(
    z.custom<unknown>(
      (value) => typeof value === 'object' && value !== null && 'fields' in value,
      'is not made by collection()',
    ),
  ),
  endpoints: z.array(endpoint),
  extras: z.array(extra),
  search: search.optional(),
  index: z.array(part({ key: text, address: text })),
  views: views.optional(),
  russian: textsByName.optional(),
  locale: part({ language: text, encoding: text }).optional(),
  notFound: part({ detail: text }),
});
