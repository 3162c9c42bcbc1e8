// A library in which there is each type of field, each way to show a reference, each kind of list and each extra.

import { z } from 'zod';
import { collection, shape } from '../../src/model/collection.js';
import {
  ascending,
  descending,
  type Endpoint,
  type Extra,
  type Portal,
} from '../../src/model/endpoint.js';
import { date, html, id, ref, refOrZero, timestamp } from '../../src/model/types.js';
import { library } from '../second/library.js';

const rooms = collection(
  'reading-rooms',
  z.strictObject({
    id,
    name: z.string().default('').describe('what is written over the door'),
    about: html.describe('what it is for'),
    phone: z.string().meta({ personal: '-' }),
    seats: z.int().nullable(),
    opened: date.nullable(),
    cleaned: timestamp,
    quiet: z.boolean(),
    light: z.enum(['day', 'lamp']).nullable(),
    floor: z.literal([1, 2]),
    shelf: ref('shelves', 'full').nullable(),
    keeper: ref('authors'),
    guest: refOrZero('authors'),
    beside: ref('reading-rooms').nullable(),
    above: ref('reading-rooms', 'full').nullable(),
    desk: ref('desks').nullable(),
    books: z.array(ref('books')).describe('what lies here'),
    shown: z.array(ref('books', 'full')),
    sessions: z.array(z.strictObject({ id, day: date })),
    address: z.strictObject({ street: z.string().optional() }),
    extra: z.array(z.unknown()).default([]),
    catalogue: z.looseObject({}).default({}),
    parent: z.null().default(null),
    note: z.string().optional(),
  }),
  {
    singular: 'reading-room',
    shapes: {
      full: shape([
        'id',
        'name',
        'about',
        'phone',
        'seats',
        'opened',
        'cleaned',
        'quiet',
        'light',
        'floor',
        'shelf',
        'keeper',
        'guest',
        'beside',
        'above',
        'desk',
        'books',
        'shown',
        'sessions',
        'address',
        'extra',
        'catalogue',
        'parent',
        'note',
      ]),
      short: shape(
        ['id', 'shelf', 'floor'],
        { shelf: 'bare' },
        z.strictObject({ floor: z.string() }),
      ),
    },
  },
);
const desks = collection('desks', z.strictObject({ id, room: ref('reading-rooms') }), {
  singular: 'desk',
  shapes: { full: shape(['id', 'room']) },
});

const records = { shape: 'full', order: [ascending('floor'), descending('id')] } as const;
const roomList: Endpoint = {
  name: 'house/reading-room',
  records: { collection: 'reading-rooms', ...records },
  paging: { style: 'cursor', newest: 'last', count: true },
};
const shortList: Endpoint = {
  name: 'house/short',
  records: { collection: 'reading-rooms', ...records, shape: 'short' },
  paging: { style: 'page-number' },
};
const deskList: Endpoint = {
  name: 'house/desk',
  records: { collection: 'desks', shape: 'full', order: [descending('id')] },
  paging: { style: 'array' },
};
const shelf: Endpoint = {
  name: 'shelf',
  records: { collection: 'shelves', shape: 'full', order: [descending('id')] },
  paging: { style: 'page-number' },
};
const [authors, books] = library.endpoints;

const words = {
  ...{ name: 'New rooms', author: 'The library', language: 'en', title: ['name'] },
  ...{ content: 'about', published: 'cleaned', updated: 'cleaned' },
};
const extras: readonly Extra[] = [
  { kind: 'record', of: deskList },
  { kind: 'list', endpoint: shelf },
  { kind: 'lookup', of: books!, by: 'author' },
  { kind: 'lookup', of: roomList, by: 'shelf-above', reference: 'shelf' },
  { kind: 'record', of: books! },
  { kind: 'summary', of: books!, shape: 'full' },
  ...[authors!, books!, roomList, shortList].map((of): Extra => ({ kind: 'lines', of })),
  { kind: 'feed', of: roomList, format: 'json', words },
  { kind: 'feed', of: roomList, format: 'atom', words },
];

export const everything: Portal = {
  ...library,
  collections: [...library.collections, rooms, desks],
  endpoints: [
    ...library.endpoints,
    roomList,
    shortList,
    { name: 'house/lost', paging: { style: 'page-number' } },
    { name: 'house/found', paging: { style: 'array' } },
  ],
  extras,
};
