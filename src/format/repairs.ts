// What `fmt` may change in a value: another way to write the same, where the field's type leaves no
// doubt what was meant. Everything else stays as it is, for `check` to report.

import { leastOf, type Type } from '../model/fields.js';
import { isTimestamp } from '../model/time.js';
import { trimZeros } from '../source/defects.js';

/** A value that was no valid one as it was written, and the one that was meant. */
export interface Repair {
  /** JSON Pointer inside the record. */
  readonly path: string;
  readonly from: string;
  readonly to: string | number;
}

/** What a text, with its quotes, stands for without doubt in a field of this type, if it is not valid as it is. */
export function meant(source: string, type: Type): string | number | undefined {
  if (type.kind === 'timestamp') return withNumericOffset(JSON.parse(source));
  if (type.kind !== 'id' && type.kind !== 'reference') return undefined;
  const text: string = JSON.parse(source);
  if (!/^(?:0|[1-9]\d{0,15})$/.test(text)) return undefined;
  const id = Number(text);
  return takes(type, id) ? id : undefined;
}

/** A timestamp with `Z` or `+0300`, as the contract writes it (§2.1). */
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
 * A number as it stands in a field of this type: a whole number that is written otherwise (`1.0`,
 * `1e2`) in digits alone where the field takes it, any other as it is written.
 */
export function canonicalNumber(source: string, type: Type): string {
  if (!/[.eE]/.test(source)) return source;
  const value = Number(source);
  if (!takes(type, value)) return source;
  // 1.00000000000000000001 is a 1 as a double only.
  return digitsOf(source) === digitsOf(String(value)) ? String(value) : source;
}

/** Whether a number is a valid value of a type. */
function takes(type: Type, value: number): boolean {
  if (type.kind === 'choice') return type.values.includes(value);
  return Number.isSafeInteger(value) && value >= leastOf(type);
}

/** The digits of a number without its zeros at both ends. */
function digitsOf(source: string): string {
  const [mantissa = ''] = source.split(/[eE]/, 1);
  return trimZeros(mantissa.replace(/^-/, '').replace('.', '')).text;
}
