// A record as its author wrote it → the same with ids where it has names of other records, and what to
// say of names that stand for no id, or for several.
import {
  elementOf,
  type Fields,
  isObject,
  type Json,
  type JsonObject,
  partOf,
  referenceOf,
  type Type,
} from '../../model/fields.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { pointerStep } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import type { Names } from './names.js';
import { words } from './words.js';

interface WithIds {
  readonly record: JsonObject;
  /** Lines by the JSON Pointer of a name that has been left in its place. */
  readonly unclear: ReadonlyMap<string, readonly string[]>;
}

/** Puts ids in the place of names, in parts and lists too. A text of digits is an id. */
export function withIds(fields: Fields, given: JsonObject, names: Names, lang: Language): WithIds {
  const unclear = new Map<string, readonly string[]>();
  const inObject = (among: Fields, object: JsonObject, path: string): JsonObject =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => {
        const type = among[name]?.type;
        const isOpen = type !== undefined && value !== undefined;
        return [name, isOpen ? inValue(type, value, path + pointerStep(name)) : value];
      }),
    );
  const inValue = (type: Type, value: Json, path: string): Json => {
    const [element, part] = [elementOf(type), partOf(type)];
    if (element && Array.isArray(value)) {
      return value.map((one: Json, i) => inValue(element, one, path + pointerStep(i)));
    }
    if (part && isObject(value)) return inObject(part, value, path);
    const reference = referenceOf(type);
    return reference && typeof value === 'string' ? idOf(reference.collection, value, path) : value;
  };
  const idOf = (collection: string, text: string, path: string): Json => {
    if (/^\d+$/.test(text)) return Number(text);
    if (!names.has(collection)) return text; // the check says that it is no id
    const meant = names.meant(collection, text);
    if (meant.kind === 'one') return meant.id;
    const { several, near, none, more } = words[lang];
    const records = meant.records.map(
      ({ id, name, within }) => `      ${id}  ${name}${within === '' ? '' : ` (${within})`}`,
    );
    const say = records.length === 0 ? none : meant.kind === 'several' ? several : near;
    const rest = meant.more > 0 ? [`      ${more(meant.more)}`] : [];
    unclear.set(path, [say(quote(text), collection), ...records, ...rest]);
    return text;
  };
  return { record: inObject(fields, given, ''), unclear };
}
