// Arbitraries of records without the records that they refer to: every other field by its shape in the specification,
// optional ones sometimes given. What is special is by hand. portals.ts ties records to each other.
import fc from 'fast-check';
import * as spec from '../spec/tables.js';
import { COLLECTIONS, type Collection, type Item, type Json } from './types.js';
import {
  anyJson,
  anyList,
  anyObject,
  count,
  date,
  html,
  regionName,
  slug,
  text,
  timestamp,
  title,
} from './values.js';

/** Arbitraries by field. Where there is none, the field is left to portals.ts. */
type Fields = Readonly<Record<string, fc.Arbitrary<Json> | undefined>>;

const flag: fc.Arbitrary<Json> = fc.boolean();
const seldom: fc.Arbitrary<Json> = fc.constantFrom(true, false, false, false, false, false);
const no: fc.Arbitrary<Json> = fc.constant(null);
const ordinal: fc.Arbitrary<Json> = fc.integer({ min: -2, max: 3 });

/** Ids are dense and small, or the greatest there are. References that dangle are elsewhere. */
const id = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom(2 ** 31, 2 ** 53 - 2, 2 ** 53 - 1) },
);

/** Leaves fields to portals.ts: they follow from other records, or refer to them in a way of their own. */
const later = (names: string): Fields =>
  Object.fromEntries(names.split(' ').map((name) => [name, undefined]));

/** A record, or a part of one: the required fields are always given, the others sometimes. */
function item(fields: Fields, required: readonly string[] = []): fc.Arbitrary<Item> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return fc.record(Object.fromEntries(given) as Record<string, fc.Arbitrary<Json>>, {
    requiredKeys: required.filter((name) => fields[name] !== undefined),
  });
}

const PLAIN: Readonly<Record<Extract<spec.Shape, string>, fc.Arbitrary<Json>>> = {
  ...{ int: count, string: text, bool: flag, null: no, any: anyJson, timestamp, date },
  object: anyObject,
  url: fc.constantFrom('https://example.org/', 'http://example.org/a?b=%D0%B4#c'),
  email: fc.constantFrom('anna@example.org', 'a.b+c@sub.example.org'),
};

/** The values that a shape allows; undefined where another record is embedded. */
function arbitraryOf(shape: spec.Shape): fc.Arbitrary<Json> | undefined {
  if (typeof shape === 'string') return PLAIN[shape];
  if ('words' in shape) return fc.constantFrom(...shape.words);
  if ('numbers' in shape) return fc.constantFrom(...shape.numbers);
  if ('either' in shape) return oneOf(shape.either);
  if ('table' in shape) return shape.collection ? undefined : item(arbitrariesOf(shape.keys));
  const each = shape.array;
  if (each === 'any') return anyList;
  if (typeof each === 'object' && 'words' in each) return fc.subarray([...each.words]);
  const value = arbitraryOf(each);
  return value && fc.array(value, { maxLength: 2 });
}

/** A value of one of these shapes, seldom null. Parts are told apart by their keys, so they have all of them. */
function oneOf(shapes: readonly spec.Shape[]): fc.Arbitrary<Json> {
  const others = shapes.flatMap((shape) => {
    if (shape === 'null') return [];
    const isPart = typeof shape === 'object' && 'table' in shape && !shape.collection;
    return (
      (isPart ? item(arbitrariesOf(shape.keys), Object.keys(shape.keys)) : arbitraryOf(shape)) ?? []
    );
  });
  if (others.length === 0) return no;
  return shapes.includes('null') ? fc.option(fc.oneof(...others)) : fc.oneof(...others);
}

/** The values of fields; a text that is required is not empty. */
const arbitrariesOf = (shapes: spec.Table['keys'], required: readonly string[] = []): Fields =>
  Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => [
      name,
      shape === 'string' && required.includes(name) ? title : arbitraryOf(shape),
    ]),
  );

const job: Fields = {
  is_public: fc.constantFrom(true, true, true, false),
  ...later('certificates'),
};

/** Fields whose values are not those that any field of their shape has. */
const SPECIAL: Partial<Record<Collection, Fields>> = {
  regions: { name: regionName },
  categories: { the_order: ordinal, parent: no },
  'object-examinations': { order: ordinal },
  'exact-categories': { na: seldom, order: ordinal },
  vacancies: { ...job, text },
  resumes: job,
  users: {
    profile: item({
      ...arbitrariesOf(spec.profile.keys),
      ...later('user invited_by city moderated_by'),
    }),
  },
  blogs: { slug, guest_cannot_view: seldom, parent: no, ...later('level last_comment') },
  posts: {
    ...{ slug, text: html, short_text: html, hidden: seldom },
    ...later('polls root_blog last_comment'),
  },
  comments: {
    ...{ text: html, short_text: html, moderated_by: no, deleted_by: no, updated_by: no },
    ...later('lft rght tree_id level parent user blog post'),
  },
  events: {
    private: seldom,
    available_for: fc.oneof(
      { weight: 5, arbitrary: fc.constant<Json[]>([]) },
      { weight: 1, arbitrary: anyList },
    ),
    ...later('user blog post comment'),
  },
};

const TABLES = Object.values(spec).filter((one): one is spec.Table => 'table' in one);

/** The collection whose records a shape embeds, if it does. */
function embedded(shape: spec.Shape): string | undefined {
  if (typeof shape === 'string') return undefined;
  if ('array' in shape) return embedded(shape.array);
  if ('either' in shape) return shape.either.map(embedded).find((name) => name !== undefined);
  return 'table' in shape ? shape.collection : undefined;
}

/** The fields of a collection's data files: all that its tables show. What one table embeds may be an id in another. */
function fieldsOf(name: Collection): spec.Table['keys'] {
  const all = TABLES.filter(({ collection }) => collection === name);
  const fields = all.flatMap(({ keys }) => Object.entries(keys));
  return Object.fromEntries([...fields, ...fields.filter(([, shape]) => embedded(shape))]);
}

/** The fields that are always given. A reply must give its text; portals.ts takes that from some roots. */
const requiredOf = (name: Collection): string[] =>
  `${spec.collections[name]}${name === 'comments' ? ' text' : ''}`.split(' ');

/** A field that embeds records of a collection. */
export interface Reference {
  field: string;
  target: Collection;
  /** One record, or one or null, or any number of them. */
  kind: 'one' | 'perhaps' | 'list';
  isRequired: boolean;
}

function referencesOf(name: Collection): Reference[] {
  return Object.entries(fieldsOf(name)).flatMap(([field, shape]) => {
    const target = embedded(shape) as Collection | undefined;
    if (typeof shape === 'string' || !target || field in (SPECIAL[name] ?? {})) return [];
    const kind = 'array' in shape ? 'list' : 'either' in shape ? 'perhaps' : 'one';
    return [{ field, target, kind, isRequired: requiredOf(name).includes(field) }];
  });
}

/** The fields that embed records by collection, without the special ones. */
export const REFERENCES = Object.fromEntries(
  COLLECTIONS.map((name) => [name, referencesOf(name)]),
) as Record<Collection, Reference[]>;

function recordOf(name: Collection): fc.Arbitrary<Item> {
  const required = requiredOf(name);
  return item({ ...arbitrariesOf(fieldsOf(name), required), id, ...SPECIAL[name] }, required);
}

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
    fc.uniqueArray(fc.record({ item: recordOf(name), seed: fc.nat() }), {
      minLength,
      maxLength: most,
      size: 'max',
      selector: (loose) => loose.item.id,
    });
  return fc.oneof({ weight: 1, arbitrary: records(0) }, { weight: 9, arbitrary: records(least) });
}
