// The tables of fields on both pages for editors. They are made from the declarations: `npm test -- test/pages -u`.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { elementOf, type Field, type Fields, partOf, type Type } from '../../src/model/fields.js';
import { portal } from '../../src/portal/index.js';
import { projectFolder } from '../support/folders.js';
import { pageOf } from './pages.js';

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

const rows = portal.collections.map(({ name, fields }) => {
  const cells = [`\`${name}\``, required(fields).join(', '), optional(fields).join(', ')];
  return `|${cells.map((cell) => cell && ` ${cell}`).join(' |')} |\n`;
});

it.each(['data/README.md', 'data/README.ru.md'])('the table of %s is up to date', async (page) => {
  const text = pageOf(page).replace(/(?:^\| `[a-z-]+` \| id.*\n)+/m, rows.join(''));
  await expect(text).toMatchFileSnapshot(join(projectFolder, page));
});
