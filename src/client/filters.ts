// By what lists may be filtered follows from the extras: `where({ exact_category: 3 })` reads
// `/api/job/vacancy/exact-category/3/`. Keys are spelled as in records, in addresses with a dash.
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

/** A list, and the parts of it whose records name one region, blog or the like. */
export type Filtered<Name extends string, Own> = Own & {
  /**
   * *Extra*: the records that refer to this id, in the order of the list: `where({ region: 48 })`. There are none if
   * no record refers to the id, or if it does not exist.
   */
  where(filter: Filter<Name>): Own;
};

/** The key of a filter as addresses spell it, and its id. */
export function parseFilter(filter: object): readonly [by: string, id: number] {
  const keys = Object.keys(filter).join();
  if (!/^\w+$/.test(keys)) throw new TypeError(`where takes one key, not ${keys || 'none'}`);
  return [keys.replaceAll('_', '-'), Object.values(filter)[0]];
}
