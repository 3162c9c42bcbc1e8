// Numbers as `fmt` writes them.
import { trimZeros } from '../../files/source/defects.js';
import { rangeOf, type Type } from '../../model/fields.js';

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
  const range = rangeOf(type);
  return (
    range !== undefined && value >= range.least && value <= range.most && Number.isInteger(value)
  );
}

/** The digits of a number, without the zeros at either end. */
function digitsOf(source: string): string {
  const [mantissa = ''] = source.split(/[eE]/, 1);
  return trimZeros(mantissa.replace(/^-/, '').replace('.', '')).text;
}
