// What this portal publishes: products, and their releases.
import {
  ascending,
  collection,
  date,
  descending,
  id,
  list,
  ref,
  shape,
  slugOf,
} from 'portal-snapshot/model';
import * as z from 'zod';

const products = collection(
  'products',
  z.strictObject({
    id,
    name: z.string().min(2).describe('what customers call it').meta({ label: 'Name' }),
    slug: z
      .string()
      .describe('its word in addresses')
      .meta({ label: 'Address', filled: slugOf('name') }),
    price: z.int().min(0).default(0).describe('in cents; 0 while it is free'),
    kind: z.enum(['tool', 'part']).describe('what it is').meta({ label: 'Kind' }),
  }),
  {
    singular: 'product',
    named: ['name'],
    shapes: {
      full: shape(['id', 'name', 'slug', 'price', 'kind']),
      short: shape(['id', 'name', 'slug']),
    },
  },
);

const releases = collection(
  'releases',
  z.strictObject({
    id,
    product: ref('products', 'short').describe('what is released').meta({ label: 'Product' }),
    version: z.string().regex(/^\d+\.\d+$/).describe('its number').meta({ label: 'Version' }),
    day: date.describe('when it comes out').meta({ label: 'Day' }),
    secret: z.boolean().default(false).describe('whether readers do not see it yet'),
  }),
  {
    singular: 'release',
    named: ['version'],
    shapes: { full: shape(['id', 'product', 'version', 'day']) },
    withheld: [{ reason: 'it is secret', when: ({ secret }) => secret === true }],
  },
);

const productList = list('product', products, [ascending('name'), ascending('id')], {
  record: 'slug',
});
const releaseList = list('release', releases, [descending('day'), descending('id')], {
  paging: { style: 'cursor', newest: 'first' },
});

export const portal = {
  title: 'Products',
  module: new URL(import.meta.url),
  collections: [products, releases],
  endpoints: [productList, releaseList],
  extras: [
    { kind: 'record', of: productList }, // /api/product/wrench/
    { kind: 'lookup', of: releaseList, by: 'product' }, // /api/release/product/1/
  ],
  index: [
    { key: 'products', address: 'product' },
    { key: 'releases', address: 'release' },
  ],
  views: {
    title: 'Products',
    of: {
      products: { title: 'Products', singular: 'Product', columns: ['kind', 'price'], byName: true },
      releases: {
        title: 'Releases',
        singular: 'Release',
        columns: ['product', 'day'],
        filters: ['product'],
      },
    },
    menu: [],
  },
  notFound: { detail: 'Not found.' },
};
