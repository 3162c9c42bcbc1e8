// The portal's collections → the forms by which the page makes and changes their records. Pure.
import type { Collection } from '../../model/collection.js';
import type { Portal } from '../../model/endpoint.js';
import {
  elementOf,
  type Field,
  type Fields,
  partOf,
  type Said,
  type Type,
} from '../../model/fields.js';
import type { Fact, View } from '../../model/view.js';
import type { FieldDto, FormsDto, InputDto } from '../browser/dto.js';

/** What the views declare about a collection's fields: facts, and the paths that views show. */
interface ShownFields {
  readonly facts: ReadonlyMap<string, Fact>;
  readonly paths: readonly string[];
  /** The one field that names a record, which has a line of its own; undefined if there are several or none. */
  readonly heading: string | undefined;
}

/** The fields of each collection's form; those that name a record come first. */
export function formsOf({ collections, views }: Portal): FormsDto {
  const all = Object.values(views?.of ?? {});
  return Object.fromEntries(
    collections.map((one) => {
      const fields = fieldsOf(one.fields, '', shownOf(one, all, views?.of[one.name]));
      const isNaming = ({ name }: FieldDto) => one.named.includes(name);
      return [one.name, [...fields.filter(isNaming), ...fields.filter((one) => !isNaming(one))]];
    }),
  );
}

function shownOf({ name, named }: Collection, all: readonly View[], view?: View): ShownFields {
  const facts = view?.facts ?? [];
  const { parent = '', author = '', text = '' } = view?.thread ?? {};
  // The reference to the record below which views show this one is not folded away.
  const above = all.flatMap(({ below }) => (below?.collection === name ? [below.by] : []));
  return {
    facts: new Map(facts.map((fact) => [fact.path.replace(/\.\*$/, ''), fact])),
    paths: [...named, parent, author, text, ...above, ...facts.map(({ path }) => path)],
    heading: named.length === 1 ? named[0] : undefined,
  };
}

function fieldsOf(fields: Fields, before: string, shown: ShownFields): FieldDto[] {
  return Object.entries(fields).flatMap(([name, field]): FieldDto[] => {
    const { type, computed, required, filled, absent } = field;
    if (name === 'id' || computed || type.kind === 'nothing') return [];
    const path = before + name;
    // A fact within a list is about all elements together: a field of one element does not take its label.
    const fact = path.includes('*') ? undefined : shown.facts.get(path);
    const isShown = shown.paths.some((one) => `${one}.`.startsWith(`${path}.`));
    const isBySelf = filled?.kind === 'now' || filled?.kind === 'slug';
    const isNeeded = required && !filled;
    return [
      {
        ...inputOf(type, path, shown),
        ...(fact?.form === 'lines' && { kind: 'lines' }),
        ...saidOf(name, field, fact?.label),
        name,
        needed: isNeeded,
        isMain: isNeeded || (isShown && !isBySelf),
        ...(path === shown.heading && { isHeading: true }),
        ...(absent.kind === 'constant' && { absent: absent.value }),
      },
    ];
  });
}

/** The label and the explanation of a field; its declared text is `label: explanation` or `label; explanation`. */
function saidOf(name: string, { about }: Field, label: Said | undefined) {
  const said = about ?? { en: name, ru: name };
  const parts = (text: string) => /^(?:whether |its )?(.*?)(?:[:;]\s*(.*))?$/s.exec(text) ?? [];
  const part = (which: 1 | 2): Said => ({
    en: capital(parts(said.en)[which] ?? ''),
    ru: capital(parts(said.ru)[which] ?? ''),
  });
  return {
    label: label ? { en: capital(label.en), ru: capital(label.ru) } : part(1),
    about: part(2),
  };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function inputOf(type: Type, path: string, shown: ShownFields): InputDto {
  const element = elementOf(type);
  const fields = partOf(type);
  if (element?.kind === 'choice') return { kind: 'choices', values: element.values };
  if (element) return { kind: 'list', element: inputOf(element, `${path}.*`, shown) };
  if (fields) return { kind: 'part', fields: fieldsOf(fields, `${path}.`, shown) };
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
