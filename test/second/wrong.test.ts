// Mistakes in the declarations of a portal: each is refused before data is read, with its place and the nearest name.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { build } from '../../src/index.js';
import { mustFitTogether } from '../../src/model/check/portal.js';
import { collection, shape } from '../../src/model/collection.js';
import { ascending, collated, descending, type Portal } from '../../src/model/endpoint.js';
import { depth, newestId, newestInstant, rootOf, through } from '../../src/model/links.js';
import * as words from '../../src/model/types.js';
import { portal } from '../../src/portal/index.js';
import { workingFolder } from '../fmt/folder.js';
import { library } from './library.js';

const { date, id, ref, timestamp } = words;
const things = {
  id,
  name: z.string(),
  day: date.default('2020-01-01'),
  at: timestamp,
  parent: ref('things').nullable().default(null),
  tags: z.array(z.string()).default([]),
};
type Declared = Parameters<typeof collection>[2];

/** A portal with one collection, and one list of it. */
function portalOf(
  fields: Readonly<Record<string, z.ZodType>>,
  declared: Partial<Declared> = {},
  list: Partial<Portal['endpoints'][number]> = {},
  more: Partial<Portal> = {},
): Portal {
  const keys = Object.keys({ ...things, ...fields }).join(' ');
  const one = collection('things', z.strictObject({ ...things, ...fields }) as z.ZodObject, {
    singular: 'thing',
    shapes: { full: shape(keys) },
    ...declared,
  });
  return {
    ...library,
    collections: [one],
    endpoints: [{ ...things_, ...list }],
    index: [],
    ...more,
  };
}
const things_ = {
  name: 'thing',
  records: { collection: 'things', shape: 'full', order: [ascending('id')] },
  paging: { style: 'array' },
} as const;
const ofList = (records: Partial<typeof things_.records> | Record<string, unknown>) =>
  portalOf({}, {}, { records: { ...things_.records, ...records } as typeof things_.records });
const right = portalOf({});
const [list] = right.endpoints as [Portal['endpoints'][number]];

const rule = {
  name: 'odd-name',
  message: '{field} is {found}',
  hint: 'change it',
  check: () => [],
};

const mistakes: Record<string, readonly [() => Portal, string]> = {
  'a key of a shape': [
    () => portalOf({}, { shapes: { full: shape('id nme') } }),
    'things.full: there is no field in things, "nme"; did you mean name?',
  ],
  'a key twice': [
    () => portalOf({}, { shapes: { full: shape('id name name') } }),
    'things.full: the key name twice',
  ],
  'an id that is a text': [
    () => portalOf({ id: z.string() }),
    'things.id: a record has an id: declare it as id',
  ],
  'a collection': [
    () => portalOf({ parent: ref('thngs') }),
    'things.parent: there is no collection "thngs"; did you mean things?',
  ],
  'a collection in a part in a list': [
    () => portalOf({ parts: z.array(z.strictObject({ of: ref('thing') })) }),
    'things.parts[].of: there is no collection "thing"; did you mean things?',
  ],
  'a shape': [
    () => portalOf({ parent: ref('things', 'ful').nullable().default(null) }),
    'things.parent: there is no shape of things, "ful"; did you mean full?',
  ],
  'a record within itself': [
    () => portalOf({ parent: ref('things', 'full').nullable().default(null) }),
    'things.full: it embeds itself: things.full → things.full',
  ],
  'a record within itself, by a part': [
    () => portalOf({ parts: z.array(z.strictObject({ of: ref('things', 'full') })) }),
    'things.full: it embeds itself: things.full → things.full',
  ],
  'a list of no collection': [
    () => ofList({ collection: 'thing' }),
    '/api/thing/: there is no collection "thing"; did you mean things?',
  ],
  'a list in no shape': [
    () => ofList({ shape: 'zzz' }),
    '/api/thing/: there is no shape of things, "zzz"',
  ],
  'an order by no field': [
    () => ofList({ order: [ascending('nam')] }),
    '/api/thing/: order: there is no field in things, "nam"; did you mean name?',
  ],
  'an order by a list': [
    () => ofList({ order: [descending('tags')] }),
    'things.tags: no list can be ordered by a list',
  ],
  'an order in no language': [
    () => ofList({ order: [collated('name', 'not a language')] }),
    '/api/thing/: order: "not a language" is no language',
  ],
  'an order of numbers as texts': [
    () => ofList({ order: [collated('id', 'ru')] }),
    'things.id: only texts are collated',
  ],
  'a name': [
    () => portalOf({}, { named: ['titel'] as never }),
    'things: named: there is no field in things, "titel"',
  ],
  'a name that is no text': [
    () => portalOf({}, { named: ['tags'] as never }),
    'things.tags: a record is named by texts, and this is none',
  ],
  'a parent': [
    () => portalOf({}, { parent: 'parnt' as never }),
    'things: parent: there is no field in things, "parnt"; did you mean parent?',
  ],
  'a parent that is no reference': [
    () => portalOf({}, { parent: 'name' as never }),
    'things: parent: things.name is no reference',
  ],
  'the depth below no field': [
    () => portalOf({ level: words.computed(z.int(), depth('zzz')) }),
    'things.level: there is no field in things, "zzz"',
  ],
  'a depth that is a text': [
    () => portalOf({ level: words.computed(z.string(), depth('parent')) }),
    'things.level: what it is derived from gives integers',
  ],
  'a value through no reference': [
    () => portalOf({ other: words.derived(z.string(), through('name', 'name')) }),
    'things.other: things.name is no reference',
  ],
  'a value through a reference to nothing': [
    () => portalOf({ other: words.derived(z.string(), through('parent', 'nme')) }),
    'things.other: there is no field in things, "nme"; did you mean name?',
  ],
  'a number that is taken from a text': [
    () => portalOf({ other: words.derived(z.int(), through('parent', 'name')) }),
    'things.other: it takes things.name, which is of another type',
  ],
  'the root by no reference': [
    () => portalOf({ root: words.derived(z.int(), rootOf('parent', 'name')) }),
    'things.root: things.name is no reference',
  ],
  'the newest of nothing': [
    () => portalOf({ last: words.derived(z.int(), newestId('answers', 'thing', 'at', 0)) }),
    'things.last: there is no collection "answers"',
  ],
  'the newest by no instant': [
    () =>
      portalOf({ last: words.derived(timestamp, newestInstant('things', 'parent', 'day', 'at')) }),
    'things.last: things.day is no timestamp',
  ],
  'a default of another type': [
    () => portalOf({ day: date.default(5 as never) }),
    'things.day: its default, 5, is no value of its own type',
  ],
  'a default that is no address': [
    () => portalOf({ site: z.url().default('') }),
    'things.site: its default, "", is no value of its own type',
  ],
  'a default in a part': [
    () => portalOf({ part: z.strictObject({ n: z.int().min(2).default(1) }).prefault({}) }),
    'things.part.n: its default, 1, is no value of its own type',
  ],
  'a personal value that is published as another type': [
    () => portalOf({ mail: z.email().meta({ personal: '' }) }),
    'things.mail: what is published instead of it, "", is no value of its own type',
  ],
  'a default that is no date': [
    () => portalOf({ day: date.default('yesterday') }),
    'things.day: its default, "yesterday", is no value of its own type',
  ],
  'a default that is out of range': [
    () => portalOf({ parent: ref('things').default(0) }),
    'things.parent: its default, 0, is no value of its own type',
  ],
  'a slug of no field': [
    () => portalOf({ slug: z.string().meta({ filled: words.slugOf('titel') }) }),
    'things.slug: there is no field in things, "titel"',
  ],
  'two collections of one name': [
    () => ({ ...right, collections: [...right.collections, ...right.collections] }),
    'things: two collections have this name',
  ],
  'two lists at one address': [
    () => ({ ...right, endpoints: [list, list] }),
    '/api/thing/: two endpoints have this address',
  ],
  'an extra at the address of a list': [
    () => ({ ...right, extras: [{ kind: 'list', endpoint: list }] }),
    '/api/thing/: two endpoints have this address',
  ],
  ...Object.fromEntries(
    ['thing/page/2', '../../x', 'a b', 'thing//x', '', '.well-known', 'a%2Fb'].map((name) => [
      `the address ${JSON.stringify(name)}`,
      [
        () => ({ ...right, endpoints: [{ ...list, name }] }),
        `/api/${name}/: an address has steps of`,
      ],
    ]),
  ),
  ...Object.fromEntries(
    ['../x', 'Things', 'a b', '', 'con/x'].map((name) => [
      `the collection ${JSON.stringify(name)}`,
      [
        () => ({ ...right, collections: [{ ...right.collections[0]!, name }], endpoints: [] }),
        `${name}: a name is of letters a-z, digits and single hyphens`,
      ],
    ]),
  ),
  'a lookup by no field': [
    () => ({ ...right, extras: [{ kind: 'lookup', of: list, by: 'parnt' }] }),
    '/api/thing/?parnt: there is no field in things, "parnt"; did you mean parent?',
  ],
  'a lookup by no reference': [
    () => ({ ...right, extras: [{ kind: 'lookup', of: list, by: 'name' }] }),
    '/api/thing/?name: things.name is no reference',
  ],
  'a summary in no shape': [
    () => ({ ...right, extras: [{ kind: 'summary', of: list, shape: 'short' }] }),
    '/api/thing/summary/: there is no shape of things, "short"',
  ],
  'an agreement about nothing': [
    () => portalOf({}, { agreements: [{ reference: 'parent', field: 'nam' }] }),
    'things: agreement: there is no field in things, "nam"; did you mean name?',
  ],
  'more collections than a byte counts': [
    () => ({ ...right, collections: Array.from({ length: 257 }, () => right.collections[0]!) }),
    'collections: there are 257, and at most 256 can be told apart',
  ],
  'more reasons than a byte counts': [
    () => {
      const reasons = Array.from({ length: 256 }, () => ({ reason: 'hidden', when: () => false }));
      return portalOf({}, { withheld: reasons });
    },
    'things: withheld: there are 256, and at most 255 can be told apart',
  ],
  'more references than a byte counts': [
    () => {
      const references = Array.from({ length: 257 }, () => 'parent');
      return portalOf({ other: words.derived(z.string(), through(references, 'name')) });
    },
    'things.other: references: there are 257, and at most 256 can be told apart',
  ],
  'a rule with the name of a general one': [
    () => portalOf({}, { rules: [{ ...rule, name: 'far-year' }] }),
    'things: rules: a rule cannot be named "far-year"',
  ],
  'two rules with one name': [
    () => portalOf({}, { rules: [rule], implausible: [{ ...rule, kind: 'own' }] }),
    'things: two rules are named "odd-name"',
  ],
  'a rule that says nothing': [
    () => portalOf({}, { rules: [{ ...rule, hint: ' ' }] }),
    'things: rules: odd-name says nothing',
  ],
  'a rule that names a value that is not there': [
    () => portalOf({}, { rules: [{ ...rule, message: '{value} is odd' }] }),
    'things: rules: odd-name: there is no value for a message "value"',
  ],
  'a reason without words': [
    () => portalOf({}, { withheld: [{ reason: '', when: () => true }] }),
    'things: withheld: a reason says nothing',
  ],
  'companions in no collection': [
    () => portalOf({}, { companions: [{ collection: 'thing', by: 'of', fields: () => ({}) }] }),
    'things: companion: there is no collection "thing"; did you mean things?',
  ],
  ...Object.fromEntries(
    ['__proto__', 'constructor', 'toString', '$schema'].map((name) => [
      `a field ${name}`,
      [
        () => portalOf({ parts: z.array(z.strictObject({ [name]: z.string() })).default([]) }),
        `things.parts[].${name}: no field can have this name`,
      ],
    ]),
  ),
};

it.each(Object.entries(mistakes))('%s', async (_, [make, message]) => {
  const made = make();
  expect(() => mustFitTogether(made)).toThrow(message);
  await expect(build({ portal: made, cwd: '/nowhere' })).rejects.toThrow(message);
});

it.each([portal, library, right])('no mistake is found where there is none', (made) => {
  expect(() => mustFitTogether(made)).not.toThrow();
});

it('all mistakes are told at once', () => {
  const made = portalOf({ parent: ref('a') }, { named: ['b'] as never });
  expect(() => mustFitTogether(made)).toThrow(/no collection "a"\n.*no field in things, "b"/);
});

const boom = (): never => {
  throw new Error('boom');
};
const functions: Record<string, readonly [() => Portal, string]> = {
  'a value fails': [
    () => portalOf({ more: words.derived(z.string(), boom) }),
    'things.more: its function fails with boom, for the record 7',
  ],
  'a value has another type': [
    () => portalOf({ more: words.derived(z.int(), ({ name }) => name) }),
    'things.more: its function gives "a", which is no value of the field, for the record 7',
  ],
  'a rule fails': [
    () => portalOf({}, { implausible: [{ ...rule, kind: 'own', check: boom }] }),
    'things: odd-name: its function fails with boom, for the record 7',
  ],
  'a reason fails': [
    () => portalOf({}, { withheld: [{ reason: 'hidden', when: boom }] }),
    'things: hidden: its function fails with boom, for the record 7',
  ],
};
it.each(Object.entries(functions))(
  'where the function of %s, that is told',
  async (_, [make, message]) => {
    const thing = { id: 7, name: 'a', at: '2026-01-01T00:00:00+00:00' };
    const cwd = workingFolder({ 'things.json': JSON.stringify([thing]) });
    await expect(build({ portal: make(), cwd })).rejects.toThrow(message);
  },
);
