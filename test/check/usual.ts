// Records with a usual value in each of their fields, as JSON, and with another one in the place of a usual one.
import { type Fields, partOf, type Type } from '../../src/model/fields.js';
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

export const inBraces = (members: Members) =>
  `{${members.map(([name, value]) => `"${name}":${value}`).join()}}`;

export interface Value {
  /** The names that lead to it. */
  readonly path: string;
  readonly type: Type;
  /** The record with another value there. */
  readonly put: (value: string) => string;
}

/** The values in a record of these fields, those inside of its lists and parts, too. */
export function* valuesIn(
  fields: Fields,
  around = (json: string) => json,
  above = '',
): Generator<Value> {
  const members = membersOf(fields);
  for (const [name, { type }] of Object.entries(fields)) {
    const put = (value: string) =>
      around(inBraces(members.map(([own, usual]) => [own, own === name ? value : usual])));
    const path = above + name;
    yield { path, type, put };
    const [part, inside] =
      type.kind === 'list'
        ? [partOf(type.of), (json: string) => put(`[${json}]`)]
        : [partOf(type), put];
    if (part) yield* valuesIn(part, inside, `${path}.`);
  }
}
