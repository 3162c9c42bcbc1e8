// Values of any form (`any-list`, `any-object`) are published with the digits and the order of keys that they have in
// the data. JSON.parse would lose digits that a double cannot hold, and the order of keys that look like numbers.
import { walkJson } from '../../files/source/json.js';
import type { Collection } from '../../model/collection.js';
import {
  elementOf,
  type Fields,
  isAny,
  isObject,
  type Json,
  type JsonObject,
  partOf,
  recordType,
  type Type,
} from '../../model/fields.js';

/** The remembered JSON of lists and objects: as it is in the data, but without white space. */
const written = new WeakMap<object, string>();

/** Returns the JSON that was remembered for a value; otherwise what JSON.stringify returns. */
export function jsonAsWritten(value: Json): string {
  const noted = typeof value === 'object' && value !== null ? written.get(value) : undefined;
  return noted ?? JSON.stringify(value);
}

/** Remembers the JSON value at an offset of `json` as the JSON of a list or an object. */
export function noteWritten(value: Json | undefined, json: string, from = 0): void {
  if (typeof value === 'object' && value !== null) written.set(value, compact(json, from));
}

/**
 * Returns a copy of a value in which each list or object with remembered JSON is replaced by this JSON. So two results
 * are equal only if these lists and objects also have the same digits and the same order of keys.
 */
export function inWriting(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  const noted = written.get(value);
  if (noted !== undefined) return noted;
  if (Array.isArray(value)) return value.map(inWriting);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner = null]) => [key, inWriting(inner)]),
  );
}

/**
 * Finds the values of type `any-list` and `any-object` in a record, and remembers their JSON as it is written in the
 * data. `text`: the JSON of the record.
 */
export const noteRecord = (collection: Collection, record: JsonObject, text: string): void =>
  notePublished(
    record,
    recordType(collection),
    () => undefined, // no other record is embedded
    () => ({ text, from: 0 }),
  );

/** Returns the fields of the records of a collection. */
type FieldsOf = (collection: string) => Fields | undefined;

/**
 * Like {@link noteRecord}, for a published record, in which other records are embedded. `text`: a JSON text in which the
 * record begins at the offset `from`.
 */
export function notePublished(
  record: Json,
  type: Type,
  fieldsOf: FieldsOf,
  text: () => { readonly text: string; readonly from: number },
): void {
  // An empty list or object needs no note. (Searching for it in the text would take longer than parsing the text.)
  if (!holdsFilled(record, type, fieldsOf)) return;
  const { text: json, from } = text();
  const open: TypedValue[] = []; // the lists and objects around the current value, by depth
  walkJson(json, from, {
    value(at, path) {
      const { depth } = path;
      const typed =
        depth === 0
          ? { value: record, type }
          : inside(open[depth - 1]!, path.step(depth - 1), fieldsOf);
      open[depth] = typed;
      if (typed.type && isAny(typed.type)) noteWritten(typed.value, json, at);
    },
  });
}

/** Whether a value contains a list or an object of any form that is not empty. */
function holdsFilled(value: Json | undefined, type: Type, fieldsOf: FieldsOf): boolean {
  if (isAny(type))
    return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (Array.isArray(value)) {
    const element = elementOf(type);
    return !!element && value.some((one: Json) => holdsFilled(one, element, fieldsOf));
  }
  const fields = isObject(value) ? fieldsIn(type, fieldsOf) : undefined;
  for (const name in fields) {
    if (holdsFilled((value as JsonObject)[name], fields[name]!.type, fieldsOf)) return true;
  }
  return false;
}

/** The fields of an object: of a part, or of an embedded record. */
const fieldsIn = (type: Type | undefined, fieldsOf: FieldsOf): Fields | undefined =>
  type?.kind === 'reference' ? fieldsOf(type.collection) : partOf(type);

/** A value and its type. `type` is undefined if the portal does not declare it. */
interface TypedValue {
  readonly value: Json | undefined;
  readonly type: Type | undefined;
}

/** Returns the value under a key or an index of another value. */
const inside = (
  { value, type }: TypedValue,
  step: string | number,
  fieldsOf: FieldsOf,
): TypedValue => ({
  value: (value as JsonObject | undefined)?.[step], // `step` may also be an index in a list
  type: elementOf(type) ?? fieldsIn(type, fieldsOf)?.[step]?.type,
});

/**
 * Returns the JSON value that begins at an offset of a text, without white space. Strings are written as JSON.stringify
 * writes them.
 */
function compact(text: string, from: number): string {
  let json = '';
  let last = from;
  const take = (at: number, end: number) => {
    const token = text.slice(at, end);
    json += text.slice(last, at).replaceAll(/\s/g, '');
    json += token.includes('\\') ? JSON.stringify(JSON.parse(token)) : token;
    last = end;
  };
  const walked = walkJson(text, from, { key: take, scalar: take });
  const end = 'end' in walked ? walked.end : text.length; // there is an end, because JSON.parse has read it
  return json + text.slice(last, end).replaceAll(/\s/g, '');
}
