// The simplest valid records of each collection. Tests that use them also cover collections that are added later.
import type { Collection } from '../oracle/types.js';
import * as spec from '../spec/tables.js';
import { type Fields, instant, type Json, type Portal, times } from './portal.js';

/** The tables of the specification that describe records of one collection. */
const tables = Object.values<object>(spec).filter(
  (value): value is spec.Table => 'table' in value && 'collection' in value,
);

/** The record `id` with only the required fields. Each reference leads to record 1. */
export function simplest(collection: Collection, id: number): Fields {
  const shown = tables.filter((table) => table.collection === collection);
  const fields = spec.collections[collection].split(' ').map((field) => {
    const shape = shown.find(({ keys }) => field in keys)?.keys[field];
    if (!shape) throw new Error(`no table of ${collection} in test/spec/tables.ts has ${field}`);
    return [field, valueOfShape(shape, id)];
  });
  // An event of type 1 needs a post.
  return { ...Object.fromEntries(fields), id, ...(collection === 'events' && { post: 1 }) };
}

/** A portal of the records 1 to n of every collection. */
export function someOfEach(n: number): Portal {
  const names = Object.keys(spec.collections) as Collection[];
  return Object.fromEntries(
    names.map((collection) => [collection, times(n, (id) => simplest(collection, id))]),
  );
}

/** The simplest value of a shape, in the record `id`. */
function valueOfShape(shape: spec.Shape, id: number): Json {
  if (typeof shape === 'string') return plain(id)[shape];
  if ('either' in shape) return valueOfShape(shape.either[0]!, id);
  if ('numbers' in shape) return shape.numbers[0]!;
  if ('words' in shape) return shape.words[0]!;
  return 'array' in shape ? [] : 1;
}

// Texts are also valid slugs, and have letters of two bytes, so that code which takes bytes for letters fails.
const plain = (id: number): Record<Extract<spec.Shape, string>, Json> => ({
  ...{ int: 1, string: `запись-${id}`, bool: false, null: null, any: null, object: {} },
  ...{ timestamp: instant(id), date: '2026-01-01' },
  ...{ url: `https://example.org/${id}`, email: `a${id}@example.org` },
});
