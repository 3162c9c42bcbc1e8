// Computes, from the portal's declarations, which values of each collection's records a build needs: columns of numbers
// and texts, references inside lists and objects, and fragments of JSON. Pure functions.
import { BARE, type Collection, type Shape } from '../model/collection.js';
import { endpointOf, type Portal } from '../model/endpoint.js';
import {
  elementOf,
  type Field,
  type Fields,
  isText,
  partOf,
  type Reference,
  rangeOf,
  referenceOf,
  type Type,
  targetOf,
} from '../model/fields.js';
import type { Link } from '../model/links.js';
import { memo } from '../model/memo.js';

/** A reference that is not a field of the record, but is inside an object or a list. */
export interface InnerReference {
  readonly reference: Reference;
  /** The path to the reference, through the elements of lists: `['certificates', 'exact_category']`. */
  readonly steps: readonly string[];
}

/** The JSON of a record, in one or more shapes with the same keys. It has a hole for each record that it embeds. */
export interface FragmentPlan {
  readonly keys: readonly string[];
  /** The reference fields whose record is embedded by at least one of the fragment's shapes. */
  readonly embedded: ReadonlySet<string>;
  /** The fields that the shape declares itself, and the other fields of the collection. */
  readonly fields: Fields;
}

/**
 * How a shape is published. `fragment`: an index in `CollectionPlan.fragments`. `references`: for a reference field,
 * the shape in which the record to which it refers is embedded. A field whose id is published has `BARE` or no entry.
 */
export interface ShapePlan {
  readonly fragment: number;
  readonly references: ReadonlyMap<string, string>;
}

/** What a build needs of the records of one collection. */
export interface CollectionPlan {
  /** The index of the collection in `Portal.collections`. */
  readonly index: number;
  readonly declared: Collection;
  readonly fields: Fields;
  /** Fields with a column of numbers. Each row has the number in the data; NaN if there is none, 0 for null. */
  readonly numbers: readonly string[];
  /** Fields with timestamps, whose instants are kept in a column. */
  readonly instants: readonly string[];
  /** Fields whose values are kept as texts, for sorting or comparing. */
  readonly collated: readonly string[];
  /** Fields of {@link collated} whose column has the published values as texts: `12` is '12', null is ''. */
  readonly published: ReadonlySet<string>;
  /** Fields whose texts other fields show, usually in other records. Each has a kind of fragments after `fragments`. */
  readonly taken: readonly string[];
  readonly references: readonly { readonly field: string; readonly reference: Reference }[];
  /** The references inside lists and objects. Other code names such a reference by its index in this array. */
  readonly inner: readonly InnerReference[];
  readonly fragments: readonly FragmentPlan[];
  readonly shapes: ReadonlyMap<string, ShapePlan>;
  readonly addresses: readonly RecordAddresses[];
}

/** The addresses of the records of a list by a text of each (see `Endpoint.record`). */
export interface RecordAddresses {
  /** The address of the list below `/api/`, such as `book`. */
  readonly list: string;
  readonly field: string;
  /** The first steps of all other addresses below the list, in lower case: `page`, `summary`, the words of filters. */
  readonly taken: ReadonlySet<string>;
}

export interface Plan {
  readonly portal: Portal;
  readonly collections: readonly CollectionPlan[];
  readonly byName: ReadonlyMap<string, CollectionPlan>;
}

const isInstant = ({ type }: Field) => type.kind === 'timestamp';

export const makePlan = (portal: Portal): Plan => memo(plans, portal, () => planOf(portal));

/** The plan of a portal is made once, because a portal never changes. */
const plans = new WeakMap<Portal, Plan>();

function planOf(portal: Portal): Plan {
  const needs = needsOf(portal);
  const needed = (of: Need['kind'], { name }: Collection) => {
    const own = needs.filter(({ kind, collection }) => kind === of && collection === name);
    return [...new Set(own.map(({ field }) => field))];
  };
  const collections = portal.collections.map((declared, index) => ({
    index,
    declared,
    fields: declared.fields,
    numbers: numbersOf(declared, needed('ordered', declared)),
    instants: Object.keys(declared.fields).filter((name) => isInstant(declared.fields[name]!)),
    collated: [...new Set([...needed('published', declared), ...needed('collated', declared)])],
    published: new Set(needed('published', declared)),
    taken: needed('taken', declared),
    references: topReferences(declared.fields),
    inner: Object.entries(declared.fields).flatMap(([name, { type }]) =>
      innerReferences(type, [name], true),
    ),
    ...planShapes(declared),
    addresses: addressesOf(portal, declared),
  }));
  return { portal, collections, byName: new Map(collections.map((c) => [c.declared.name, c])) };
}

function addressesOf({ endpoints, extras }: Portal, { name }: Collection): RecordAddresses[] {
  const all = [...endpoints, ...extras.map(endpointOf)];
  return all.flatMap(({ name: own, paging, records, record: field }) => {
    if (field === undefined || paging.style !== 'record' || records?.collection !== name) return [];
    const list = own.slice(0, own.lastIndexOf('/'));
    const below = all.filter((other) => other.name !== own && other.name.startsWith(`${list}/`));
    const steps = below.map((other) => other.name.slice(list.length + 1).split('/')[0]!);
    const taken = new Set(['page', 'cursor', ...steps.map((step) => step.toLowerCase())]);
    return [{ list, field, taken }];
  });
}

/** Returns how a field is computed from other records; undefined if it is not. */
export function linkOf(field: Field | undefined): Link | undefined {
  return field?.absent.kind === 'linked' ? field.absent.link : undefined;
}

function topReferences(fields: Fields) {
  return Object.entries(fields).flatMap(([field, { type }]) =>
    type.kind === 'reference' ? [{ field, reference: type }] : [],
  );
}

function innerReferences(type: Type, steps: readonly string[], top: boolean): InnerReference[] {
  if (type.kind === 'reference') return top ? [] : [{ reference: type, steps }];
  if (type.kind === 'list') return innerReferences(type.of, steps, false);
  return Object.entries(partOf(type) ?? {}).flatMap(([name, field]) =>
    innerReferences(field.type, [...steps, name], false),
  );
}

/**
 * A field whose values are kept in a column or a fragment. `ordered`: a column of numbers; `published`: a column of
 * published values as texts; `collated`: a column of texts as they are written in the data; `taken`: a fragment for
 * each text, because other fields show it.
 */
interface Need {
  readonly kind: 'published' | 'collated' | 'taken' | 'ordered';
  readonly collection: string;
  readonly field: string;
}

/** Returns the fields whose values are needed to sort lists, check rules and compute values. */
function needsOf(portal: Portal): Need[] {
  const { collections, endpoints, extras } = portal;
  const fieldOf = (collection: string, field: string) =>
    collections.find(({ name }) => name === collection)!.fields[field]!;
  // All extras count, even those that are not published. So the same compiled shards can be used with and without
  // extras.
  const orders = [...endpoints, ...extras.map(endpointOf)].flatMap(({ records }) =>
    (records?.order ?? []).map((key) => ({ ...key, collection: records!.collection })),
  );
  return [
    ...orders.flatMap(({ collection, field, collated }): Need[] => {
      const { type, required, absent } = fieldOf(collection, field);
      if (type.kind === 'timestamp' && !collated) return [];
      const isGiven = absent.kind === 'linked' || (required && !type.nullable);
      const isNumber = !collated && isGiven && rangeOf(type) !== undefined;
      return [{ kind: isNumber ? 'ordered' : 'published', collection, field }];
    }),
    ...collections.flatMap((declared) => [
      ...declared.implausible.flatMap((rule): Need[] =>
        rule.kind === 'same'
          ? [{ kind: 'collated', collection: declared.name, field: rule.field }]
          : [],
      ),
      ...addressesOf(portal, declared).map(({ field }): Need => {
        return { kind: 'collated', collection: declared.name, field };
      }),
      ...Object.values(declared.fields)
        .flatMap((field) => [...takenBy(declared, field), ...innerLinks(field.type)])
        .map(({ collection, field }): Need => ({ kind: 'taken', collection, field })),
    ]),
  ];
}

/** Returns the fields from which a field takes its text, in the same record or in another one. */
function takenBy(declared: Collection, field: Field): { collection: string; field: string }[] {
  const link = linkOf(field);
  const own = (name: string) => ({ collection: declared.name, field: name });
  switch (link?.kind) {
    case 'newest':
      return [
        ...(link.take === 'instant' ? [{ collection: link.of, field: link.instant }] : []),
        ...(typeof link.otherwise === 'string' ? [own(link.otherwise)] : []),
      ];
    case 'newestBelow':
      return [own(link.instant)];
    case 'through':
      if (!isText(field.type)) return [];
      return link.references.map((reference) => {
        return { collection: targetOf(declared.fields[reference]!), field: link.field };
      });
    default:
      return [];
  }
}

/** Returns the fields that get a column of numbers. */
function numbersOf({ fields }: Collection, ordered: readonly string[]): string[] {
  const names = Object.keys(fields).filter((name) => {
    const { type, absent } = fields[name]!;
    if (type.kind === 'reference' || ordered.includes(name)) return true;
    return absent.kind === 'linked' && !isText(type);
  });
  return [...new Set(['id', ...names])];
}

/** Returns the fields of other records whose texts are shown in objects inside the records of a collection. */
function innerLinks(type: Type): { collection: string; field: string }[] {
  const element = elementOf(type);
  if (element) return innerLinks(element);
  const part = partOf(type) ?? {};
  return Object.values(part).flatMap((field) => {
    const taken = innerTextOf(field, part);
    return [...(taken ? [taken] : []), ...innerLinks(field.type)];
  });
}

/**
 * Returns which text of another record a field of an object shows. `reference`: the field of the same object that
 * refers to the other record. Undefined if the field shows no such text.
 */
export function innerTextOf(
  field: Field,
  part: Fields,
): { readonly collection: string; readonly field: string; readonly reference: string } | undefined {
  const link = linkOf(field);
  if (link?.kind !== 'through') return undefined;
  const reference = link.references[0]!;
  return { collection: targetOf(part[reference]!), field: link.field, reference };
}

/** Shapes with the same keys and fields share a fragment. They differ only in the records that they embed. */
function planShapes(declared: Collection) {
  const fragments: { keys: readonly string[]; embedded: Set<string>; fields: Fields }[] = [];
  const shapes = new Map<string, ShapePlan>();
  for (const [name, shape] of Object.entries(declared.shapes)) {
    const fields = shape.fields ? { ...declared.fields, ...shape.fields } : declared.fields;
    const references = embeddedBy(fields, shape);
    const keys = shape.keys.join(' ');
    let fragment = fragments.findIndex(
      (known) => known.keys.join(' ') === keys && known.fields === fields,
    );
    if (fragment < 0) {
      fragment = fragments.length;
      fragments.push({ keys: shape.keys, embedded: new Set(), fields });
    }
    for (const [field, target] of references) {
      if (target !== BARE) fragments[fragment]!.embedded.add(field);
    }
    shapes.set(name, { fragment, references });
  }
  return { fragments, shapes };
}

function embeddedBy(fields: Fields, shape: Shape): Map<string, string> {
  const found = new Map<string, string>();
  for (const key of shape.keys) {
    const own = referenceOf(fields[key]?.type)?.shape;
    const chosen = shape.references?.[key] ?? own;
    if (chosen !== undefined) found.set(key, chosen);
  }
  return found;
}
