// The portal's declarations → what the engine works with: for each collection the columns to keep
// of its records, the references inside them, and the fragments of JSON to make of them. Pure.
import type { Collection, Shape } from '../model/collection.js';
import { type Endpoint, endpointOf, type Portal } from '../model/endpoint.js';
import {
  elementOf,
  type Field,
  type Fields,
  isText,
  partOf,
  type Reference,
  referenceOf,
  type Type,
  targetOf,
} from '../model/fields.js';
import { LIMITS } from '../model/limits.js';
import type { Link } from '../model/links.js';

/** A reference that is not a field of the record itself, but of a part or a list in it. */
export interface InnerReference {
  readonly reference: Reference;
  /** The names that lead to it; `*` stands for each element of a list. */
  readonly steps: readonly string[];
}

/** The JSON of one or more shapes with the same keys, with holes that other records fill. */
export interface FragmentPlan {
  readonly keys: readonly string[];
  /** The references that any of the shapes embeds: each gets a hole. */
  readonly embedded: ReadonlySet<string>;
  /** The fields of the collection, and those of a shape's own. */
  readonly fields: Fields;
}

/** A shape: the index of its fragment, and for each of its references the shape of the record there. */
export interface ShapePlan {
  readonly fragment: number;
  readonly references: ReadonlyMap<string, string>;
}

export interface CollectionPlan {
  readonly index: number;
  readonly declared: Collection;
  readonly fields: Fields;
  /** Fields whose written number is kept: NaN where it is absent, 0 for a null reference. */
  readonly numbers: readonly string[];
  /** Fields that hold instants. */
  readonly instants: readonly string[];
  /** Fields whose text is kept, for a collated order or to be compared. */
  readonly collated: readonly string[];
  /** Fields whose text other records may take: each is a kind of fragment, after those of the shapes. */
  readonly taken: readonly string[];
  readonly references: readonly { readonly field: string; readonly reference: Reference }[];
  readonly inner: readonly InnerReference[];
  readonly fragments: readonly FragmentPlan[];
  readonly shapes: ReadonlyMap<string, ShapePlan>;
}

export interface Plan {
  readonly portal: Portal;
  readonly collections: readonly CollectionPlan[];
  readonly byName: ReadonlyMap<string, CollectionPlan>;
}

export const BARE = 'bare';

/** Throws where more is declared than columns can tell apart. */
function mustFit({ collections }: Portal): void {
  const mustBeAtMost = (most: number, found: number, what: string) => {
    if (found > most) throw new Error(`${what}: ${found}, and at most ${most} can be told apart`);
  };
  mustBeAtMost(LIMITS.collections, collections.length, 'collections');
  for (const { name, withheld, fields } of collections) {
    mustBeAtMost(LIMITS.reasons, withheld.length, `reasons to withhold ${name}`);
    for (const [key, field] of Object.entries(fields)) {
      const link = linkOf(field);
      const references = link?.kind === 'through' ? link.references.length : 0;
      mustBeAtMost(
        LIMITS.references,
        references,
        `references that ${name}.${key} is taken through`,
      );
    }
  }
}

const isInstant = ({ type }: Field) => type.kind === 'timestamp';

/** The plan of a portal. */
export function makePlan(portal: Portal): Plan {
  mustFit(portal);
  const needs = new Needs(portal);
  const collections = portal.collections.map((declared, index) => ({
    index,
    declared,
    fields: declared.fields,
    numbers: needs.numbersOf(declared),
    instants: Object.keys(declared.fields).filter((name) => isInstant(declared.fields[name]!)),
    collated: needs.list('collated', declared.name),
    taken: needs.list('taken', declared.name),
    references: topReferences(declared.fields),
    inner: Object.entries(declared.fields).flatMap(([name, { type }]) =>
      innerReferences(type, [name], true),
    ),
    ...planShapes(declared),
  }));
  return { portal, collections, byName: new Map(collections.map((c) => [c.declared.name, c])) };
}

/** How a field is worked out from other records; undefined for a field that is not. */
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
  if (type.kind === 'list') return innerReferences(type.of, [...steps, '*'], false);
  return Object.entries(partOf(type) ?? {}).flatMap(([name, field]) =>
    innerReferences(field.type, [...steps, name], false),
  );
}

/** The columns and texts that a portal's orders and links need of each collection. */
class Needs {
  readonly #fields = {
    collated: new Map(),
    taken: new Map(),
    orders: new Map(),
  } as {
    readonly [kind in 'collated' | 'taken' | 'orders']: Map<string, Set<string>>;
  };
  readonly #byName: ReadonlyMap<string, Collection>;

  constructor(portal: Portal) {
    this.#byName = new Map(portal.collections.map((c) => [c.name, c]));
    // Of all extras, whether they are switched on or not: results are kept for builds of either kind.
    for (const endpoint of [...portal.endpoints, ...portal.extras.map(endpointOf)]) {
      this.#ofOrder(endpoint);
    }
    for (const collection of portal.collections) {
      for (const rule of collection.implausible) {
        if (rule.kind === 'same') this.#add('collated', collection.name, rule.field);
      }
      for (const field of Object.values(collection.fields)) {
        const link = linkOf(field);
        if (link) this.#ofLink(collection, field, link);
        for (const inner of innerLinks(field.type)) {
          this.#add('taken', inner.collection, inner.field);
        }
      }
    }
  }

  list(kind: 'collated' | 'taken', collection: string): string[] {
    return [...(this.#fields[kind].get(collection) ?? [])];
  }

  numbersOf(collection: Collection): string[] {
    const orders = this.#fields.orders.get(collection.name);
    const names = Object.entries(collection.fields)
      .filter(([name, { type, absent }]) => {
        if (type.kind === 'reference' || orders?.has(name)) return true;
        return absent.kind === 'linked' && !isText(type);
      })
      .map(([name]) => name);
    return [...new Set(['id', ...names])];
  }

  #add(kind: 'collated' | 'taken' | 'orders', collection: string, field: string): void {
    const known = this.#fields[kind].get(collection);
    if (known) known.add(field);
    else this.#fields[kind].set(collection, new Set([field]));
  }

  #ofOrder({ records }: Endpoint): void {
    for (const key of records?.order ?? []) {
      const type = this.#byName.get(records!.collection)!.fields[key.field]!.type;
      if (key.collated) this.#add('collated', records!.collection, key.field);
      else if (type.kind !== 'timestamp') this.#add('orders', records!.collection, key.field);
    }
  }

  #ofLink(collection: Collection, { type }: Field, link: Link): void {
    if (link.kind === 'newest') {
      if (link.take === 'instant') this.#add('taken', link.of, link.instant);
      if (typeof link.otherwise === 'string') this.#add('taken', collection.name, link.otherwise);
    } else if (link.kind === 'newestBelow') {
      this.#add('taken', collection.name, link.instant);
    } else if (link.kind === 'through' && isText(type)) {
      for (const reference of link.references) {
        const target = targetOf(collection.fields[reference]!);
        this.#add('taken', target, link.field);
      }
    }
  }
}

/** The texts that parts inside a record take from other records. */
function innerLinks(type: Type): { collection: string; field: string }[] {
  const element = elementOf(type);
  if (element) return innerLinks(element);
  const part = partOf(type) ?? {};
  return Object.values(part).flatMap((field) => {
    const taken = innerTextOf(field, part);
    return [...(taken ? [taken] : []), ...innerLinks(field.type)];
  });
}

/** Where a field of a part takes its text from. */
export function innerTextOf(
  field: Field,
  part: Fields,
): { readonly collection: string; readonly field: string; readonly reference: string } | undefined {
  const link = linkOf(field);
  if (link?.kind !== 'through') return undefined;
  const reference = link.references[0]!;
  return { collection: targetOf(part[reference]!), field: link.field, reference };
}

/** Shapes with the same keys and fields share a fragment: only what is embedded in it differs. */
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
