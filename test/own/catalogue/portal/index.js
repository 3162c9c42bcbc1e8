// A catalogue of products, with their releases, tags, and news.
import {
  ascending,
  collated,
  collection,
  date,
  derived,
  descending,
  html,
  id,
  list,
  now,
  ref,
  shape,
  slugOf,
  through,
  timestamp,
} from 'portal-snapshot/model';
import * as z from 'zod';
import russian from './russian.js';

const tags = collection(
  'tags',
  z.strictObject({
    id,
    name: z.string().min(1).max(40).describe('what it is called').meta({ label: 'Name' }),
  }),
  {
    singular: 'tag',
    named: ['name'],
    shapes: { full: shape(['id', 'name']) },
  },
);

const products = collection(
  'products',
  z.strictObject({
    id,
    slug: z
      .string()
      .regex(/^[a-z0-9-]+$/)
      .describe('its word in addresses')
      .meta({ label: 'Address', filled: slugOf('name') }),
    name: z.string().min(2).describe('what customers call it').meta({ label: 'Name' }),
    about: html.describe('what it does').meta({ label: 'Description' }),
    price: z
      .int()
      .min(0)
      .default(0)
      .describe('in cents; 0 while it is free')
      .meta({ label: 'Price' }),
    kind: z.enum(['tool', 'part']).describe('what it is').meta({ label: 'Kind' }),
    tags: z
      .array(ref('tags', 'full'))
      .default([])
      .describe('by which it is found')
      .meta({ label: 'Tags' }),
    since: timestamp.describe('when it was added').meta({ label: 'Added', filled: now }),
    draft: z.boolean().default(false).describe('whether it is a draft').meta({ label: 'Draft' }),
  }),
  {
    singular: 'product',
    named: ['name'],
    shapes: {
      full: shape(['id', 'slug', 'name', 'about', 'price', 'kind', 'tags', 'since']),
      short: shape(['id', 'slug', 'name']),
      summary: shape(['id', 'slug', 'name', 'price', 'kind']),
    },
    withheld: [{ reason: 'it is a draft', when: ({ draft }) => draft === true }],
    rules: [
      {
        name: 'price-of-parts',
        message: '{field} is {found}, but a part is never free',
        hint: 'give its price in cents',
        check: ({ kind, price = 0 }) => (kind === 'part' && price === 0 ? ['/price'] : []),
      },
    ],
    implausible: [
      {
        kind: 'own',
        name: 'dear-part',
        message: '{field} is {found}, which is much for a part',
        hint: 'prices are in cents',
        check: ({ kind, price = 0 }) => (kind === 'part' && price > 1_000_000 ? ['/price'] : []),
      },
    ],
    layout: { kind: 'files', digits: 3 },
  },
);

const releases = collection(
  'releases',
  z.strictObject({
    id,
    product: ref('products', 'short').describe('of what').meta({ label: 'Product' }),
    version: z
      .string()
      .regex(/^\d+\.\d+$/)
      .describe('its number')
      .meta({ label: 'Version' }),
    day: date.describe('when it came out').meta({ label: 'Day' }),
    created: timestamp.describe('when it was entered').meta({ label: 'Entered', filled: now }),
    notes: html.default('').describe('what is new').meta({ label: 'News' }),
    secret: z.boolean().default(false).describe('whether it is secret').meta({ label: 'Secret' }),
  }),
  {
    singular: 'release',
    named: ['version'],
    shapes: { full: shape(['id', 'product', 'version', 'day', 'created', 'notes']) },
    withheld: [{ reason: 'it is secret', when: ({ secret }) => secret === true }],
    companions: [{ collection: 'news', by: 'release', fields: () => ({}) }],
    layout: { kind: 'lines', byYearOf: 'created' },
  },
);

const news = collection(
  'news',
  z.strictObject({
    id,
    release: ref('releases', 'full').describe('what came out').meta({ label: 'Release' }),
    time: derived(timestamp, through(['release'], 'created'))
      .describe('when it was told')
      .meta({ label: 'Time', otherwise: 'when the release was entered' }),
    title: z.string().default('').describe('a heading of its own').meta({ label: 'Heading' }),
  }),
  {
    singular: 'news-item',
    shapes: { full: shape(['id', 'time', 'title', 'release']) },
  },
);

const productList = list('product', products, [collated('name', 'ru'), ascending('id')], {
  record: 'slug',
});
const tagList = list('tag', tags, [ascending('name'), ascending('id')], {
  paging: { style: 'array' },
});
const releaseList = list('release', releases, [descending('day'), descending('id')], {
  paging: { style: 'cursor', newest: 'first' },
});
const newsList = list('news', news, [descending('time'), descending('id')], {
  paging: { style: 'cursor', newest: 'first' },
});

const words = {
  name: 'Products',
  author: 'Catalogue',
  language: 'en',
  title: ['name'],
  content: 'about',
  published: 'since',
  updated: 'since',
  inAddress: ['slug'],
};

export const portal = {
  title: 'Catalogue',
  module: new URL(import.meta.url),
  collections: [tags, products, releases, news],
  endpoints: [productList, tagList, releaseList, newsList],
  extras: [
    { kind: 'lookup', of: productList, by: 'tag', reference: 'tags' },
    { kind: 'lookup', of: releaseList, by: 'product' },
    { kind: 'record', of: productList },
    { kind: 'record', of: releaseList },
    { kind: 'summary', of: productList, shape: 'summary' },
    { kind: 'lines', of: productList },
    { kind: 'feed', of: productList, format: 'json', words },
    { kind: 'feed', of: productList, format: 'atom', words },
  ],
  search: {
    language: 'ru',
    lists: [
      {
        of: productList,
        kind: 'product',
        title: ['name'],
        text: ['about', 'tags.name'],
        html: ['about'],
        filters: { tag: 'tags.id' },
        sorts: { date: 'since', price: 'price' },
      },
    ],
  },
  index: [
    { key: 'products', address: 'product' },
    { key: 'releases', address: 'release' },
    { key: 'news', address: 'news' },
    { key: 'tags', address: 'tag' },
  ],
  views: {
    title: 'Catalogue',
    of: {
      products: {
        title: 'Products',
        singular: 'Product',
        columns: ['kind', 'price', 'tags', 'since'],
        filters: ['tags'],
        main: ['about', 'kind', 'price', 'tags'],
        values: { kind: { tool: 'a tool', part: 'a part' } },
      },
      releases: {
        title: 'Releases',
        singular: 'Release',
        columns: ['product', 'day'],
        filters: ['product'],
      },
      news: { title: 'News', singular: 'News item', columns: ['release', 'time'] },
      tags: { title: 'Tags', singular: 'Tag', columns: [], byName: true },
    },
    menu: [
      { title: 'Shop', collections: ['products', 'releases'] },
      { title: 'Reference', collections: ['tags', 'news'] },
    ],
  },
  russian,
  locale: { language: 'ru', encoding: 'windows-1251' },
  notFound: { detail: 'There is nothing here.' },
};
