// A library in which there is each type of field, each way to show a reference, each kind of list and each extra.
import { collection, shape } from '../../src/model/collection.js';
import {
  ascending,
  descending,
  type Endpoint,
  type Extra,
  type Portal,
} from '../../src/model/endpoint.js';
import { defaulted, optional, personal, required } from '../../src/model/fields.js';
import {
  anyList,
  anyObject,
  date,
  embeds,
  flag,
  html,
  id,
  int,
  list,
  names,
  namesOrZero,
  nothing,
  nullable,
  oneOf,
  part,
  text,
  timestamp,
} from '../../src/model/types.js';
import { library } from '../second/library.js';

const rooms = collection('reading-rooms', {
  singular: 'reading-room',
  fields: {
    id: required(id),
    name: defaulted(text, '', {
      en: 'what is written over the door; when absent; nothing',
      ru: 'что написано над дверью; если нет, ничего',
    }),
    about: required(html, { en: 'what it is for', ru: 'для чего он' }),
    phone: personal(required(text), '-'),
    seats: required(nullable(int)),
    opened: required(nullable(date)),
    cleaned: required(timestamp),
    quiet: required(flag),
    light: required(nullable(oneOf('day', 'lamp'))),
    floor: required(oneOf(1, 2)),
    shelf: required(nullable(embeds('shelves', 'full'))),
    keeper: required(names('authors')),
    guest: required(namesOrZero('authors')),
    beside: required(nullable(names('reading-rooms'))),
    above: required(nullable(embeds('reading-rooms', 'full'))),
    desk: required(nullable(names('desks'))),
    books: required(list(names('books')), { en: 'what lies here', ru: 'что здесь лежит' }),
    shown: required(list(embeds('books', 'full'))),
    sessions: required(list(part({ id: required(id), day: required(date) }))),
    address: required(part({ street: optional(text) })),
    extra: defaulted(anyList, []),
    catalogue: defaulted(anyObject, {}),
    parent: defaulted(nothing, null),
    note: optional(text),
  },
  shapes: {
    full: shape(
      `id name about phone seats opened cleaned quiet light floor shelf keeper guest beside above desk books shown
       sessions address extra catalogue parent note`,
    ),
    short: shape('id shelf floor', { shelf: 'bare' }, { floor: required(text) }),
  },
});
const desks = collection('desks', {
  singular: 'desk',
  fields: { id: required(id), room: required(names('reading-rooms')) },
  shapes: { full: shape('id room') },
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
