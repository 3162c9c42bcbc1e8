// Mistakes in the declarations of a portal: each is refused before data is read, with its place and the nearest name.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { build } from '../../src/index.js';
import { mustFitTogether } from '../../src/model/check/portal.js';
import { collection, shape } from '../../src/model/collection.js';
import { ascending, collated, descending, type Portal } from '../../src/model/endpoint.js';
import {
  depth,
  newestBelow,
  newestId,
  newestInstant,
  rootOf,
  through,
} from '../../src/model/links.js';
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
  const one = collection('things', z.strictObject({ ...things, ...fields }) as z.ZodObject, {
    singular: 'thing',
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

/** What is said of each mistake. */
const mistakes: Record<string, () => Portal> = {
  'things.full: there is no field in things, "nme"; did you mean name?': () =>
    portalOf({}, { shapes: { full: shape(['id', 'nme']) } }),
  'things.full: the key name twice': () =>
    portalOf({}, { shapes: { full: shape(['id', 'name', 'name']) } }),
  'things.id: a record has an id: declare it as id': () => portalOf({ id: z.string() }),
  'things.parent: there is no collection "thngs"; did you mean things?': () =>
    portalOf({ parent: ref('thngs') }),
  'things.parts[].of: there is no collection "thing"; did you mean things?': () =>
    portalOf({ parts: z.array(z.strictObject({ of: ref('thing') })) }),
  'things.parent: there is no shape of things, "ful"; did you mean full?': () =>
    portalOf({ parent: ref('things', 'ful').nullable().default(null) }),
  'things.full: it embeds itself: things.full → things.full': () =>
    portalOf({ parent: ref('things', 'full').nullable().default(null) }),
  // By a part, too.
  'it embeds itself: things.full → things.full': () =>
    portalOf({ parts: z.array(z.strictObject({ of: ref('things', 'full') })) }),
  '/api/thing/: there is no collection "thing"; did you mean things?': () =>
    ofList({ collection: 'thing' }),
  '/api/thing/: there is no shape of things, "zzz"': () => ofList({ shape: 'zzz' }),
  '/api/thing/: order: there is no field in things, "nam"; did you mean name?': () =>
    ofList({ order: [ascending('nam')] }),
  'things.tags: no list can be ordered by a list': () => ofList({ order: [descending('tags')] }),
  '/api/thing/: order: "not a language" is no language': () =>
    ofList({ order: [collated('name', 'not a language')] }),
  'things.id: only texts are collated': () => ofList({ order: [collated('id', 'ru')] }),
  'things: named: there is no field in things, "titel"': () =>
    portalOf({}, { named: ['titel'] as never }),
  'things.tags: a record is named by texts, and this is none': () =>
    portalOf({}, { named: ['tags'] as never }),
  'things: parent: there is no field in things, "parnt"; did you mean parent?': () =>
    portalOf({}, { parent: 'parnt' as never }),
  'things: parent: things.name is no reference': () => portalOf({}, { parent: 'name' as never }),
  'things.level: there is no field in things, "zzz"': () =>
    portalOf({ level: words.computed(z.int(), depth('zzz')) }),
  'things.level: what it is derived from gives integers': () =>
    portalOf({ level: words.computed(z.string(), depth('parent')) }),
  'things.other: things.name is no reference': () =>
    portalOf({ other: words.derived(z.string(), through('name', 'name')) }),
  'things.other: there is no field in things, "nme"; did you mean name?': () =>
    portalOf({ other: words.derived(z.string(), through('parent', 'nme')) }),
  'things.other: it takes things.name, which is of another type': () =>
    portalOf({ other: words.derived(z.int(), through('parent', 'name')) }),
  'things.other: it shows things.mail, which is personal, so it must be personal, too': () =>
    portalOf({
      mail: z.string().meta({ personal: '' }),
      other: words.derived(z.string(), through('parent', 'mail')),
    }),
  'things.last: it shows things.seen, which is personal, so it must be personal, too': () =>
    portalOf({
      seen: timestamp.meta({ personal: '2000-01-01T00:00:00Z' }),
      last: words.derived(timestamp, newestInstant('things', 'parent', 'seen', 'seen')),
    }),
  'things.below: it shows things.seen, which is personal, so it must be personal, too': () =>
    portalOf({
      seen: timestamp.meta({ personal: '2000-01-01T00:00:00Z' }),
      below: words.derived(timestamp, newestBelow('parent', 'seen')),
    }),
  'things.root: things.name is no reference': () =>
    portalOf({ root: words.derived(z.int(), rootOf('parent', 'name')) }),
  'things.last: there is no collection "answers"': () =>
    portalOf({ last: words.derived(z.int(), newestId('answers', 'thing', 'at', 0)) }),
  'things.last: things.day is no timestamp': () =>
    portalOf({ last: words.derived(timestamp, newestInstant('things', 'parent', 'day', 'at')) }),
  'things.day: its default, 5, is no value of its own type': () =>
    portalOf({ day: date.default(5 as never) }),
  'things.site: its default, "", is no value of its own type': () =>
    portalOf({ site: z.url().default('') }),
  'things.part.n: its default, 1, is no value of its own type': () =>
    portalOf({ part: z.strictObject({ n: z.int().min(2).default(1) }).prefault({}) }),
  'things.mail: what is published instead of it, "", is no value of its own type': () =>
    portalOf({ mail: z.email().meta({ personal: '' }) }),
  'things.day: its default, "yesterday", is no value of its own type': () =>
    portalOf({ day: date.default('yesterday') }),
  'things.parent: its default, 0, is no value of its own type': () =>
    portalOf({ parent: ref('things').default(0) }),
  'things.slug: there is no field in things, "titel"': () =>
    portalOf({ slug: z.string().meta({ filled: words.slugOf('titel') }) }),
  'things: two collections have this name': () => ({
    ...right,
    collections: [...right.collections, ...right.collections],
  }),
  '/api/thing/: two endpoints have this address': () => ({ ...right, endpoints: [list, list] }),
  // An extra at the address of a list.
  'two endpoints have this address': () => ({
    ...right,
    extras: [{ kind: 'list', endpoint: list }],
  }),
  ...Object.fromEntries(
    ['thing/page/2', '../../x', 'a b', 'thing//x', '', '.well-known', 'a%2Fb'].map((name) => [
      `/api/${name}/: an address has steps of`,
      () => ({ ...right, endpoints: [{ ...list, name }] }),
    ]),
  ),
  ...Object.fromEntries(
    ['../x', 'Things', 'a b', '', 'con/x'].map((name) => [
      `${name}: a name is of letters a-z, digits and single hyphens`,
      () => ({ ...right, collections: [{ ...right.collections[0]!, name }], endpoints: [] }),
    ]),
  ),
  '/api/thing/?parnt: there is no field in things, "parnt"; did you mean parent?': () => ({
    ...right,
    extras: [{ kind: 'lookup', of: list, by: 'parnt' }],
  }),
  '/api/thing/?name: things.name is no reference': () => ({
    ...right,
    extras: [{ kind: 'lookup', of: list, by: 'name' }],
  }),
  '/api/thing/summary/: there is no shape of things, "short"': () => ({
    ...right,
    extras: [{ kind: 'summary', of: list, shape: 'short' }],
  }),
  'things: agreement: there is no field in things, "nam"; did you mean name?': () =>
    portalOf({}, { agreements: [{ reference: 'parent', field: 'nam' }] }),
  'collections: there are 257, and at most 256 can be told apart': () => ({
    ...right,
    collections: Array.from({ length: 257 }, () => right.collections[0]!),
  }),
  'things: withheld: there are 256, and at most 255 can be told apart': () => {
    const reasons = Array.from({ length: 256 }, () => ({ reason: 'hidden', when: () => false }));
    return portalOf({}, { withheld: reasons });
  },
  'things.other: references: there are 257, and at most 256 can be told apart': () => {
    const references = Array.from({ length: 257 }, () => 'parent');
    return portalOf({ other: words.derived(z.string(), through(references, 'name')) });
  },
  'things: rules: a rule cannot be named "far-year"': () =>
    portalOf({}, { rules: [{ ...rule, name: 'far-year' }] }),
  'things: two rules are named "odd-name"': () =>
    portalOf({}, { rules: [rule], implausible: [{ ...rule, kind: 'own' }] }),
  'things: rules: odd-name says nothing': () => portalOf({}, { rules: [{ ...rule, hint: ' ' }] }),
  'things: rules: odd-name: there is no value for a message "value"': () =>
    portalOf({}, { rules: [{ ...rule, message: '{value} is odd' }] }),
  'things: withheld: a reason says nothing': () =>
    portalOf({}, { withheld: [{ reason: '', when: () => true }] }),
  'things: companion: there is no collection "thing"; did you mean things?': () =>
    portalOf({}, { companions: [{ collection: 'thing', by: 'of', fields: () => ({}) }] }),
  ...Object.fromEntries(
    ['__proto__', 'constructor', 'toString', '$schema'].map((name) => [
      `things.parts[].${name}: no field can have this name`,
      () => portalOf({ parts: z.array(z.strictObject({ [name]: z.string() })).default([]) }),
    ]),
  ),
};

it.each(Object.entries(mistakes))('%s', async (message, make) => {
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
const functions: Record<string, () => Portal> = {
  'things.more: its function fails with boom, for the record 7': () =>
    portalOf({ more: words.derived(z.string(), boom) }),
  'things.more: its function gives "a", which is no value of the field, for the record 7': () =>
    portalOf({ more: words.derived(z.int(), ({ name }) => name) }),
  'things: odd-name: its function fails with boom, for the record 7': () =>
    portalOf({}, { implausible: [{ ...rule, kind: 'own', check: boom }] }),
  'things: hidden: its function fails with boom, for the record 7': () =>
    portalOf({}, { withheld: [{ reason: 'hidden', when: boom }] }),
};
it.each(Object.entries(functions))('%s', async (message, make) => {
  const thing = { id: 7, name: 'a', at: '2026-01-01T00:00:00+00:00' };
  const cwd = workingFolder({ 'things.json': JSON.stringify([thing]) });
  await expect(build({ portal: make(), cwd })).rejects.toThrow(message);
});

it('a misspelt key of a shape does not compile', () => {
  const declared = collection('things', z.strictObject({ id, name: z.string() }), {
    singular: 'thing',
    // @ts-expect-error: there is no field "nme".
    shapes: { full: shape(['id', 'nme']) },
  });
  expect(declared.shapes['full']!.keys).toContain('nme');
});
