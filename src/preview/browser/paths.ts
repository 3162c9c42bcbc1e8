// Values in records, by the paths of views; used by the server and by the page. Pure.
import type { Json, JsonObject } from './dto.js';

/** Whether a value is a JSON object. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values that a path such as `certificates.*.exact_category` leads to, without null and empty ones. */
export function valuesAt(record: Json, path: string): Json[] {
  let values: Json[] = [record];
  for (const step of path.split('.')) {
    values = values.flatMap((value) => {
      if (step === '*') return Array.isArray(value) ? [...value] : [];
      return isObject(value) && Object.hasOwn(value, step) ? [value[step] ?? null] : [];
    });
  }
  return values.filter((value) => value !== null && value !== '');
}

/** The heading of a record: the first text at the view's paths, or else the naming fields, joined. */
export function headingOf(
  { heading, named }: { readonly heading: readonly string[]; readonly named: readonly string[] },
  record: JsonObject,
): string | undefined {
  for (const path of heading) {
    const [value] = valuesAt(record, path);
    if (typeof value === 'string') return value;
  }
  return nameOf(named, record);
}

/** The values of these fields of a record, joined; undefined if all are empty. */
export function nameOf(named: readonly string[], record: JsonObject): string | undefined {
  const words = named.flatMap((field) => valuesAt(record, field)).map(String);
  return words.length > 0 ? words.join(' ') : undefined;
}
