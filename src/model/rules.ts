// The names of the rules for values that are valid but probably wrong. The setting `allow` switches them off.
import type { Collection } from './collection.js';

/** The rules of every collection. Collections declare further ones. */
export const GENERAL_RULES: readonly string[] = [
  'blank-text',
  'null-character',
  'same-reference',
  'bare-markup',
  'unclosed-tag',
  'far-year',
];

/** The rules of all collections, and the general ones. */
export function rulesOf(
  collections: readonly Pick<Collection, 'implausible'>[],
): readonly string[] {
  const declared = collections.flatMap(({ implausible }) => implausible.map(({ name }) => name));
  return [...new Set([...declared, ...GENERAL_RULES])];
}
