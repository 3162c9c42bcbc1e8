/** Prepares a text for comparisons: lower case, `е` for `ё`, no soft hyphens, `fi` for the ligature `ﬁ` (NFKC). */
export const fold = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').replaceAll('\u00ad', '');
