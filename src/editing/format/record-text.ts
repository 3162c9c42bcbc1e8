// The canonical form of a record, which `fmt` writes. Pure. Values that may have any form are written as they were
// read (engine/compile/written.ts), so that their digits and the order of their keys stay.
import { jsonAsWritten } from '../../engine/compile/written.js';
import { walkJson } from '../../files/source/json.js';
import { SCHEMA_KEY } from '../../files/source/records.js';
import {
  type Fields,
  isObject,
  type Json,
  type JsonObject,
  type Type,
} from '../../model/fields.js';

/** `expanded`: on several lines, for a record in a file of its own; `line`: on one line. */
export type TextLayout = 'expanded' | 'line';

type HtmlEdit = (text: string) => string;

/**
 * The canonical text of a record, without a line break at its end. Declared fields are in the order of the declaration.
 * `html`: changes each HTML text.
 */
export function recordText(
  record: Json,
  fields: Fields,
  layout: TextLayout,
  html: HtmlEdit = (text) => text,
): string {
  const isExpanded = layout === 'expanded';
  const indent = isExpanded ? '' : undefined;
  if (!isObject(record)) return valueText(record, undefined, indent, html);
  return objectText(record, isExpanded ? [SCHEMA_KEY] : [], fields, indent, html);
}

/** `indent`: the white space that begins the object's first line; undefined if the whole object is on one line. */
function objectText(
  object: JsonObject,
  first: readonly string[],
  fields: Fields,
  indent: string | undefined,
  html: HtmlEdit,
): string {
  const names = new Set([...first, ...Object.keys(fields), ...Object.keys(object)]);
  return wrapped('{', '}', indent, (inner) =>
    [...names].flatMap((name) => {
      const value = Object.hasOwn(object, name) ? object[name] : undefined;
      if (value === undefined) return [];
      const type = Object.hasOwn(fields, name) ? fields[name]!.type : undefined;
      return [`${JSON.stringify(name)}: ${valueText(value, type, inner, html)}`];
    }),
  );
}

function valueText(
  value: Json,
  type: Type | undefined,
  indent: string | undefined,
  html: HtmlEdit,
): string {
  if (type?.kind === 'part' && isObject(value)) {
    return objectText(value, [], type.fields, indent, html);
  }
  if (type?.kind === 'list' && Array.isArray(value)) {
    return wrapped('[', ']', indent, (inner) =>
      value.map((element: Json) => valueText(element, type.of, inner, html)),
    );
  }
  const isHtml = type?.kind === 'text' && type.html && typeof value === 'string';
  return isHtml ? JSON.stringify(html(value)) : anyText(value);
}

/** Writes a value on one line, with spaces: `{"a": [1, 2]}`. */
export function anyText(value: Json): string {
  const json = jsonAsWritten(value);
  let all = '';
  let last = 0;
  const between = (to: number) => json.slice(last, to).replaceAll(/[,:]/g, '$& ');
  const take = (at: number, end: number) => {
    all += between(at) + json.slice(at, end);
    last = end;
  };
  walkJson(json, 0, { key: take, scalar: take });
  return all + between(json.length);
}

function wrapped(
  open: string,
  close: string,
  indent: string | undefined,
  write: (inner: string | undefined) => readonly string[],
): string {
  const inner = indent === undefined ? undefined : `${indent}  `;
  const all = write(inner);
  if (inner === undefined || all.length === 0) return open + all.join(', ') + close;
  return `${open}\n${inner}${all.join(`,\n${inner}`)}\n${indent}${close}`;
}
