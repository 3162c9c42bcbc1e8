// A portal of another trade: a lending library, in the words of the model alone.

import { z } from 'zod';
import { collection, shape } from '../../src/model/collection.js';
import { ascending, collated, descending, type Portal } from '../../src/model/endpoint.js';
import { depth } from '../../src/model/links.js';
import { computed, id, now, ref, timestamp } from '../../src/model/types.js';

const authors = collection(
  'authors',
  z.strictObject({
    id,
    name: z.string().describe('the name on the cover'),
  }),
  {
    singular: 'author',
    named: ['name'],
  },
);

const shelves = collection(
  'shelves',
  z.strictObject({
    id,
    label: z.string(),
    parent: ref('shelves').nullable().default(null).describe('the shelf that it is a part of'),
    level: computed(z.int(), depth('parent')),
  }),
  {
    singular: 'shelf',
    named: ['label'],
    parent: 'parent',
    shapes: { full: shape(['id', 'label', 'level', 'parent']) },
  },
);

const books = collection(
  'books',
  z.strictObject({
    id,
    title: z.string(),
    author: ref('authors', 'full'),
    shelf: ref('shelves', 'full'),
    bought: timestamp.describe('when the library got it').meta({ filled: now }),
    lost: z.boolean().default(false).describe('nobody knows where it is; readers do not see it'),
  }),
  {
    singular: 'book',
    named: ['title'],
    shapes: { full: shape(['id', 'title', 'author', 'shelf', 'bought']) },
    withheld: [{ reason: 'hidden', when: ({ lost }) => lost === true }],
  },
);

const full = { shape: 'full' } as const;
export const library: Portal = {
  title: 'Lending library',
  module: new URL(import.meta.url),
  collections: [authors, shelves, books],
  endpoints: [
    {
      name: 'author',
      records: { collection: 'authors', ...full, order: [collated('name', 'ru'), ascending('id')] },
      paging: { style: 'array' },
    },
    {
      name: 'book',
      records: { collection: 'books', ...full, order: [descending('id')] },
      paging: { style: 'page-number' },
    },
    {
      name: 'acquisition',
      records: { collection: 'books', ...full, order: [descending('bought'), descending('id')] },
      paging: { style: 'cursor', newest: 'first' },
    },
  ],
  extras: [],
  index: ['author', 'book', 'acquisition'].map((key) => ({ key, address: key })),
  notFound: { detail: 'Not found.' },
};
