// Removes from a record the values that editors would not write: defaults, and values that a build computes.
import { innerTextOf } from '../../engine/plan.js';
import {
  type Field,
  type Fields,
  isObject,
  type Json,
  type JsonObject,
  type Type,
} from '../../model/fields.js';
import { textOfMarkup } from '../../model/html/plain-text.js';

/** Returns the text in a field of another record, if there is one. */
export type TextOf = (collection: string, id: number, field: string) => string | undefined;

/** Returns a record without defaults and computed values. `isOverride`: returns whether a computed value is kept. */
export function thin(
  record: JsonObject,
  fields: Fields,
  isOverride: (field: string) => boolean,
  textOf: TextOf,
): JsonObject {
  const kept = Object.entries(record).filter(
    ([name]) => fields[name] && (fields[name].absent.kind !== 'linked' || isOverride(name)),
  );
  return thinObject(Object.fromEntries(kept), fields, [], textOf);
}

function thinObject(
  given: JsonObject,
  fields: Fields,
  owners: readonly JsonObject[],
  textOf: TextOf,
): JsonObject {
  const self: Record<string, Json | undefined> = { ...given };
  for (const [name, field] of Object.entries(fields)) {
    const value = self[name];
    if (value === undefined) continue;
    // Deleted before the default is computed, because a default is the value of an object without the field.
    delete self[name];
    const thinned = thinValue(value, field.type, [self, ...owners], textOf);
    if (!isSame(thinned, standardOf(field, fields, self, owners, textOf))) self[name] = thinned;
  }
  return self;
}

/** The value that is published if an object does not have the field. */
function standardOf(
  field: Field,
  fields: Fields,
  self: JsonObject,
  owners: readonly JsonObject[],
  textOf: TextOf,
): Json | undefined {
  const { absent } = field;
  if (absent.kind === 'constant') return absent.value;
  if (absent.kind === 'own') {
    const own = absent.from(self, ...owners);
    return absent.isMarkup && typeof own === 'string' ? textOfMarkup(own) : own;
  }
  const taken = owners.length > 0 ? innerTextOf(field, fields) : undefined;
  const id = taken && self[taken.reference];
  return taken && typeof id === 'number' ? textOf(taken.collection, id, taken.field) : undefined;
}

function thinValue(value: Json, type: Type, owners: readonly JsonObject[], textOf: TextOf): Json {
  if (type.kind === 'part' && isObject(value)) {
    return thinObject(value, type.fields, owners, textOf);
  }
  if (type.kind === 'list' && type.of.kind === 'part' && Array.isArray(value)) {
    return value.map((element: Json) => thinValue(element, type.of, owners, textOf));
  }
  return value;
}

const isSame = (a: Json, b: Json | undefined): boolean =>
  a === b || (b !== undefined && JSON.stringify(a) === JSON.stringify(b));
