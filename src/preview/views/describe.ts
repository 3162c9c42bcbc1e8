// Describes the portal's views to the page, with what follows from the types of their fields. A collection
// without a view gets one with all its fields. Pure.
import { type Collection, fieldIn, type Shape } from '../../model/collection.js';
import type { Portal } from '../../model/endpoint.js';
import { elementOf, partOf, type Said, type Type } from '../../model/fields.js';
import type { Fact, View } from '../../model/view.js';
import type { FactDto, ViewDto, ViewsDto } from '../browser/dto.js';
import { listOf } from './portal.js';

/** The end of a path: the type of the value, which may be a reference. */
interface ValuePlace {
  readonly type: Type;
  /** The shape of the record that a reference embeds. */
  readonly shape?: string | undefined;
}

/** Returns all that the page has to know about the portal. */
export function describeViews(portal: Portal): ViewsDto {
  const collections = new Map(portal.collections.map((one) => [one.name, one]));
  const { title: name } = portal;
  const {
    title = { en: name, ru: name },
    of = {},
    menu = [],
    currency = 'XXX',
  } = portal.views ?? {};
  const views = portal.collections.map((collection) => {
    const shape = collection.shapes[listOf(portal, collection).records.shape]!;
    const view = of[collection.name] ?? genericView(collection, shape);
    return [collection.name, viewDto(collections, collection, shape, view)] as const;
  });
  const listed = views.filter(([, { form }]) => form !== 'thread').map(([name]) => name);
  const rest = listed.filter((name) => !menu.some((group) => group.collections.includes(name)));
  return {
    title,
    currency,
    menu: [...menu, ...(rest.length > 0 ? [{ title: null, collections: rest }] : [])],
    of: Object.fromEntries(views),
  };
}

function viewDto(
  collections: ReadonlyMap<string, Collection>,
  collection: Collection,
  shape: Shape,
  view: View,
): ViewDto {
  const { lead, facts, filters = [], heading = [], thread, ...rest } = view;
  const factDto = (fact: Fact): FactDto => {
    const { type } = placeAt(collections, collection, shape, fact.path);
    const reference = type.kind === 'list' ? type.of : type;
    return {
      ...fact,
      path: type.kind === 'list' ? `${fact.path}.*` : fact.path,
      form: fact.form ?? formOf(type),
      ...(reference.kind === 'reference' && { of: reference.collection }),
    };
  };
  return {
    ...rest,
    heading,
    named: collection.named,
    facts: facts.map(factDto),
    filters: filters.map(factDto),
    ...(thread && {
      thread: { ...thread, people: factDto({ path: thread.author, label: view.one }).of ?? '' },
    }),
    ...(lead !== undefined && { lead: factDto({ path: lead, label: view.one }) }),
  };
}

/** The type at the end of a path, and for a reference the shape of the embedded record. */
function placeAt(
  collections: ReadonlyMap<string, Collection>,
  collection: Collection,
  shape: Shape,
  path: string,
): ValuePlace {
  let [at, within]: [Collection, Shape] = [collection, shape];
  let place: ValuePlace | undefined;
  for (const step of path.split('.')) {
    const { type, shape: embedded } = place ?? {};
    if (!type) place = fieldPlace(at, within, step);
    else if (step === '*') {
      const element = elementOf(type) ?? type;
      place = { type: element, shape: element.kind === 'reference' ? element.shape : undefined };
    } else if (type.kind === 'reference') {
      at = collections.get(type.collection)!;
      within = at.shapes[embedded ?? '']!;
      place = fieldPlace(at, within, step);
    } else {
      const own: Type = partOf(type)![step]!.type;
      place = { type: own, shape: own.kind === 'reference' ? own.shape : undefined };
    }
  }
  return place!;
}

function fieldPlace(collection: Collection, shape: Shape, key: string): ValuePlace {
  const { type } = fieldIn(collection, shape, key);
  const own = type.kind === 'reference' ? type.shape : undefined;
  return { type, shape: shape.references?.[key] ?? own };
}

const FORMS: Readonly<Partial<Record<Type['kind'], FactDto['form']>>> = {
  text: 'text',
  timestamp: 'time',
  date: 'date',
  boolean: 'flag',
  integer: 'number',
  id: 'number',
  choice: 'text',
  reference: 'names',
};

function formOf(type: Type): FactDto['form'] {
  if (type.kind === 'list') return formOf(type.of);
  return type.kind === 'text' && type.html ? 'markup' : (FORMS[type.kind] ?? 'json');
}

/** The view of a collection for which none is declared: all fields, labelled with their names. */
function genericView({ name, singular, named }: Collection, { keys }: Shape): View {
  const inEach = (text: string): Said => ({ en: text, ru: text });
  const others = keys.filter((key) => key !== 'id' && !named.includes(key));
  const facts = others.map((path) => ({ path, label: inEach(path) }));
  return { title: inEach(name), one: inEach(singular), form: 'cards', facts };
}
