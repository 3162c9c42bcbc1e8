// In: a completed portal. Out: the ordered list of each endpoint, records in their published
// shapes, keys in the order of the specification's tables.
import * as spec from '../spec/tables.js';
import { byId } from './complete.js';
import { type Collection, compareInstants, type Item, type Json, type Portal } from './types.js';

/** The records of each list of the specification by its address; some of these lists are extras. */
export type Lists = Record<(typeof spec.lists)[number]['address'], Item[]>;

const listsOf = (recordsOf: (list: spec.List) => Item[]) =>
  Object.fromEntries(spec.lists.map((list) => [list.address, recordsOf(list)])) as Lists;

/** The records of each list in its order, every record with all its fields. */
export const ordered = (portal: Portal): Lists =>
  listsOf(({ record, order }) =>
    sorted(portal[record.collection as Collection], ...comparisons(record, order)),
  );

/** The records of each list in its order, as it shows them. */
export function lists(portal: Portal): Lists {
  const records = ordered(portal);
  const show = showing(portal);
  return listsOf(({ address, record }) => records[address as keyof Lists].map(show(record)));
}

type Comparison = (a: Item, b: Item) => number;
const collator = new Intl.Collator('ru');
const down =
  (by: Comparison): Comparison =>
  (a, b) =>
    by(b, a);
const sorted = (records: Item[], ...by: Comparison[]): Item[] =>
  [...records].sort((a, b) => by.map((one) => one(a, b)).find((sign) => sign !== 0) ?? 0);

/** Makes comparisons of the words that a list's order is given in: `name:ru id`, `-datetime -id`. */
function comparisons({ keys }: spec.Table, order: string): Comparison[] {
  return order.split(' ').map((words) => {
    const [, descends, field, isRussian] = /^(-?)(\w+)(:ru)?$/.exec(words)!;
    const up = by(field!, isRussian ? 'ru' : keys[field!]);
    return descends ? down(up) : up;
  });
}

function by(field: string, how?: spec.Shape | 'ru'): Comparison {
  if (how === 'ru') return (a, b) => collator.compare(a[field] as string, b[field] as string);
  if (how === 'timestamp') {
    return (a, b) => compareInstants(a[field] as string, b[field] as string);
  }
  return (a, b) => (a[field] as number) - (b[field] as number);
}

/** Shows a record by a table: the table's keys in their order, and other records in place of their ids. */
export function showing(portal: Portal) {
  const show =
    ({ keys }: spec.Table) =>
    (record: Item): Item =>
      Object.fromEntries(
        Object.entries(keys).map(([field, shape]) => {
          const value = record[field];
          if (value === undefined) {
            throw new Error(`${field} of ${JSON.stringify(record)} is missing`);
          }
          return [field, shown(shape, value)];
        }),
      );

  function shown(shape: spec.Shape, value: Json): Json {
    if (value === null || typeof shape === 'string') return value;
    if ('words' in shape || 'numbers' in shape) return value;
    if ('array' in shape) {
      const isDescending = shape.array === spec.vacancyCertificate;
      const all = isDescending ? sorted(value as Item[], down(by('id'))) : (value as Json[]);
      return all.map((one) => shown(shape.array, one));
    }
    if ('either' in shape) return shown(shape.either.find((one) => fits(one, value))!, value);
    if (shape.collection === undefined) return show(shape)(value as Item);
    const record = byId(portal[shape.collection as Collection], value);
    if (!record) throw new Error(`nothing in ${shape.collection} has the id ${value}`);
    return show(shape)(record);
  }
  return show;
}

/** Whether one of several shapes may be that of a value other than null: a part has all the keys of its table. */
function fits(shape: spec.Shape, value: Json): boolean {
  if (typeof shape === 'string') return shape !== 'null';
  if (!('table' in shape) || shape.collection !== undefined) return true;
  return Object.keys(shape.keys).every((key) => key in (value as Item));
}
