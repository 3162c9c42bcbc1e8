// Writes the fragments of a checked record: its JSON, with holes for the JSON of other records. A fragment is made once
// and copied into many pages; see shard/format.ts for its layout.

import {
  type Field,
  type Fields,
  isAny,
  type Json,
  type JsonObject,
  type ListType,
  type Type,
} from '../../model/fields.js';
import { textOfMarkup } from '../../model/html/plain-text.js';
import { type CollectionPlan, type FragmentPlan, innerTextOf } from '../plan.js';
import { below, type Hole, holesOf } from '../shard/holes.js';
import type { FragmentWriter } from './fragment-writer.js';
import { jsonAsWritten } from './written.js';

type Emit = (value: Json, owners: readonly JsonObject[], out: FragmentWriter) => void;
type EmitMember = (self: JsonObject, owners: readonly JsonObject[], out: FragmentWriter) => void;

/**
 * Writes the fragments of each record of a collection: one for each distinct shape, and one for each text that other
 * records also show.
 */
export interface FragmentEmitters {
  readonly shapes: readonly (readonly MemberEmitter[])[];
  readonly texts: readonly Text[];
}

/** Writes one member of an object. */
export interface MemberEmitter {
  readonly name: string;
  /** The key as JSON, with a colon: `"name":`. */
  readonly prefix: string;
  /** Which values are published as they are, so that the fast path may copy their bytes: all, only null, or none. */
  readonly plain: 'all' | 'null' | 'none';
  /**
   * Whether the member is left out for a record. Undefined if it is always written. (The property is not optional,
   * because V8 is faster if all emitters have the same properties.)
   */
  readonly isOmitted: ((self: JsonObject) => boolean) | undefined;
  readonly emit: EmitMember;
}

/** A field whose text other records also show, and a function that returns this text of a record as JSON. */
interface Text {
  readonly name: string;
  readonly json: (record: JsonObject) => string;
}

/** Makes the emitters of a collection. `withholdPersonal`: whether personal fields get a blank value. */
export function makeEmitters(plan: CollectionPlan, withholdPersonal: boolean): FragmentEmitters {
  return {
    shapes: plan.fragments.map((fragment) => fragmentMembers(fragment, withholdPersonal)),
    texts: plan.taken.map((name) => {
      const text = publishedReader(name, plan.fields[name]!);
      return { name, json: (record) => JSON.stringify(text(record, []) ?? null) };
    }),
  };
}

/** Writes all fragments of a record, in the order of their kinds. */
export function emitFragments(
  { shapes, texts }: FragmentEmitters,
  record: JsonObject,
  out: FragmentWriter,
) {
  for (const members of shapes) {
    emitObject(members, record, [], out);
    out.endFragment();
  }
  for (const { json } of texts) {
    out.write(json(record));
    out.endFragment();
  }
}

interface FragmentContext {
  /** The holes of the fragment by their paths. `number`: the index of the hole among them. */
  readonly holes: ReadonlyMap<string, Hole & { readonly number: number }>;
  readonly withhold: boolean;
}

function fragmentMembers(fragment: FragmentPlan, withhold: boolean): MemberEmitter[] {
  const holes = holesOf(fragment).map((hole, number) => ({ ...hole, number }));
  const whole = { holes: new Map(holes.map((hole) => [hole.path, hole])), withhold };
  return fragment.keys.map((key) => memberEmitter(key, fragment.fields, key, whole));
}

function emitObject(
  members: readonly MemberEmitter[],
  self: JsonObject,
  owners: readonly JsonObject[],
  out: FragmentWriter,
): void {
  let separator = '{';
  for (const { prefix, isOmitted, emit } of members) {
    if (isOmitted?.(self)) continue;
    out.write(separator + prefix);
    separator = ',';
    emit(self, owners, out);
  }
  out.write(separator === '{' ? '{}' : '}');
}

function memberEmitter(
  name: string,
  fields: Fields,
  way: string,
  whole: FragmentContext,
): MemberEmitter {
  const field = fields[name]!;
  const prefix = `${JSON.stringify(name)}:`;
  if (whole.withhold && field.withheldAs !== undefined) {
    const blank = JSON.stringify(field.withheldAs);
    const emit: EmitMember = (_self, _owners, out) => out.write(blank);
    return { name, prefix, plain: 'none', isOmitted: undefined, emit };
  }
  const plain = isEmbedded(field.type, way, whole) ? 'null' : 'all';
  const emitValue = valueEmitter(field.type, way, whole);
  if (field.absent.kind === 'linked') {
    const { number, kind } = whole.holes.get(way)!;
    const by = kind === 'innerText' ? innerTextOf(field, fields)?.reference : undefined;
    return {
      name,
      prefix,
      plain,
      isOmitted: undefined,
      emit(self, owners, out) {
        const value = self[name];
        if (value !== undefined) emitValue(value, owners, out);
        else out.hole(number, by === undefined ? Number.NaN : (self[by] as number));
      },
    };
  }
  const value = publishedReader(name, field);
  const holdsParts = !isPlain(field.type);
  return {
    name,
    prefix,
    plain,
    isOmitted: field.absent.kind === 'omitted' ? (self) => self[name] === undefined : undefined,
    emit: (self, owners, out) =>
      emitValue(value(self, owners)!, holdsParts ? [self, ...owners] : owners, out),
  };
}

/**
 * Returns a function that reads a field of an object: the value that the object has or, if it has none, the field's
 * default. Some defaults are computed from the object and from the objects around it (`owners`).
 */
export function publishedReader(
  name: string,
  { absent }: Field,
): (self: JsonObject, owners: readonly JsonObject[]) => Json | undefined {
  return (self, owners) => {
    const written = self[name];
    if (written !== undefined) return written;
    if (absent.kind === 'constant') return absent.value;
    if (absent.kind !== 'own') return undefined;
    const own = absent.from(self, ...owners);
    return absent.isMarkup && typeof own === 'string' ? textOfMarkup(own) : own;
  };
}

function valueEmitter(type: Type, way: string, whole: FragmentContext): Emit {
  const emit = presentEmitter(type, way, whole);
  if (!type.nullable || isPlain(type)) return emit;
  return (value, owners, out) => (value === null ? out.write('null') : emit(value, owners, out));
}

/** Like {@link valueEmitter}, but references, lists and objects must not be null. */
function presentEmitter(type: Type, way: string, whole: FragmentContext): Emit {
  switch (type.kind) {
    case 'reference': {
      if (!isEmbedded(type, way, whole)) return emitBare;
      const { number } = whole.holes.get(way)!;
      return (value, _owners, out) => out.hole(number, value as number);
    }
    case 'list':
      return isPlain(type.of) && !isAny(type.of) ? emitPlain : listEmitter(type, way, whole);
    case 'part': {
      const { fields } = type;
      const members = Object.keys(fields).map((name) =>
        memberEmitter(name, fields, below(way, name), whole),
      );
      return (value, owners, out) => emitObject(members, value as JsonObject, owners, out);
    }
    default:
      return isAny(type) ? emitAny : emitPlain;
  }
}

/** Whether values of this type are ids that get a hole. A page can fill the hole with the record that has the id. */
function isEmbedded({ kind }: Type, way: string, { holes }: FragmentContext): boolean {
  const hole = kind === 'reference' ? holes.get(way)?.kind : undefined;
  return hole === 'embed' || hole === 'inner';
}

const emitBare: Emit = (value, _owners, out) => out.write(String(value));
const emitPlain: Emit = (value, _owners, out) => out.write(jsonOf(value));
const emitAny: Emit = (value, _owners, out) => out.write(jsonAsWritten(value));

const SHORT = 64;
let lastText = '';
let lastJson = '""';

/**
 * Returns the JSON of a value. Keeps the JSON of the last long text, because the next long text is often the same, for
 * example if it is a default that is taken from another field.
 */
function jsonOf(value: Json): string {
  if (typeof value !== 'string' || value.length < SHORT) return JSON.stringify(value);
  if (value !== lastText) {
    lastText = value;
    lastJson = JSON.stringify(value);
  }
  return lastJson;
}

const isPlain = ({ kind }: Type): boolean =>
  kind !== 'reference' && kind !== 'part' && kind !== 'list';

function listEmitter(type: ListType, way: string, whole: FragmentContext): Emit {
  const emit = valueEmitter(type.of, way, whole);
  return (value, owners, out) => {
    let elements = value as readonly Json[];
    if (type.descending) {
      elements = [...elements].sort(
        (a, b) => ((b as JsonObject)['id'] as number) - ((a as JsonObject)['id'] as number),
      );
    }
    let separator = '[';
    for (const element of elements) {
      out.write(separator);
      separator = ',';
      emit(element, owners, out);
    }
    out.write(separator === '[' ? '[]' : ']');
  };
}
