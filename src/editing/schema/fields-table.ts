// The table of the collections in the guides for editors: which fields a record must have, and which refer to records.

import type { Portal } from '../../model/endpoint.js';
import { elementOf, type Field, type Fields, partOf, type Type } from '../../model/fields.js';

/** The rows of the table in Markdown, one for each collection: its name, required fields, and other references. */
export const fieldsTable = ({ collections }: Portal): string =>
  collections
    .map(({ name, fields }) => {
      const cells = [`\`${name}\``, required(fields).join(', '), optional(fields).join(', ')];
      return `|${cells.map((cell) => cell && ` ${cell}`).join(' |')} |\n`;
    })
    .join('');

/** The references in a type: `blog → blogs`. */
function references(path: string, type: Type): string[] {
  const element = elementOf(type);
  if (element) return references(path, element);
  if (type.kind === 'reference')
    return [`${path} ${type.shape === undefined ? '~' : '→'} ${type.collection}`];
  return Object.entries(partOf(type) ?? {}).flatMap(([name, field]) =>
    isOwn(field) ? references(`${path}.${name}`, field.type) : [],
  );
}

/** Whether editors give the field: it is not computed. */
const isOwn = ({ absent }: Field) => absent.kind !== 'own' && absent.kind !== 'linked';

const optional = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.required || !isOwn(field) ? [] : references(name, field.type),
  );

const required = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (!field.required) return [];
    const [own = name] = references(name, field.type);
    return [own];
  });
