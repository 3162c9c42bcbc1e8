// Examination categories, object kinds, and the price list that joins them (spec.md §2.5).
import { collection, shape } from '../model/collection.js';
import { defaulted, required } from '../model/fields.js';
import { embeds, flag, id, int, names, nullable, text } from '../model/types.js';

export const categories = collection('categories', {
  singular: 'category',
  fields: {
    id: required(id),
    title: required(text, 'what the category examines'),
    code: required(text, 'its short label'),
    the_order: required(int, 'its place among the categories'),
    categoriesOPO: defaulted(text, '', 'labels of classes, with commas between them'),
    parent: defaulted(
      nullable(names('categories')),
      null,
      'the category that it is in; null for a topmost one',
    ),
  },
  named: ['code', 'title'],
  shapes: { full: shape('id title code the_order categoriesOPO parent') },
  parent: 'parent',
});

export const objectExaminations = collection('object-examinations', {
  singular: 'object-examination',
  fields: {
    id: required(id),
    name: required(text, 'its short name'),
    full_name: required(text, 'its name in full'),
    cols: required(int, 'how many columns it takes'),
    order: required(int, 'its place in the list'),
  },
  named: ['full_name'],
  shapes: { full: shape('id name full_name cols order') },
});

const price = (tier: number) => defaulted(nullable(int), null, `the price of tier ${tier}`);

export const exactCategories = collection('exact-categories', {
  singular: 'exact-category',
  fields: {
    id: required(id),
    na: defaulted(flag, false, 'whether it has no price; prices are then null or 0'),
    name: required(text, 'its short name'),
    order: required(int, 'its place in the list'),
    cost1: price(1),
    cost2: price(2),
    cost3: price(3),
    no_education: defaulted(flag, false, 'whether no education is needed'),
    category: required(embeds('categories', 'full'), 'the category of the examination'),
    object_examination: required(
      embeds('object-examinations', 'full'),
      'the kind of object that is examined',
    ),
    main_product: required(int, 'number of the main product'),
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
