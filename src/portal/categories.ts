// Examination categories, object kinds, and the price list that joins them (API.md §2.5).
import { collection, shape } from '../model/collection.js';
import { defaulted, required } from '../model/fields.js';
import { embeds, flag, id, int, names, nullable, text } from '../model/types.js';

export const categories = collection('categories', {
  singular: 'category',
  fields: {
    id: required(id),
    title: required(text, { en: 'what the category examines', ru: 'что проверяет категория' }),
    code: required(text, { en: 'its short label', ru: 'короткое обозначение' }),
    the_order: required(int, { en: 'its place among the categories', ru: 'место среди категорий' }),
    categoriesOPO: defaulted(text, '', {
      en: 'labels of classes, with commas between them',
      ru: 'обозначения классов через запятую',
    }),
    parent: defaulted(nullable(names('categories')), null, {
      en: 'the category that it is in; a topmost one is in none',
      ru: 'категория, в которую она входит; самая верхняя — ни в какую',
    }),
  },
  named: ['code', 'title'],
  shapes: { full: shape('id title code the_order categoriesOPO parent') },
  parent: 'parent',
});

export const objectExaminations = collection('object-examinations', {
  singular: 'object-examination',
  fields: {
    id: required(id),
    name: required(text, { en: 'its short name', ru: 'короткое название' }),
    full_name: required(text, { en: 'its name in full', ru: 'полное название' }),
    cols: required(int, { en: 'how many columns it takes', ru: 'сколько столбцов занимает' }),
    order: required(int, { en: 'its place in the list', ru: 'место в списке' }),
  },
  named: ['full_name'],
  shapes: { full: shape('id name full_name cols order') },
});

const price = (tier: number) =>
  defaulted(nullable(int), null, { en: `the price of tier ${tier}`, ru: `цена уровня ${tier}` });

export const exactCategories = collection('exact-categories', {
  singular: 'exact-category',
  fields: {
    id: required(id),
    na: defaulted(flag, false, {
      en: 'whether it has no price; prices are then empty or 0',
      ru: 'нет ли у неё цены; тогда цены пусты или 0',
    }),
    name: required(text, { en: 'its short name', ru: 'короткое название' }),
    order: required(int, { en: 'its place in the list', ru: 'место в списке' }),
    cost1: price(1),
    cost2: price(2),
    cost3: price(3),
    no_education: defaulted(flag, false, {
      en: 'whether no education is needed',
      ru: 'можно ли без образования',
    }),
    category: required(embeds('categories', 'full'), {
      en: 'the category of the examination',
      ru: 'категория экспертизы',
    }),
    object_examination: required(embeds('object-examinations', 'full'), {
      en: 'the kind of object that is examined',
      ru: 'вид объекта экспертизы',
    }),
    main_product: required(int, {
      en: 'number of the main product',
      ru: 'номер основного продукта',
    }),
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
