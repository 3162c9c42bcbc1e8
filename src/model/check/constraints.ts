// Reads the checks of zod schemas, such as `min(1)`. Refuses checks that a JSON Schema cannot express.
import type { z } from 'zod';
import type { Range } from '../fields.js';

/**
 * Thrown for a wrong declaration of a portal. Each line of the message begins with a place, such as `collection.field`.
 */
export class DeclarationError extends Error {
  override name = 'DeclarationError';
}

export const refusal = (path: string, what: string) =>
  new DeclarationError(`${path}: ${what} cannot be published`);

/** The properties of a zod check that this file reads. */
interface CheckDef {
  readonly check?: string;
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly value?: number;
  readonly inclusive?: boolean;
}

const PUBLISHED = new Set([
  ...['number_format', 'greater_than', 'less_than'],
  ...['string_format', 'min_length', 'max_length', 'length_equals'],
]);

/** The text formats of zod that a JSON Schema can express. */
const FORMATS = new Set([
  ...['regex', 'url', 'email', 'uuid', 'ipv4', 'ipv6'],
  ...['date', 'time', 'datetime', 'duration'],
]);

/** The checks of a schema. Throws a {@link DeclarationError} if a JSON Schema cannot express one of them. */
export function checksOf(schema: z.core.$ZodType, path: string): readonly CheckDef[] {
  const { def } = schema._zod;
  if ('coerce' in def && def.coerce) throw refusal(path, 'a value that is converted');
  // A format such as z.url() is itself a check, and can be followed by other checks.
  const all = [def, ...(def.checks ?? []).map((check) => check._zod.def)] as readonly CheckDef[];
  const checks = all.filter(({ check }) => check !== undefined);
  for (const { check = '', format = '', pattern } of checks) {
    if (!PUBLISHED.has(check)) throw refusal(path, `a value with the check ${check}`);
    if (check !== 'string_format') continue;
    if (!FORMATS.has(format)) throw refusal(path, `a text with the format ${format}`);
    // A pattern in a JSON Schema has no flags. Only the flags `u` and `v` are accepted.
    const flags = pattern?.flags.replace(/[uv]/, '');
    if (flags) throw refusal(path, `a pattern with the flags ${flags}`);
  }
  return checks;
}

/** The least and the greatest number that a schema allows. Throws a {@link DeclarationError} if it allows fractions. */
export function rangeIn(checks: readonly CheckDef[], path: string): Range {
  if (!checks.some(({ format }) => format === 'safeint'))
    throw refusal(path, 'a number with a fraction');
  let least = Number.MIN_SAFE_INTEGER;
  let most = Number.MAX_SAFE_INTEGER;
  for (const { check, value = 0, inclusive } of checks) {
    if (check === 'greater_than')
      least = Math.max(least, inclusive ? Math.ceil(value) : Math.floor(value) + 1);
    if (check === 'less_than')
      most = Math.min(most, inclusive ? Math.floor(value) : Math.ceil(value) - 1);
  }
  return { least, most };
}
