// The portal's collections → the forms by which the page makes and changes their records. Pure.
import type { Collection } from '../../model/collection.js';
import type { Portal } from '../../model/endpoint.js';
import { elementOf, type Fields, partOf, type Said, type Type } from '../../model/fields.js';
import type { FieldDto, FormDto, FormsDto } from '../browser/dto.js';

/** The form of each collection. */
export function formsOf(portal: Portal): FormsDto {
  return Object.fromEntries(portal.collections.map((one) => [one.name, formOf(portal, one)]));
}

function formOf(portal: Portal, { name, named, fields, withheld }: Collection): FormDto {
  const facts = portal.views?.of?.[name]?.facts ?? [];
  const shown = new Set([...named, ...facts.map(({ path }) => path.split('.')[0]!)]);
  const labels = new Map(facts.map(({ path, label }) => [path, label]));
  const all = fieldsOf(fields, labels);
  return {
    fields: all.map((field) => ({ ...field, isMain: field.needed || shown.has(field.name) })),
    withholds: withheld.length > 0,
  };
}

function fieldsOf(fields: Fields, labels: ReadonlyMap<string, Said> = new Map()): FieldDto[] {
  return Object.entries(fields).flatMap(([name, field]): FieldDto[] => {
    const { type, computed, required, filled, absent, about } = field;
    if (name === 'id' || computed || type.kind === 'nothing') return [];
    const said = about ?? { en: name, ru: name };
    return [
      {
        ...inputOf(type),
        name,
        label: labelOf(labels.get(name) ?? said),
        about: said,
        needed: required && !filled,
        isNullable: type.nullable === true,
        isMain: false,
        ...(absent.kind === 'constant' && { absent: absent.value }),
      },
    ];
  });
}

/** What a field is called: the beginning of its explanation, with a capital letter. */
function labelOf({ en, ru }: Said): Said {
  const head = (about: string) => {
    const [first = ''] = about.split(/[:;(]/, 1);
    return first.charAt(0).toUpperCase() + first.slice(1).trim();
  };
  return { en: head(en), ru: head(ru) };
}

function inputOf(type: Type): Pick<FieldDto, 'kind' | 'of' | 'values' | 'fields' | 'element'> {
  const element = elementOf(type);
  const fields = partOf(type);
  if (element) {
    return { kind: 'list', element: { ...inputOf(element), isNullable: false } };
  }
  if (fields) return { kind: 'part', fields: fieldsOf(fields) };
  switch (type.kind) {
    case 'text':
      return { kind: type.html ? 'markup' : type.long ? 'lines' : 'text' };
    case 'reference':
      return { kind: 'reference', of: type.collection };
    case 'choice':
      return { kind: 'choice', values: type.values };
    case 'boolean':
      return { kind: 'flag' };
    case 'integer':
    case 'id':
      return { kind: 'number' };
    case 'timestamp':
      return { kind: 'time' };
    case 'date':
      return { kind: 'date' };
    default:
      return { kind: 'json' };
  }
}
