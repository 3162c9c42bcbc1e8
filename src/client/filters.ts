// What lists may be asked by follows from the extras: `where({ exact_category: 3 })` is
// `/api/job/vacancy/exact-category/3/`. Keys are spelled as in records, in addresses with a dash.
import type { Extras } from './types.js';

type FilterKey<By extends string> = By extends `${infer Word}-${infer More}`
  ? `${Word}_${FilterKey<More>}`
  : By;
type KeyOf<
  Name extends string,
  Template = keyof Extras,
> = Template extends `/api/${Name}/${infer By}/{id}/` ? FilterKey<By> : never;

/** One of these keys, with an id: never two. */
type OneOf<Keys extends string> = {
  [One in Keys]: { readonly [_ in One]: number } & { readonly [_ in Exclude<Keys, One>]?: never };
}[Keys];

/** What the list at `/api/<Name>/` may be asked by, such as `{ region: 48 }`. */
export type Filter<Name extends string> = OneOf<KeyOf<Name>>;

/** A list, and the parts of it whose records name one region, blog or the like. */
export type Filtered<Name extends string, Own> = Own & {
  /**
   * *Extra*: the records that name what has this id, in the order of the list: `where({ region: 48 })`. There are
   * none of what nothing names, nor of what is not there.
   */
  where(filter: Filter<Name>): Own;
};

/** The key of a filter as addresses spell it, and its id. */
export function askedBy(filter: object): readonly [by: string, id: number] {
  const keys = Object.keys(filter).join();
  if (!/^\w+$/.test(keys)) throw new TypeError(`where takes one key, not ${keys || 'none'}`);
  return [keys.replaceAll('_', '-'), Object.values(filter)[0]];
}
