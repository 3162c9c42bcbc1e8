// Finds the changed fields of a record. Returns only names that the portal declares, because values and other names
// could be personal data.
import { inWriting } from '../../engine/compile/written.js';
import type { Portal } from '../../model/endpoint.js';
import { type Fields, isObject, type Json, partOf } from '../../model/fields.js';

/**
 * Stands for a field that is not declared, which a snapshot of another version may have. Also used if two records
 * differ as texts (`1.0` and `1.00`, the order of keys) but in no field.
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

/** Returns the JSON of a value. Values of any form are written as they were in the record. */
const written = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(inWriting(value as Json)); // all values come from JSON.parse

/**
 * The names of the fields that differ, down to `levels` levels of objects. An empty name stands for a field that is
 * not declared, or for the value itself.
 */
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
  // Only the order of keys differs. It counts as a change, because values of any form are published as they are
  // written.
  return names.size === 0 && levels === 1 ? [''] : [...names];
}
