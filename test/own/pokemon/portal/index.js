// A part of PokeAPI (https://pokeapi.co/docs/v2): pokemon, types, moves and abilities, in the form that it publishes.
import { ascending, collection, derived, id, list, ref, shape } from 'portal-snapshot/model';
import * as z from 'zod';

const name = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .describe('its word in addresses');

/** The path of a resource. PokeAPI publishes a whole URL. */
const url = (address) => derived(z.string(), (record) => `/api/${address}/${record.id}/`);

/** Resources that are published as `{ name, url }` wherever another one refers to them. */
const named = (collectionName, singular, fields, keys) =>
  collection(collectionName, z.strictObject({ id, name, ...fields, url: url(singular) }), {
    singular,
    named: ['name'],
    shapes: { full: shape(keys), named: shape(['name', 'url']) },
  });

const types = named(
  'types',
  'type',
  {
    damage_relations: z.strictObject({
      no_damage_to: z.array(ref('types', 'named')).default([]),
      half_damage_to: z.array(ref('types', 'named')).default([]),
      double_damage_to: z.array(ref('types', 'named')).default([]),
      no_damage_from: z.array(ref('types', 'named')).default([]),
      half_damage_from: z.array(ref('types', 'named')).default([]),
      double_damage_from: z.array(ref('types', 'named')).default([]),
    }),
  },
  ['id', 'name', 'damage_relations'],
);

const effects = z
  .array(z.strictObject({ effect: z.string(), short_effect: z.string(), language: z.string() }))
  .default([]);

const moves = named(
  'moves',
  'move',
  {
    accuracy: z.int().min(0).max(100).nullable().default(null),
    effect_chance: z.int().nullable().default(null),
    pp: z.int().min(0),
    priority: z.int().min(-8).max(8).default(0),
    power: z.int().nullable().default(null),
    damage_class: z.enum(['status', 'physical', 'special']),
    effect_entries: effects,
    type: ref('types', 'named'),
  },
  [
    'id',
    'name',
    'accuracy',
    'effect_chance',
    'pp',
    'priority',
    'power',
    'damage_class',
    'effect_entries',
    'type',
  ],
);

const abilities = named(
  'abilities',
  'ability',
  { is_main_series: z.boolean().default(true), effect_entries: effects },
  ['id', 'name', 'is_main_series', 'effect_entries'],
);

const image = z.url().nullable().default(null);

const pokemon = named(
  'pokemon',
  'pokemon',
  {
    base_experience: z.int().nullable().default(null),
    height: z.int().min(0).describe('in tenths of a metre'),
    is_default: z.boolean().default(true),
    order: z.int(),
    weight: z.int().min(0).describe('in tenths of a kilogram'),
    abilities: z.array(
      z.strictObject({
        is_hidden: z.boolean().default(false),
        slot: z.int(),
        ability: ref('abilities', 'named'),
      }),
    ),
    moves: z
      .array(
        z.strictObject({
          move: ref('moves', 'named'),
          version_group_details: z.array(z.looseObject({})).default([]),
        }),
      )
      .default([]),
    sprites: z.strictObject({
      front_default: image,
      front_shiny: image,
      back_default: image,
      back_shiny: image,
    }),
    types: z.array(z.strictObject({ slot: z.int(), type: ref('types', 'named') })),
  },
  [
    'id',
    'name',
    'base_experience',
    'height',
    'is_default',
    'order',
    'weight',
    'abilities',
    'moves',
    'sprites',
    'types',
  ],
);

const all = (address, of) => list(address, of, [ascending('id')], { shape: 'named' });
const lists = [
  all('ability', abilities),
  all('move', moves),
  all('pokemon', pokemon),
  all('type', types),
];

export const portal = {
  title: 'PokeAPI',
  module: new URL(import.meta.url),
  collections: [types, moves, abilities, pokemon],
  endpoints: lists,
  extras: lists.map((of) => ({ kind: 'record', of, shape: 'full' })),
  index: lists.map(({ name }) => ({ key: name, address: name })),
  notFound: { detail: 'Not Found' },
};
