// Describes the portal's collections for the page: titles, columns of lists, inputs of forms. Pure.
import { type Input, type InputValue, inputsOf } from '../../editing/schema/inputs.js';
import type { Collection } from '../../model/collection.js';
import type { Portal } from '../../model/endpoint.js';
import { referenceAt } from '../../model/fields.js';
import type { View } from '../../model/view.js';
import type { FilterDto } from '../shapes.js';

/** The input of a value. `called`: for the values of an enumeration, the words that the form shows. */
export interface InputDto extends Omit<InputValue, 'fields' | 'element'> {
  readonly called?: Readonly<Record<string, string>>;
  readonly fields?: readonly FieldDto[];
  readonly element?: InputDto;
}

/** A field of a form, or a column of a list. */
export interface FieldDto extends InputDto, Omit<Input, keyof InputValue | 'isFilled'> {
  /** Whether the form always shows the field. Other fields may be folded. */
  readonly isMain: boolean;
  /** Set if this is the only field that names the record, such as the title of a post. */
  readonly isHeading?: boolean;
}

/** Returns the titles, menu, columns and forms that the page needs. */
export function describePortal(portal: Portal) {
  const { collections, views } = portal;
  const { title = portal.title, menu = [] } = views ?? {};
  const inMenu = menu.flatMap((group) => group.collections);
  const rest = collections.map(({ name }) => name).filter((name) => !inMenu.includes(name));
  return {
    title,
    menu: [...menu, ...(rest.length > 0 ? [{ title: null, collections: rest }] : [])],
    of: Object.fromEntries(collections.map((one) => [one.name, collectionDto(portal, one)])),
  };
}

function collectionDto(portal: Portal, one: Collection) {
  const { name, named, fields, parent } = one;
  const view = portal.views?.of[name] ?? genericView(one);
  const { title, singular, columns, filters = [], main = [], discussion } = view;
  const shown = [...named, ...main, ...columns];
  const inputs = fieldsOf(inputsOf(fields), '', { view, named, shown });
  const rank = ({ name }: FieldDto) => {
    const place = shown.findIndex((path) => path === name || path.startsWith(`${name}.`));
    return place < 0 ? shown.length : place;
  };
  return {
    ...{ title, singular },
    columns: columns.map((path) => ({ ...inputAt(inputs, path), name: path })),
    filters: filters.map((path): FilterDto => {
      const { label, about } = inputAt(inputs, path.split('.', 1)[0]!);
      const { collection: of } = referenceAt(fields, path);
      return { of, about, ...(label !== undefined && { label }) };
    }),
    /** The fields that name a record come first. */
    fields: inputs.toSorted((a, b) => rank(a) - rank(b)),
    /** How the records of this collection are discussed, and in which collection the contributions are. */
    discussion: discussionAbout(portal, name),
    /**
     * Set if the records are contributions to discussions. `of`: the collection of the discussed records; `on`: the
     * field that refers to such a record; `answers`: the field that refers to the answered contribution.
     */
    discusses:
      discussion && parent !== undefined
        ? {
            of: referenceAt(fields, discussion.on).collection,
            ...{ on: discussion.on, answers: parent },
          }
        : undefined,
  };
}

function discussionAbout({ collections, views }: Portal, of: string) {
  for (const { name, fields } of collections) {
    const discussion = views?.of[name]?.discussion;
    if (discussion && referenceAt(fields, discussion.on).collection === of)
      return { ...discussion, collection: name };
  }
  return undefined;
}

/** The view of a collection for which the portal declares none. */
function genericView({ name, singular, fields, named }: Collection): View {
  const own = inputsOf(fields).flatMap((input) => (named.includes(input.name) ? [] : [input.name]));
  return { title: name, singular, columns: own.slice(0, 4), main: own };
}

/** The field at a path through objects and lists, such as `certificates.exact_category`. */
function inputAt(fields: readonly FieldDto[], path: string): FieldDto {
  const [name, ...below] = path.split('.');
  const field = fields.find((one) => one.name === name);
  if (!field) throw new Error(`a view names ${path}, and there is no such field in its form`);
  if (below.length === 0) return field;
  return inputAt(field.fields ?? field.element?.fields ?? [], below.join('.'));
}

interface Declared {
  readonly view: View;
  readonly named: readonly string[];
  /** The fields that name the record, the main fields, then the columns of the list. They come first in the form. */
  readonly shown: readonly string[];
}

/** The fields of a form. `before`: the path of the object that contains them, such as `profile.`, or empty. */
function fieldsOf(inputs: readonly Input[], before: string, declared: Declared): FieldDto[] {
  return inputs.map((input) => {
    const { isFilled, fields: _, element: __, ...own } = input;
    const path = before + input.name;
    const isShown = declared.shown.some((one) => `${one}.`.startsWith(`${path}.`));
    return {
      ...{
        ...own,
        ...valueIn(input, path, declared),
        isMain: input.needed || (isShown && !isFilled),
      },
      ...(declared.named.join() === path && { isHeading: true }),
    };
  });
}

function valueIn(value: InputValue, path: string, declared: Declared): InputDto {
  const { lines = [], values = {} } = declared.view;
  const { kind, of, values: choices, element, fields } = value;
  return {
    kind: kind === 'text' && lines.includes(path) ? 'lines' : kind,
    ...(of !== undefined && { of }),
    ...(choices && { values: choices }),
    ...(choices && values[path] && { called: values[path] }),
    ...(element && { element: valueIn(element, path, declared) }),
    ...(fields && { fields: fieldsOf(fields, `${path}.`, declared) }),
  };
}
