// The filters of lists: `where({ exact_category: 3 })` reads `/api/job/vacancy/exact-category/3/`. Keys of filters have
// underscores, as keys of records do; addresses have hyphens.
import { demandName } from './errors.js';

/** An object with exactly one of these keys, and an id as its value: `{ region: 48 }`. */
export type Filter<Keys extends string> = {
  [One in Keys]: { readonly [_ in One]: number } & { readonly [_ in Exclude<Keys, One>]?: never };
}[Keys];

/** A list that can be filtered, for example by region. */
export type Filtered<Keys extends string, Own> = Own & {
  /**
   * *Extra*: the records of the list that refer to an id, in the same order: `where({ region: 48 })`. The result is
   * empty if no record refers to this id.
   */
  where(filter: Filter<Keys>): Own;
};

/**
 * Returns the word for the address, and the id: `{ exact_category: 3 }` → `exact-category`, 3. Throws unless the filter
 * has one key, which must be one of `known`.
 */
export function parseFilter(
  filter: object,
  known: readonly string[],
): readonly [by: string, id: number] {
  const keys = Object.keys(filter);
  for (const key of keys) demandName('filter', key, known);
  const [key = ''] = keys;
  if (keys.length !== 1) {
    const names = known.join(', ');
    throw new TypeError(`where takes one of ${names}, not ${keys.join(' and ') || 'none'}`);
  }
  return [key.replaceAll('_', '-'), Object.values(filter)[0]];
}
