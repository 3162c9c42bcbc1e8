// The names of the rules for values that are valid but probably wrong. The setting `allow` can switch them off.
import type { Collection } from './collection.js';

/** The rules that are applied to every collection. A collection can declare further rules in `implausible`. */
export const GENERAL_RULES: readonly string[] = [
  'blank-text',
  'empty-text',
  'null-character',
  'same-reference',
  'bare-markup',
  'unclosed-tag',
  'far-year',
];

/** The names of all rules: those that these collections declare in `implausible`, and {@link GENERAL_RULES}. */
export function rulesOf(
  collections: readonly Pick<Collection, 'implausible'>[],
): readonly string[] {
  const declared = collections.flatMap(({ implausible }) => implausible.map(({ name }) => name));
  return [...new Set([...declared, ...GENERAL_RULES])];
}
