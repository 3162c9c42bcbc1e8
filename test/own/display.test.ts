// What feeds, search and views name must exist in the declarations of the portal.
import { describe, expect, it } from 'vitest';
import { mustFitTogether } from '../../src/model/check/portal.js';
import type { Extra, Portal, SearchedList } from '../../src/model/endpoint.js';
import type { FeedWords } from '../../src/model/feed.js';
import type { View } from '../../src/model/view.js';
// @ts-expect-error A portal of one's own may be plain JavaScript.
import { portal } from './catalogue/portal/index.js';

const catalogue = portal as Portal;

const withFeed = (words: Partial<FeedWords>): Portal => ({
  ...catalogue,
  extras: catalogue.extras.map(
    (extra): Extra =>
      extra.kind === 'feed' ? { ...extra, words: { ...extra.words, ...words } } : extra,
  ),
});

const searching = (list: Partial<SearchedList>): Portal => {
  const { search } = catalogue;
  return { ...catalogue, search: { ...search!, lists: [{ ...search!.lists[0]!, ...list }] } };
};

const viewing = (view: Partial<View>, name = 'products'): Portal => {
  const { views } = catalogue;
  const of = { ...views!.of, [name]: { ...views!.of['products']!, ...view } };
  return { ...catalogue, views: { ...views!, of } };
};

const mistakes: readonly (readonly [Portal, string])[] = [
  [
    withFeed({ title: ['nam'] }),
    '/api/product/feed.json: there is no key in products.full, "nam"; did you mean name?',
  ],
  [withFeed({ content: 'price' }), '/api/product/feed.json: price is not a text'],
  [withFeed({ published: 'name' }), '/api/product/feed.json: name is not a timestamp'],
  [
    withFeed({ inAddress: ['slog'] }),
    '/api/product/feed.json: there is no key in products.full, "slog"; did you mean slug?',
  ],
  [
    searching({ of: { name: 'products', paging: { style: 'array' } } }),
    'search: product: there is no list "products"; did you mean product?',
  ],
  [
    searching({ title: ['nam'] }),
    'search: product: there is no key in products.full, "nam"; did you mean name?',
  ],
  [
    searching({ text: ['tags.nam'], html: [] }),
    'search: product: there is no key in tags.full, "nam"; did you mean name?',
  ],
  [
    searching({ text: ['name.x'], html: [] }),
    'search: product: there is no key in products.name, "x"',
  ],
  [
    searching({ html: ['name', 'abut'] }),
    'search: product: there is no text "abut"; did you mean about?',
  ],
  [searching({ filters: { tag: 'tags.name' } }), 'search: product: tags.name is not an id'],
  [searching({ sorts: { name: 'name' } }), 'search: product: name is not a number or a timestamp'],
  [viewing({}, 'product'), 'views: there is no collection "product"; did you mean products?'],
  [
    viewing({ columns: ['pric'] }),
    'views: products: there is no field in products, "pric"; did you mean price?',
  ],
  [viewing({ filters: ['price'] }), 'views: products: price is not a reference'],
  [
    viewing({ main: ['abuot'] }),
    'views: products: there is no field in products, "abuot"; did you mean about?',
  ],
  [viewing({ lines: ['price'] }), 'views: products: price is not a text'],
  [
    viewing({ values: { kinds: {} } }),
    'views: products: there is no field in products, "kinds"; did you mean kind?',
  ],
  [
    viewing({ discussion: { on: 'tags', author: 'name', time: 'since', text: 'about' } }),
    'views: products: name is not a reference',
  ],
  [
    {
      ...catalogue,
      views: { ...catalogue.views!, menu: [{ title: 'Shop', collections: ['tag'] }] },
    },
    'views: menu: Shop: there is no collection "tag"; did you mean tags?',
  ],
];

describe('what a portal shows', () => {
  it('fits the catalogue', () => mustFitTogether(catalogue));

  it.each(mistakes.map(([made, message]) => [message, made] as const))('%s', (message, made) => {
    expect(() => mustFitTogether(made)).toThrow(message);
  });
});
