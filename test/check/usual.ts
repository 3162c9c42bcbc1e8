// A usual value for each field, as JSON.
import type { Fields, Type } from '../../src/model/fields.js';
import { plan } from './both-paths.js';

/** The portal's collections, with the fields that a usual record has: an event is of a post or of a comment. */
export const collections = plan.collections.map((collection) => {
  const { name } = collection.declared;
  const { comment, ...others } = collection.fields;
  return { name, collection, fields: name === 'events' ? others : collection.fields };
});

/** A value of a type, as JSON. */
export function usualOf(type: Type): string {
  switch (type.kind) {
    case 'text':
      return type.html ? '"<p>Да</p>"' : '"Да"';
    case 'timestamp':
      return '"2024-05-01T10:00:00+03:00"';
    case 'date':
      return '"2024-05-01"';
    case 'boolean':
      return 'false';
    case 'choice':
      return JSON.stringify(type.values[0]);
    case 'nothing':
      return 'null';
    case 'any-list':
      return '[]';
    case 'any-object':
      return '{}';
    case 'list':
      return `[${usualOf(type.of)}]`;
    case 'part':
      return inBraces(membersOf(type.fields));
    case 'integer':
    case 'id':
    case 'reference':
      return '1';
  }
}

type Members = readonly (readonly [name: string, value: string])[];

/** The fields, each with a usual value. */
export const membersOf = (fields: Fields): Members =>
  Object.entries(fields).map(([name, { type }]) => [name, usualOf(type)]);

const inBraces = (members: Members) =>
  `{${members.map(([name, value]) => `"${name}":${value}`).join()}}`;
