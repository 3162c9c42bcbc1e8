// A new record → the text of its file, in the form in which `fmt` would leave it.
import type { Fields, Json, JsonObject } from '../model/fields.js';
import type { Type } from '../model/types.js';

/** A record over lines, its keys in the order of their declaration, with a line end. */
export function textOf(record: JsonObject, fields: Fields): string {
  return `${ofObject(record, fields, '')}\n`;
}

function ofObject(object: JsonObject, fields: Fields, indent: string): string {
  const members = Object.entries(fields).flatMap(([name, { type }]) => {
    const value = object[name];
    if (value === undefined) return [];
    return [`${JSON.stringify(name)}: ${ofValue(value, type, `${indent}  `)}`];
  });
  return wrapped('{', members, '}', indent);
}

function ofValue(value: Json, type: Type, indent: string): string {
  if (type.part && isObject(value)) return ofObject(value, type.part, indent);
  const { list } = type;
  if (!list || !isList(value)) return inLine(value);
  const elements = value.map((element) => ofValue(element, list, `${indent}  `));
  return wrapped('[', elements, ']', indent);
}

function wrapped(open: string, inner: readonly string[], close: string, indent: string): string {
  if (inner.length === 0) return `${open}${close}`;
  const lines = inner.map((one) => `\n${indent}  ${one}`);
  return `${open}${lines.join(',')}\n${indent}${close}`;
}

/** A value of which nothing is declared, in one line. */
function inLine(value: Json): string {
  if (isList(value)) return `[${value.map(inLine).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}: ${inLine(member ?? null)}`,
  );
  return `{${members.join(', ')}}`;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !isList(value);
