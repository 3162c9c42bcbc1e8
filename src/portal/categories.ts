// Examination categories, kinds of objects, and the price list that combines them (API.md §2.5).

import * as z from 'zod';
import { collection, shape } from '../model/collection.js';
import { id, ref } from '../model/types.js';
import { off, refOrNull } from './shared.js';

export const categories = collection(
  'categories',
  z.strictObject({
    id,
    title: z.string().describe('what the category examines').meta({ label: 'Title' }),
    code: z.string().describe('its short label').meta({ label: 'Code' }),
    the_order: z.int().describe('its place among the categories'),
    categoriesOPO: z
      .string()
      .default('')
      .describe('labels of classes, with commas between them')
      .meta({ label: 'Classes' }),
    parent: refOrNull('categories')
      .describe('the category that it is in; a topmost one is in none')
      .meta({ label: 'Part of' }),
  }),
  {
    singular: 'category',
    named: ['code', 'title'],
    parent: 'parent',
  },
);

export const objectExaminations = collection(
  'object-examinations',
  z.strictObject({
    id,
    name: z.string().describe('its short name').meta({ label: 'Short name' }),
    full_name: z.string().describe('its name in full').meta({ label: 'Full name' }),
    cols: z.int().describe('how many columns it takes'),
    order: z.int().describe('its place in the list'),
  }),
  {
    singular: 'object-examination',
    named: ['full_name'],
  },
);

const price = (tier: number) =>
  z
    .int()
    .nullable()
    .default(null)
    .describe(`the price of tier ${tier}`)
    .meta({ label: `Price ${tier}` });

export const exactCategories = collection(
  'exact-categories',
  z.strictObject({
    id,
    na: off('whether it has no price; prices are then empty or 0').meta({ label: 'Has no price' }),
    name: z.string().describe('its short name').meta({ label: 'Short name' }),
    order: z.int().describe('its place in the list'),
    cost1: price(1),
    cost2: price(2),
    cost3: price(3),
    no_education: off('whether no education is needed').meta({ label: 'Needs no education' }),
    category: ref('categories', 'full')
      .describe('the category of the examination')
      .meta({ label: 'Area' }),
    object_examination: ref('object-examinations', 'full')
      .describe('the kind of object that is examined')
      .meta({ label: 'Object' }),
    main_product: z.int().describe('number of the main product'),
  }),
  {
    singular: 'exact-category',
    named: ['name'],
    shapes: {
      priced: shape([
        'id',
        'na',
        'name',
        'order',
        'cost1',
        'cost2',
        'cost3',
        'no_education',
        'category',
        'object_examination',
      ]),
      certified: 'all',
      reduced: shape(
        [
          'id',
          'na',
          'name',
          'order',
          'no_education',
          'category',
          'object_examination',
          'main_product',
        ],
        {
          category: 'bare',
          object_examination: 'bare',
        },
      ),
    },
    rules: [
      {
        name: 'free-of-charge',
        message: '{field} is {found}, but prices are null or 0 where na is true',
        hint: 'write null for {field}, or false for na',
        check: (record) =>
          record.na
            ? (['cost1', 'cost2', 'cost3'] as const)
                .filter((cost) => record[cost])
                .map((cost) => `/${cost}`)
            : [],
      },
    ],
  },
);
