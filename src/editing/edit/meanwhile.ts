// Finds out what somebody has changed in a record since a form showed it, so that no such change is overwritten or
// removed unseen.
import { isDeepStrictEqual } from 'node:util';
import {
  type Field,
  type Fields,
  fieldAt,
  isAny,
  isObject,
  type Json,
  type JsonObject,
  partOf,
} from '../../model/fields.js';
import { pointerStep } from '../../problems/problem.js';
import { sentence } from '../../problems/say.js';
import { anyText } from '../format/record-text.js';
import { Unfit } from '../new/unfit.js';

/** A record as a form shows it: values of any form are JSON texts. */
export const asShown = (record: JsonObject, fields: Fields): JsonObject =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const type = fieldAt(fields, name)?.type;
      return [name, type && isAny(type) && value !== undefined ? anyText(value) : value];
    }),
  );

/** The names of the fields whose values are others than those that the page showed. */
export const changedSince = (seen: JsonObject, record: JsonObject, fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    isSame(seen[name], record[name], field) ? [] : [name],
  );

/** A value as the form showed it, as the user wants it to be, and as it is in the data. */
type States = readonly [seen: Json | undefined, wanted: Json | undefined, now: Json | undefined];

/**
 * Returns the values to save. `wanted`: the values of the fields that the user changed; `seen`: their values as the form
 * showed them. Of an object in the record, only the fields that the user changed get new values. Throws
 * an {@link Unfit} if somebody else has changed one of these values, too, to another one.
 */
export function mergedWith(
  record: JsonObject,
  { wanted, seen }: { readonly wanted: JsonObject; readonly seen: JsonObject },
  fields: Fields,
): JsonObject {
  const paths: string[] = [];
  const merge = (field: Field | undefined, path: string, ...states: States): Json | undefined => {
    const [seen, wanted, now] = states;
    if (isSame(seen, wanted, field)) return now;
    if (isSame(seen, now, field) || isSame(wanted, now, field)) return wanted;
    const part = partOf(field?.type);
    if (!part || !isObject(wanted) || !isObject(now)) {
      paths.push(path);
      return now;
    }
    const was = isObject(seen) ? seen : {};
    const names = new Set([was, wanted, now].flatMap((one) => Object.keys(one)));
    return Object.fromEntries(
      [...names].flatMap((name) => {
        const inner = Object.hasOwn(part, name) ? part[name] : undefined;
        const value = merge(inner, path + pointerStep(name), was[name], wanted[name], now[name]);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  };
  const merged = Object.entries(wanted).map(
    ([name, value]) =>
      [name, merge(fields[name], pointerStep(name), seen[name], value, record[name])] as const,
  );
  if (paths.length > 0) {
    const text = sentence('Somebody has changed this since you began to type.');
    throw new Unfit(
      text,
      paths.map((path) => ({ path, lines: [text], isChangedMeanwhile: true })),
    );
  }
  return Object.fromEntries(merged);
}

/** Whether two values mean the same. An absent value means its default. */
const isSame = (a: Json | undefined, b: Json | undefined, field: Field | undefined): boolean =>
  isDeepStrictEqual(a, b) || isDeepStrictEqual(compared(a, field), compared(b, field));

/** A value as it comes back from the page: without numbers that JSON cannot hold, such as Infinity and -0. */
function compared(value: Json | undefined, field: Field | undefined): Json | undefined {
  const { type, absent } = field ?? {};
  const whole = value === undefined && absent?.kind === 'constant' ? absent.value : value;
  if (whole === undefined) return undefined;
  const isText = typeof whole === 'string' || !type || !isAny(type);
  return isText ? JSON.parse(JSON.stringify(whole)) : anyText(whole);
}
