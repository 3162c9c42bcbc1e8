// Finds the changed fields of a record. Names only fields that the portal declares, because a value, or a name that is
// not declared, could be personal data.
import { inWriting } from '../../engine/compile/written.js';
import type { Portal } from '../../model/endpoint.js';
import { type Fields, isObject, type Json, partOf } from '../../model/fields.js';

/**
 * Stands for a changed field that the portal does not declare, such as one from an older version. Also used if the JSON
 * of a record changed but no field did: `1.0` became `1.00`, or the keys are in another order.
 */
export const OTHER = '(other)';

function namesIn(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, { type }]) => [
    name,
    ...namesIn(partOf(type) ?? {}),
  ]);
}

/** Returns the sorted names of the fields that differ; `profile.city` for a field of an inner object. */
export type ChangedFields = (before: unknown, after: unknown) => string[];

/** Makes a function that finds the changed fields of a record of this portal. */
export function changedFieldsOf({ collections }: Portal): ChangedFields {
  const declared = new Set(collections.flatMap(({ fields }) => namesIn(fields)));
  return (before, after) =>
    differences(before, after, 2, declared)
      .map((name) => name || OTHER)
      .sort();
}

/** Returns the JSON of a value. Inner values whose JSON was remembered (written.ts) stay as they were written. */
const written = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(inWriting(value as Json)); // all values come from JSON.parse

/**
 * The names of the fields that differ, also in objects up to `levels` deep. An empty name stands for the value itself,
 * or for a field that is not declared.
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
  // If no field differs, the order of the keys does. In an inner object, this counts as a change, because a value of
  // any form is published exactly as it is written.
  return names.size === 0 && levels === 1 ? [''] : [...names];
}
