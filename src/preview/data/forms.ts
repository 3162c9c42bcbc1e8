// The portal's collections → what the page has to know about them: titles, columns of lists, inputs of forms. Pure.
import type { Collection } from '../../model/collection.js';
import type { Portal } from '../../model/endpoint.js';
import {
  elementOf,
  type Field,
  type Fields,
  type Localized,
  partOf,
  referenceAt,
  type Type,
} from '../../model/fields.js';
import type { View } from '../../model/view.js';
import type { CollectionDto, FieldDto, InputDto, PortalDto } from '../browser/dto.js';

const inEach = (text: string): Localized => ({ en: text, ru: text });

/** Returns all that the page has to know about the portal. */
export function describePortal(portal: Portal): PortalDto {
  const { collections, views } = portal;
  const { title = inEach(portal.title), menu = [] } = views ?? {};
  const inMenu = menu.flatMap((group) => group.collections);
  const rest = collections.map(({ name }) => name).filter((name) => !inMenu.includes(name));
  return {
    title,
    menu: [...menu, ...(rest.length > 0 ? [{ title: null, collections: rest }] : [])],
    of: Object.fromEntries(collections.map((one) => [one.name, collectionDto(portal, one)])),
  };
}

function collectionDto(portal: Portal, one: Collection): CollectionDto {
  const { name, named, fields, parent } = one;
  const view = portal.views?.of[name] ?? genericView(one);
  const inputs = fieldsOf(fields, '', { view, named });
  const order = shownIn(view, named);
  const rank = ({ name }: FieldDto) => {
    const place = order.findIndex((path) => path === name || path.startsWith(`${name}.`));
    return place < 0 ? order.length : place;
  };
  return {
    title: view.title,
    singular: view.singular,
    isNamed: named.length > 0,
    columns: view.columns.map((path) => ({ ...fieldAt(inputs, path), name: path })),
    filters: (view.filters ?? []).map((path) => ({
      of: referenceAt(fields, path).collection,
      label: fieldAt(inputs, path.split('.', 1)[0]!).label,
    })),
    fields: inputs.toSorted((a, b) => rank(a) - rank(b)),
    ...discussionOf(portal, name),
    ...(view.discussion && parent !== undefined && { answers: parent }),
  };
}

/** The view of a collection for which the portal declares none. */
function genericView({ name, singular, fields, named }: Collection): View {
  const own = Object.keys(fields).filter(
    (field) => isInput(field, fields[field]!) && !named.includes(field),
  );
  return { title: inEach(name), singular: inEach(singular), columns: own.slice(0, 4), main: own };
}

/** The collection whose records discuss those of another collection. */
export function discussionOf(
  { collections, views }: Portal,
  of: string,
): Pick<CollectionDto, 'discussion'> {
  for (const { name, fields } of collections) {
    const discussion = views?.of[name]?.discussion;
    if (discussion && referenceAt(fields, discussion.on).collection === of)
      return { discussion: { ...discussion, collection: name } };
  }
  return {};
}

/** The field at a path, which may lead through parts and lists. */
function fieldAt(fields: readonly FieldDto[], path: string): FieldDto {
  const [name, ...below] = path.split('.');
  const field = fields.find((one) => one.name === name);
  if (!field) throw new Error(`a view names ${path}, and there is no such field in its form`);
  if (below.length === 0) return field;
  return fieldAt(field.fields ?? field.element?.fields ?? [], below.join('.'));
}

/** The fields that a form always shows, in their order. */
const shownIn = ({ main = [], columns }: View, named: readonly string[]) => [
  ...named,
  ...main,
  ...columns,
];

/** What is declared of the fields of a collection besides their types. */
interface Declared {
  readonly view: View;
  readonly named: readonly string[];
}

/** Whether editors give the field: it is neither the id nor worked out. */
const isInput = (name: string, { computed, type }: Field): boolean =>
  name !== 'id' && !computed && type.kind !== 'nothing';

function fieldsOf(fields: Fields, before: string, declared: Declared): FieldDto[] {
  const shown = shownIn(declared.view, declared.named);
  return Object.entries(fields).flatMap(([name, field]): FieldDto[] => {
    const { type, required, filled, absent, about = inEach(name), label } = field;
    if (!isInput(name, field)) return [];
    const path = before + name;
    const needed = required && !filled;
    const isBySelf = filled?.kind === 'now' || filled?.kind === 'slug';
    const isShown = shown.some((one) => `${one}.`.startsWith(`${path}.`));
    return [
      {
        ...inputOf(type, path, declared),
        ...saidIn(about),
        ...(label && { label }),
        ...{ name, needed, isMain: needed || (isShown && !isBySelf) },
        ...(declared.named.join() === path && { isHeading: true }),
        ...(absent.kind === 'constant' && { absent: absent.value }),
      },
    ];
  });
}

/** The label of a field that declares none, and its help: what it says of itself up to a colon or semicolon, and the rest. */
function saidIn({ en, ru }: Localized): Pick<FieldDto, 'label' | 'help'> {
  const [inEnglish, inRussian] = [parted(en), parted(ru)];
  return {
    label: { en: inEnglish[0], ru: inRussian[0] },
    help: { en: inEnglish[1], ru: inRussian[1] },
  };
}

function parted(text: string): readonly [first: string, rest: string] {
  const capital = (part = '') => part.charAt(0).toUpperCase() + part.slice(1);
  const end = text.search(/[:;] /);
  return end < 0
    ? [capital(text), '']
    : [capital(text.slice(0, end)), capital(text.slice(end + 2))];
}

function inputOf(type: Type, path: string, declared: Declared): InputDto {
  const { lines = [], values } = declared.view;
  const called = values?.[path] && { called: values[path] };
  const element = elementOf(type);
  const fields = partOf(type);
  if (element?.kind === 'choice') return { kind: 'choices', values: element.values, ...called };
  if (element) return { kind: 'list', element: inputOf(element, path, declared) };
  if (fields) return { kind: 'part', fields: fieldsOf(fields, `${path}.`, declared) };
  switch (type.kind) {
    case 'text':
      if (type.html) return { kind: 'markup' };
      return { kind: type.long || lines.includes(path) ? 'lines' : 'text' };
    case 'reference':
      return { kind: 'reference', of: type.collection };
    case 'choice':
      return { kind: 'choice', values: type.values, ...called };
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
