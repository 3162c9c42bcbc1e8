// Examination categories, object kinds, and the price list that joins them (spec.md §2.5).
import { collection, shape } from '../model/collection.js';
import { defaulted, required } from '../model/fields.js';
import { embeds, flag, id, int, names, nullable, text } from '../model/types.js';

export const categories = collection('categories', {
  fields: {
    id: required(id),
    title: required(text),
    code: required(text),
    the_order: required(int),
    categoriesOPO: defaulted(text, ''),
    parent: defaulted(nullable(names('categories')), null),
  },
  named: ['code', 'title'],
  shapes: { full: shape('id title code the_order categoriesOPO parent') },
  parent: 'parent',
});

export const objectExaminations = collection('object-examinations', {
  fields: {
    id: required(id),
    name: required(text),
    full_name: required(text),
    cols: required(int),
    order: required(int),
  },
  named: ['full_name'],
  shapes: { full: shape('id name full_name cols order') },
});

const price = defaulted(nullable(int), null);

export const exactCategories = collection('exact-categories', {
  fields: {
    id: required(id),
    na: defaulted(flag, false),
    name: required(text),
    order: required(int),
    cost1: price,
    cost2: price,
    cost3: price,
    no_education: defaulted(flag, false),
    category: required(embeds('categories', 'full')),
    object_examination: required(embeds('object-examinations', 'full')),
    main_product: required(int),
  },
  named: ['name'],
  shapes: {
    priced: shape('id na name order cost1 cost2 cost3 no_education category object_examination'),
    certified: shape(
      'id na name order cost1 cost2 cost3 no_education category object_examination main_product',
    ),
    reduced: shape('id na name order no_education category object_examination main_product', {
      category: 'bare',
      object_examination: 'bare',
    }),
  },
  rules: [
    {
      name: 'free-of-charge',
      check: (record) =>
        record.na
          ? (['cost1', 'cost2', 'cost3'] as const)
              .filter((cost) => record[cost])
              .map((cost) => `/${cost}`)
          : [],
    },
  ],
});
