// Checks the declarations of a portal, before any data is read: all names must exist, defaults must have the right
// type, addresses must differ. Each mistake is reported as a sentence with its place, such as `collection.field`. For
// an unknown name, a similar name is suggested if there is one.
import { safeParse } from 'zod/v4/core';
import {
  BARE,
  type Collection,
  type ImplausibleRule,
  type Rule,
  type Shape,
} from '../collection.js';
import { addressOf, type Endpoint, endpointOf, type Portal } from '../endpoint.js';
import { type Field, type Fields, isText, type Json, partOf, type Type } from '../fields.js';
import { LIMITS } from '../limits.js';
import type { Link } from '../links.js';
import { GENERAL_RULES } from '../rules.js';
import { DeclarationError } from './constraints.js';
import { checkDisplay } from './display.js';
import { mustHaveForm, portalForm } from './form.js';
import { Mistakes, typeAt } from './mistakes.js';

/** Throws a {@link DeclarationError} with the mistakes of a portal's declarations, one on each line. */
export function mustFitTogether(portal: Portal): void {
  mustHaveForm('portal', portalForm, portal);
  const mistakes = new PortalCheck(portal).mistakes();
  if (mistakes.length > 0) throw new DeclarationError(mistakes.join('\n'));
}

const NAME = /^[a-z][a-z\d]*(?:-[a-z\d]+)*$/;
/** A part of an address between two slashes. `page` is refused: `/api/region/page/2/` is a page of a list. */
const STEP = /^(?!page$)[a-z\d](?:[\w-]*[a-z\d])?$/i;

class PortalCheck {
  readonly #mistakes = new Mistakes();
  readonly #collections: ReadonlyMap<string, Collection>;

  constructor(private readonly portal: Portal) {
    this.#collections = new Map(portal.collections.map((one) => [one.name, one]));
  }

  mistakes(): readonly string[] {
    const { collections, endpoints, extras, index } = this.portal;
    this.#mistakes.mustDiffer(
      collections.map(({ name }) => name),
      (name) => `${name}: two collections have this name`,
    );
    this.#mistakes.mustDiffer(
      collections.map(({ singular }) => singular),
      (word) => `${word}: two collections have this word for a record`,
    );
    this.#mustBeFew('collections', collections.length, LIMITS.collections);
    for (const one of collections) this.#collection(one);
    const all = [...endpoints, ...extras.map(endpointOf)];
    this.#mistakes.mustDiffer(
      all.map(({ name }) => name.replace(/\{.*/, '{id}')),
      (name) => `${addressOf(name)}: two endpoints have this address`,
    );
    for (const one of all) this.#endpoint(one);
    for (const extra of extras) {
      if (extra.kind !== 'lookup' || !extra.of.records) continue;
      const { of, by, reference = by } = extra;
      const at = `${addressOf(of.name)}?${by}`;
      const target = this.#collections.get(of.records!.collection);
      if (target) this.#path(at, target, reference);
    }
    for (const { key, address } of index) {
      if (!address.split('/').every((step) => STEP.test(step)))
        this.#mistakes.wrong(`index.${key}`, `${quoted(address)} cannot be an address`);
    }
    if (this.#mistakes.all.length === 0) this.#embeddings();
    if (this.#mistakes.all.length === 0) checkDisplay(this.portal, this.#mistakes);
    return this.#mistakes.all;
  }

  /** Reports a count of more than `most` items, because the number of an item is stored in one byte. */
  #mustBeFew(at: string, count: number, most: number): void {
    if (count > most)
      this.#mistakes.wrong(at, `there are ${count}, and at most ${most} can be told apart`);
  }

  #collection(one: Collection): void {
    const { name, singular, fields, shapes } = one;
    if (!NAME.test(name))
      this.#mistakes.wrong(name, 'a name is of letters a-z, digits and single hyphens');
    if (!NAME.test(singular))
      this.#mistakes.wrong(name, `the word ${quoted(singular)} is not of letters a-z and hyphens`);
    if (fields['id']?.type.kind !== 'id' || !fields['id'].required)
      this.#mistakes.wrong(`${name}.id`, 'a record has an id: declare it as id');
    this.#fields(name, one, fields);
    for (const [key, shape] of Object.entries(shapes)) this.#shape(`${name}.${key}`, one, shape);
    this.#marks(one);
  }

  /** Checks what a collection declares besides its fields and shapes. */
  #marks(one: Collection): void {
    const { name, fields, parent, agreements, companions, implausible, layout } = one;
    for (const field of one.named) {
      if (this.#field(`${name}: named`, one, field) && !isText(fields[field]!.type))
        this.#mistakes.wrong(`${name}.${field}`, 'a record is named by texts, and this is none');
    }
    if (parent !== undefined) this.#reference(`${name}: parent`, one, parent, name);
    for (const { reference, field } of agreements) {
      const at = `${name}: agreement`;
      const target = this.#reference(at, one, reference);
      this.#field(at, one, field);
      if (target) this.#field(at, target, field);
    }
    for (const { collection, by } of companions) {
      const at = `${name}: companion`;
      if (!this.#mistakes.mustBe(at, 'collection', collection, this.#collections.keys())) continue;
      this.#reference(at, this.#collections.get(collection)!, by, name);
    }
    this.#mistakes.mustDiffer(
      [...one.rules, ...implausible].map((rule) => rule.name),
      (rule) => `${name}: two rules are named ${quoted(rule)}`,
    );
    for (const rule of one.rules) this.#rule(`${name}: rules`, rule);
    this.#mustBeFew(`${name}: withheld`, one.withheld.length, LIMITS.reasons);
    for (const { reason } of one.withheld)
      if (reason.trim() === '') this.#mistakes.wrong(`${name}: withheld`, 'a reason says nothing');
    for (const rule of implausible) {
      this.#rule(`${name}: implausible`, rule);
      if (rule.kind !== 'same') continue;
      this.#field(`${name}: ${rule.name}`, one, rule.field);
      this.#reference(`${name}: ${rule.name}`, one, rule.within);
    }
    if (layout.kind === 'lines' && layout.byYearOf !== undefined)
      this.#instant(`${name}: layout`, one, layout.byYearOf);
  }

  #rule(at: string, { name, ...rule }: Rule | ImplausibleRule): void {
    if (!NAME.test(name) || GENERAL_RULES.includes(name))
      this.#mistakes.wrong(at, `a rule cannot be named ${quoted(name)}`);
    if (!('message' in rule)) return;
    for (const text of [rule.message, rule.hint]) {
      if (text.trim() === '') this.#mistakes.wrong(at, `${name} says nothing`);
      for (const [, word = ''] of text.matchAll(/\{(\w*)\}/g))
        this.#mistakes.mustBe(`${at}: ${name}`, 'value for a message', word, ['field', 'found']);
    }
  }

  /** Checks the fields of a collection, of an object in a record, or of a shape. `path` is for error messages. */
  #fields(path: string, collection: Collection, fields: Fields): void {
    for (const [name, field] of Object.entries(fields)) {
      const at = `${path}.${name}`;
      if (name in Object.prototype || name === '$schema')
        this.#mistakes.wrong(at, 'no field can have this name');
      this.#type(at, collection, field.type);
      this.#filled(at, { ...collection, fields }, field);
      const { absent, type, withheldAs } = field;
      if (absent.kind === 'constant') this.#value(at, 'its default', type, absent.value);
      if (withheldAs !== undefined)
        this.#value(at, 'what is published instead of it', type, withheldAs);
      if (absent.kind === 'linked') this.#link(at, { ...collection, fields }, field, absent.link);
    }
  }

  #type(at: string, collection: Collection, type: Type): void {
    if (type.kind === 'list') this.#type(`${at}[]`, collection, type.of);
    const part = partOf(type);
    if (part) this.#fields(at, collection, part);
    if (type.kind !== 'reference') return;
    if (!this.#mistakes.mustBe(at, 'collection', type.collection, this.#collections.keys())) return;
    if (type.shape !== undefined) this.#shapeOf(at, type.collection, type.shape);
  }

  /**
   * Reports a declared value, such as a default, that the type of its field does not allow. `what` names it in the
   * message.
   */
  #value(at: string, what: string, { schema, nullable }: Type, value: Json): void {
    if ((value === null && nullable) || safeParse(schema, value).success) return;
    this.#mistakes.wrong(at, `${what}, ${JSON.stringify(value)}, is no value of its own type`);
  }

  #filled(at: string, collection: Collection, { filled }: Field): void {
    if (filled?.kind === 'slug') this.#field(at, collection, filled.of);
    else if (filled?.kind === 'root') this.#reference(at, collection, filled.by);
    else if (filled?.kind === 'same') {
      const target = this.#reference(at, collection, filled.reference);
      if (target) this.#field(at, target, at.slice(at.lastIndexOf('.') + 1));
    }
  }

  #link(at: string, one: Collection, { type, withheldAs }: Field, link: Link): void {
    const mustBeOf = (...kinds: readonly Type['kind'][]) => {
      if (!kinds.includes(type.kind))
        this.#mistakes.wrong(at, `what it is derived from gives ${kinds[0]}s`);
    };
    const mustNotTell = ({ name, fields }: Collection, field: string) => {
      if (withheldAs === undefined && fields[field]?.withheldAs !== undefined)
        this.#mistakes.wrong(
          at,
          `it shows ${name}.${field}, which is personal, so it must be personal, too`,
        );
    };
    switch (link.kind) {
      case 'through':
        this.#mustBeFew(`${at}: references`, link.references.length, LIMITS.references);
        for (const reference of link.references) {
          const target = this.#reference(at, one, reference);
          if (!target || !this.#field(at, target, link.field)) continue;
          mustNotTell(target, link.field);
          const other = target.fields[link.field]!.type;
          if (isText(type) !== isText(other) || (!isText(type) && type.kind !== other.kind))
            this.#mistakes.wrong(
              at,
              `it takes ${target.name}.${link.field}, which is of another type`,
            );
        }
        return;
      case 'newest': {
        mustBeOf(...(link.take === 'instant' ? ['timestamp' as const] : NUMBERS));
        if (typeof link.otherwise === 'string') this.#instant(at, one, link.otherwise);
        if (!this.#mistakes.mustBe(at, 'collection', link.of, this.#collections.keys())) return;
        const of = this.#collections.get(link.of)!;
        this.#reference(at, of, link.by, one.name);
        this.#instant(at, of, link.instant);
        if (link.take === 'instant') mustNotTell(of, link.instant);
        return;
      }
      case 'newestBelow':
        mustBeOf('timestamp');
        this.#instant(at, one, link.instant);
        mustNotTell(one, link.instant);
        this.#reference(at, one, link.parent, one.name);
        return;
      case 'root': {
        mustBeOf(...NUMBERS);
        const target = this.#reference(at, one, link.reference);
        if (target) this.#reference(at, target, link.parent, target.name);
        return;
      }
      default:
        mustBeOf(...NUMBERS);
        this.#reference(at, one, link.parent, one.name);
    }
  }

  #shape(at: string, one: Collection, shape: Shape): void {
    const fields = { ...one.fields, ...shape.fields };
    this.#mistakes.mustDiffer(shape.keys, (key) => `${at}: the key ${key} twice`);
    for (const key of shape.keys) this.#field(at, { ...one, fields }, key);
    if (shape.fields) this.#fields(at, one, shape.fields);
    for (const [key, chosen] of Object.entries(shape.references ?? {})) {
      const target = this.#reference(at, { ...one, fields }, key);
      if (target && chosen !== BARE) this.#shapeOf(`${at}.${key}`, target.name, chosen);
    }
  }

  #endpoint({ name, records, paging, record }: Endpoint): void {
    const at = addressOf(name);
    const steps = at.slice('/api/'.length).replace(/\/$/, '').split('/');
    if (steps.at(-1)!.startsWith('{')) steps.pop();
    const isFile = !at.endsWith('/');
    if (!(isFile ? steps.slice(0, -1) : steps).every((step) => STEP.test(step)))
      this.#mistakes.wrong(
        at,
        'an address has steps of letters, digits and hyphens, and none is "page"',
      );
    if (paging.style === 'feed') this.#mistakes.mustBe(at, 'list', paging.list, this.#lists());
    if (!records) return;
    if (!this.#mistakes.mustBe(at, 'collection', records.collection, this.#collections.keys()))
      return;
    const collection = this.#collections.get(records.collection)!;
    this.#shapeOf(at, records.collection, records.shape);
    if (paging.style === 'record' && record !== undefined && this.#field(at, collection, record)) {
      const { type, required, withheldAs } = collection.fields[record]!;
      if (type.kind !== 'text' || type.nullable || !required || withheldAs !== undefined)
        this.#mistakes.wrong(
          at,
          `${collection.name}.${record} must be a text that each record has and shows`,
        );
    }
    for (const { field, collated } of records.order) {
      if (!this.#field(`${at}: order`, collection, field)) continue;
      const { type, absent } = collection.fields[field]!;
      const ofOthers = absent.kind === 'linked' && type.kind !== 'timestamp';
      if (ofOthers && (isText(type) || type.kind === 'boolean'))
        this.#mistakes.wrong(
          `${collection.name}.${field}`,
          'no list can be ordered by texts of other records',
        );
      const isSorted =
        isText(type) || [...NUMBERS, 'boolean', 'choice'].some((kind) => kind === type.kind);
      if (!isSorted)
        this.#mistakes.wrong(
          `${collection.name}.${field}`,
          `no list can be ordered by a ${type.kind}`,
        );
      if (collated === undefined) continue;
      if (!isText(type))
        this.#mistakes.wrong(`${collection.name}.${field}`, 'only texts are collated');
      if (!isLanguage(collated))
        this.#mistakes.wrong(`${at}: order`, `${quoted(collated)} is no language`);
    }
  }

  *#lists(): Iterable<string> {
    for (const { name } of this.portal.endpoints) yield name;
    for (const extra of this.portal.extras) if (extra.kind === 'list') yield extra.endpoint.name;
  }

  /** Reports a field that a collection does not have. Returns whether the collection has it. */
  #field(at: string, { name, fields }: Collection, field: string): boolean {
    return this.#mistakes.mustBe(at, `field in ${name},`, field, Object.keys(fields));
  }

  /**
   * Returns the collection to which a field refers. If the field is not a reference, or does not refer to the
   * collection `to`, reports that and returns undefined.
   */
  #reference(at: string, one: Collection, field: string, to?: string): Collection | undefined {
    if (!this.#field(at, one, field)) return undefined;
    const { type } = one.fields[field]!;
    if (type.kind !== 'reference') this.#mistakes.wrong(at, `${one.name}.${field} is no reference`);
    else if (to !== undefined && type.collection !== to)
      this.#mistakes.wrong(at, `${one.name}.${field} refers to ${type.collection}, not to ${to}`);
    else return this.#collections.get(type.collection);
    return undefined;
  }

  #instant(at: string, one: Collection, field: string): void {
    if (this.#field(at, one, field) && one.fields[field]!.type.kind !== 'timestamp')
      this.#mistakes.wrong(at, `${one.name}.${field} is no timestamp`);
  }

  #shapeOf(at: string, collection: string, shape: string): void {
    const shapes = this.#collections.get(collection)?.shapes ?? {};
    this.#mistakes.mustBe(at, `shape of ${collection},`, shape, Object.keys(shapes));
  }

  /** Reports a path that does not lead to a reference. A path may go through objects and lists. */
  #path(at: string, { name, fields }: Collection, path: string): void {
    const type = typeAt(this.#mistakes, at, name, fields, path.split('.'));
    if (type && type.kind !== 'reference')
      this.#mistakes.wrong(at, `${name}.${path} is no reference`);
  }

  /** Reports a shape that embeds itself, directly or through other shapes: the JSON of a record would have no end. */
  #embeddings(): void {
    const done = new Set<string>();
    const visit = (collection: string, name: string, above: readonly string[]): void => {
      const node = `${collection}.${name}`;
      if (above.includes(node)) {
        const ring = [...above.slice(above.indexOf(node)), node].join(' → ');
        if (!done.has(node)) this.#mistakes.wrong(node, `it embeds itself: ${ring}`);
      }
      if (done.has(node) || above.includes(node)) return void done.add(node);
      const { fields, shapes } = this.#collections.get(collection)!;
      const shape = shapes[name]!;
      for (const key of shape.keys) {
        const field = shape.fields?.[key] ?? fields[key]!;
        for (const { to, as } of embeddedIn(field.type, shape.references?.[key]))
          visit(to, as, [...above, node]);
      }
      done.add(node);
    };
    for (const { name, shapes } of this.#collections.values())
      for (const key of Object.keys(shapes)) visit(name, key, []);
  }
}

const NUMBERS = ['integer', 'id', 'reference'] as const;

const quoted = (name: string) => JSON.stringify(name);

/**
 * The shapes of the records that a value of this type embeds. `chosen`: the entry of {@link Shape.references} for this
 * field.
 */
function embeddedIn(type: Type, chosen?: string): { readonly to: string; readonly as: string }[] {
  if (type.kind === 'list') return embeddedIn(type.of, chosen);
  if (type.kind === 'reference') {
    const as = chosen ?? type.shape;
    return as === undefined || as === BARE ? [] : [{ to: type.collection, as }];
  }
  return Object.values(partOf(type) ?? {}).flatMap((field) => embeddedIn(field.type));
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.Collator.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
