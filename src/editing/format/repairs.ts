// What `fmt` may change in a value: how it is written, where the field's type leaves no doubt what was
// meant. Everything else stays as it is, for `check` to report.

import { trimZeros } from '../../files/source/defects.js';
import { leastOf, type Type } from '../../model/fields.js';
import { isTimestamp } from '../../model/time.js';

/** A value that was not valid as it was written, and the valid one that was meant. */
export interface Repair {
  /** JSON Pointer inside the record. */
  readonly path: string;
  readonly from: string;
  readonly to: string | number;
}

/**
 * The value that an invalid string must mean in a field of this type, if there is no doubt about it.
 * `source`: the string with its quotes.
 */
export function meant(source: string, type: Type): string | number | undefined {
  if (type.kind === 'timestamp') return withNumericOffset(JSON.parse(source));
  if (type.kind !== 'id' && type.kind !== 'reference') return undefined;
  const text: string = JSON.parse(source);
  if (!/^(?:0|[1-9]\d{0,15})$/.test(text)) return undefined;
  const id = Number(text);
  return takes(type, id) ? id : undefined;
}

/** Rewrites the offset of a timestamp (`Z` or `+0300`) in the form of PROMISES.md §2.1: `+03:00`. */
function withNumericOffset(text: string): string | undefined {
  const last = text.slice(-5);
  const numeric = text.endsWith('Z')
    ? `${text.slice(0, -1)}+00:00`
    : /^[+-]\d{4}$/.test(last)
      ? `${text.slice(0, -2)}:${text.slice(-2)}`
      : undefined;
  return numeric !== undefined && isTimestamp(numeric) ? numeric : undefined;
}

/**
 * A number in its canonical form: `1.0` or `1e2` becomes a plain integer if that is a valid value of
 * the field; any other number stays as it is written.
 */
export function canonicalNumber(source: string, type: Type): string {
  if (!/[.eE]/.test(source)) return source;
  const value = Number(source);
  if (!takes(type, value)) return source;
  // 1.00000000000000000001 equals 1 only after rounding to a double.
  return digitsOf(source) === digitsOf(String(value)) ? String(value) : source;
}

/** Whether a number is a valid value of a type. */
function takes(type: Type, value: number): boolean {
  if (type.kind === 'choice') return type.values.includes(value);
  return Number.isSafeInteger(value) && value >= leastOf(type);
}

/** The digits of a number, without the zeros at either end. */
function digitsOf(source: string): string {
  const [mantissa = ''] = source.split(/[eE]/, 1);
  return trimZeros(mantissa.replace(/^-/, '').replace('.', '')).text;
}
