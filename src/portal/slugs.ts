// Slugs that cannot be part of an address: empty ones, only dots (`..` means the parent), or with a character such as
// a space or a slash.

/**
 * The rule for collections with a `slug`. A slug of blanks is not reported here, because it is reported as a blank
 * text.
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
