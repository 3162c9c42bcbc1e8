// The extras decide by what a list can be filtered: `where({ exact_category: 3 })` reads
// `/api/job/vacancy/exact-category/3/`. Keys are written as in records; in addresses they have a dash.
import type { Extras } from './types.js';

type FilterKey<By extends string> = By extends `${infer Word}-${infer More}`
  ? `${Word}_${FilterKey<More>}`
  : By;
type KeyOf<
  Name extends string,
  Template = keyof Extras,
> = Template extends `/api/${Name}/${infer By}/{id}/` ? FilterKey<By> : never;

/** An object with exactly one of these keys, whose value is an id. */
type OneOf<Keys extends string> = {
  [One in Keys]: { readonly [_ in One]: number } & { readonly [_ in Exclude<Keys, One>]?: never };
}[Keys];

/** The filters of the list at `/api/<Name>/`, such as `{ region: 48 }`. */
export type Filter<Name extends string> = OneOf<KeyOf<Name>>;

/** A list that can be filtered by a region, a blog or the like. */
export type Filtered<Name extends string, Own> = Own & {
  /**
   * *Extra*: the records that refer to this id, in the order of the list: `where({ region: 48 })`. Empty if no record
   * refers to the id, or if the id does not exist.
   */
  where(filter: Filter<Name>): Own;
};

/** Returns the key of a filter as it is written in addresses, and the id. */
export function parseFilter(filter: object): readonly [by: string, id: number] {
  const keys = Object.keys(filter).join();
  if (!/^\w+$/.test(keys)) throw new TypeError(`where takes one key, not ${keys || 'none'}`);
  return [keys.replaceAll('_', '-'), Object.values(filter)[0]];
}
