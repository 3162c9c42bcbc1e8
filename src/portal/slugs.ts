// What is surely no name in an address: nothing at all, dots alone (`..` leads up), or a character that means
// something else there, such as a space or a slash.

/** The rule of each collection with a `slug`. Mere blanks are told as such, as in every text. */
export const oddSlug = {
  kind: 'own' as const,
  name: 'odd-slug' as const,
  check: ({ slug }: { readonly slug: string }) =>
    slug === '' || (/^\.+$|[^\p{L}\p{M}\p{N}._~-]/u.test(slug) && /[^\s\u200b\u2060]/.test(slug))
      ? ['/slug']
      : [],
};
