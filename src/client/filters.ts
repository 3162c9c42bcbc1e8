// The filters of lists: `where({ exact_category: 3 })` reads `/api/job/vacancy/exact-category/3/`. Keys of filters have
// underscores, as keys of records do; addresses have hyphens. The type `Extras` decides which filters exist.
import { demandName } from './errors.js';
import type { Extras } from './types.js';

type FilterKey<By extends string> = By extends `${infer Word}-${infer More}`
  ? `${Word}_${FilterKey<More>}`
  : By;
type KeyOf<
  Name extends string,
  Template = keyof Extras,
> = Template extends `/api/${Name}/${infer By}/{id}/` ? FilterKey<By> : never;

/** An object with exactly one of these keys, and an id as its value: `{ region: 48 }`. */
type OneOf<Keys extends string> = {
  [One in Keys]: { readonly [_ in One]: number } & { readonly [_ in Exclude<Keys, One>]?: never };
}[Keys];

/** All keys of filters of the list at `/api/<Name>/`. The values do not matter. */
export type FilterKeys<Name extends string> = Readonly<Record<KeyOf<Name>, true>>;

/** The filters of the list at `/api/<Name>/`, such as `{ region: 48 }`. */
export type Filter<Name extends string> = OneOf<KeyOf<Name>>;

/** A list that can be filtered, for example by region. */
export type Filtered<Name extends string, Own> = Own & {
  /**
   * *Extra*: the records of the list that refer to an id, in the same order: `where({ region: 48 })`. The result is
   * empty if no record refers to this id.
   */
  where(filter: Filter<Name>): Own;
};

/**
 * Returns the word for the address, and the id: `{ exact_category: 3 }` → `exact-category`, 3. Throws unless the filter
 * has one key, which must be one of `known`.
 */
export function parseFilter(filter: object, known: object): readonly [by: string, id: number] {
  const keys = Object.keys(filter);
  for (const key of keys) demandName('filter', key, known);
  const [key = ''] = keys;
  if (keys.length !== 1) {
    const names = Object.keys(known).join(', ');
    throw new TypeError(`where takes one of ${names}, not ${keys.join(' and ') || 'none'}`);
  }
  return [key.replaceAll('_', '-'), Object.values(filter)[0]];
}
