// Fields and a rule that several collections declare alike.
import * as z from 'zod';
import type { JsonObject } from '../model/fields.js';
import { ref, slugOf } from '../model/types.js';

/** A flag that is false unless a record sets it. */
export const off = (about: string) => z.boolean().default(false).describe(about);

/** A reference that is null unless a record has it; see {@link ref}. */
export const refOrNull = (collection: string, shape?: string) =>
  ref(collection, shape).nullable().default(null);

/** Whether a list of a record has elements: then its text may be empty. */
export const hasSome = (list: string) => (record: JsonObject) =>
  Array.isArray(record[list]) && record[list].length > 0;

/** The field `slug` of a collection with a field `title`. The command `new` makes the slug from the title. */
export const slug = z
  .string()
  .describe('its name in addresses: Latin letters, digits and hyphens')
  .meta({ label: 'Name in addresses', filled: slugOf('title') })
  .meta({ mayBeEmpty: () => true }); // the rule `odd-slug` warns of an empty one

/**
 * Warns of a slug that cannot be part of an address: an empty one, one of only dots (`..` means the parent folder), or
 * one with a character such as a space or a slash. It does not report a slug of blanks, because that is already
 * reported as a blank text.
 */
export const oddSlug = {
  kind: 'own' as const,
  name: 'odd-slug',
  message: '{field} is {found}, which is not suitable for an address',
  hint: 'use only letters, digits and hyphens, such as novosti-2026',
  check: ({ slug }: { readonly slug: string }) =>
    slug === '' || (/^\.+$|[^\p{L}\p{M}\p{N}._~-]/u.test(slug) && /[^\s\u200b\u2060]/.test(slug))
      ? ['/slug']
      : [],
};
