// Which fields of a record changed. Gives only names that the portal declares: never a value, and never
// an undeclared name, which could be anything.
import { inWriting } from '../../engine/compile/written.js';
import type { Portal } from '../../model/endpoint.js';
import { type Fields, isObject, type Json, partOf } from '../../model/fields.js';

/**
 * Stands for a field that is not declared, since a snapshot made by another version may have such fields; and for one whose
 * value is the same in JavaScript, and has other digits or its keys in another order.
 */
export const OTHER = '(other)';

function namesIn(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, { type }]) => [
    name,
    ...namesIn(partOf(type) ?? {}),
  ]);
}

/** Returns the sorted names of the fields that differ; a field of an inner object is named `profile.city`. */
export type ChangedFields = (before: unknown, after: unknown) => string[];

/** Makes the function that finds the changed fields of a portal's records. */
export function changedFieldsOf({ collections }: Portal): ChangedFields {
  const declared = new Set(collections.flatMap(({ fields }) => namesIn(fields)));
  return (before, after) =>
    differences(before, after, 2, declared)
      .map((name) => name || OTHER)
      .sort();
}

/** The JSON of a value; of the parts whose writing was noted, as they are written. */
const written = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(inWriting(value as Json)); // what JSON.parse returned

/** The names of fields that differ, `levels` deep. The empty name stands for a field that is not declared. */
function differences(
  before: unknown,
  after: unknown,
  levels: number,
  declared: ReadonlySet<string>,
): string[] {
  if (written(before) === written(after)) return [];
  if (levels === 0 || !isObject(before) || !isObject(after)) return [''];
  const names = new Set<string>();
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    for (const below of differences(before[key], after[key], levels - 1, declared)) {
      const name = declared.has(key) ? key : '';
      names.add(name && below ? `${name}.${below}` : name);
    }
  }
  // Inside a record, keys in another order: readers get a value of any shape as it is written.
  return names.size === 0 && levels === 1 ? [''] : [...names];
}
