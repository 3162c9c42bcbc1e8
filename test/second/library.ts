// A portal of another trade: a lending library, in the words of the model alone.
import { collection, shape } from '../../src/model/collection.js';
import { ascending, collated, descending, type Portal } from '../../src/model/endpoint.js';
import { computedBy, defaulted, filled, now, required } from '../../src/model/fields.js';
import { depth } from '../../src/model/links.js';
import { embeds, flag, id, int, names, nullable, text, timestamp } from '../../src/model/types.js';

const authors = collection('authors', {
  singular: 'author',
  fields: {
    id: required(id),
    name: required(text, { en: 'the name on the cover', ru: 'имя на обложке' }),
  },
  named: ['name'],
  shapes: { full: shape('id name') },
});

const shelves = collection('shelves', {
  singular: 'shelf',
  fields: {
    id: required(id),
    label: required(text),
    parent: defaulted(nullable(names('shelves')), null, {
      en: 'the shelf that it is a part of',
      ru: 'полка, частью которой она является',
    }),
    level: computedBy(int, depth('parent')),
  },
  named: ['label'],
  parent: 'parent',
  shapes: { full: shape('id label level parent') },
});

const books = collection('books', {
  singular: 'book',
  fields: {
    id: required(id),
    title: required(text),
    author: required(embeds('authors', 'full')),
    shelf: required(embeds('shelves', 'full')),
    bought: filled(
      required(timestamp, { en: 'when the library got it', ru: 'когда поступила в библиотеку' }),
      now,
    ),
    lost: defaulted(flag, false, {
      en: 'nobody knows where it is; readers do not see it',
      ru: 'потеряна; читатели её не видят',
    }),
  },
  named: ['title'],
  shapes: { full: shape('id title author shelf bought') },
  withheld: [{ reason: 'hidden', when: ({ lost }) => lost === true }],
});

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
