// What declarations in zod may say, and what is refused when the portal is made.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ImplausibleRule, Rule } from '../../src/model/collection.js';
import { fieldsOf } from '../../src/model/declared.js';
import type { Fields } from '../../src/model/fields.js';
import { date, html, ref } from '../../src/model/types.js';
import { portal } from '../../src/portal/index.js';
import russian from '../../src/portal/ru.json' with { type: 'json' };

const fieldsIn = (shape: Record<string, z.ZodType>): Fields =>
  fieldsOf(z.strictObject(shape), 'things');

describe('a field', () => {
  it('is required, or has a default, or may be left out', () => {
    const { a, b, c, d } = fieldsIn({
      a: z.string(),
      b: z.int().default(5),
      c: z.boolean().optional(),
      d: z.strictObject({ e: z.int().default(1) }).prefault({}),
    });
    expect([a!.absent, a!.required]).toEqual([{ kind: 'missing' }, true]);
    expect([b!.absent, b!.required]).toEqual([{ kind: 'constant', value: 5 }, false]);
    expect([c!.absent, c!.required]).toEqual([{ kind: 'omitted' }, false]);
    expect(d!.absent).toEqual({ kind: 'constant', value: {} });
  });

  it('keeps what is said of it, whatever is said before or after', () => {
    const { a } = fieldsIn({
      a: ref('regions', 'full').nullable().describe('where').meta({ personal: null }).default(null),
    });
    expect(a).toMatchObject({
      type: { kind: 'reference', collection: 'regions', shape: 'full', nullable: true },
      about: 'where',
      withheldAs: null,
    });
    expect(fieldsIn({ a: html.describe('what it says') })['a']!.type).toMatchObject({
      ...{ kind: 'text', html: true, long: true },
    });
  });
});

it.each<[string, z.ZodType, string]>([
  ['a fraction', z.number(), 'things.a: a number with a fraction cannot be published'],
  ['a union', z.union([z.string(), z.int()]), 'things.a: z.union() cannot be published'],
  ['a transform', z.string().transform(Number), 'things.a: z.pipe() cannot be published'],
  ['a record', z.record(z.string(), z.int()), 'things.a: z.record() cannot be published'],
  ['a list of them', z.array(z.date()), 'things.a[]: z.date() cannot be published'],
  [
    'a list of lists of parts',
    z.array(z.array(z.strictObject({ b: z.int() }))),
    'things.a: a list of lists of objects cannot be published',
  ],
  ['a range of fractions', z.number().min(1), 'things.a: a number with a fraction cannot be'],
  ['a condition', z.string().refine(Boolean), 'things.a: a value with the check custom cannot be'],
  ['one of a part', z.strictObject({}).refine(Boolean), 'things.a: a value with the check custom'],
  [
    'what changes a text',
    z.string().trim(),
    'things.a: a value with the check overwrite cannot be',
  ],
  ['what converts a value', z.coerce.string(), 'things.a: a value that is converted cannot be'],
  ['a format of zod alone', z.jwt(), 'things.a: a text with the format jwt cannot be'],
  ['a beginning', z.string().startsWith('x'), 'things.a: a text with the format starts_with'],
  [
    'a pattern with flags',
    z.string().regex(/a/i),
    'things.a: a pattern with the flags i cannot be',
  ],
  ['a limit of dates', date.min(3), 'things.a: a date with limits cannot be published'],
  ['a choice of other values', z.literal([true, 'a']), 'things.a: a choice of anything but texts'],
  ['a choice of fractions', z.literal(1.5), 'things.a: a choice of anything but texts'],
  ['lazy', z.lazy(() => z.string()), 'things.a: z.lazy() cannot be published'],
  ['an object that drops keys', z.object({}), 'things.a: an object with unknown keys'],
  ['fields and others', z.looseObject({ b: z.int() }), 'things.a: z.looseObject() with fields'],
  ['a part with one', z.strictObject({ b: z.any() }), 'things.a.b: z.any() cannot be published'],
])('%s is refused with its field', (_, schema, message) => {
  expect(() => fieldsIn({ a: schema })).toThrow(message);
});

it('all that declarations say is there in Russian, and nothing else', () => {
  const said = (fields: Fields): string[] =>
    Object.values(fields).flatMap(({ about, label, otherwise, type }) => {
      const inner = type.kind === 'list' ? type.of : type;
      const own = [about, label, otherwise].flatMap((text) => (text ? [text] : []));
      return [...own, ...(inner.kind === 'part' ? said(inner.fields) : [])];
    });
  const ruled = (rule: Rule | ImplausibleRule) =>
    'message' in rule ? [rule.message, rule.hint] : [];
  const all = portal.collections.flatMap(({ fields, shapes, rules, implausible, withheld }) => [
    ...said(fields),
    ...[...rules, ...implausible].flatMap(ruled),
    ...withheld.map(({ reason }) => reason),
    ...Object.values(shapes).flatMap((shape) => said(shape.fields ?? {})),
  ]);
  const { title, menu, of } = portal.views!;
  const viewed = [
    title,
    ...menu.map((group) => group.title),
    ...Object.values(of).flatMap(({ title, singular, values = {} }) => [
      ...[title, singular],
      ...Object.values(values).flatMap((called) => Object.values(called)),
    ]),
  ];
  expect([...new Set([...all, ...viewed])].sort()).toEqual(Object.keys(russian).sort());
});
